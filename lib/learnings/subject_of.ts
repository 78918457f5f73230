/**
 * What a learning is about, for the few forms in which a later one plainly takes the place of an earlier one: the answer to
 * the same question, the same name of the user, one of two tools.
 *
 * @module
 */

/** "use A instead of B", "A rather than B", "use A, not B". */
const CHOICE =
  /(?:\b(?:use|prefer|with|go with|want|have)\b\s+)?(\S+)\s+(?:\S+\s+)?(?:instead of|rather than)\s+(?:with\s+)?(\S+)/i;
const CHOICE_NOT = /\b(?:use|prefer|go with)\s+(\S+?),\s+not\s+(\S+)/i;
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
 * subjectOf("wish.instead", "use pnpm instead of npm") === subjectOf("wish.instead", "use npm instead of pnpm"); // true
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
  if (rule === "wish.instead" || rule === "wish.rather") {
    const match = CHOICE_NOT.exec(text) ?? CHOICE.exec(text);
    const [one, other] = [plain(match?.[1] ?? ""), plain(match?.[2] ?? "")];
    return one === "" || other === "" || one === other ? undefined : `choice ${[one, other].sort().join(" ")}`;
  }
  return undefined;
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[`"'*.,;:!?()]/g, "").replaceAll(/\s+/g, " ").trim();
}
