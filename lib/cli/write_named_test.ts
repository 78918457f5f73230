import { assertThrows } from "@std/assert";
import { InputError } from "../errors.ts";
import type { FileStat } from "../io/files.ts";
import { writeNamed } from "./write_named.ts";

const DIRECTORY = { isDirectory: true } as FileStat;
const FILE = { isDirectory: false } as FileStat;

Deno.test("writeNamed() says what is wrong with the place, and names no file that nobody asked for", () => {
  const open = ": open '/srv/x.22305a42.imprint-tmp'";
  const cases: readonly (readonly [FileStat | undefined, string, string])[] = [
    [
      undefined,
      `No such file or directory (os error 2)${open}`,
      'the directory "/srv" does not exist; make it, or name',
    ],
    [FILE, `Not a directory (os error 20)${open}`, '"/srv" is no directory; name'],
    [DIRECTORY, `Permission denied (os error 13)${open}`, 'you may not write in "/srv"; name'],
    [DIRECTORY, `No space left on device (os error 28)${open}`, "No space left on device (os error 28); name"],
    [DIRECTORY, "another program holds it", "another program holds it; name"],
  ];
  for (const [stat, reason, said] of cases) {
    const write = (): never => {
      throw new Error(reason);
    };
    assertThrows(
      () => writeNamed("/srv/x", { files: { stat: () => stat }, option: "--out", write }),
      InputError,
      `cannot write "/srv/x": ${said} another file with --out`,
    );
  }
});
