/**
 * Splitting paths into names.
 *
 * @module
 */

/**
 * The names of a POSIX path, `.` and `..` resolved by text. `..` stops at the root, as the kernel does it.
 *
 * @param text the path; a leading slash is not required
 * @returns the names, without empty ones
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(posixSegments("/home//mira/./x/../kettle/"), ["home", "mira", "kettle"]);
 * ```
 */
export function posixSegments(text: string): string[] {
  return collapse(text.split("/"));
}

/**
 * Resolves `.` and `..` by text and drops empty names.
 *
 * @param names the parts between separators
 * @returns what is left of them
 */
export function collapse(names: readonly string[]): string[] {
  const kept: string[] = [];
  for (const name of names) {
    if (name === "" || name === ".") continue;
    if (name === "..") kept.pop();
    else kept.push(name);
  }
  return kept;
}

/**
 * True when `list` begins with all of `prefix`.
 *
 * @param prefix the names that must come first
 * @param list the names they are looked for in
 * @returns whether it does, code unit by code unit
 */
export function startsWithSegments(prefix: readonly string[], list: readonly string[]): boolean {
  return prefix.length <= list.length && prefix.every((name, index) => name === list[index]);
}
