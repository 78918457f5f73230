import { assertEquals, assertStrictEquals } from "@std/assert";
import { diskTest, withTemporaryDirectory } from "../../tests/disk_test_support.ts";
import { disk } from "../io/disk.ts";
import type { FileStat } from "../io/files.ts";
import { isMadeWith, removeIfEmpty } from "./made_directory.ts";

const STAT: FileStat = {
  isFile: false,
  isDirectory: true,
  isSymlink: false,
  size: 0,
  mtime: 0,
  birthtime: 1_000_000,
  mode: 0o700,
  uid: 1,
  dev: 1,
  ino: 1,
};

Deno.test("isMadeWith() is true only for a private directory of the same moment", () => {
  const cases: readonly (readonly [Partial<FileStat>, boolean])[] = [
    [{}, true],
    [{ mode: null }, true],
    [{ birthtime: 999_950 }, true],
    [{ birthtime: 900_000 }, false],
    [{ birthtime: null }, false],
    [{ mode: 0o755 }, false],
    [{ isSymlink: true }, false],
    [{ isDirectory: false }, false],
  ];
  for (const [more, expected] of cases) {
    assertStrictEquals(isMadeWith({ ...STAT, ...more }, STAT), expected, JSON.stringify(more));
  }
  assertEquals([isMadeWith(undefined, STAT), isMadeWith(STAT, undefined)], [false, false]);
});

diskTest(
  "removeIfEmpty() removes an empty directory of this program's mode and nothing else",
  () =>
    withTemporaryDirectory((root) => {
      Deno.mkdirSync(`${root}/own`, { mode: 0o700 });
      Deno.mkdirSync(`${root}/theirs`, { mode: 0o755 });
      Deno.mkdirSync(`${root}/full/inner`, { recursive: true, mode: 0o700 });
      Deno.symlinkSync(`${root}/own`, `${root}/link`);
      const names = ["link", "theirs", "full", "nowhere", "own"];
      assertEquals(names.map((name) => removeIfEmpty(disk, `${root}/${name}`)), [false, false, false, false, true]);
      assertEquals(disk.list(root), ["full", "link", "theirs"]);
    }),
);
