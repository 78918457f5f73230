/**
 * An answer of the user as it is searched and shown.
 *
 * @module
 */
import type { ExchangeUserAnswer } from "../../record/read_exchanges.ts";

/**
 * The words, behind the question that they answer. What was asked before a refusal is the name of a tool, which nobody said.
 *
 * @example
 * ```ts
 * import { answerText } from "./answer_text.ts";
 * answerText({ kind: "question", asked: "Which port?", text: "4173" }); // "Which port? → 4173"
 * answerText({ kind: "refusal", asked: "Bash", text: "squash them" }); // "squash them"
 * ```
 */
export function answerText({ kind, asked, text }: Pick<ExchangeUserAnswer, "kind" | "asked" | "text">): string {
  return kind === "question" && asked !== null && asked !== "" ? `${asked} \u2192 ${text}` : text;
}
