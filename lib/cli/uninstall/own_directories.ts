/**
 * Taking this program's own directories away: what it put there, and no more.
 *
 * @module
 */
import type { Files } from "../../io/files.ts";
import type { Homes } from "../../io/homes.ts";
import { under } from "../../record/layout.ts";
import { removeIfEmpty, removeParents } from "../../record/made_directory.ts";
import { CONFIG_NAMES, DATA_NAMES, isOwnName, STATE_NAMES } from "../../record/own_names.ts";

/** What is to go. */
export interface OwnDirectoriesOptions {
  /** False: learnings of conversations without a project are in `work` there, and stay. */
  readonly purge: boolean;
  /** The person's home directory, which stays whatever is in it. */
  readonly home: string | null;
}

/**
 * Removes what this program put into its directories, then the directories, then those above them that were made for them.
 *
 * @returns what is still there and why it is, by path: files that this program did not make, and learnings that stay
 */
export function removeOwnDirectories(
  files: Files,
  homes: Homes,
  { purge, home }: OwnDirectoriesOptions,
): readonly { readonly path: string; readonly why: "not-ours" | "learnings" }[] {
  removeNames(files, homes.state, STATE_NAMES);
  removeNames(files, homes.data, DATA_NAMES);
  removeNames(files, homes.config, CONFIG_NAMES);
  const work = under(homes.data, "work");
  if (purge) removeWork(files, work);
  // A home that hooks were told of holds links to where the person's commands keep things.
  for (const [name, target] of [["state", homes.state], ["data", homes.data]] as const) {
    removeLink(files, under(homes.config, name), target);
  }
  const places = [...new Set([homes.state, homes.data, homes.config])].sort((a, b) => b.length - a.length);
  for (const place of places) removeUpwards(files, place, home);
  return places.flatMap((place) =>
    (files.list(place) ?? []).map((name) => under(place, name)).filter((path) => !places.includes(path)).map((
      path,
    ) => ({
      path,
      why: path === work && !purge ? "learnings" as const : "not-ours" as const,
    }))
  );
}

function removeNames(files: Files, directory: string, names: readonly string[]): void {
  for (const name of files.list(directory) ?? []) {
    if (!isOwnName(name, names)) continue;
    const path = under(directory, name);
    const stat = files.lstat(path);
    if (stat?.isDirectory === true && !stat.isSymlink) files.removeTree(path);
    else files.remove(path);
  }
}

/** The working directories in it were purged before; what others wrote there is still in them. */
function removeWork(files: Files, work: string): void {
  for (const workspace of files.list(work) ?? []) removeIfEmpty(files, under(work, workspace));
  removeIfEmpty(files, work);
}

function removeLink(files: Files, path: string, target: string): void {
  if (path === target || files.lstat(path)?.isSymlink !== true) return;
  if (files.readLink(path) === target) files.remove(path);
}

/** A directory of this program's name is its own, whatever its mode; one that a person named only if it was made here. */
function removeUpwards(files: Files, directory: string, home: string | null): void {
  const stat = files.lstat(directory);
  if (stat?.isDirectory !== true || stat.isSymlink || files.list(directory)?.length !== 0) return;
  if (/[/\\]imprint-hook$/.test(directory)) files.remove(directory);
  else if (!removeIfEmpty(files, directory)) return;
  const isAround = (path: string): boolean =>
    home !== null && (path === home || home.startsWith(`${path}/`) || home.startsWith(`${path}\\`));
  removeParents(files, directory, { stat, mayGo: (path) => !isAround(path) });
}
