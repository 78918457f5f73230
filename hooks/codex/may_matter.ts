/**
 * A cheap test on one undecoded line, so that what is never read need not be parsed: encrypted reasoning, token counts and
 * the items that repeat a command with its whole output are most of a rollout.
 *
 * @module
 */
import type { Row } from "./records.ts";
import { asRow } from "./records.ts";

/** Events that are never read. */
const IDLE_EVENTS = [
  "token_count",
  "agent_reasoning",
  "exec_command_end",
  "patch_apply_end",
  "mcp_tool_call_end",
  "web_search_end",
];
/** Items of paginated history that are never read: response items tell the same. */
const IDLE_COMPLETED = ["Reasoning", "CommandExecution", "FileChange", "McpToolCall"];
/** Response items that are never read. */
const IDLE_ITEMS = ["reasoning", "ghost_snapshot"];

/** Types that make a line matter, wherever they stand in it. */
const USED_TYPES: ReadonlySet<string> = new Set([
  "session_meta",
  "turn_context",
  "world_state",
  "compacted",
  "response_item",
  "imprint_next_file",
  "message",
  "function_call",
  "function_call_output",
  "custom_tool_call",
  "custom_tool_call_output",
  "local_shell_call",
  "web_search_call",
  "user_message",
  "agent_message",
  "task_started",
  "task_complete",
  "turn_aborted",
  "thread_rolled_back",
  "entered_review_mode",
  "exited_review_mode",
  "thread_settings_applied",
  "UserMessage",
  "AgentMessage",
  "Plan",
  "EnteredReviewMode",
  "ExitedReviewMode",
]);

/** How an idle line begins: the envelope as the client writes it, up to the type that makes it idle. */
const IDLE_START = new RegExp(
  `^\\{"timestamp":"[^"\\\\]{1,40}",(?:"ordinal":\\d{1,15},)?"type":"(?:${
    [
      `event_msg","payload":\\{"type":"(?:${IDLE_EVENTS.join("|")})"`,
      `event_msg","payload":\\{"type":"item_completed","thread_id":"[^"\\\\]{0,64}","turn_id":"[^"\\\\]{0,64}","item":\\{"type":"(?:${
        IDLE_COMPLETED.join("|")
      })"`,
      `response_item","payload":\\{"type":"(?:${IDLE_ITEMS.join("|")})"`,
      'token_usage_record","payload":\\{',
    ].join("|")
  })`,
);

const TYPE = /^"type"\s*:\s*"([^"\\]{0,40})"/;

/**
 * @param latin1Line the line, one character a byte
 * @returns false only when the line begins like an idle one and nothing else stands in it that could win when it is parsed
 */
export function mayMatter(latin1Line: string): boolean {
  // The envelope is short: the expression never sees the rest of a long line.
  const start = IDLE_START.exec(latin1Line.slice(0, 320))?.[0].length;
  if (start === undefined) return true;
  // Inside a string a quote has a backslash in front, so these are keys or whole values.
  for (const key of ['"payload"', '"timestamp"', '"item"']) if (latin1Line.includes(key, start)) return true;
  for (let at = latin1Line.indexOf('"type"', start); at >= 0; at = latin1Line.indexOf('"type"', at + 1)) {
    const type = TYPE.exec(latin1Line.slice(at, at + 64))?.[1];
    if (type === undefined || USED_TYPES.has(type)) return true;
  }
  // A key may be hidden behind an escape; the client escapes control characters only.
  return latin1Line.includes("\\u00", start) && HIDDEN.test(latin1Line.slice(start));
}

/** An escaped printable ASCII character. */
const HIDDEN = /\\u00[2-7]/;

/**
 * True for lines that {@linkcode mayMatter} may leave out; the reader does not count them, so that leaving them out
 * changes nothing.
 *
 * @param type of the line
 * @param payload of the line
 */
export function isIdle(type: string, payload: Row): boolean {
  const inner = String(payload["type"]);
  if (type === "response_item") return IDLE_ITEMS.includes(inner);
  if (type !== "event_msg") return type === "token_usage_record";
  if (inner === "item_completed") return IDLE_COMPLETED.includes(String(asRow(payload["item"])?.["type"]));
  return IDLE_EVENTS.includes(inner);
}
