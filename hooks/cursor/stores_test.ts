import { assertEquals, assertThrows } from "@std/assert";
import { disk } from "../../lib/io/disk.ts";
import type { Files } from "../../lib/io/files.ts";
import { cursorSideDirectories } from "./stores.ts";

const DATABASE = "/home/mira/.cursor/acp-sessions/8d8d8d8d-3333-4333-8333-000000000001/store.db";
const STAT = { isFile: true, isDirectory: false, isSymlink: false, size: 20, mtime: 0, mode: null, uid: null, dev: 1 };

/** A disk on which the `meta.json` beside the database is the only file. */
function files(readText: Files["readText"]): Files {
  return { ...disk, stat: () => ({ ...STAT, ino: 1 }), readText };
}

Deno.test("cursorSideDirectories() takes the directory that meta.json names, and none where it names none", () => {
  const found = (text: string) => cursorSideDirectories(files(() => text), DATABASE);
  assertEquals(found('{"cwd":"/srv/kettle"}'), [{ path: "/srv/kettle", source: "store" }]);
  for (const text of ['{"cwd":7}', "{", "[]"]) assertEquals(found(text), [], text);
});

Deno.test("cursorSideDirectories() fails when meta.json cannot be read: the conversation would be somebody else's", () => {
  const denied: Files["readText"] = (path) => {
    throw new Error(`Permission denied (os error 13): readfile '${path}'`);
  };
  assertThrows(() => cursorSideDirectories(files(denied), DATABASE), Error, "Permission denied");
});
