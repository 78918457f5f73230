/**
 * Characters that nobody sees: white space, marks of direction and other format characters (U+200B, U+FEFF), variation
 * selectors, control characters. At the ends of a text they count as nothing: nobody typed a question of them.
 *
 * @module
 */

function isUnseenCode(code: number): boolean {
  if (code > 32 && code < 127) return false;
  if (code === 32 || code === 10) return true;
  // Here, so that only who comes by pays for the tables of Unicode: they cost every hook's start a third of a millisecond.
  return /^[\s\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]$/u.test(String.fromCodePoint(code));
}

/**
 * @param text a text
 * @param from where to begin
 * @returns index of the first character that is seen; the text's length when there is none
 */
export function seenFrom(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const code = text.codePointAt(at) as number;
    if (!isUnseenCode(code)) break;
    at += code > 0xffff ? 2 : 1;
  }
  return Math.min(at, text.length);
}

/**
 * @param text a text
 * @returns index behind the last character that is seen; 0 when there is none
 */
export function seenUntil(text: string): number {
  let at = text.length;
  while (at > 0) {
    const pair = at > 1 ? text.codePointAt(at - 2) as number : 0;
    const code = pair > 0xffff ? pair : text.charCodeAt(at - 1);
    if (!isUnseenCode(code)) break;
    at -= code > 0xffff ? 2 : 1;
  }
  return at;
}

/**
 * @param text a text
 * @returns true when nothing of it is seen
 * @example
 * ```ts
 * import { isUnseen } from "./unseen.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals([isUnseen("\n\u200b "), isUnseen(""), isUnseen(" a")], [true, true, false]);
 * ```
 */
export function isUnseen(text: string): boolean {
  return seenFrom(text, 0) === text.length;
}
