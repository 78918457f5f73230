/**
 * Patterns with hints. Compiling a large pattern takes milliseconds, which a hook does not have, and most texts hold none
 * of the words that it needs: those are looked for first, and the pattern is made when it is wanted.
 *
 * @module
 */

/** A pattern that is looked for only where one of its hints stands. */
export interface Cue {
  /** One of these stands in every text that the pattern finds. */
  readonly hints: readonly string[];
  /** Makes the pattern; as a function, because even an unused one would cost start-up time. */
  readonly pattern: () => RegExp;
}

/**
 * A cue.
 *
 * @param hints separated by `|`
 * @example
 * ```ts
 * import { cue, finds } from "./cues.ts";
 * finds("the kettle is hot", cue("kettle|pot", () => /\b(?:kettle|pot) is hot\b/)); // true
 * ```
 */
export function cue(hints: string, pattern: () => RegExp): Cue {
  return { hints: hints.split("|"), pattern };
}

/** True when the cue's pattern finds something in `text`. */
export function finds(text: string, { hints, pattern }: Cue): boolean {
  return holdsAny(text, hints) && pattern().test(text);
}

/** True when any of the cues finds something in `text`. */
export function findsAny(text: string, cues: readonly Cue[]): boolean {
  for (const one of cues) if (finds(text, one)) return true;
  return false;
}

/** True when one of the words stands in `text`. */
export function holdsAny(text: string, words: readonly string[]): boolean {
  for (const word of words) if (text.includes(word)) return true;
  return false;
}

/** Every hint of a list of cues, each once. */
export function hintsOf(cues: readonly Cue[]): readonly string[] {
  return [...new Set(cues.flatMap(({ hints }) => hints))];
}

/** Texts after which a pattern pays off. */
const WARM = 200;

/**
 * A search for any of many words: one word after the other at first, which needs nothing to be made, and with one pattern,
 * several times as fast, once it has run often, as in an import.
 *
 * @example
 * ```ts
 * import { createSearch } from "./cues.ts";
 * createSearch(["kettle", "pot"])("a teapot"); // true
 * ```
 */
export function createSearch(words: readonly string[]): (text: string) => boolean {
  let searched = 0;
  let pattern: RegExp | undefined;
  return (text) => {
    if (pattern === undefined && searched++ < WARM) return holdsAny(text, words);
    pattern ??= words.length === 0 ? /$^/ : new RegExp(words.map(escaped).join("|"));
    return pattern.test(text);
  };
}

function escaped(word: string): string {
  return word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
