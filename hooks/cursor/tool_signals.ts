/**
 * Tool calls and task lists, as learning rules read them. A transcript holds no results.
 *
 * @module
 */
import type { Signal, TaskItem } from "../../lib/types.ts";
import { asId, asRow, asRows, asText, type Row } from "./records.ts";

const MAX_COMMAND = 4096;
const MAX_TASKS = 256;
const MAX_TITLE = 512;

/** Tools that change files. */
const EDITORS: ReadonlySet<string> = new Set([
  "Write",
  "StrReplace",
  "ApplyPatch",
  "Delete",
  "EditNotebook",
  "edit_file",
  "search_replace",
]);

/**
 * The signals of a `tool_use` block.
 *
 * @param block of an assistant's message
 */
export function callSignals(block: Row): readonly Signal[] {
  const name = asId(block["name"]) ?? "";
  const input = asRow(block["input"]) ?? {};
  const command = asText(input["command"]);
  const path = asId(input["path"]) ?? asId(input["file_path"]) ?? asId(input["target_file"]);
  const call: Signal = {
    type: "tool-call",
    id: asId(block["id"]) ?? "",
    name,
    ...(command === undefined ? {} : { command: command.slice(0, MAX_COMMAND).toWellFormed() }),
    ...(path === null ? {} : { paths: [path] }),
    ...(EDITORS.has(name) ? { edits: true } : {}),
  };
  return [call, ...taskSignals(name, input)];
}

const STATUSES: Readonly<Record<string, TaskItem["status"]>> = {
  pending: "pending",
  in_progress: "in_progress",
  completed: "completed",
  cancelled: "deleted",
};

function taskSignals(name: string, input: Row): readonly Signal[] {
  if (!/^todo_?write$/i.test(name)) return [];
  const items = asRows(input["todos"]).slice(0, MAX_TASKS).flatMap((todo): readonly TaskItem[] => {
    const [id, title] = [asId(todo["id"]), asText(todo["content"])];
    const status = STATUSES[asId(todo["status"]) ?? "pending"];
    if (id === null || title === undefined || status === undefined) return [];
    return [{ id, title: title.slice(0, MAX_TITLE).toWellFormed(), status }];
  });
  // A merge names what changed and leaves the rest of the list as it is.
  if (input["merge"] === true) return items.map((item) => ({ type: "task", ...item }));
  return items.length === 0 ? [] : [{ type: "tasks", items }];
}
