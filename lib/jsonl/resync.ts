/**
 * Finds whole records in a line that is not one: records glued together, and the stub of a killed write with the next
 * record behind it (report 30).
 *
 * @module
 */
import { objectEnd, objectStart, type Walk } from "./object_walk.ts";

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
/** No client's records are so small that more of them lie on one line; a line of `{}{}{}...` must not fill the memory. */
const MAX_RECORDS = 10_000;

/**
 * Separates the records of one line that is not one record.
 *
 * 1. From the front, as long as whole records follow each other.
 * 2. From the back likewise: what follows a stub ends with the line, and walked backwards its quotes pair rightly.
 * 3. In between, at places that look like the start of a record.
 *
 * A `{` behind `:`, `,` or `[` is a part of a lost record and is not taken for one; only the last object of the line is,
 * if it begins with the same key as the line, for a write may be killed at such a place too.
 *
 * Time and memory are bounded whatever the text is: {@linkcode MAX_CANDIDATES} places, {@linkcode MAX_WALK} characters,
 * {@linkcode MAX_RECORDS} records from either end.
 *
 * @param text a line for which {@linkcode parseRecord} gave nothing
 * @returns the records and how much belongs to none
 */
export function separateRecords(text: string): SeparatedRecords {
  const walk: Walk = { text, left: MAX_WALK };
  const front: JsonRecord[] = [];
  let from = skipPadding(text, 0);
  let to = skipPaddingBack(text, from, text.length);
  while (from < to && front.length < MAX_RECORDS) {
    const end = objectEnd(walk, from);
    const record = end < 0 ? undefined : parsePart(text, { from, to: end });
    if (record === undefined) break;
    front.push(record);
    from = skipPadding(text, end);
  }
  const back: JsonRecord[] = [];
  while (to > from && back.length < MAX_RECORDS) {
    const start = objectStart(walk, { from, to });
    if (start < 0) break;
    if (looksNested(text, start) && (back.length > 0 || firstKey(text, from) !== firstKey(text, start))) break;
    const record = parsePart(text, { from: start, to });
    if (record === undefined) break;
    back.push(record);
    to = skipPaddingBack(text, from, start);
  }
  const middle = between(walk, { from, to });
  return { records: [...front, ...middle.records, ...back.reverse()], lostBytes: middle.lostBytes };
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
    if (!looksNested(text, at) && firstKey(text, at) !== undefined) {
      candidates++;
      const end = objectEnd(walk, at);
      const behind = end < 0 ? end : skipPadding(text, end);
      if (end > 0 && end <= to && (behind >= to || text[behind] === "{")) {
        const record = parseRecord(text.slice(at, end));
        if (record !== undefined) {
          records.push(record);
          lostBytes += utf8Length(text, { from: lostFrom, to: at });
          lostFrom = Math.min(behind, to);
          next = lostFrom;
        }
      }
    }
    at = text.indexOf("{", next);
  }
  return { records, lostBytes: lostBytes + utf8Length(text, { from: lostFrom, to }) };
}

function looksNested(text: string, at: number): boolean {
  const before = text[skipPaddingBack(text, 0, at) - 1];
  return before === ":" || before === "," || before === "[";
}

/** @returns the key of `{"key":`, white space allowed; undefined when no object begins at `at` */
function firstKey(text: string, at: number): string | undefined {
  const quote = skipPadding(text, at + 1);
  if (text[at] !== "{" || text[quote] !== '"') return undefined;
  const close = text.indexOf('"', quote + 1);
  return close > 0 && text[skipPadding(text, close + 1)] === ":" ? text.slice(quote + 1, close) : undefined;
}

function parsePart(text: string, { from, to }: Span): JsonRecord | undefined {
  // Failing again is slow, and V8 keeps the text of each failure until its next full collection.
  return from === 0 && to === text.length ? undefined : parseRecord(text.slice(from, to));
}

/**
 * Reads one record. NULs in it, which no JSON has, become U+FFFD like other bytes that are no text (report 36).
 *
 * @param text JSON, white space around it allowed
 * @returns the record; undefined for broken JSON and for JSON that is no object
 */
export function parseRecord(text: string): JsonRecord | undefined {
  const value = parse(text) ?? (text.includes("\0") ? parse(text.replaceAll(/\0+/g, "\ufffd")) : undefined);
  return isRecord(value) ? value : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is JsonRecord {
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

function utf8Length(text: string, { from, to }: Span): number {
  const end = skipPaddingBack(text, from, to);
  return end === from ? 0 : new TextEncoder().encode(text.slice(from, end)).length;
}
