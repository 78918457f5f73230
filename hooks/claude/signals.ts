/**
 * Structure around the conversation for the learning rules: tool calls, their results, the task list.
 *
 * @module
 */
import type { Signal, TaskItem } from "../../lib/types.ts";
import { isRefused, resultText } from "./answers.ts";
import { asId, asRow, asRows, asText, type Row } from "./records.ts";

/** Code units kept of a failed tool's output. */
const MAX_OUTPUT = 2048;
/** Code units kept of a shell command. */
const MAX_COMMAND = 8192;
/** Tasks kept of one list. */
const MAX_TASKS = 256;

const EDIT_TOOLS: ReadonlySet<string> = new Set(["Edit", "Write", "MultiEdit", "NotebookEdit"]);
const SHELL_TOOLS: ReadonlySet<string> = new Set(["Bash", "PowerShell"]);
const STATUSES: ReadonlySet<unknown> = new Set(["pending", "in_progress", "completed", "deleted"]);

function head(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).toWellFormed();
}

function asStatus(value: unknown): TaskItem["status"] | undefined {
  return STATUSES.has(value) ? value as TaskItem["status"] : undefined;
}

function taskId(value: unknown): string | null {
  return typeof value === "number" ? String(value) : asId(value);
}

/**
 * Signals of one `tool_use` block.
 *
 * @param block the block
 */
export function callSignals(block: Row): readonly Signal[] {
  const name = asId(block["name"]);
  if (name === null) return [];
  const input = asRow(block["input"]) ?? {};
  const command = SHELL_TOOLS.has(name) ? asText(input["command"]) : undefined;
  const path = asId(input["file_path"]) ?? asId(input["notebook_path"]);
  const signals: Signal[] = [{
    type: "tool-call",
    id: asId(block["id"]) ?? "",
    name,
    ...(command === undefined ? {} : { command: head(command, MAX_COMMAND) }),
    ...(path === null ? {} : { paths: [path] }),
    ...(EDIT_TOOLS.has(name) ? { edits: true } : {}),
  }];
  if (name === "TodoWrite" && Array.isArray(input["todos"])) {
    signals.push({ type: "tasks", items: tasks(asRows(input["todos"]), "content") });
  }
  if (name === "TaskUpdate") signals.push(...taskUpdate(input));
  return signals;
}

function tasks(rows: readonly Row[], titleField: string): readonly TaskItem[] {
  const items: TaskItem[] = [];
  rows.slice(0, MAX_TASKS).forEach((row, index) => {
    const title = asText(row[titleField]);
    const status = asStatus(row["status"]);
    if (title === undefined || status === undefined) return;
    items.push({ id: taskId(row["id"]) ?? String(index + 1), title: head(title, MAX_OUTPUT), status });
  });
  return items;
}

function taskUpdate(input: Row): readonly Signal[] {
  const id = taskId(input["taskId"]);
  if (id === null) return [];
  const title = asText(input["subject"]);
  const status = asStatus(input["status"]);
  if (title === undefined && status === undefined) return [];
  return [{
    type: "task",
    id,
    ...(title === undefined ? {} : { title: head(title, MAX_OUTPUT) }),
    ...(status === undefined ? {} : { status }),
  }];
}

/**
 * Signals of one `tool_result` block.
 *
 * @param block the block
 * @param result the row's `toolUseResult`, when the row holds this one result only
 */
export function resultSignals(block: Row, result: unknown): readonly Signal[] {
  const ok = block["is_error"] !== true;
  // What a call gave that worked is most of a transcript, and no rule reads it.
  const text = ok ? "" : head(resultText(block), MAX_OUTPUT);
  const signals: Signal[] = [{
    type: "tool-result",
    id: asId(block["tool_use_id"]) ?? "",
    ok,
    ...(!ok && isRefused(text) ? { refused: true } : {}),
    text,
  }];
  // TaskCreate learns its task's id from the result only (2.1.17 and later).
  const created = asRow(asRow(result)?.["task"]);
  const id = taskId(created?.["id"]);
  const title = asText(created?.["subject"]);
  if (id !== null && title !== undefined) {
    signals.push({
      type: "task",
      id,
      title: head(title, MAX_OUTPUT),
      status: asStatus(created?.["status"]) ?? "pending",
    });
  }
  return signals;
}
