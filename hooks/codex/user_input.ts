/**
 * Questions that the assistant asks in a dialog (`request_user_input`, 0.115 and later) and what the user answered.
 *
 * @module
 */
import { asId, asRow, asRows, asText } from "./records.ts";
import type { Asked } from "./state.ts";
import type { ToolCall } from "./tool_calls.ts";
import { readOutput } from "./tool_results.ts";

/** Questions of one call. */
const MAX_QUESTIONS = 16;
/** Code units kept of a question. */
const MAX_QUESTION = 2048;

/** One answer of the user. */
export interface DialogAnswer {
  /** What was asked; null where that is not known. */
  readonly asked: string | null;
  readonly text: string;
}

/**
 * The questions of a call.
 *
 * @param call any tool call
 * @returns undefined when it asks nothing
 */
export function askedBy(call: ToolCall): Asked | undefined {
  if (call.name !== "request_user_input" || call.id === "") return undefined;
  const questions = asRows(call.input["questions"]).slice(0, MAX_QUESTIONS).flatMap((question) => {
    const id = asId(question["id"]);
    const text = asText(question["question"]) ?? asText(question["header"]);
    return id === null || text === undefined ? [] : [[id, text.slice(0, MAX_QUESTION).toWellFormed()] as const];
  });
  return { call: call.id, questions };
}

/**
 * The user's answers in the output of such a call: `{"answers": {"<question>": {"answers": ["..."]}}}`.
 *
 * @param output the item's `output`
 * @param asked the call's questions
 */
export function dialogAnswers(output: unknown, asked: Asked): readonly DialogAnswer[] {
  let parsed: unknown;
  try {
    parsed = asRow(output) ?? JSON.parse(readOutput(output).text);
  } catch {
    return [];
  }
  const answers = asRow(asRow(parsed)?.["answers"]);
  if (answers === undefined) return [];
  const questions = new Map(asked.questions);
  return Object.entries(answers).slice(0, MAX_QUESTIONS).flatMap(([id, value]) => {
    const given = asRow(value)?.["answers"] ?? value;
    const texts = (Array.isArray(given) ? given : [given]).flatMap((text) => asText(text) ?? []);
    const text = texts.join("\n").trim();
    return text === "" ? [] : [{ asked: questions.get(id) ?? null, text }];
  });
}
