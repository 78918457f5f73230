/**
 * Names of everything that this program puts into its own directories, for `uninstall --all`: what is called otherwise it
 * did not make, and leaves. A test compares the list with the sources.
 *
 * @module
 */
import { TEMPORARY_SUFFIX } from "../io/temporary_suffix.ts";

/** In the state directory: files, and folders with all that is in them. */
export const STATE_NAMES: readonly string[] = [
  "collections",
  "context.json",
  "context.lock",
  "events.jsonl",
  "extracted",
  "flush.json",
  "index",
  "index.lock",
  "notices.json",
  "retained",
  "transcripts",
];

/** In the directory of the kept data; `work` holds learnings and is looked through by itself. */
export const DATA_NAMES: readonly string[] = [
  "bin",
  "exports",
  "exports.jsonl",
  "installs.jsonl",
  "pauses.jsonl",
  "payloads.jsonl",
  "profiles",
  "review.jsonl",
  "seal.key",
  "seal.lock",
  "spool",
  "stored.jsonl",
  "tombstones.jsonl",
  "workdirs.jsonl",
  "worktrees.jsonl",
];

/** In the directory of the configuration. */
export const CONFIG_NAMES: readonly string[] = ["config.jsonc", "config.lock", "profiles.json"];

/**
 * True for a name of the list, and for what a killed run left of it.
 *
 * @example
 * ```ts
 * import { assert } from "@std/assert";
 *
 * assert(isOwnName("events.jsonl.0badcafe.imprint-tmp", STATE_NAMES));
 * assert(!isOwnName("notes.txt", STATE_NAMES));
 * ```
 */
export function isOwnName(name: string, names: readonly string[]): boolean {
  if (names.includes(name)) return true;
  return name.endsWith(TEMPORARY_SUFFIX) && names.some((own) => name.startsWith(`${own}.`));
}
