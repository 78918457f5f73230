/**
 * The rows of `ui_messages.json`: what was typed is a `say` of `task` or `user_feedback`, as typed.
 *
 * @module
 */
import { checklist } from "../../lib/transcript/checklist.ts";
import type { SessionEvent, Signal } from "../../lib/types.ts";
import { asId, asRow, asText, asTime, type Row } from "./records.ts";

const MAX_COMMAND = 4096;
const MAX_OUTPUT = 2048;

/** What the client puts behind a result that changed files. */
const CHANGES_FLAG = /HAS_CHANGES$/;
/** `say` values that the assistant said. */
const SPEECH: ReadonlySet<string> = new Set(["text", "completion_result", "plan_completion_result"]);

/** Where a row stands. */
export interface UiPlace {
  readonly session: string;
  /** Number of the record; tells rows without a time apart. */
  readonly line: number;
  readonly cwd: string | null;
  /** Rows before it of the same time and kind: what was made within one millisecond is still two. */
  readonly before: number;
}

/** What a row is about: `say` or `ask`, whichever it is. */
export function uiKind(row: Row): string | null {
  return asId(row[row["type"] === "ask" ? "ask" : "say"]);
}

/** The events of one row. */
export function uiEvents(row: Row, { session, line, cwd, before }: UiPlace): SessionEvent[] {
  const kind = uiKind(row);
  const text = asText(row["text"]) ?? "";
  if (kind === null) return [];
  const at = asTime(row["ts"]);
  const key = `${session}:${typeof row["ts"] === "number" ? row["ts"] : `line-${line}`}:${kind}${
    before === 0 ? "" : `:${before + 1}`
  }`;
  const signal = (one: Signal): SessionEvent => ({ type: "signal", key, at, signal: one });
  if (row["type"] === "say") {
    if (kind === "task" || kind === "user_feedback") {
      if (text.trim() === "") return [];
      const rule = `say ${kind}`;
      return [{ type: "typed", key, uuid: null, parent: null, at, label: "typed", text, quoted: [], cwd, rule }];
    }
    if (SPEECH.has(kind)) {
      const said = kind === "text" ? text : text.replace(CHANGES_FLAG, "");
      return said.trim() === "" ? [] : [{ type: "reply", key, at, msg: null, text: said }];
    }
    if (kind === "task_progress") {
      const items = checklist(text);
      return items.length === 0 ? [] : [signal({ type: "tasks", items })];
    }
    if (kind === "tool") return toolEvents(text).map(signal);
  }
  if (kind === "command" && text !== "") {
    return [
      signal({ type: "tool-call", id: key, name: "command", command: text.slice(0, MAX_COMMAND).toWellFormed() }),
    ];
  }
  if (row["type"] === "ask" && (kind === "followup" || kind === "plan_mode_respond")) {
    const asked = askedText(text);
    return asked === "" ? [] : [{ type: "reply", key, at, msg: null, text: asked }];
  }
  return [];
}

/** The assistant's question, or its plan: JSON since about 3.3, plain text before. */
function askedText(text: string): string {
  const held = parsed(text);
  if (held === undefined) return text.trim() === "" ? "" : text;
  return asText(held["question"]) ?? asText(held["response"]) ?? "";
}

function toolEvents(text: string): readonly Signal[] {
  const held = parsed(text.length > 1024 * 1024 ? "" : text);
  const name = asId(held?.["tool"]);
  const path = asId(held?.["path"]);
  if (name === null) return [];
  const edits = /^(?:edited|new)[A-Z]/.test(name);
  return [{
    type: "tool-call",
    id: "",
    name: name.slice(0, MAX_OUTPUT),
    ...(path === null ? {} : { paths: [path] }),
    ...(edits ? { edits } : {}),
  }];
}

function parsed(text: string): Row | undefined {
  if (!text.startsWith("{")) return undefined;
  try {
    return asRow(JSON.parse(text));
  } catch {
    return undefined;
  }
}
