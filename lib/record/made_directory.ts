/**
 * Which directories this program made: those may go when nothing is left in them.
 *
 * @module
 */
import type { Files, FileStat } from "../io/files.ts";

/** Mode of every directory that this program makes. */
const OWN_MODE = 0o700;
/** Milliseconds: a directory and those above it are made at once. */
const SAME_MOMENT = 100;

/** Removes a directory that this program made, when nothing is in it. @returns false when it stays */
export function removeIfEmpty(files: Pick<Files, "lstat" | "list" | "remove">, directory: string): boolean {
  const stat = files.lstat(directory);
  if (stat?.isDirectory !== true || stat.isSymlink || (stat.mode !== null && stat.mode !== OWN_MODE)) return false;
  if (files.list(directory)?.length !== 0) return false;
  files.remove(directory);
  return true;
}

/**
 * True when a directory was made for the one in it: both at the same moment, for this person alone. Where the system does
 * not tell when, it is taken for somebody else's.
 *
 * @param outer the directory above
 * @param inner what is, or was, in it
 */
export function isMadeWith(outer: FileStat | undefined, inner: FileStat | undefined): boolean {
  if (outer?.isDirectory !== true || outer.isSymlink || inner === undefined) return false;
  if (outer.mode !== null && outer.mode !== OWN_MODE) return false;
  const [one, other] = [outer.birthtime ?? null, inner.birthtime ?? null];
  return one !== null && other !== null && Math.abs(one - other) <= SAME_MOMENT;
}

/**
 * Removes the directories above one that is gone, as far as they were made for it and nothing is left in them.
 *
 * @param directory the one that is gone
 * @param options `stat`: what was known of it; `mayGo`: false for a directory that stays whatever is in it
 */
export function removeParents(
  files: Pick<Files, "lstat" | "list" | "remove">,
  directory: string,
  { stat, mayGo }: { readonly stat: FileStat; readonly mayGo: (path: string) => boolean },
): void {
  const parent = directory.replace(/[/\\][^/\\]+$/, "");
  if (parent === directory || parent === "" || !mayGo(parent)) return;
  const above = files.lstat(parent);
  if (above === undefined || !isMadeWith(above, stat) || !removeIfEmpty(files, parent)) return;
  removeParents(files, parent, { stat: above, mayGo });
}
