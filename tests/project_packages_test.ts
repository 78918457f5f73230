import { assertEquals, assertRejects } from "@std/assert";
import { basename, join, relative } from "@std/path";
import * as posix from "@std/path/posix";
import * as windows from "@std/path/windows";
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader, ZipWriter } from "@zip-js/zip-js";
import { z } from "zod";
import * as mini from "zod/mini";

Deno.test("@std/path joins and splits as this system does, posix and windows as theirs", () => {
  assertEquals(basename(join("kettle", "..", "pot", "lid.ts")), "lid.ts");
  assertEquals(relative(join("a", "b"), join("a", "c")), join("..", "c"));
  assertEquals(posix.join("/srv", "kettle", "..", "pot"), "/srv/pot");
  assertEquals(windows.join("C:\\", "kettle", "..", "pot"), "C:\\pot");
  assertEquals(windows.isAbsolute("C:kettle"), false);
});

Deno.test("zod and zod/mini judge alike", () => {
  const value = { session: "a", turns: 3 };
  assertEquals(z.object({ session: z.string(), turns: z.number() }).parse(value), value);
  assertEquals(mini.object({ session: mini.string(), turns: mini.number() }).safeParse({ session: 1 }).success, false);
});

Deno.test("@zip-js/zip-js gives back what was packed, without workers", async () => {
  const bytes = new TextEncoder().encode("kettle\n".repeat(1000));
  const writer = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  await writer.add("conversations.json", new Uint8ArrayReader(bytes));
  const archive = await writer.close();

  const reader = new ZipReader(new Uint8ArrayReader(archive), { useWebWorkers: false });
  const [entry] = await reader.getEntries();
  assertEquals(entry?.filename, "conversations.json");
  assertEquals(entry?.directory === false && await entry.getData(new Uint8ArrayWriter()), bytes);
  await reader.close();
});

Deno.test("@zip-js/zip-js fails when the archive is cut off", async () => {
  const reader = new ZipReader(new Uint8ArrayReader(new TextEncoder().encode("PK\u0003\u0004")));
  await assertRejects(() => reader.getEntries(), Error);
});
