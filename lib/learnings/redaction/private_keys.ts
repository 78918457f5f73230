/**
 * Private keys: PEM (RFC 7468), OpenSSH, PGP (RFC 9580), SSH2 and PuTTY files, as lines or with escaped line feeds, with
 * the line numbers of a listing, and blocks whose end was cut off. Keys without their first line are provider tokens.
 *
 * @module
 */

import type { KeywordHit } from "./keywords.ts";
import { PRIVATE_KEY, type Span } from "./rule.ts";

// The look-behind keeps a long rule of dashes linear.
const ARMOUR = /(?<!-)-{4,}[ \t]?(BEGIN|END)([ A-Za-z0-9_-]{0,60}?)-{4,}/g;
const PUTTY_LINES = /-Lines: [0-9]{1,4}/iy;

// What a key without an end consists of. Between its lines stand line feeds, escaped or not, and what a listing adds.
const GAP = /(?:[ \t\r\n>|+*→"'`,;]|\\{1,4}[nrt]?|-(?!-)){1,40}/y;
const LINE_NUMBER = /[0-9]{1,6}[\t→][ \t]*/y;
const HEADER = /[A-Z][A-Za-z0-9-]{1,30}: [^\r\n\\]{1,200}/y;
const KEY_LINE = /[A-Za-z0-9+/]{16,}={0,2}|[A-Za-z0-9+/]{2,15}={1,2}|=[A-Za-z0-9+/]{4}(?![A-Za-z0-9])/y;
// The rest of a key at the end of the text, or a short line that is no word.
const LAST_LINE = /[A-Za-z0-9+/]{1,15}$|(?=[A-Za-z]{0,15}[0-9+/])[A-Za-z0-9+/]{1,15}(?![A-Za-z0-9+/.,:;!?-])/y;
const KEY_TEXT = /[A-Za-z0-9+/]{16}/;

interface Armour {
  readonly start: number;
  readonly end: number;
  readonly begins: boolean;
  readonly label: string;
}

function armourLines(text: string): Armour[] {
  const lines: Armour[] = [];
  for (const match of text.matchAll(ARMOUR)) {
    const label = match[2] ?? "";
    lines.push({ start: match.index, end: match.index + match[0].length, begins: match[1] === "BEGIN", label });
  }
  return lines;
}

/** The end of `pattern` at `at`, or `at` when it does not match there. */
function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** The end of the key text that follows `from`, with up to `headers` lines of headers; `from` when none does. */
function endOfKey(text: string, from: number, headers: number): number {
  let end = from;
  let left = headers;
  for (let at = from; at < text.length;) {
    const content = skip(LINE_NUMBER, text, skip(GAP, text, at));
    const line = skip(KEY_LINE, text, content);
    if (line > content) {
      end = line;
      at = line;
      continue;
    }
    const header = end === from && left-- > 0 ? skip(HEADER, text, content) : content;
    if (header === content) {
      const last = end > from ? skip(LAST_LINE, text, content) : content;
      return last > content ? last : end;
    }
    at = header;
  }
  return end;
}

function findArmoured(text: string, found: Span[]): void {
  const lines = armourLines(text);
  for (const [index, line] of lines.entries()) {
    if (!line.begins || !line.label.includes("PRIVATE KEY")) continue;
    const next = lines[index + 1];
    const closed = next !== undefined && !next.begins;
    const end = closed ? next.end : endOfKey(text, line.end, 8);
    // A header that is only spoken of, or "..." between header and footer, is no key.
    const content = text.slice(line.end, closed ? next.start : end);
    if (KEY_TEXT.test(content)) found.push({ start: line.start, end, type: PRIVATE_KEY });
  }
}

/**
 * Finds private keys.
 *
 * @param text any text
 * @param to all keywords of the text, in order, and where spans are added
 * @example
 * ```ts
 * import { findKeywords } from "./keywords.ts";
 * import { findPrivateKeys } from "./private_keys.ts";
 * const text = ["-----BEGIN EC ", "PRIVATE KEY-----\n", "Ab3d".repeat(8)].join("");
 * const found: { end: number }[] = [];
 * findPrivateKeys(text, { hits: findKeywords(text), found: found as never });
 * found[0]?.end === text.length; // true
 * ```
 */
export function findPrivateKeys(
  text: string,
  to: { readonly hits: readonly KeywordHit[]; readonly found: Span[] },
): void {
  let armoured = false;
  for (const hit of to.hits) {
    if (hit.word !== "private") continue;
    if (!armoured && text.startsWith("PRIVATE KEY", hit.start)) {
      armoured = true;
      findArmoured(text, to.found);
    }
    const start = skip(PUTTY_LINES, text, hit.end);
    const end = start === hit.end ? start : endOfKey(text, start, 0);
    if (end > start) to.found.push({ start, end, type: PRIVATE_KEY });
  }
}
