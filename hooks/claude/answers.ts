/**
 * What the user said inside tool results: answers to `AskUserQuestion`, and the reason typed with a refused tool call or
 * plan. The client wraps the reason in sentences of its own.
 *
 * @module
 */
import type { UserAnswerKind } from "../../lib/types.ts";
import { asRow, asText, type Row } from "./records.ts";

/** One answer of the user. */
export interface Answer {
  readonly kind: UserAnswerKind;
  readonly asked: string | null;
  readonly text: string;
}

/** Sentences in front of the user's reason: 2.1.x; the VS Code extension and earlier versions; sub-agents. */
const REASON_STARTS = [
  "To tell you how to proceed, the user said:",
  "The user provided the following reason for the rejection:",
  "The user said:",
] as const;

/** How a refusal begins in every version seen; the second one inside sub-agents. */
const REFUSAL_STARTS = [
  "The user doesn't want to proceed with this tool use.",
  "Permission for this tool use was denied. The tool use was rejected",
] as const;

/** Written behind the reason since auto memory exists. */
const MEMORY_NOTE = "\n\nNote: The user's next message may contain a correction or preference.";

/** The client's own text in the place of a reason, when the user asks to talk about the questions first. */
const CLARIFY_START = "The user wants to clarify these questions.";

/** UTF-16 code units of an output in which a refusal's first words, and a prefix before them, stand. */
export const REFUSAL_WITHIN = 40;

/** Refusals begin within this many code units; tool output further on can't be one. */
const HEAD = 512;

/**
 * Answers to `AskUserQuestion`: `toolUseResult.answers` maps each question to the chosen or typed text, `annotations`
 * holds notes to it. Text typed there is nowhere else in the transcript.
 *
 * @param result a row's `toolUseResult`
 */
export function questionAnswers(result: unknown): readonly Answer[] {
  const answers = asRow(asRow(result)?.["answers"]);
  if (answers === undefined) return [];
  const annotations = asRow(asRow(result)?.["annotations"]);
  const found: Answer[] = [];
  for (const [question, value] of Object.entries(answers)) {
    const notes = asText(asRow(annotations?.[question])?.["notes"])?.trim() ?? "";
    const answer = answerText(value);
    const text = [answer, notes === answer ? "" : notes].filter((part) => part !== "").join("\n\n");
    if (text !== "") found.push({ kind: "question", asked: question.toWellFormed(), text });
  }
  return found;
}

function answerText(value: unknown): string {
  const text = asText(value);
  if (text !== undefined) return text.trim();
  if (!Array.isArray(value)) return "";
  return value.map((part) => asText(part)?.trim() ?? "").filter((part) => part !== "").join(", ");
}

/**
 * Whether a tool result says that the user refused the call, with or without a reason.
 *
 * @param output text of the tool result
 */
export function isRefused(output: string): boolean {
  return refusalAt(output.slice(0, HEAD)) >= 0;
}

/**
 * False when an output is no refusal, whatever follows its first words.
 *
 * @param output {@linkcode REFUSAL_WITHIN} code units of it, or more
 */
export function mayBeRefusal(output: string): boolean {
  const beginning = output.slice(0, REFUSAL_WITHIN);
  return REFUSAL_STARTS.some((start) => beginning.includes(start.slice(0, 16)));
}

/** Where a refusal begins: with the output, or behind the mark of an error. */
function refusalAt(head: string): number {
  // Most output is none: a look at its beginning must do.
  if (!mayBeRefusal(head)) return -1;
  const at = Math.max(...REFUSAL_STARTS.map((start) => head.indexOf(start)));
  return at < 0 || !/^(?:<tool_use_error>|Error:)?\s*$/.test(head.slice(0, at)) ? -1 : at;
}

/**
 * The user's reason in a refused tool call.
 *
 * @param output text of the tool result
 * @param tool name of the refused tool, null when its call was not seen
 * @returns empty when it is no refusal or the user gave no reason
 * @example
 * ```ts
 * import { refusalAnswers } from "./answers.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const output = "The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\nuse tea";
 * assertEquals(refusalAnswers(output, "Edit"), [{ kind: "refusal", asked: "Edit", text: "use tea" }]);
 * ```
 */
export function refusalAnswers(output: string, tool: string | null): readonly Answer[] {
  const head = output.slice(0, HEAD);
  if (refusalAt(head) < 0) return [];
  for (const start of REASON_STARTS) {
    const at = head.indexOf(start);
    if (at < 0) continue;
    const note = output.lastIndexOf(MEMORY_NOTE);
    const end = note > at ? note : output.length;
    const reason = output.slice(at + start.length, end).replace(/<\/tool_use_error>\s*$/, "").trim();
    if (reason.startsWith(CLARIFY_START)) return clarifiedAnswers(reason);
    if (reason === "") return [];
    return tool === "ExitPlanMode"
      ? [{ kind: "plan", asked: null, text: reason }]
      : [{ kind: "refusal", asked: tool, text: reason }];
  }
  return [];
}

/** Answers given before the user asked to talk: lines `- "question"` each followed by `  Answer: text`. */
function clarifiedAnswers(reason: string): readonly Answer[] {
  const found: Answer[] = [];
  let asked: string | null = null;
  for (const line of reason.split("\n")) {
    const trimmed = line.trim();
    if (trimmed.startsWith('- "')) asked = trimmed.slice(3).replace(/"$/, "");
    else if (asked !== null && trimmed.startsWith("Answer:")) {
      const text = trimmed.slice("Answer:".length).trim();
      if (text !== "") found.push({ kind: "question", asked, text });
      asked = null;
    }
  }
  return found;
}

/**
 * The text of a `tool_result` block, whose content is a string or an array of blocks.
 *
 * @param block the block
 */
export function resultText(block: Row): string {
  const content = block["content"];
  const text = asText(content);
  if (text !== undefined) return text;
  if (!Array.isArray(content)) return "";
  const texts: string[] = [];
  for (const part of content) {
    const inner = asText(asRow(part)?.["text"]);
    if (inner !== undefined) texts.push(inner);
  }
  return texts.join("\n");
}
