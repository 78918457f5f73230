import { assert, assertEquals } from "@std/assert";
import type { ClientModule } from "../types.ts";
import { diskTest, withTemporaryDirectory } from "../../tests/disk_test_support.ts";
import type { Files, ReadHandle } from "../io/files.ts";
import { disk } from "../io/disk.ts";
import { openSource, openWhole } from "./open_transcript.ts";

/** Files in memory; says which are open. */
function memory(contents: Readonly<Record<string, string | Uint8Array>>) {
  const open = new Set<string>();
  const files: Pick<Files, "open" | "list" | "stat"> = {
    list: () => undefined,
    stat: () => undefined,
    open(path) {
      const content = contents[path];
      if (content === undefined) return undefined;
      const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
      open.add(path);
      return {
        size: bytes.length,
        read(into, at) {
          const part = bytes.subarray(at, at + into.length);
          into.set(part);
          return part.length;
        },
        close: () => void open.delete(path),
      };
    },
  };
  return { files, open };
}

/** A client of which only the files of a conversation are asked for. */
const inParts = (paths: readonly (readonly [string, string?])[]): ClientModule =>
  ({
    parts: () => paths.map(([path, marker]) => marker === undefined ? { path } : { path, marker }),
  }) as unknown as ClientModule;

function text(handle: ReadHandle | undefined): string {
  assert(handle !== undefined);
  const bytes = new Uint8Array(handle.size);
  handle.read(bytes, 0);
  return new TextDecoder().decode(bytes);
}

/** `hello` as one raw block. */
const FRAME = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58, 0x29, 0, 0, 104, 101, 108, 108, 111);

Deno.test("openSource() decodes by content, whatever the name is", async () => {
  const { files } = memory({ "/a.jsonl": FRAME, "/b.jsonl.zst": "plain", "/c": "" });
  assertEquals(text(await openSource(files, "/a.jsonl")), "hello");
  assertEquals(text(await openSource(files, "/b.jsonl.zst")), "plain");
  assertEquals(text(await openSource(files, "/c")), "");
  assertEquals(await openSource(files, "/none"), undefined);
});

Deno.test("openWhole() gives the file itself when it is all there is", async () => {
  const { files } = memory({ "/a": "one\n" });
  const handle = files.open("/a");
  assert(handle !== undefined);
  for (const client of [inParts([["/a"]]), inParts([]), {} as ClientModule]) {
    assertEquals(await openWhole(files, client, { path: "/a", handle }), handle);
  }
});

Deno.test("openWhole() joins a conversation's files, marked, decoded, and closes what it opened", async () => {
  const { files, open } = memory({ "/a": FRAME, "/b": "two\n", "/c": "three" });
  const handle = files.open("/b");
  assert(handle !== undefined);
  const client = inParts([["/a"], ["/b", "MARK"], ["/gone", "MARK"], ["/c", "MARK"]]);
  const whole = await openWhole(files, client, { path: "/b", handle });
  assertEquals(text(whole), "hello\nMARK\ntwo\n\nMARK\nthree");
  whole.close();
  assertEquals([...open], ["/b"]);
});

diskTest("openSource() leaves nothing open and nothing behind on the disk", async () => {
  await withTemporaryDirectory(async (root) => {
    Deno.writeFileSync(`${root}/a.zst`, FRAME);
    const handle = await openSource(disk, `${root}/a.zst`);
    assertEquals(text(handle), "hello");
    handle?.close();
    assertEquals([...Deno.readDirSync(root)].map(({ name }) => name), ["a.zst"]);
  });
});
