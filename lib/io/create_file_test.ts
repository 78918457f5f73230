import { assert, assertEquals, assertThrows } from "@std/assert";
import { diskTest, withTemporaryDirectory } from "../../tests/disk_test_support.ts";
import { createFile } from "./create_file.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

diskTest(
  "createFile() makes a file with its content, and leaves what is there",
  () =>
    withTemporaryDirectory((directory) => {
      const path = `${directory}/kettle.jsonl`;
      assertEquals([createFile(path, bytes("one\n")), createFile(path, bytes("two\n"))], [true, false]);
      assertEquals(Deno.readTextFileSync(path), "one\n");
      assertEquals(Array.from(Deno.readDirSync(directory), ({ name }) => name), ["kettle.jsonl"]);
      if (Deno.build.os === "windows") return;
      assertEquals((Deno.statSync(path).mode ?? 0) & 0o777, 0o600);
      assert(createFile(`${directory}/shared.jsonl`, bytes("one\n"), { mode: 0o640 }));
      assertEquals((Deno.statSync(`${directory}/shared.jsonl`).mode ?? 0) & 0o777, 0o640);
    }),
);

diskTest("createFile() takes a link that leads nowhere for something", () =>
  withTemporaryDirectory((directory) => {
    if (Deno.build.os === "windows") return;
    Deno.symlinkSync(`${directory}/gone`, `${directory}/link`);
    assertEquals(createFile(`${directory}/link`, bytes("one\n")), false);
    assertEquals(Array.from(Deno.readDirSync(directory), ({ name }) => name), ["link"]);
  }));

diskTest(
  "createFile() writes the file itself where links are not possible",
  () =>
    withTemporaryDirectory((directory) => {
      const link = Deno.linkSync;
      Deno.linkSync = () => {
        throw new Deno.errors.NotSupported("no links here");
      };
      try {
        assertEquals(createFile(`${directory}/a`, bytes("one\n")), true);
        assertEquals(createFile(`${directory}/a`, bytes("two\n")), false);
        assertEquals(Deno.readTextFileSync(`${directory}/a`), "one\n");
      } finally {
        Deno.linkSync = link;
      }
    }),
);

diskTest("createFile() names the file when its directory is gone", () =>
  withTemporaryDirectory((directory) => {
    assertThrows(() => createFile(`${directory}/gone/a`, bytes("one\n")), Error, `${directory}/gone/a`);
  }));
