/**
 * Suggestions for mistyped words.
 *
 * @module
 */

/**
 * The candidate that differs least from `word`, when it is near enough to be meant.
 *
 * @returns undefined when nothing is within a third of the word's length (at least 1, at most 3 edits)
 * @example
 * ```ts
 * import { nearest } from "./nearest.ts";
 * nearest("lern", ["learn", "list"]); // "learn"
 * ```
 */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const limit = Math.min(3, Math.max(1, Math.ceil(word.length / 3)));
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    const distance = editDistance(word, candidate);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(substitution, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    previous = row;
  }
  return previous[b.length] ?? 0;
}
