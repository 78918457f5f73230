/**
 * A disk that is read and never written: for `--dry-run`, which goes the whole way of an import.
 *
 * @module
 */
import type { Files } from "./files.ts";

/** `files`, with every change left out. */
export function writeNothing(files: Files): Files {
  return {
    stat: (path) => files.stat(path),
    lstat: (path) => files.lstat(path),
    realPath: (path) => files.realPath(path),
    readLink: (path) => files.readLink(path),
    list: (path) => files.list(path),
    readBytes: (path) => files.readBytes(path),
    readText: (path) => files.readText(path),
    open: (path) => files.open(path),
    makeDirectory: () => {},
    append: () => {},
    replace: () => {},
    create: (path) => files.lstat(path) === undefined,
    remove: () => {},
    removeTree: () => {},
    rename: () => {},
    lock: () => Promise.resolve({ release: () => {} }),
  };
}
