/**
 * A first pass over lines that decodes and parses nothing: which lines could tell something new about a few questions,
 * such as "was a directory recorded that is not known yet"? It may say yes too often, never no too often.
 *
 * @module
 */
import { createByteSearch, standsAt } from "./byte_search.ts";

/** A property whose string values are collected. */
export interface KeyedQuestion {
  /** Property name, at any depth, as `JSON.stringify` writes it. */
  readonly key: string;
  /** Values that tell nothing new. Asked at each line, so the caller may add to it between lines, and take none away. */
  readonly known: ReadonlySet<string>;
}

/** What to look for. */
export interface PrescanQuestions {
  /** Texts as they stand in the file, quotes and escapes included; a colon behind a quote allows white space around it. */
  readonly needles?: readonly string[];
  /** Properties whose string values are wanted. */
  readonly keyed?: readonly KeyedQuestion[];
}

/** What is asked where one searched text stands, `behind` being the place behind it. */
type Judge = (bytes: Uint8Array, behind: number) => boolean;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const ENCODER = new TextEncoder();
const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Makes the test for lines.
 *
 * A line matters when it holds a needle; when a keyed property has a string that is not known or a list or object, with
 * or without white space around the colon; or when it spells ASCII characters as `\u003c` does, because then neither can
 * be looked for. NULs hide nothing: a record with one outside of its strings is none.
 *
 * @param questions needles of at least two bytes, and keyed properties
 * @returns a function of a line's bytes: false only when the line can add nothing
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const utf8 = new TextEncoder();
 * const known = new Set(["/srv/kettle"]);
 * const mayAdd = createPrescan({ needles: ['"type":"relocated"'], keyed: [{ key: "cwd", known }] });
 * assertEquals(mayAdd(utf8.encode('{"type":"user","cwd":"/srv/kettle"}')), false);
 * assertEquals(mayAdd(utf8.encode('{"type":"user","cwd": "/srv/kettle/web"}')), true);
 * known.add("/srv/kettle/web");
 * assertEquals(mayAdd(utf8.encode('{"type":"user","cwd": "/srv/kettle/web"}')), false);
 * ```
 */
export function createPrescan(questions: PrescanQuestions): (line: Uint8Array) => boolean {
  const { needles = [], keyed = [] } = questions;
  const judges = new Map<string, Judge[]>();
  const ask = (text: string, judge: Judge) => {
    const known = judges.get(text);
    if (known === undefined) judges.set(text, [judge]);
    else known.push(judge);
  };
  for (const needle of needles) {
    const [first = "", ...rest] = needle.split(/(?<="):/);
    const parts = rest.map((part) => ENCODER.encode(part));
    ask(first, (bytes, behind) => standBehindColons(bytes, behind, parts));
  }
  for (const { key, known } of keyed) ask(JSON.stringify(key), createValueJudge(known));
  if (judges.size > 0) { for (const escape of hidden([...judges.keys()].join(""))) ask(escape, () => true); }
  const judgesOf = [...judges.values()];
  const texts = [...judges.keys()].map((text) => ENCODER.encode(text));
  return createByteSearch(texts, (bytes, at, index) => {
    const behind = at + texts[index]!.length;
    return judgesOf[index]!.some((judge) => judge(bytes, behind));
  });
}

/** True when the parts follow, each behind a colon with white space around it. */
function standBehindColons(bytes: Uint8Array, from: number, parts: readonly Uint8Array[]): boolean {
  let at = from;
  for (const part of parts) {
    const value = valueStart(bytes, at);
    if (value < 0 || !standsAt(bytes, value, part)) return false;
    at = value + part.length;
  }
  return true;
}

/** The beginnings of escapes by which a writer may have hidden a character of `wanted`. */
function hidden(wanted: string): readonly string[] {
  // Escapes of ASCII characters that are no control characters: \u0020 to \u007f.
  const unicode = /[^ -~]/.test(wanted) ? ["\\u"] : Array.from("234567", (digit) => `\\u00${digit}`);
  return wanted.includes("/") ? [...unicode, "\\/"] : unicode;
}

/** Asks whether the value behind a key tells something that is not known. */
function createValueJudge(known: ReadonlySet<string>): Judge {
  // As it stood in the file, with both quotes: most lines repeat the value of the line before.
  let last: Uint8Array = new Uint8Array();
  return (bytes, behind) => {
    const value = valueStart(bytes, behind);
    if (value < 0) return false;
    if (last.length > 0 && standsAt(bytes, value, last)) return false;
    if (bytes[value] !== QUOTE) return !isPlainValue(bytes[value]);
    const end = stringEnd(bytes, value);
    const decoded = end < 0 ? undefined : decodeString(bytes.subarray(value, end));
    if (decoded === undefined || !known.has(decoded)) return true;
    last = bytes.slice(value, end);
    return false;
  };
}

/** @returns where the value behind a key begins; -1 when no colon follows the key */
function valueStart(bytes: Uint8Array, behindKey: number): number {
  const colon = skipWhiteSpace(bytes, behindKey);
  return bytes[colon] === COLON ? skipWhiteSpace(bytes, colon + 1) : -1;
}

/** True for the first characters of numbers, true, false and null: no strings in there. */
function isPlainValue(byte: number | undefined): boolean {
  return byte !== undefined && "-0123456789tfn".includes(String.fromCharCode(byte));
}

/** @returns the place behind the closing quote of the string at `quote`; -1 when it does not end */
function stringEnd(bytes: Uint8Array, quote: number): number {
  for (let at = quote + 1; at < bytes.length; at++) {
    if (bytes[at] === QUOTE) return at + 1;
    if (bytes[at] === BACKSLASH) at++;
  }
  return -1;
}

/** @returns the value of a whole JSON string; undefined when it is broken */
function decodeString(bytes: Uint8Array): string | undefined {
  try {
    return JSON.parse(DECODER.decode(bytes));
  } catch {
    return undefined;
  }
}

function skipWhiteSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] === 0x20 || bytes[at] === 0x09 || bytes[at] === 0x0d) at++;
  return at;
}
