/**
 * The model of the client tests. A prompt carries a tag (`kettle-07`) and may say what the model does:
 * `[[run CMD]]`, `[[background CMD]]`, `[[ask QUESTION]]`, `[[write FILE]]`, `[[slow MS]]`, `[[silent MS]]`.
 *
 * @module
 */
import type { Asked, Turn } from "./model_api_test_support.ts";

const TAG = /\b[a-z]+-\d\d\b/g;

/** What the model says to a prompt with this tag in the end. */
export function answerTo(tag: string): string {
  return `This is what I found about ${tag}.`;
}

/** Makes a model, which answers each tag once: the client repeats earlier prompts, after a compaction for one. */
export function createModel(): (asked: Asked) => Turn {
  const answered = new Set<string>();
  return (asked) => {
    const tag = asked.last.match(TAG)?.findLast((one) => !answered.has(one));
    const turn = modelTurn(asked, tag);
    if (tag !== undefined && turn.kind === "text" && turn.text === answerTo(tag)) answered.add(tag);
    return turn;
  };
}

function modelTurn(asked: Asked, tag: string | undefined): Turn {
  const { last } = asked;
  if (!asked.hasTools) return { kind: "text", text: "Tea" };
  if (last.includes("<task-notification>")) return { kind: "text", text: NOTICED };
  if (/detailed summary of (?:the|our|this) conversation/.test(last)) {
    return { kind: "text", text: "<analysis>All read.</analysis>\n<summary>\nWe spoke about tea.\n</summary>" };
  }
  if (asked.call !== undefined) {
    return { kind: "text", text: answerTo(tag ?? String(asked.call.input["description"] ?? "tea")) };
  }
  const [, word, operand = ""] = /\[\[(run|background|ask|write|slow|silent) (.*?)\]\]/.exec(last) ?? [];
  if (word === "run" || word === "background") {
    const input = { command: operand, description: tag ?? "tea" };
    return { kind: "tool", name: "Bash", input: word === "run" ? input : { ...input, run_in_background: true } };
  }
  if (word === "ask") {
    const options = ["Green", "Black"].map((label) => ({ label, description: `${label} tea` }));
    const questions = [{ question: operand, header: "Tea", options, multiSelect: false }];
    return { kind: "tool", name: "AskUserQuestion", input: { questions } };
  }
  if (word === "write") return { kind: "tool", name: "Write", input: { file_path: operand, content: "tea\n" } };
  return {
    kind: "text",
    text: answerTo(tag ?? "tea"),
    ...(word === "slow" ? { milliseconds: Number(operand) } : {}),
    ...(word === "silent" ? { silent: Number(operand) } : {}),
  };
}

/** What the model says when a background task has ended. */
export const NOTICED = "The background task has ended.";
