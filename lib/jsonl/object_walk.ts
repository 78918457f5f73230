/**
 * Finds where a JSON object in a text ends or begins by counting braces outside of strings. It proves nothing about what
 * lies between; `JSON.parse` judges that.
 *
 * @module
 */
import { OUTSIDE_STRINGS } from "./json_characters.ts";

/** A text and how much of it may still be walked over. */
export interface Walk {
  /** Usually one line. */
  readonly text: string;
  /** Characters that may still be walked over; each walk takes what it used. */
  left: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/**
 * Walks forwards from an object's first brace, and stops at once where no JSON can go on.
 *
 * @param walk the text and the characters left
 * @param from position of the `{`
 * @returns the position behind the object; -1 when none begins at `from` or the walk is used up
 */
export function objectEnd(walk: Walk, from: number): number {
  const { text } = walk;
  if (text.charCodeAt(from) !== OPEN) return -1;
  const limit = Math.min(text.length, from + walk.left);
  let depth = 0;
  let i = from;
  for (; i < limit; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) {
      i++;
      while (i < limit && text.charCodeAt(i) !== QUOTE) i += text.charCodeAt(i) === BACKSLASH ? 2 : 1;
    } else if (code === OPEN) depth++;
    else if (code === CLOSE) {
      if (--depth === 0) {
        walk.left -= i + 1 - from;
        return i + 1;
      }
    } else if (!mayStandOutside(code)) break;
  }
  walk.left -= Math.min(i, limit) - from;
  return -1;
}

/**
 * Walks backwards from an object's last brace. A closing brace lies outside of strings, so quotes pair rightly on the
 * way back, whatever stands before the object.
 *
 * @param walk the text and the characters left
 * @param span `to` is the position behind the `}`; the object begins at `from` or later
 * @returns the position of the object's `{`; -1 when none ends at `to` or the walk is used up
 */
export function objectStart(walk: Walk, { from, to }: { readonly from: number; readonly to: number }): number {
  const { text } = walk;
  if (text.charCodeAt(to - 1) !== CLOSE) return -1;
  const limit = Math.max(from, to - walk.left);
  let depth = 0;
  let i = to - 1;
  for (; i >= limit; i--) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) i = stringStart(text, limit, i);
    else if (code === CLOSE) depth++;
    else if (code === OPEN) {
      if (--depth === 0) {
        walk.left -= to - i;
        return i;
      }
    } else if (!mayStandOutside(code)) break;
  }
  walk.left -= to - Math.max(i, limit);
  return -1;
}

/** @returns the position of the quote that opens the string closed at `close`; below `limit` when there is none */
function stringStart(text: string, limit: number, close: number): number {
  let i = close - 1;
  while (i >= limit) {
    if (text.charCodeAt(i) !== QUOTE) {
      i--;
      continue;
    }
    let before = i - 1;
    while (before >= limit && text.charCodeAt(before) === BACKSLASH) before--;
    // An even number of backslashes: they escape each other, not the quote.
    if ((i - 1 - before) % 2 === 0) return i;
    i = before;
  }
  return i;
}

function mayStandOutside(code: number): boolean {
  return code < OUTSIDE_STRINGS.length && OUTSIDE_STRINGS[code] === 1;
}
