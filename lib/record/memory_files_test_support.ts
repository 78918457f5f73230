/**
 * A disk in memory, for tests of the store that need no permission: files only, no locks to wait for.
 *
 * @module
 */
import type { Files, FileStat } from "../io/files.ts";

/** What a memory disk holds beside the interface. */
export interface MemoryFiles extends Files {
  readonly contents: Map<string, Uint8Array>;
}

/** Makes an empty disk. */
export function memoryFiles(): MemoryFiles {
  const contents = new Map<string, Uint8Array>();
  const isDirectory = (path: string) => [...contents.keys()].some((name) => name.startsWith(`${path}/`));
  let clock = 0;
  const times = new Map<string, number>();
  const stat = (path: string): FileStat | undefined => {
    const bytes = contents.get(path);
    if (bytes === undefined && !isDirectory(path)) return undefined;
    return {
      isFile: bytes !== undefined,
      isDirectory: bytes === undefined,
      isSymlink: false,
      size: bytes?.length ?? 0,
      mtime: times.get(path) ?? 0,
      mode: 0o600,
      uid: 0,
      dev: 1,
      ino: 1,
    };
  };
  const set = (path: string, bytes: Uint8Array) => {
    contents.set(path, bytes);
    times.set(path, ++clock);
  };
  return {
    contents,
    stat,
    lstat: stat,
    realPath: (path) => stat(path) && path,
    readLink: () => undefined,
    list(path) {
      const names = [...contents.keys()].filter((name) => name.startsWith(`${path}/`))
        .map((name) => name.slice(path.length + 1).split("/")[0] ?? "");
      return names.length === 0 ? undefined : [...new Set(names)].sort();
    },
    readBytes: (path) => contents.get(path)?.slice(),
    readText: (path) => contents.has(path) ? new TextDecoder().decode(contents.get(path)) : undefined,
    open(path) {
      const bytes = contents.get(path);
      return bytes && {
        size: bytes.length,
        read(into, at) {
          const piece = bytes.subarray(at, at + into.length);
          into.set(piece);
          return piece.length;
        },
        close: () => {},
      };
    },
    makeDirectory: () => {},
    append(path, bytes) {
      const old = contents.get(path) ?? new Uint8Array();
      const whole = new Uint8Array(old.length + bytes.length);
      whole.set(old);
      whole.set(bytes, old.length);
      set(path, whole);
    },
    replace: (path, bytes) => set(path, bytes.slice()),
    create(path, bytes) {
      if (contents.has(path)) return false;
      set(path, bytes.slice());
      return true;
    },
    remove: (path) => void contents.delete(path),
    removeTree: (path) => {
      for (const name of contents.keys()) if (name.startsWith(`${path}/`)) contents.delete(name);
    },
    rename(from, to) {
      set(to, contents.get(from) ?? new Uint8Array());
      contents.delete(from);
    },
    lock: () => Promise.resolve({ release: () => {} }),
  };
}

/** Puts a text file there. */
export function put(files: MemoryFiles, path: string, text: string): void {
  files.replace(path, new TextEncoder().encode(text));
}
