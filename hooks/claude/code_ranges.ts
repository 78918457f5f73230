/**
 * Where a text is quoted as code. Under a marker that says that the user typed a message, tags inside code are the
 * user's quotation and stay.
 *
 * @module
 */
import type { TextRange } from "../../lib/types.ts";

/**
 * Closed fenced blocks and closed inline code, in order. Unclosed ones are no code: an element that the client appended
 * after a stray backtick must not hide behind it.
 *
 * @param text a message's text
 * @example
 * ```ts
 * import { codeRanges } from "./code_ranges.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(codeRanges("see `x` and `y"), [{ start: 4, end: 7 }]);
 * ```
 */
export function codeRanges(text: string): readonly TextRange[] {
  const ranges: TextRange[] = [];
  let fence = -1;
  let open: TextRange[] = [];
  for (let start = 0; start <= text.length;) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    if (text.slice(start, start + 64).trimStart().startsWith("```")) {
      if (fence < 0) fence = start;
      else {
        ranges.push({ start: fence, end });
        fence = -1;
        open = [];
      }
    } else {
      const spans = inlineSpans(text, start, end);
      if (fence < 0) ranges.push(...spans);
      else open.push(...spans);
    }
    start = end + 1;
  }
  ranges.push(...open);
  return ranges;
}

function inlineSpans(text: string, start: number, end: number): TextRange[] {
  const spans: TextRange[] = [];
  let from = -1;
  for (let at = start; at < end; at++) {
    if (text.charCodeAt(at) !== 96) continue;
    if (from < 0) from = at;
    else {
      spans.push({ start: from, end: at + 1 });
      from = -1;
    }
  }
  return spans;
}
