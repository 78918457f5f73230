/**
 * What the user answered to a question of the agent's, or said about its plan: `human_response.recorded`, which 1.0.102
 * writes beside the tool's result. Such words stand in no `user.message`.
 *
 * @module
 */
import type { UserAnswerKind } from "../../lib/types.ts";
import { asId, asRow, asText, type Row } from "./records.ts";

/** One answer of the user. */
export interface Answer {
  readonly kind: UserAnswerKind;
  readonly asked: string | null;
  readonly text: string;
}

/**
 * The answers that an event records. Only the actor `human_response` is a person: a host's automation, and what came
 * through an entrance that does not say, is none [schema of 1.0.102].
 *
 * @param data of a `human_response.recorded`
 * @returns empty for an approval without words
 * @example
 * ```ts
 * import { recordedAnswers } from "./answers.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const response = { responseKind: "user_input", question: "Which lid?", answer: "the blue one" };
 * assertEquals(recordedAnswers({ actor: "human_response", response }), [
 *   { kind: "question", asked: "Which lid?", text: "the blue one" },
 * ]);
 * ```
 */
export function recordedAnswers(data: Row): readonly Answer[] {
  const response = data["actor"] === "human_response" ? asRow(data["response"]) : undefined;
  switch (response?.["responseKind"]) {
    case "ask_user":
      return said(
        "question",
        response["message"],
        Object.values(asRow(response["content"]) ?? {}).map(words).join("\n"),
      );
    case "user_input":
      return said("question", response["question"], words(response["answer"]));
    case "exit_plan_mode":
      return said("plan", null, words(response["feedback"]));
  }
  return [];
}

function said(kind: UserAnswerKind, asked: unknown, text: string): readonly Answer[] {
  const spoken = text.trim();
  return spoken === "" ? [] : [{ kind, asked: asId(asked)?.toWellFormed() ?? null, text: spoken.toWellFormed() }];
}

/** What was chosen or typed in one field of a form. */
function words(value: unknown): string {
  if (typeof value === "boolean" || typeof value === "number") return String(value);
  return Array.isArray(value) ? value.flatMap((each) => asText(each) ?? []).join(", ") : asText(value) ?? "";
}
