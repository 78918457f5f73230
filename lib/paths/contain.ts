/**
 * Whether one place lies in another.
 *
 * @module
 */
import type { Identity, Unplaceable, WslIdentity } from "./identity.ts";
import { identityKey, type KeyOptions, sameRoot, segmentKeys } from "./key.ts";
import { mountsOf, type MountTables } from "./mounts.ts";
import { startsWithSegments } from "./segments.ts";

/** What is known beside the two places. */
export interface CompareOptions extends KeyOptions {
  /** The registered WSL profiles; a root above a mount point claims what is mounted there. */
  readonly mounts?: MountTables;
}

/** How a path lies to a root. `unknown` is no proof of being outside (`formats/paths_and_wsl.md` section 0 rule 3). */
export type Relation = "inside" | "outside" | "unknown";

/**
 * How a path lies to a root, by identity alone.
 *
 * @param root the directory that may contain the other
 * @param path the other
 * @param options mounts and volume
 * @returns `unknown` when one of them is unplaceable or they are on different kinds of machine
 */
export function relation(
  root: Identity | Unplaceable,
  path: Identity | Unplaceable,
  options: CompareOptions = {},
): Relation {
  if (root.kind === "unknown" || path.kind === "unknown") return "unknown";
  if (machineOf(root) !== machineOf(path)) return "unknown";
  return holds(root, path, options) ? "inside" : "outside";
}

/**
 * True when `path` is `root` or below it. Never true for a sibling whose name begins alike, nor for the unplaceable.
 *
 * @param root the directory that may contain the other
 * @param path the other
 * @param options mounts and volume
 * @returns whether it is inside
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const root = { kind: "posix", segments: ["srv", "kettle"] } as const;
 * assertEquals(contains(root, { kind: "posix", segments: ["srv", "kettle", "src"] }), true);
 * assertEquals(contains(root, { kind: "posix", segments: ["srv", "kettle2"] }), false);
 * ```
 */
export function contains(
  root: Identity | Unplaceable,
  path: Identity | Unplaceable,
  options: CompareOptions = {},
): boolean {
  return relation(root, path, options) === "inside";
}

/**
 * True when two identities are one place.
 *
 * @param a a place
 * @param b another
 * @param options what is known about the volume
 * @returns false when one is unplaceable
 */
export function samePlace(a: Identity | Unplaceable, b: Identity | Unplaceable, options: KeyOptions = {}): boolean {
  return a.kind !== "unknown" && b.kind !== "unknown" && identityKey(a, options) === identityKey(b, options);
}

function machineOf(identity: Identity): "windows" | "linux" | "mac" {
  switch (identity.kind) {
    case "drive":
    case "unc":
    case "wsl":
      return "windows";
    case "posix":
      return "linux";
    case "mac":
      return "mac";
  }
}

function holds(root: Identity, path: Identity, options: CompareOptions): boolean {
  if (sameRoot(root, path)) return startsWithSegments(segmentKeys(root, options), segmentKeys(path, options));
  return root.kind === "wsl" && holdsByMount(root, path, options);
}

// Isolation first: whoever claims /mnt in a distribution claims the drives below it.
function holdsByMount(root: WslIdentity, path: Identity, options: CompareOptions): boolean {
  return mountsOf(root.distro, options.mounts).some(({ at, source }) =>
    source !== "linux" && source !== "unknown" && startsWithSegments(root.segments, at) && holds(source, path, options)
  );
}
