/**
 * What a tool answered: did it succeed, and the beginning of its output.
 *
 * @module
 */
import type { Signal } from "../../lib/types.ts";
import { asId, asRow, asRows, asText, type Row } from "./records.ts";

/** Code units kept of a failed tool's output. */
const MAX_OUTPUT = 2048;
/** Code units of an output in which its status is looked for; the client writes it first. */
const MAX_HEAD = 4096;
/** A header repeats the command, which may be a whole script. */
const MAX_HEADER = 64 * 1024;

/**
 * Output without a status that says that the call did not run (strings of the binary of 0.171).
 */
const REFUSED =
  /^\s*(?:unsupported call: |execution error: |exec_command failed|failed to parse function arguments|apply_patch verification failed|command timed out after |(?:exec command|patch|tool call) rejected by user|rejected by user|aborted by user after |tool call (?:error|failed))/i;

/** The user said no before the call ran, or stopped it. */
const STOPPED_BY_USER = /^\s*(?:(?:exec command|patch|tool call) )?rejected by user|^\s*aborted by user after /i;

/** The header that `exec_command` puts before the output. */
const BEFORE_OUTPUT = /^(?:Chunk ID|Command|Exit code|Wall time): /;
const OUTPUT_LINE = "\nOutput:\n";

/** True for items that answer a tool call. */
export function isToolResult(item: Row): boolean {
  return item["type"] === "function_call_output" || item["type"] === "custom_tool_call_output";
}

/**
 * The signal of a tool's answer.
 *
 * @param item a `function_call_output` or `custom_tool_call_output`
 */
export function resultSignal(item: Row): Signal {
  const { text, ok } = readOutput(item["output"]);
  return {
    type: "tool-result",
    id: asId(item["call_id"]) ?? "",
    ok,
    ...(!ok && STOPPED_BY_USER.test(text.slice(0, MAX_HEAD)) ? { refused: true } : {}),
    // What a call gave that worked is most of a rollout, and no rule reads it.
    text: ok ? "" : text.slice(0, MAX_OUTPUT).toWellFormed(),
  };
}

/**
 * An output of any form: text, `{output, metadata: {exit_code}}` as text, `{content, success}`, a list of content items.
 *
 * @param output the item's `output`
 */
export function readOutput(output: unknown): { readonly text: string; readonly ok: boolean } {
  const row = asRow(output);
  const success = row?.["success"];
  const text = asText(output) ?? contentText(row?.["content"] ?? row?.["text"] ?? row?.["output"] ?? output);
  const wrapped = parsedOutput(text);
  const code = wrapped?.code ?? exitCode(text);
  const shown = wrapped?.text ?? withoutHeader(text);
  const ok = code !== undefined ? code === 0 : success !== false && !REFUSED.test(text.slice(0, MAX_HEAD));
  return { text: shown, ok };
}

function contentText(content: unknown): string {
  const whole = asText(content);
  if (whole !== undefined) return whole;
  return asRows(content).flatMap((part) => asText(part["text"]) ?? []).join("\n");
}

/** The form up to 0.80 and of `apply_patch`. */
function parsedOutput(text: string): { readonly text: string; readonly code: number | undefined } | undefined {
  if (!text.startsWith('{"output":')) return undefined;
  try {
    const row = asRow(JSON.parse(text));
    const inner = asText(row?.["output"]);
    const code = asRow(row?.["metadata"])?.["exit_code"];
    return inner === undefined ? undefined : { text: inner, code: typeof code === "number" ? code : undefined };
  } catch {
    return undefined;
  }
}

/** The part that the client wrote before the output; the output itself may say anything. */
function header(text: string): string {
  if (!BEFORE_OUTPUT.test(text)) return "";
  const at = text.indexOf(OUTPUT_LINE);
  return text.slice(0, at < 0 ? MAX_HEAD : Math.min(at, MAX_HEADER));
}

function exitCode(text: string): number | undefined {
  const found = /^(?:Process exited with code|Exit code:) (-?\d{1,10})\s*$/m.exec(header(text))?.[1];
  return found === undefined ? undefined : Number(found);
}

function withoutHeader(text: string): string {
  const at = header(text) === "" ? -1 : text.indexOf(OUTPUT_LINE);
  return at < 0 ? text : text.slice(at + OUTPUT_LINE.length);
}
