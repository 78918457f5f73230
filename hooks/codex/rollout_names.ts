/**
 * What the name of a rollout says: `rollout-<local time>-<thread>.jsonl`, `...-<thread>_<rollout>.jsonl` behind a revert,
 * each with `.zst` once it is compressed (measured, 0.20 to 0.171).
 *
 * @module
 */

/** A rollout's name. */
export interface RolloutName {
  /** Local time, as written: `2026-11-29T20-38-04`. It sorts like the time. */
  readonly stamp: string;
  readonly thread: string;
  /** Id of the file itself: the thread's, or a new one behind a revert. */
  readonly rollout: string;
  /** The name says that it is compressed; the content decides. */
  readonly compressed: boolean;
}

const UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const NAME = new RegExp(
  `^rollout-(\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\d)-(${UUID})(?:_(${UUID}))?\\.jsonl(\\.zst)?$`,
  "i",
);

/**
 * Reads a file's name.
 *
 * @param name without folder
 * @returns undefined for other files
 * @example
 * ```ts
 * import { rolloutName } from "./rollout_names.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const thread = "01a22907-7716-7453-a69a-8b3a67a8d08e";
 * assertEquals(rolloutName(`rollout-2026-11-29T20-38-04-${thread}.jsonl`)?.thread, thread);
 * assertEquals(rolloutName("history.jsonl"), undefined);
 * ```
 */
export function rolloutName(name: string): RolloutName | undefined {
  const found = NAME.exec(name);
  const [, stamp, thread, rollout, zst] = found ?? [];
  if (stamp === undefined || thread === undefined) return undefined;
  return {
    stamp,
    thread: thread.toLowerCase(),
    rollout: (rollout ?? thread).toLowerCase(),
    compressed: zst !== undefined,
  };
}

/**
 * A path in its two parts; both separators count, as one store may be seen from Windows and from Linux.
 *
 * @param path of any style
 */
export function splitPath(path: string): { readonly folder: string; readonly name: string } {
  const at = Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"));
  return { folder: path.slice(0, Math.max(0, at)), name: path.slice(at + 1) };
}
