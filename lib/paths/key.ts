/**
 * Comparing identities.
 *
 * @module
 */
import { foldApfs, foldNtfs } from "./fold.ts";
import type { Identity } from "./identity.ts";

/** What is known about a volume. */
export interface KeyOptions {
  /** True when a Mac's volume is known to tell upper from lower case (then it tells normal forms apart, too). */
  readonly caseSensitive?: boolean;
}

/**
 * A string that is equal for two identities exactly when they are the same place: drives and shares folded as NTFS
 * does, Macs as APFS does, Linux not at all. For comparing only: it contains NUL and is not meant to be shown.
 *
 * @param identity a place
 * @param options what is known about its volume
 * @returns the comparison key
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const key = identityKey({ kind: "drive", drive: "C", segments: ["Kettle"] });
 * assertEquals(key, identityKey({ kind: "drive", drive: "C", segments: ["KETTLE"] }));
 * ```
 */
export function identityKey(identity: Identity, options: KeyOptions = {}): string {
  return [...rootKey(identity), ...segmentKeys(identity, options)].join("\0");
}

/**
 * True when only the names below decide: same kind, and same drive, host and share, or distribution.
 *
 * @param a a place
 * @param b another
 * @returns whether their roots are one
 */
export function sameRoot(a: Identity, b: Identity): boolean {
  return rootKey(a).join("\0") === rootKey(b).join("\0");
}

function rootKey(identity: Identity): string[] {
  switch (identity.kind) {
    case "drive":
      return ["drive", foldNtfs(identity.drive)];
    case "unc":
      return ["unc", foldNtfs(identity.host), foldNtfs(identity.share)];
    case "wsl":
      return ["wsl", foldNtfs(identity.distro)];
    case "posix":
    case "mac":
      return [identity.kind];
  }
}

/**
 * The names of an identity in comparison form.
 *
 * @param identity a place
 * @param options what is known about its volume
 * @returns one string a name
 */
export function segmentKeys(identity: Identity, options: KeyOptions = {}): readonly string[] {
  switch (identity.kind) {
    case "drive":
    case "unc":
      return identity.segments.map(foldNtfs);
    case "wsl":
    case "posix":
      return identity.segments;
    case "mac":
      return throughPrivate(options.caseSensitive === true ? identity.segments : identity.segments.map(foldApfs));
  }
}

// /var, /tmp and /etc are links into /private on every Mac; getcwd tells the one, $PWD the other
// (https://github.com/nodejs/node/issues/7545). Towards /private, so that /private still contains them.
function throughPrivate(segments: readonly string[]): readonly string[] {
  const [first = ""] = segments;
  return first === "var" || first === "tmp" || first === "etc" ? ["private", ...segments] : segments;
}

/**
 * The directories above a place.
 *
 * @param identity a place
 * @returns its parent first, the root last; empty for a root
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const above = ancestors({ kind: "posix", segments: ["srv", "kettle"] });
 * assertEquals(above, [{ kind: "posix", segments: ["srv"] }, { kind: "posix", segments: [] }]);
 * ```
 */
export function ancestors(identity: Identity): Identity[] {
  return identity.segments.map((_, index) => ({
    ...identity,
    segments: identity.segments.slice(0, identity.segments.length - 1 - index),
  }));
}
