/**
 * What the user answered to a question of the agent's (`ask_question` of CLI 3): the result of that call, and nowhere else.
 * A one-shot run takes the first of the options by itself, so only interactive sessions hold answers of the user's [3.0.65].
 *
 * @module
 */
import { asId, asRow, asRows, asText, type Row } from "./records.ts";

/** Questions by the id of their call. */
export type Questions = Readonly<Record<string, string>>;

/** Code units kept of a question, and questions kept of a message. */
const MOST_QUESTION = 2048;
const MOST_QUESTIONS = 16;

/** The questions that a message of the assistant's asks. */
export function askedQuestions(message: Row): Questions {
  const calls = asRows(message["content"]).filter((part) =>
    part["type"] === "tool_use" && part["name"] === "ask_question"
  );
  return Object.fromEntries(
    calls.slice(0, MOST_QUESTIONS).flatMap((part) => {
      const id = asId(part["id"]);
      const question = asText(asRow(part["input"])?.["question"]) ?? "";
      return id === null ? [] : [[id, question.slice(0, MOST_QUESTION).toWellFormed()]];
    }),
  );
}

/** The same, out of a state that was kept. */
export function questionsIn(value: unknown): Questions {
  return Object.fromEntries(
    Object.entries(asRow(value) ?? {}).flatMap(([id, question]) =>
      typeof question === "string" ? [[id, question]] : []
    ),
  );
}

/**
 * The answers that a message of the user's role holds.
 *
 * @param message behind the one that asked
 * @param questions what that one asked
 * @example
 * ```ts
 * import { questionAnswers } from "./answers.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const message = { content: [{ type: "tool_result", tool_use_id: "c1", content: "the blue one" }] };
 * assertEquals(questionAnswers(message, { c1: "Which lid?" }), [{ asked: "Which lid?", text: "the blue one" }]);
 * ```
 */
export function questionAnswers(
  message: Row,
  questions: Questions,
): readonly { readonly asked: string | null; readonly text: string }[] {
  return asRows(message["content"]).flatMap((part) => {
    const id = asId(part["tool_use_id"]);
    if (part["type"] !== "tool_result" || part["is_error"] === true || id === null || !Object.hasOwn(questions, id)) {
      return [];
    }
    const text = (asText(part["content"]) ?? "").trim();
    return text === "" ? [] : [{ asked: questions[id] || null, text: text.toWellFormed() }];
  });
}
