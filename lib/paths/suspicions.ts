/**
 * What makes a placed path doubtful without making it unplaceable: for diagnostics, and for callers that can look at
 * the disk.
 *
 * @module
 */
import { foldNtfs } from "./fold.ts";
import type { Identity, WslIdentity } from "./identity.ts";
import type { MountTables } from "./mounts.ts";
import { posixSegments, startsWithSegments } from "./segments.ts";

/** A reason to look twice at an identity. */
export type Suspicion =
  /** An 8.3 alias: compared literally, it may be another name of a directory that does not match. */
  | { readonly kind: "short-name"; readonly name: string }
  /**
   * `C:\home\mira\...` with a profile whose home is `/home/mira`: a Windows program may have resolved a Linux path
   * (https://github.com/openai/codex/issues/28094). When the Windows directory does not exist, it is unplaceable.
   */
  | { readonly kind: "posix-home"; readonly as: WslIdentity };

/**
 * Finds reasons to doubt a place.
 *
 * @param identity a place
 * @param mounts the registered WSL profiles, with their homes
 * @returns none for most
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const place = { kind: "drive", drive: "C", segments: ["PROGRA~1"] } as const;
 * assertEquals(suspicions(place), [{ kind: "short-name", name: "PROGRA~1" }]);
 * ```
 */
export function suspicions(identity: Identity, mounts: MountTables = []): Suspicion[] {
  if (identity.kind !== "drive" && identity.kind !== "unc") return [];
  const found: Suspicion[] = identity.segments.filter(isShortName).map((name) => ({ kind: "short-name", name }));
  if (identity.kind !== "drive") return found;
  const folded = identity.segments.map(foldNtfs);
  for (const { distro, home = "/" } of mounts) {
    const names = posixSegments(home);
    if (names.length === 0 || !startsWithSegments(names.map(foldNtfs), folded)) continue;
    const as = { kind: "wsl", distro, segments: [...names, ...identity.segments.slice(names.length)] } as const;
    found.push({ kind: "posix-home", as });
  }
  return found;
}

function isShortName(name: string): boolean {
  const [base = "", extension = "", ...more] = name.split(".");
  return more.length === 0 && base.length <= 8 && extension.length <= 3 && /^[^~]+~[0-9]+$/.test(base);
}
