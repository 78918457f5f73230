/**
 * Cutting a text that is too long for one row (design section 5).
 *
 * @module
 */
import { codePointSize } from "./utf8.ts";

/** A row holds at most this much text, in UTF-8 bytes. */
export const MOST_TEXT_BYTES = 8 * 1024;

/**
 * Cuts after the last blank line that fits, else the last line, else the last space, else a code point. Separators stay
 * at the end of their chunk; joined with nothing between, the chunks are the text.
 *
 * @param text any text
 * @param limit bytes of UTF-8 a chunk may have, at least 4; 8 KiB unless told
 * @returns at least one chunk; none is empty unless the text is
 * @example
 * ```ts
 * import { textChunks } from "./text_chunks.ts";
 * textChunks("one two\n\nthree", 11); // ["one two\n\n", "three"]
 * ```
 */
export function textChunks(text: string, limit = MOST_TEXT_BYTES): readonly string[] {
  const chunks: string[] = [];
  let start = 0;
  do {
    const end = chunkEnd(text, { start, limit });
    chunks.push(text.slice(start, end));
    start = end;
  } while (start < text.length);
  return chunks;
}

function chunkEnd(text: string, { start, limit }: { readonly start: number; readonly limit: number }): number {
  if ((text.length - start) * 3 <= limit) return text.length;
  let afterBlankLine = 0;
  let afterLine = 0;
  let afterSpace = 0;
  // A line of nothing but spaces is blank too. Blank lines at the very beginning of a chunk separate nothing.
  let lineIsBlank = false;
  let bytes = 0;
  for (let at = start; at < text.length;) {
    const size = codePointSize(text, at);
    bytes += size.bytes;
    if (bytes > limit) return afterBlankLine || afterLine || afterSpace || at;
    const unit = text.charCodeAt(at);
    at += size.units;
    if (unit === LINE_FEED) {
      if (lineIsBlank) afterBlankLine = at;
      afterLine = at;
      lineIsBlank = true;
    } else if (unit === SPACE || unit === TAB) {
      afterSpace = at;
    } else if (unit !== CARRIAGE_RETURN) {
      lineIsBlank = false;
    }
  }
  return text.length;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const TAB = 0x09;
