/**
 * What a line that is no record still says. Nothing of it is learned, but a directory that it names may keep the
 * conversation out: a false "owned" would be worse than one conversation less.
 *
 * @module
 */

/** A property of the line itself: inside of a string its quotes would have backslashes in front. */
const CWD = /(?<!\\)"cwd"\s*:\s*("(?:[^"\\]|\\.)*")/g;
/** More are no record's. */
const MOST = 16;

/**
 * The directories that a broken line names as its own.
 *
 * @param text the line, or what could not be read of it
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(brokenLineDirectories('{"type":"us{"cwd":"/srv/kettle","mess'), ["/srv/kettle"]);
 * assertEquals(brokenLineDirectories('{"text":"{\\"cwd\\":\\"/srv/kettle\\"}"'), []);
 * ```
 */
export function brokenLineDirectories(text: string): readonly string[] {
  const found = new Set<string>();
  for (const [, value = ""] of text.matchAll(CWD)) {
    const path = stringOf(value);
    if (path !== undefined && path !== "") found.add(path);
    if (found.size >= MOST) break;
  }
  return [...found];
}

function stringOf(json: string): string | undefined {
  try {
    return JSON.parse(json) as string;
  } catch {
    // The break lies inside of it.
    return undefined;
  }
}
