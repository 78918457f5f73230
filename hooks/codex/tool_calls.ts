/**
 * Structure around the conversation for the learning rules: commands, edits, the task list.
 *
 * @module
 */
import type { Signal, TaskItem } from "../../lib/types.ts";
import { patchPaths } from "./patch_paths.ts";
import { asId, asRow, asRows, asText, type Row } from "./records.ts";

/** Code units kept of a shell command. */
const MAX_COMMAND = 8192;
/** Code units kept of a task's title. */
const MAX_TITLE = 2048;
/** Tasks kept of one list. */
const MAX_TASKS = 256;

const STATUSES: ReadonlySet<unknown> = new Set(["pending", "in_progress", "completed"]);

/** Items that are a call of a tool. */
const CALLS: ReadonlySet<unknown> = new Set([
  "function_call",
  "custom_tool_call",
  "local_shell_call",
  "web_search_call",
]);

/** A call of a tool, whatever item holds it. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** The parsed arguments; empty where they are no object. */
  readonly input: Row;
  /** The arguments as text, for tools that take a patch or a script. */
  readonly raw: string;
}

/**
 * Reads a response item as a tool call.
 *
 * @param item a response item
 * @returns undefined when it is none
 */
export function toolCall(item: Row): ToolCall | undefined {
  const type = item["type"];
  if (!CALLS.has(type)) return undefined;
  const id = asId(item["call_id"]) ?? asId(item["id"]) ?? "";
  if (type === "local_shell_call") return { id, name: "local_shell", input: asRow(item["action"]) ?? {}, raw: "" };
  if (type === "web_search_call") return { id, name: "web_search", input: asRow(item["action"]) ?? {}, raw: "" };
  const name = asId(item["name"]);
  if (name === null) return undefined;
  const written = item["arguments"] ?? item["input"];
  const raw = asText(written) ?? "";
  return { id, name, input: asRow(written) ?? parsed(raw), raw };
}

function parsed(text: string): Row {
  if (!text.trimStart().startsWith("{")) return {};
  try {
    return asRow(JSON.parse(text)) ?? {};
  } catch {
    return {};
  }
}

/**
 * Signals of a tool call.
 *
 * @param call what {@linkcode toolCall} gave
 */
export function callSignals(call: ToolCall): readonly Signal[] {
  const { id, name, input } = call;
  const command = commandText(input);
  const patch = name === "apply_patch" ? asText(input["input"]) ?? asText(input["patch"]) ?? call.raw : command ?? "";
  const paths = name === "view_image" ? [asId(input["path"]) ?? ""].filter((path) => path !== "") : patchPaths(patch);
  const edits = name === "apply_patch" || (paths.length > 0 && name !== "view_image");
  const signals: Signal[] = [{
    type: "tool-call",
    id,
    name,
    ...(command === undefined || name === "apply_patch"
      ? {}
      : { command: command.slice(0, MAX_COMMAND).toWellFormed() }),
    ...(paths.length === 0 ? {} : { paths }),
    ...(edits ? { edits: true } : {}),
  }];
  if (name === "update_plan" && Array.isArray(input["plan"])) {
    signals.push({ type: "tasks", items: tasks(asRows(input["plan"])) });
  }
  return signals;
}

/** `shell` takes an argument vector, `exec_command` `cmd`, `shell_command` a line. */
function commandText(input: Row): string | undefined {
  const command = input["command"] ?? input["cmd"];
  if (typeof command === "string") return command.toWellFormed();
  if (!Array.isArray(command)) return undefined;
  const words = command.flatMap((word) => asText(word) ?? []);
  const [shell = "", flag = "", script] = words;
  // `bash -lc SCRIPT`: the script is the command; the rest is how it is run.
  if (words.length === 3 && script !== undefined && /(?:^|[/\\])(?:ba|z|da|k|fi)?sh(?:\.exe)?$/.test(shell)) {
    if (/^-[a-z]*c$/.test(flag)) return script;
  }
  return words.length === 0 ? undefined : words.join(" ");
}

function tasks(rows: readonly Row[]): readonly TaskItem[] {
  const items: TaskItem[] = [];
  rows.slice(0, MAX_TASKS).forEach((row, index) => {
    const title = asText(row["step"]);
    const status = row["status"];
    if (title === undefined || !STATUSES.has(status)) return;
    items.push({
      id: String(index + 1),
      title: title.slice(0, MAX_TITLE).toWellFormed(),
      status: status as TaskItem["status"],
    });
  });
  return items;
}
