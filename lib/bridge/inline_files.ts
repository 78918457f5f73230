/**
 * A transcript that came in an envelope, as a file that can be read: it is on no disk.
 *
 * @module
 */
import type { Files, FileStat } from "../io/files.ts";

/** The file system with one more file in it. */
export function withInlineFile(files: Files, path: string, { bytes, mtime }: {
  readonly bytes: Uint8Array;
  readonly mtime: number;
}): Files {
  const stat: FileStat = {
    isFile: true,
    isDirectory: false,
    isSymlink: false,
    size: bytes.length,
    mtime,
    mode: 0o600,
    uid: null,
    dev: -1,
    ino: null,
  };
  return {
    ...files,
    stat: (at) => at === path ? stat : files.stat(at),
    lstat: (at) => at === path ? stat : files.lstat(at),
    realPath: (at) => at === path ? path : files.realPath(at),
    readBytes: (at) => at === path ? bytes : files.readBytes(at),
    readText: (at) => at === path ? new TextDecoder().decode(bytes) : files.readText(at),
    open: (at) =>
      at !== path ? files.open(at) : {
        size: bytes.length,
        read(into, from) {
          const part = bytes.subarray(from, from + into.length);
          into.set(part);
          return part.length;
        },
        close() {},
      },
  };
}
