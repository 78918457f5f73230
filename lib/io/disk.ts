/**
 * {@linkcode Files} over `Deno.*`.
 *
 * @module
 */
import type { Files, FileStat, ReadHandle, WriteOptions } from "./files.ts";
import { lockFile } from "./file_lock.ts";
import { unlessHeld } from "./held_file.ts";
import { namingFile } from "./naming_file.ts";
import { createFile } from "./create_file.ts";
import { refusePipe, refuseStranger } from "./own_file.ts";
import { replaceFile } from "./replace_file.ts";
import { unlessGone, unlessHidden, unlessMissing } from "./missing.ts";

const decoder = new TextDecoder("utf-8", { fatal: false, ignoreBOM: false });

/** The real disk. Paths that cannot exist (a NUL byte, a name too long) and paths that cannot be seen are missing. */
export const disk: Files = {
  stat: (path) => unlessHidden(() => toFileStat(Deno.statSync(path))),
  lstat: (path) => unlessHidden(() => toFileStat(Deno.lstatSync(path))),
  realPath: (path) => unlessHidden(() => realPath(path)),
  readLink,
  list,
  readBytes,
  readText: (path) => {
    const bytes = readBytes(path);
    return bytes === undefined ? undefined : decoder.decode(bytes);
  },
  open: (path) =>
    unlessMissing(() => {
      refusePipe(path);
      return readHandle(unlessHeld(() => Deno.openSync(path, { read: true })));
    }),
  makeDirectory: (path) => Deno.mkdirSync(path, { recursive: true, mode: 0o700 }),
  append,
  replace: replaceFile,
  create: createFile,
  remove: (path) => unlessGone(() => unlessHeld(() => Deno.removeSync(path))),
  removeTree: (path) => unlessGone(() => unlessHeld(() => Deno.removeSync(path, { recursive: true }))),
  rename: (from, to) => unlessHeld(() => Deno.renameSync(from, to)),
  lock: lockFile,
};

function toFileStat(info: Deno.FileInfo): FileStat {
  return {
    isFile: info.isFile,
    isDirectory: info.isDirectory,
    isSymlink: info.isSymlink,
    size: info.size,
    mtime: info.mtime?.getTime() ?? 0,
    birthtime: info.birthtime?.getTime() ?? null,
    // Windows reports made-up permission bits in some versions; only POSIX ones mean anything.
    mode: Deno.build.os === "windows" || info.mode === null ? null : info.mode & 0o7777,
    uid: Deno.build.os === "windows" ? null : info.uid,
    dev: info.dev,
    ino: info.ino,
  };
}

/**
 * The system goes up from where a link leads. Under permissions that are granted one by one Deno takes `..` out of the
 * text before the system sees it [2.6 to 2.9], so each one is resolved by itself.
 */
function realPath(path: string): string {
  const up = /^(.*?)[/\\]\.\.(?:[/\\](.*))?$/s.exec(path);
  if (up === null || Deno.build.os === "windows") return Deno.realPathSync(path);
  const [, before = "", after = ""] = up;
  const reached = Deno.realPathSync(before === "" ? "/" : before);
  const above = reached.slice(0, reached.lastIndexOf("/")) || "/";
  return realPath(after === "" ? above : `${above}/${after}`);
}

function readLink(path: string): string | undefined {
  const isLink = unlessHidden(() => Deno.lstatSync(path))?.isSymlink === true;
  return isLink ? unlessHidden(() => Deno.readLinkSync(path)) : undefined;
}

function list(path: string): readonly string[] | undefined {
  // The iterator opens the directory when it is first asked, so it has to be exhausted inside the guard.
  return unlessMissing(() => Array.from(Deno.readDirSync(path), (entry) => entry.name).sort());
}

function readBytes(path: string): Uint8Array | undefined {
  return unlessMissing(() => {
    refusePipe(path);
    return unlessHeld(() => Deno.readFileSync(path));
  });
}

function readHandle(file: Deno.FsFile): ReadHandle {
  // Where the system stands in the file; -1 when a call failed in between.
  let position = 0;
  return {
    size: file.statSync().size,
    read(into, at) {
      if (at !== position) file.seekSync(at, Deno.SeekMode.Start);
      position = -1;
      let filled = 0;
      // A read may be short before the end (network file systems); only 0 or null ends it.
      while (filled < into.length) {
        const count = file.readSync(filled === 0 ? into : into.subarray(filled));
        if (count === null || count === 0) break;
        filled += count;
      }
      position = at + filled;
      return filled;
    },
    close: () => file.close(),
  };
}

function append(path: string, bytes: Uint8Array, { cache = false }: WriteOptions = {}): void {
  refuseStranger(path);
  const file = unlessHeld(() => Deno.openSync(path, { append: true, create: true, mode: 0o600 }));
  try {
    namingFile(path, () => {
      for (let written = 0; written < bytes.length;) {
        written += file.writeSync(written === 0 ? bytes : bytes.subarray(written));
      }
      if (!cache) file.syncDataSync();
    });
  } finally {
    file.close();
  }
}
