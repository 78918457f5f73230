/**
 * Clients' versions, as their transcripts state them.
 *
 * @module
 */

/**
 * Orders version strings by their numbers; what follows a hyphen or plus sign is ignored.
 *
 * @returns below 0 when `a` is older, 0 when equal, above 0 when newer
 * @example
 * ```ts
 * import { compareVersions } from "./versions.ts";
 * compareVersions("2.1.99", "2.1.139") < 0; // true
 * ```
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [numbersOf(a), numbersOf(b)];
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function numbersOf(version: string): readonly number[] {
  const match = /^v?(\d{1,9}(?:\.\d{1,9}){0,5})/.exec(version.trim());
  return (match?.[1] ?? "").split(".").map(Number);
}

/**
 * The newest of the `version` values found in transcripts.
 *
 * @returns undefined when none of them is a version
 */
export function newestVersion(versions: Iterable<string>): string | undefined {
  let newest: string | undefined;
  for (const version of versions) {
    if (!/^v?\d{1,9}\./.test(version)) continue;
    if (newest === undefined || compareVersions(version, newest) > 0) newest = version;
  }
  return newest;
}
