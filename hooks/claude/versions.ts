/**
 * Client versions, as rows state them.
 *
 * @module
 */

/** Last version seen to keep a prompt absorbed into the running turn in queue records only (formats 4, corpus). */
const LAST_QUEUE_ONLY = "2.1.42";

/**
 * @returns negative, zero or positive as `a` is older than, the same as or newer than `b`; suffixes do not count
 * @example
 * ```ts
 * import { compareVersions } from "./versions.ts";
 * import { assert } from "@std/assert";
 *
 * assert(compareVersions("2.1.9", "2.1.42") < 0);
 * ```
 */
export function compareVersions(a: string, b: string): number {
  const left = a.split(".", 3);
  const right = b.split(".", 3);
  for (let part = 0; part < 3; part++) {
    const difference = (Number.parseInt(left[part] ?? "0", 10) || 0) - (Number.parseInt(right[part] ?? "0", 10) || 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * @param value a row's `version`
 * @returns the version when it looks like one
 */
export function asVersion(value: unknown): string | undefined {
  return typeof value === "string" && value.length < 40 && /^\d+\.\d+/.test(value) ? value : undefined;
}

/**
 * @param version the newest version seen in the session so far
 * @returns true when that version leaves absorbed prompts in queue records only
 */
export function recoversQueuedPrompts(version: string | null): boolean {
  return version !== null && compareVersions(version, LAST_QUEUE_ONLY) <= 0;
}
