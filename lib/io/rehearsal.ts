/**
 * A disk on which removals are rehearsed: what was removed is gone for whoever asks, and nothing happens. A command that
 * removes says first what it will remove, by the very code that does it.
 *
 * @module
 */
import type { Files } from "./files.ts";

/** One thing that was changed. */
export interface RehearsedChange {
  readonly path: string;
  readonly kind: "removed" | "rewritten";
}

/** The disk, and what was done to it. */
export interface Rehearsal {
  readonly files: Files;
  /** In the order in which it was done. */
  readonly changes: readonly RehearsedChange[];
}

/** `files` with removals that only seem to happen; nothing new is made or appended. */
export function rehearse(files: Files): Rehearsal {
  const changes: RehearsedChange[] = [];
  const removed = new Set<string>();
  const isGone = (path: string): boolean => {
    for (
      let end = path.length;
      end > 0;
      end = Math.max(path.lastIndexOf("/", end - 1), path.lastIndexOf("\\", end - 1))
    ) {
      if (removed.has(path.slice(0, end))) return true;
    }
    return false;
  };
  const unlessGone = <T>(read: (path: string) => T | undefined) => (path: string): T | undefined =>
    isGone(path) ? undefined : read(path);
  const list = unlessGone((path) =>
    files.list(path)?.filter((name) => !isGone(`${path}/${name}`) && !isGone(`${path}\\${name}`))
  );
  const lstat = unlessGone(files.lstat);

  function remove(path: string): void {
    const stat = lstat(path);
    if (stat === undefined) return;
    if (stat.isDirectory && !stat.isSymlink && (list(path)?.length ?? 0) > 0) {
      throw new Error(`the directory is not empty: "${path}"`);
    }
    removed.add(path);
    changes.push({ path, kind: "removed" });
  }

  function removeTree(path: string): void {
    if (lstat(path) === undefined) return;
    removed.add(path);
    changes.push({ path, kind: "removed" });
  }

  return {
    changes,
    files: {
      stat: unlessGone(files.stat),
      lstat,
      realPath: unlessGone(files.realPath),
      readLink: unlessGone(files.readLink),
      list,
      readBytes: unlessGone(files.readBytes),
      readText: unlessGone(files.readText),
      open: unlessGone(files.open),
      makeDirectory: () => {},
      append: () => {},
      create: () => true,
      replace: (path) => void changes.push({ path, kind: "rewritten" }),
      remove,
      removeTree,
      rename: () => {},
      lock: () => Promise.resolve({ release: () => {} }),
    },
  };
}
