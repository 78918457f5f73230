/**
 * Lengths in UTF-8 without encoding.
 *
 * @module
 */

/**
 * Bytes that the code point at `at` takes in UTF-8, with the code units it has in a string: a pair takes 4 and 2, a lone
 * surrogate (written as U+FFFD) 3 and 1.
 */
export function codePointSize(text: string, at: number): { readonly bytes: number; readonly units: 1 | 2 } {
  const unit = text.charCodeAt(at);
  if (unit < 0x80) return ONE;
  if (unit < 0x800) return TWO;
  if (unit < 0xd800 || unit > 0xdbff) return THREE;
  const next = text.charCodeAt(at + 1);
  return next >= 0xdc00 && next <= 0xdfff ? PAIR : THREE;
}

const ONE = { bytes: 1, units: 1 } as const;
const TWO = { bytes: 2, units: 1 } as const;
const THREE = { bytes: 3, units: 1 } as const;
const PAIR = { bytes: 4, units: 2 } as const;

/**
 * @returns the number of bytes of `text` in UTF-8
 * @example
 * ```ts
 * import { utf8Length } from "./utf8.ts";
 * utf8Length("ä"); // 2
 * ```
 */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length;) {
    const size = codePointSize(text, at);
    bytes += size.bytes;
    at += size.units;
  }
  return bytes;
}

/**
 * The longest beginning of `text` that takes at most `limit` bytes; no code point is cut.
 *
 * @example
 * ```ts
 * import { utf8Prefix } from "./utf8.ts";
 * utf8Prefix("aää", 4); // "aä"
 * ```
 */
export function utf8Prefix(text: string, limit: number): string {
  // Every code unit takes at most 3 bytes.
  if (text.length * 3 <= limit) return text;
  let bytes = 0;
  for (let at = 0; at < text.length;) {
    const size = codePointSize(text, at);
    bytes += size.bytes;
    if (bytes > limit) return text.slice(0, at);
    at += size.units;
  }
  return text;
}
