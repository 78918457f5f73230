/**
 * The files that a patch of `apply_patch` names.
 *
 * @module
 */

/** Files kept of one patch. */
const MAX_PATHS = 64;
/** Code units of a patch that are looked at. */
const MAX_PATCH = 1024 * 1024;
const HEADER = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.{1,4096}?)[ \t\r]*$/gm;

/**
 * @param patch the text of a patch, or a shell command that holds one
 * @returns each file once, in order; empty when there is no patch
 * @example
 * ```ts
 * import { patchPaths } from "./patch_paths.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const patch = "*** Begin Patch\n*** Update File: lid.ts\n@@\n-open\n+shut\n*** Move to: cover.ts\n*** End Patch";
 * assertEquals(patchPaths(patch), ["lid.ts", "cover.ts"]);
 * ```
 */
export function patchPaths(patch: string): readonly string[] {
  if (!patch.includes("*** Begin Patch")) return [];
  const paths = new Set<string>();
  for (const [, path] of patch.slice(0, MAX_PATCH).matchAll(HEADER)) {
    if (path !== undefined) paths.add(path.toWellFormed());
    if (paths.size >= MAX_PATHS) break;
  }
  return [...paths];
}
