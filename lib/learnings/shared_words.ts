/**
 * Whether two sentences are about the same thing, by the words they share.
 *
 * @module
 */

/** Words too common to be what a sentence is about. */
const COMMON: ReadonlySet<string> = new Set(
  ("about after again because been before both cause could does earlier found from have here into issue just like made make " +
    "more need only over problem real root should some still than that their them then there these they this those time " +
    "wasn were what when where which while will with would wrong your").split(" "),
);

/**
 * True when at least two telling words, and a third of the shorter sentence's, stand in both.
 *
 * @example
 * ```ts
 * import { shareWords } from "./shared_words.ts";
 * shareWords("The kettle leaks at the valve.", "So the valve of the kettle was fine."); // true
 * ```
 */
export function shareWords(one: string, other: string): boolean {
  const words = tellingWords(one);
  const others = tellingWords(other);
  let shared = 0;
  for (const word of words) if (others.has(word)) shared++;
  return shared >= 2 && shared * 3 >= Math.min(words.size, others.size);
}

/** The words of a sentence that tell what it is about. */
export function tellingWords(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().split(/[^a-z0-9_\u00c0-\uffdc]+/);
  return new Set(words.filter((word) => word.length > 3 && !COMMON.has(word)));
}
