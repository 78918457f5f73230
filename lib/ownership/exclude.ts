/**
 * Exclude globs against everything a recorded directory is called (design section 4). One match excludes the whole
 * conversation, so a name that may only refuse is matched too.
 *
 * @module
 */
import type { Identity, Unplaceable } from "../paths/identity.ts";
import { compileGlob, type Glob, matchesGlob } from "../paths/globs.ts";
import type { MountTables } from "../paths/mounts.ts";
import type { DirectoryFacts } from "./session_facts.ts";

/**
 * Compiles the globs of a configuration.
 *
 * @throws {TypeError} when one is no glob (`readConfig()` and `readPolicy()` let none through): excluding less than a
 * person asked for must not go unnoticed
 */
export function compileExcludes(globs: readonly string[]): readonly Glob[] {
  return globs.map((text) => {
    const glob = compileGlob(text);
    if (glob === undefined) throw new TypeError(`cannot use the exclude glob "${text}": check it with globFault()`);
    return glob;
  });
}

/**
 * The first glob that matches a recorded directory or one above it: by its recorded name, its real path, or the main
 * tree of the worktree it lies in.
 *
 * @returns the glob as written; undefined when none matches
 */
export function excludingGlob(
  directories: readonly DirectoryFacts[],
  globs: readonly Glob[],
  mounts: MountTables = [],
): string | undefined {
  if (globs.length === 0) return undefined;
  const names = directories.flatMap((directory) =>
    placesOf(directory).map((place) => ({ text: directory.recorded, environment: directory.environment, place }))
  );
  return globs.find((glob) => names.some((name) => matchesGlob(glob, name, mounts)))?.text;
}

function placesOf({ lexical, real, links, hints }: DirectoryFacts): readonly (Identity | Unplaceable)[] {
  const others = [...links, ...hints].flatMap(({ at }) => [at.lexical, at.real])
    .filter((place) => place !== null && place.kind !== "unknown");
  return [lexical, ...(real === null ? [] : [real]), ...others] as readonly (Identity | Unplaceable)[];
}
