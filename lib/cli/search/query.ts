/**
 * What a person typed, as words to look for.
 *
 * @module
 */
import { fold, isSpaceless, tokensOf } from "./fold.ts";

/** One word of a query. */
export interface QueryWord {
  readonly token: string;
  /** It has to stand in the row: it is part of a phrase. */
  readonly required: boolean;
}

/** A query. */
export interface Query {
  readonly words: readonly QueryWord[];
  /** Folded, white space as one space: each has to stand in a row to the letter. */
  readonly phrases: readonly string[];
}

/** More words make a query slower, and no better. */
const MOST_WORDS = 24;

/**
 * Reads a query: words, `"phrases"`, and `begin*` for what begins so (every word also finds longer ones, lower down).
 *
 * @example
 * ```ts
 * import { readQuery } from "./query.ts";
 * readQuery('kettle "boil dry"').phrases; // ["boil dry"]
 * ```
 */
export function readQuery(text: string): Query {
  const phrases: string[] = [];
  const words = new Map<string, QueryWord>();
  const rest = text.replace(
    /["\u201c\u201e\u00ab]([^"\u201d\u201c\u00bb]+)["\u201d\u201c\u00bb]/g,
    (_, phrase: string) => {
      const plain = plainPhrase(phrase);
      if (plain !== "") phrases.push(plain);
      for (const token of tokensOf(phrase)) words.set(token, { token, required: true });
      return " ";
    },
  );
  for (const token of tokensOf(rest)) if (!words.has(token)) words.set(token, { token, required: false });
  return { words: [...words.values()].slice(0, MOST_WORDS), phrases };
}

/** A text as phrases are looked for in it. */
export function plainPhrase(text: string): string {
  return fold(text).replace(/\s+/g, " ").trim();
}

/** A way in which a word of the index stands for a word of the query. */
export interface Variant {
  readonly text: string;
  readonly how: "exact" | "beginning" | "holding";
  /** 0 to 1. */
  readonly weight: number;
}

const ENDINGS = /(?:ungen|ings?|ies|ern|ers?|eds?|ens?|es|s|e|n|t)$/;
const SHORTEST_STEM = 4;
const SHORTEST_PART = 5;
const COMPOUND = 9;

/**
 * How a word may stand in the index: itself, a longer word that begins with it or with its stem, a compound that holds it,
 * and, for long words, the parts of a compound.
 *
 * @example
 * ```ts
 * import { variantsOf } from "./query.ts";
 * variantsOf("kettles").map(({ text }) => text).includes("kettl"); // true
 * ```
 */
export function variantsOf(token: string): readonly Variant[] {
  const variants: Variant[] = [{ text: token, how: "exact", weight: 1 }];
  const length = [...token].length;
  if (isSpaceless(token)) {
    if (length === 1) variants.push({ text: token, how: "holding", weight: 0.6 });
    return variants;
  }
  if (length >= 2) variants.push({ text: token, how: "beginning", weight: 0.6 });
  const stem = token.replace(ENDINGS, "");
  if (stem !== token && stem.length >= SHORTEST_STEM) variants.push({ text: stem, how: "beginning", weight: 0.5 });
  if (length >= SHORTEST_STEM) {
    variants.push({ text: stem.length >= SHORTEST_STEM ? stem : token, how: "holding", weight: 0.4 });
  }
  if (token.length >= COMPOUND) {
    for (let from = 0; from + SHORTEST_PART <= token.length; from++) {
      for (let to = token.length; to - from >= SHORTEST_PART; to--) {
        if (to - from < token.length) variants.push({ text: token.slice(from, to), how: "exact", weight: 0.4 });
      }
    }
  }
  // Arabic articles and prepositions stand before the word.
  const bare = /^[\u0648\u0641\u0628\u0643\u0644]?\u0627\u0644(?=..)/.exec(token)?.[0];
  if (bare !== undefined) variants.push({ text: token.slice(bare.length), how: "holding", weight: 0.7 });
  return variants;
}
