import { assert, assertEquals } from "@std/assert";
import type { FileStat } from "../io/files.ts";
import { awaitWrite } from "./await_write.ts";

const STAT: FileStat = {
  isFile: true,
  isDirectory: false,
  isSymlink: false,
  size: 1,
  mtime: 0,
  mode: null,
  uid: null,
  dev: 1,
  ino: 1,
};

/** A file that is written with each look. */
function file(times: readonly (number | undefined)[]) {
  let looks = 0;
  return {
    looks: () => looks,
    stat(): FileStat | undefined {
      const mtime = times[Math.min(looks++, times.length - 1)];
      return mtime === undefined ? undefined : { ...STAT, mtime };
    },
  };
}

const CASES: readonly (readonly [string, readonly (number | undefined)[], boolean, number])[] = [
  ["a file that was written at that moment", [1000], true, 1],
  ["one that was written later", [2000], true, 1],
  ["one that is written while it waits", [999, 999, 1001], true, 3],
  ["one that comes while it waits", [undefined, 1000], true, 2],
];

for (const [name, times, found, looks] of CASES) {
  Deno.test(`awaitWrite() has ${name}`, () => {
    const disk = file(times);
    assertEquals([awaitWrite(disk, "/m", { after: 1000, milliseconds: 5000 }), disk.looks()], [found, looks]);
  });
}

Deno.test("awaitWrite() gives up after its time", () => {
  const disk = file([999]);
  const begun = performance.now();
  assertEquals(awaitWrite(disk, "/m", { after: 1000, milliseconds: 40 }), false);
  assert(performance.now() - begun >= 40 && disk.looks() > 2);
});
