/**
 * Finds whole records in a line that is not one: records glued together, and the stub of a killed write with the next
 * record behind it (report 30).
 *
 * @module
 */

/** One record: a JSON object, nothing more is known. */
export type JsonRecord = { readonly [key: string]: unknown };

/** What {@linkcode separateRecords} found. */
export interface SeparatedRecords {
  /** In the order of the line. */
  readonly records: readonly JsonRecord[];
  /** Text in no record, as UTF-8 bytes, padding not counted. */
  readonly lostBytes: number;
}

/** At most so many places are tried where a record may begin inside of broken text (design section 8). */
const MAX_CANDIDATES = 16;
/** At most so many characters are walked over for one line (design section 8). */
const MAX_WALK = 4 * 1024 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/** 1 for characters that valid JSON can have outside of strings. */
const OUTSIDE_STRINGS = new Uint8Array(128);
for (const character of " \t\r\n{}[]:,+-.0123456789eEtrufalsn") OUTSIDE_STRINGS[character.charCodeAt(0)] = 1;

/**
 * Separates the records of one line.
 *
 * 1. From the front, as long as whole records follow each other.
 * 2. From the back likewise: what follows a stub ends with the line, and walked backwards its quotes pair rightly.
 * 3. In between, at places that look like the start of a record. A `{` behind `:`, `,` or `[` is a part of a lost record
 *    and is not taken for one.
 *
 * The time is bounded whatever the text is: {@linkcode MAX_CANDIDATES} places, {@linkcode MAX_WALK} characters.
 *
 * @param text a line, or the part of a file between two line feeds
 * @returns the records and how much belongs to none
 */
export function separateRecords(text: string): SeparatedRecords {
  const walk: Walk = { text, left: MAX_WALK };
  const front: JsonRecord[] = [];
  let from = skipPadding(text, 0);
  while (from < text.length) {
    const end = objectEnd(walk, from);
    const record = end < 0 ? undefined : parseObject(text.slice(from, end));
    if (record === undefined) break;
    front.push(record);
    from = skipPadding(text, end);
  }
  const back: JsonRecord[] = [];
  let to = skipPaddingBack(text, from, text.length);
  while (to > from) {
    const start = objectStart(walk, from, to);
    if (start < 0 || (back.length > 0 && looksNested(text, start))) break;
    const record = parseObject(text.slice(start, to));
    if (record === undefined) break;
    back.push(record);
    to = skipPaddingBack(text, from, start);
  }
  const middle = between(walk, { from, to });
  return { records: [...front, ...middle.records, ...back.reverse()], lostBytes: middle.lostBytes };
}

interface Walk {
  readonly text: string;
  /** Characters that may still be walked over. */
  left: number;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

function between(walk: Walk, { from, to }: Span): SeparatedRecords {
  const { text } = walk;
  const records: JsonRecord[] = [];
  let lostBytes = 0;
  let lostFrom = from;
  let candidates = 0;
  // The text at `from` is known not to be a record.
  let at = text.indexOf("{", from + 1);
  while (at >= 0 && at < to && candidates < MAX_CANDIDATES && walk.left > 0) {
    let next = at + 1;
    if (!looksNested(text, at) && beginsRecord(text, at)) {
      candidates++;
      const end = objectEnd(walk, at);
      const behind = end < 0 ? end : skipPadding(text, end);
      if (end > 0 && end <= to && (behind >= to || text.charCodeAt(behind) === OPEN)) {
        const record = parseObject(text.slice(at, end));
        if (record !== undefined) {
          records.push(record);
          lostBytes += utf8Length(text.slice(lostFrom, at));
          lostFrom = Math.min(behind, to);
          next = lostFrom;
        }
      }
    }
    at = text.indexOf("{", next);
  }
  return { records, lostBytes: lostBytes + utf8Length(text.slice(lostFrom, to)) };
}

/** @returns the end of the object that begins at `from`; -1 when none does, or when the walk is used up */
function objectEnd(walk: Walk, from: number): number {
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
    } else if (code > 127 || OUTSIDE_STRINGS[code] === 0) break;
  }
  walk.left -= Math.min(i, limit) - from;
  return -1;
}

/** @returns the start, not before `from`, of the object that ends at `to`; -1 when none does, or the walk is used up */
function objectStart(walk: Walk, from: number, to: number): number {
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
    } else if (code > 127 || OUTSIDE_STRINGS[code] === 0) break;
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

function looksNested(text: string, at: number): boolean {
  const before = text[at - 1];
  return before === ":" || before === "," || before === "[";
}

/** True for `{"key":`, white space allowed; what follows is not looked at. */
function beginsRecord(text: string, at: number): boolean {
  const quote = skipPadding(text, at + 1);
  if (text.charCodeAt(quote) !== QUOTE) return false;
  const close = text.indexOf('"', quote + 1);
  return close > 0 && text[skipPadding(text, close + 1)] === ":";
}

function parseObject(text: string): JsonRecord | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * True for JSON objects, false for arrays, null and plain values.
 *
 * @param value anything `JSON.parse` returned
 */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isPadding(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d || code === 0x00;
}

function skipPadding(text: string, from: number): number {
  let i = from;
  while (i < text.length && isPadding(text.charCodeAt(i))) i++;
  return i;
}

function skipPaddingBack(text: string, from: number, to: number): number {
  let i = to;
  while (i > from && isPadding(text.charCodeAt(i - 1))) i--;
  return i;
}

function utf8Length(text: string): number {
  return text === "" ? 0 : new TextEncoder().encode(text).length;
}
