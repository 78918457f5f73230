/**
 * A learning as a line of a project's instructions: what rules added to show where it comes from is left out.
 *
 * @module
 */
import { userWords } from "../learnings/context_line.ts";
import type { LearningRow } from "../record/learning_rows.ts";

/** Stands between what was asked and what was answered. */
const ARROW = " \u2192 ";

/**
 * The words that tell somebody what to do.
 *
 * @example
 * ```ts
 * import { promoteWords } from "./promote_words.ts";
 * promoteWords({ rule: "refusal.reason", text: "no tabs (refused: write a)", quote: "no tabs" }); // "no tabs"
 * promoteWords({ rule: "decision.option", text: "Which port? \u2192 4173" }); // "Which port? 4173"
 * ```
 */
export function promoteWords({ rule, text, quote }: Pick<LearningRow["payload"], "rule" | "text" | "quote">): string {
  // What was refused, and how the assistant turned around, is no instruction.
  if (/^(?:refusal|correction)\./.test(rule ?? "")) return userWords({ rule, text, quote }) ?? text;
  // An arrow that a person typed means what it says.
  const at = /^(?:dialog|decision|open-end)\./.test(rule ?? "") ? text.indexOf(ARROW) : -1;
  if (at < 0) return text;
  const asked = text.slice(0, at);
  return `${asked}${/[?!.:]$/.test(asked) ? "" : ":"} ${text.slice(at + ARROW.length)}`;
}
