/**
 * Reads the whole name around a keyword: `process.env.DB_PASSWORD` around "pass".
 *
 * @module
 */

import type { KeywordHit } from "./keywords.ts";

/** A name, as it stands in a text. */
export interface Name {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const LONGEST_NAME = 64;

// 1: only before the keyword, 2: before and behind it.
const IN_NAME = new Uint8Array(0x250);
for (const c of "$.") IN_NAME[c.charCodeAt(0)] = 1;
for (const c of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-") IN_NAME[c.charCodeAt(0)] = 2;
for (let code = 0xc0; code < IN_NAME.length; code++) IN_NAME[code] = 2;

// Letters of an escape in front of a name: \n, \u000a, \x0a, \033, %0A, ESC[0m.
const ESCAPE_TAILS: Readonly<Record<string, RegExp>> = {
  "\\": /^(?:u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|0[0-7]{2}|[nrtbfve](?=[A-Za-z_$-]))/,
  "%": /^[0-9A-Fa-f]{2}/,
  "[": /^[0-9]{0,3}m/,
  ";": /^[0-9]{1,3}m/,
};

/** Where the name that goes on at `at` ends. */
function endOfName(text: string, at: number): number {
  const last = Math.min(text.length, at + LONGEST_NAME);
  let end = at;
  while (end < last && IN_NAME[text.charCodeAt(end)] === 2) end++;
  return end;
}

/**
 * Reads the name around a keyword.
 *
 * @param text the whole text
 * @param hit a keyword in it
 * @returns the name with its place; at most 64 characters to each side are looked at
 * @example
 * ```ts
 * import { nameAround } from "./name_around.ts";
 * nameAround('\\nDB_PASSWORD="x"', { start: 5, end: 9, word: "pass" }).text; // "DB_PASSWORD"
 * ```
 */
export function nameAround(text: string, hit: KeywordHit): Name {
  // Other scripts have no blanks around the word, but endings: "пароль".
  if (hit.word.charCodeAt(0) >= IN_NAME.length) {
    const ending = /^[\p{sc=Cyrl}]{0,3}/u.exec(text.slice(hit.end, hit.end + 3))?.[0] ?? "";
    return { start: hit.start, end: hit.end + ending.length, text: hit.word };
  }
  const first = Math.max(0, hit.start - LONGEST_NAME);
  let start = hit.start;
  while (start > first && (IN_NAME[text.charCodeAt(start - 1)] ?? 0) > 0) start--;
  const tail = start < hit.start ? ESCAPE_TAILS[text.charAt(start - 1)] : undefined;
  if (tail !== undefined) start += tail.exec(text.slice(start, hit.start))?.[0].length ?? 0;
  const end = endOfName(text, hit.end);
  return { start, end, text: text.slice(start, end) };
}
