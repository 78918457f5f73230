/**
 * Redaction: what must not be kept is replaced by `[redacted:<type>]`, counted, and never echoed (design section 5).
 * Private keys, tokens of providers, credentials in URLs and headers, secrets assigned to telling names,
 * `<private>` blocks, and the user's own words.
 *
 * Whole messages are redacted before anything is cut, and once more before anything is shown: redacting what is redacted
 * changes nothing. The time is linear in the text; one native search for keywords, one stride scan for tokens and one
 * search for `://` look at ordinary text, everything else only at what they find. A text that holds nothing is returned
 * as it is.
 *
 * @module
 */

import { findAssignments } from "./assignments.ts";
import { findCommandPasswords } from "./command_lines.ts";
import { findHeaderCredentials } from "./headers.ts";
import { findKeywords } from "./keywords.ts";
import { findPrivateBlocks } from "./private_blocks.ts";
import { findPrivateKeys } from "./private_keys.ts";
import { findProviderTokens } from "./provider_tokens.ts";
import type { Span } from "./rule.ts";
import { REDACTION_RULES } from "./rules.ts";
import { composeSpans, markerOf, mergeSpans, replaceSpans } from "./spans.ts";
import { findUrlCredentials } from "./urls.ts";
import { createWordFinder, type UserWord, type WordFinder } from "./user_words.ts";

export type { RedactionRule, Span } from "./rule.ts";
export { REDACTION_RULES } from "./rules.ts";
export type { UserWord } from "./user_words.ts";

/** A text without its secrets, and what was taken out. */
export interface Redaction {
  readonly text: string;
  /** How many parts were replaced. */
  readonly count: number;
  /** How many of each type. */
  readonly byType: Readonly<Record<string, number>>;
  /** Where text was replaced, in the original; in order, none overlapping. */
  readonly spans: readonly Span[];
}

/** Redacts texts, with the user's words. */
export interface Redactor {
  /**
   * Replaces every secret.
   *
   * @param text a whole message, path or reason; lone surrogates do no harm
   */
  redact(text: string): Redaction;
}

// A replaced neighbour can uncover a secret, so a text in which something was found is looked at again. Two passes are
// the rule; the bound is for texts that were made to need more.
const MOST_PASSES = 8;
/** Texts that are known to hold nothing, and code units of the longest of them. */
const MOST_KNOWN = 256;
const LONGEST_KNOWN = 200;
const MARKER = /\[redacted:([^[\]\r\n]{1,64})\]/g;

function existingMarkers(text: string, types: ReadonlySet<string>): { start: number; end: number }[] {
  if (!text.includes("[redacted:")) return [];
  const markers = [];
  for (const match of text.matchAll(MARKER)) {
    // A secret can't hide in brackets: only what this redactor itself would have written counts.
    if (types.has(match[1] ?? "")) markers.push({ start: match.index, end: match.index + match[0].length });
  }
  return markers;
}

/** One pass. The more telling families go first: where spans overlap, the first type is shown. */
function findSecrets(text: string, words: WordFinder | undefined): Span[] {
  const found: Span[] = [];
  const hits = findKeywords(text);
  if (hits.length > 0) {
    findPrivateBlocks(text, { hits, found });
    findPrivateKeys(text, { hits, found });
  }
  findUrlCredentials(text, found);
  findProviderTokens(text, found);
  if (hits.length > 0) {
    findHeaderCredentials(text, { hits, found });
    findCommandPasswords(text, { hits, found });
    findAssignments(text, { hits, found });
  }
  words?.find(text, found);
  return found;
}

function countTypes(spans: readonly Span[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { type } of spans) counts.set(type, (counts.get(type) ?? 0) + 1);
  return Object.fromEntries(counts);
}

/**
 * Makes a redactor.
 *
 * @param options `words`: the user's own words, from the configuration's `redact`
 * @returns a redactor that may be used for any number of texts
 * @example
 * ```ts
 * import { createRedactor } from "./redactor.ts";
 * const redactor = createRedactor({ words: [{ text: "Acme Corp", as: "client" }] });
 * redactor.redact("Acme Corp's key: <private>it</private>").text;
 * // "[redacted:client]'s key: [redacted:private]"
 * ```
 */
export function createRedactor(options: { readonly words?: readonly UserWord[] }): Redactor {
  const words = createWordFinder(options.words ?? []);
  const types = new Set([...REDACTION_RULES.map((rule) => rule.type), ...(words?.types ?? [])]);
  // Directories, paths and titles of tasks come again and again. Nothing is kept here that has something to hide.
  const clean = new Set<string>();
  const isShort = ({ length }: string): boolean => length <= LONGEST_KNOWN;
  return {
    redact(original) {
      if (isShort(original) && clean.has(original)) return { text: original, count: 0, byType: {}, spans: [] };
      let text = original;
      let spans: readonly Span[] = [];
      for (let pass = 0; pass < MOST_PASSES; pass++) {
        const found = findSecrets(text, words);
        const next = found.length === 0 ? found : mergeSpans(found, existingMarkers(text, types));
        if (next.length === 0) break;
        spans = pass === 0 ? next : composeSpans(spans, next);
        text = replaceSpans(text, next);
      }
      if (spans.length === 0) {
        if (isShort(original)) {
          if (clean.size >= MOST_KNOWN) clean.clear();
          clean.add(original);
        }
        return { text, count: 0, byType: {}, spans };
      }
      return { text, count: spans.length, byType: countTypes(spans), spans };
    },
  };
}

/**
 * Maps a place in the original text to the redacted text.
 *
 * @param redaction what {@linkcode Redactor.redact} returned
 * @param offset a place in the original, in UTF-16 code units
 * @returns the place in `redaction.text`; a place inside a replaced part becomes the start of its marker
 * @example
 * ```ts
 * import { createRedactor, shiftOffset } from "./redactor.ts";
 * const redaction = createRedactor({}).redact("<private>abc</private> end");
 * redaction.text.slice(shiftOffset(redaction, 23)); // "end"
 * ```
 */
export function shiftOffset(redaction: Redaction, offset: number): number {
  let shifted = offset;
  for (const { start, end, type } of redaction.spans) {
    if (offset <= start) break;
    if (offset < end) return shifted - (offset - start);
    shifted += markerOf(type).length - (end - start);
  }
  return shifted;
}
