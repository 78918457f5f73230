/**
 * When two learnings say the same: readers consolidate on `payload.key` (design section 5).
 *
 * @module
 */
import type { LearningKind } from "../types.ts";
import { sha256Hex } from "./ids.ts";

/**
 * Key of a learning: 32 hex of the kind and its normalised text. Same key, same statement.
 *
 * @example
 * ```ts
 * import { learningKeyOf } from "./learning_key.ts";
 * learningKeyOf("preferences", "Use pnpm.") === learningKeyOf("preferences", "  use  PNPM"); // true
 * ```
 */
export function learningKeyOf(kind: LearningKind, text: string): string {
  return sha256Hex(`${kind}\0${normalisedText(text)}`).slice(0, 32);
}

// What readers do not see: soft hyphen, zero-width characters, direction marks, byte-order mark.
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;
const EDGE = new Set(".,;:!?\"'`()[]{}<>…“”„‘’«»‹›–—*_~|。、，！？：；");

/**
 * Case, white space and the punctuation around words do not count. What stands inside a word or is part of a name does:
 * `--force`, `C#`, `C++`, `v1.2` and `node.js` stay what they are.
 *
 * @example
 * ```ts
 * import { normalisedText } from "./learning_key.ts";
 * normalisedText("Never use `C++`, please!"); // "never use c++ please"
 * ```
 */
export function normalisedText(text: string): string {
  return text.normalize("NFKC").replace(INVISIBLE, "").toLowerCase().replaceAll("’", "'")
    .split(/\s+/).map(withoutEdges).filter((word) => word !== "").join(" ");
}

function withoutEdges(word: string): string {
  let start = 0;
  let end = word.length;
  while (start < end && EDGE.has(word[start] ?? "")) start++;
  while (end > start && EDGE.has(word[end - 1] ?? "")) end--;
  return word.slice(start, end);
}
