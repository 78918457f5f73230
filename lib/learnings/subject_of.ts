/**
 * What a learning is about, for the few forms in which a later one plainly takes the place of an earlier one: the answer to
 * the same question, the same name of the user, one of two things.
 *
 * @module
 */
import { choicePair } from "./choice_pair.ts";

/** Rules of preferences whose text is a sentence of the user's. */
const SENTENCE = /^(?:wish|refusal|preference)\./;
/** What was refused stands behind the reason. */
const REFUSED = / \(refused: .*$/s;
const IDENTITY = /\bmy ((?:\S+ ){0,3}?\S+) (?:is|are) /i;

/**
 * The subject of a learning.
 *
 * @param rule id of the rule that found it
 * @param text of the learning
 * @returns undefined when nothing can be said
 * @example
 * ```ts
 * import { subjectOf } from "./subject_of.ts";
 * const newer = subjectOf("wish.always-never", "always use npm, never pnpm");
 * subjectOf("wish.instead", "use pnpm instead of npm") === newer; // true
 * ```
 */
export function subjectOf(rule: string, text: string): string | undefined {
  if (rule.startsWith("dialog.") || rule === "decision.option") {
    const end = text.indexOf(" \u2192 ");
    return end < 0 ? undefined : `asked ${plain(text.slice(0, end))}`;
  }
  if (rule === "decision.identity") {
    const named = IDENTITY.exec(text)?.[1];
    return named === undefined ? undefined : `mine ${plain(named)}`;
  }
  if (SENTENCE.test(rule)) {
    const pair = choicePair(text.replace(REFUSED, ""));
    return pair === undefined ? undefined : `choice ${pair.join(" | ")}`;
  }
  return undefined;
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[`"'*.,;:!?()]/g, "").replaceAll(/\s+/g, " ").trim();
}
