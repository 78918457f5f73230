/**
 * Words of a text as search compares them: forms, case and accents aside, and pairs of characters where a language has no
 * spaces.
 *
 * @module
 */

/** Accents, Arabic vowel signs and the stretching line; kana keep their voicing marks, which make other letters of them. */
const MARKS = /[\u0300-\u036f\u064b-\u065f\u0670\u0640\u06d6-\u06ed]/g;
const PLAIN_WORD = /[0-9a-z]+/g;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;
/** Scripts that are written without spaces. */
const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc]+/gu;
/** Longer words are numbers, keys and hashes; their beginning finds them. */
const LONGEST = 40;

/**
 * Folds a text: compatibility forms (NFKC), case, accents, the Turkish i, the German sharp s, Arabic letter forms.
 *
 * @example
 * ```ts
 * import { fold } from "./fold.ts";
 * fold("\u0130STANBUL Stra\u00dfe caf\u00e9 \uff21"); // "istanbul strasse cafe a"
 * ```
 */
export function fold(text: string): string {
  // Most texts are plain: nothing but case matters for them.
  if (isPlain(text)) return text.toLowerCase();
  return text.normalize("NFKD").toLowerCase().replace(MARKS, "").normalize("NFC")
    .replace(/\u0131/g, "i").replace(/\u00df/g, "ss").replace(/\u03c2/g, "\u03c3")
    .replace(/[\u0622\u0623\u0625\u0671]/g, "\u0627").replace(/\u0649/g, "\u064a").replace(/\u0629/g, "\u0647");
}

/** True for a text of ASCII alone. */
export function isPlain(text: string): boolean {
  // deno-lint-ignore no-control-regex -- ASCII is the range from the first control on
  return /^[\x00-\x7f]*$/.test(text);
}

/**
 * The tokens of a text, in order: words, and for scripts without spaces each two characters that follow each other.
 *
 * @example
 * ```ts
 * import { tokensOf } from "./fold.ts";
 * tokensOf("Boil \u304a\u8336\u3092"); // ["boil", "\u304a\u8336", "\u8336\u3092"]
 * ```
 */
export function tokensOf(text: string): readonly string[] {
  // The classes of Unicode take milliseconds before they are used for the first time.
  if (isPlain(text)) return (text.toLowerCase().match(PLAIN_WORD) ?? []).map((word) => word.slice(0, LONGEST));
  const tokens: string[] = [];
  for (const [word] of fold(text).matchAll(WORD)) {
    let rest = 0;
    for (const match of word.matchAll(SPACELESS)) {
      if (match.index > rest) tokens.push(word.slice(rest, match.index).slice(0, LONGEST));
      pairs(match[0], tokens);
      rest = match.index + match[0].length;
    }
    if (rest < word.length) tokens.push(word.slice(rest).slice(0, LONGEST));
  }
  return tokens;
}

function pairs(run: string, into: string[]): void {
  const characters = [...run];
  if (characters.length === 1) into.push(run);
  for (let at = 0; at + 1 < characters.length; at++) into.push(`${characters[at]}${characters[at + 1]}`);
}

/** True for a token of a script without spaces. */
export function isSpaceless(token: string): boolean {
  return !isPlain(token) &&
    /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc]/u
      .test(token);
}
