/**
 * Directories of payloads that came through a legacy code page: U+FFFD stands for letters of theirs. Such a directory is
 * nowhere ("unknown"), and keeps a conversation out where other workspaces have roots, unless the transcript itself holds
 * it whole.
 *
 * @module
 */

/** What is known whole. */
export interface KnownDirectories {
  /** Directories of the transcript. */
  readonly known: readonly string[];
  /** Roots of workspaces, as they were typed. */
  readonly roots: readonly string[];
}

/**
 * True for a damaged path that says nothing new: a directory of the transcript has the same ASCII letters at the same
 * places, and no name in any root could be meant in its place.
 *
 * @param path as the payload says
 * @example
 * ```ts
 * import { assert } from "@std/assert";
 *
 * const known = ["C:\\Users\\Jörg\\kettle"];
 * assert(namesKnown("C:\\Users\\J\ufffdrg\\kettle", { known, roots: [] }));
 * assert(!namesKnown("C:\\Users\\J\ufffdrg\\garden", { known, roots: [] }));
 * assert(!namesKnown("C:\\Users\\J\ufffdrg\\kettle", { known, roots: ["D:\\Järg"] }));
 * ```
 */
export function namesKnown(path: string, { known, roots }: KnownDirectories): boolean {
  if (!path.includes("\ufffd")) return false;
  const shape = shapeOf(path);
  const whole = known.find((directory) => !directory.includes("\ufffd") && shapeOf(directory) === shape);
  if (whole === undefined) return false;
  const names = namesOf(whole);
  const shapes = new Set(names.map(shapeOf));
  return namesOf(roots.join("/")).every((name) => !shapes.has(shapeOf(name)) || names.includes(name) || isAscii(name));
}

/** Letters outside of ASCII are told apart no more: one for each run of them. */
function shapeOf(text: string): string {
  return text.replaceAll(/[^\0-\x7f]+/g, "\ufffd").replaceAll("\\", "/");
}

function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text);
}

function namesOf(path: string): readonly string[] {
  return path.split(/[/\\]/);
}
