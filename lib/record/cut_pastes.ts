/**
 * Long pastes that the client cut out of a line of its history: what stands around them tells which question it was.
 *
 * @module
 */

/** As Claude Code writes them; it counts line breaks, not lines. */
const MARKS = /\[(?:Pasted|\.\.\.Truncated) text #\d{1,6}(?: \+(\d{1,7}) lines)?(?:\.\.\.)?\]/;
/** It cuts out what is longer than 1,024 code units, from which secrets may be taken. */
const SHORTEST = 256;

/** True for a line from which a paste was cut out. */
export function isCut(line: string): boolean {
  return MARKS.test(line);
}

/**
 * Tells whether a text is a line with something in the place of each paste that was cut out. It may have lost half of the
 * line breaks: those at the ends of a question are not stored.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { completes } from "./cut_pastes.ts";
 * const line = "see [Pasted text #1 +2 lines], why?";
 * assertEquals(completes(`see ${"one\ntwo\n".repeat(40)}three, why?`, line), true);
 * assertEquals(completes("see one, why?", line), false);
 * ```
 */
export function completes(text: string, line: string): boolean {
  const [first = "", ...rest] = line.trim().replace(/\r\n?/g, "\n").split(MARKS);
  const whole = text.trim().replace(/\r\n?/g, "\n");
  if (rest.length === 0 || !whole.startsWith(first)) return false;
  let from = first.length;
  // By turns the line breaks that a mark tells, and what stands behind it.
  for (let n = 0; n < rest.length; n += 2) {
    const [breaks, behind = ""] = [Number(rest[n] ?? 0), rest[n + 1]];
    const isLast = n + 2 >= rest.length;
    const to = isLast ? whole.length - behind.length : whole.indexOf(behind, from);
    if (to - from < SHORTEST || !whole.startsWith(behind, to)) return false;
    if ((whole.slice(from, to).split("\n").length - 1) * 2 < breaks) return false;
    from = to + behind.length;
  }
  return true;
}
