/**
 * The user's own words (configuration `redact`): names of clients, projects or people that are never to be kept.
 *
 * Letter case does not matter, nor which blanks stand between words, nor whether accents are composed. A word that begins or ends with a
 * letter must begin or end there in the text too ("improve" is no part of "improved",
 * https://github.com/itlackey/akm/issues/962): next to it stands no letter, or the case changes as in `AcmeClient`. Scripts that
 * write without blanks between words (Chinese, Japanese, Thai...), and Korean with its particles, have no such boundary.
 *
 * @module
 */

import type { Span } from "./rule.ts";

/** A word of the user, and what stands for it. */
export interface UserWord {
  readonly text: string;
  /** The type in `[redacted:<type>]`; "word" when it is missing or would give the word away. */
  readonly as?: string;
}

/** The words, ready to be searched for. */
export interface WordFinder {
  /** Every type that {@linkcode WordFinder.find} reports. */
  readonly types: readonly string[];
  find(text: string, found: Span[]): void;
}

const DEFAULT_TYPE = "word";
const UNSPACED =
  "\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Bopomofo}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}\\p{sc=Tibetan}\\p{sc=Yi}";
const SPACED_LETTER = `[[\\p{L}\\p{M}]--[${UNSPACED}]]`;
// "i" must not blur the case change that ends a word in camel case.
const CASE_CHANGE = "(?-i:(?<=\\p{Ll})(?=\\p{Lu}))";

function edge(has: { readonly letter: boolean; readonly digit: boolean }, look: string): string {
  if (has.letter) return `(?:${look}${SPACED_LETTER})|${CASE_CHANGE})`;
  return has.digit ? `${look}\\p{N})` : "";
}

/** Source of a `v` regular expression for one word. */
function sourceOf(word: string): string {
  // Made here, because most configurations have no words and classes of Unicode take time to prepare.
  const first = { letter: new RegExp(`^${SPACED_LETTER}`, "v").test(word), digit: /^\p{N}/u.test(word) };
  const last = { letter: new RegExp(`${SPACED_LETTER}$`, "v").test(word), digit: /\p{N}$/u.test(word) };
  const body = word.split(/\s+/).map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join(
    "\\s{1,8}",
  );
  return edge(first, "(?<!") + body + edge(last, "(?!");
}

/** What stands for a word: without brackets and line feeds, short, and giving none of the words away. */
function typeFor(word: UserWord, words: readonly string[]): string {
  const type = (word.as ?? "").replace(/[^\p{L}\p{N}_./ -]+/gu, "").trim().slice(0, 40);
  const lower = type.toLowerCase();
  return type === "" || words.some((text) => lower.includes(text.toLowerCase())) ? DEFAULT_TYPE : type;
}

/**
 * Prepares the user's words. Empty words are ignored; where two match, the longer one counts.
 *
 * @param words as configured
 * @returns undefined when there is none
 * @example
 * ```ts
 * import { createWordFinder } from "./user_words.ts";
 * const found: { start: number; end: number; type: string }[] = [];
 * createWordFinder([{ text: "Acme Corp", as: "client" }])?.find("for ACME corp, not acme corporate", found as never);
 * found; // [{ start: 4, end: 13, type: "client" }]
 * ```
 */
export function createWordFinder(words: readonly UserWord[]): WordFinder | undefined {
  const texts = words.map((word) => word.text.trim().normalize("NFC")).filter((text) => text !== "");
  if (texts.length === 0) return undefined;
  const types = new Map<string, string>();
  for (const word of words) {
    const text = word.text.trim().normalize("NFC");
    if (text !== "") types.set(text, typeFor(word, texts));
  }
  const longestFirst = [...types].sort(([a], [b]) => b.length - a.length || (a < b ? -1 : 1));
  const forms = longestFirst.flatMap(([text, type]) =>
    [...new Set([text, text.normalize("NFD")])].map((form) => ({ type, source: sourceOf(form) }))
  );
  const pattern = new RegExp(forms.map(({ source }) => `(${source})`).join("|"), "giv");
  return {
    types: [...new Set(types.values())],
    find(text, found) {
      for (const match of text.matchAll(pattern)) {
        const index = match.slice(1).findIndex((group) => group !== undefined);
        const type = forms[index]?.type ?? DEFAULT_TYPE;
        found.push({ start: match.index, end: match.index + match[0].length, type });
      }
    },
  };
}
