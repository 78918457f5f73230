/**
 * Tool calls, their results and the task list, as learning rules read them.
 *
 * @module
 */
import { checklist } from "../../lib/transcript/checklist.ts";
import type { Signal } from "../../lib/types.ts";
import { asId, asRow, asText, type Row } from "./records.ts";

const MAX_COMMAND = 4096;
const MAX_OUTPUT = 2048;

/** Tools that run a command. */
const SHELLS: ReadonlySet<string> = new Set(["bash", "powershell", "shell", "local_shell"]);
/** Tools that change files. */
const EDITORS: ReadonlySet<string> = new Set([
  "edit",
  "create",
  "str_replace_editor",
  "apply_patch",
  "write",
  "delete",
]);

/**
 * The signals of a `tool.execution_start`.
 *
 * @param data of the event
 */
export function callSignals(data: Row): readonly Signal[] {
  const name = asId(data["toolName"]) ?? "";
  const input = asRow(data["arguments"]) ?? {};
  const command = SHELLS.has(name) ? asText(input["command"]) : undefined;
  const paths = [input["path"], input["file_path"], input["filePath"]].map(asId).filter((path) => path !== null);
  const changes = EDITORS.has(name) && input["command"] !== "view";
  const signals: Signal[] = [{
    type: "tool-call",
    id: asId(data["toolCallId"]) ?? "",
    name,
    ...(command === undefined ? {} : { command: command.slice(0, MAX_COMMAND).toWellFormed() }),
    ...(paths.length === 0 ? {} : { paths }),
    ...(changes ? { edits: true } : {}),
  }];
  const todos = name === "update_todo" ? asText(input["todos"]) : undefined;
  if (todos !== undefined) signals.push({ type: "tasks", items: checklist(todos) });
  return signals;
}

/** Words of an error that say that the user stopped the call. */
const REFUSED =
  /\b(?:denied|rejected|declined|cancell?ed)\b[^\n]{0,40}\buser\b|\buser\b[^\n]{0,40}\b(?:denied|rejected|declined)\b/i;

/**
 * The signal of a `tool.execution_complete`.
 *
 * @param data of the event
 */
export function resultSignal(data: Row): Signal {
  const error = asRow(data["error"]);
  const result = asRow(data["result"]);
  const text = asText(result?.["content"]) ?? asText(data["result"]) ?? asText(error?.["message"]) ?? "";
  const head = text.slice(0, MAX_OUTPUT).toWellFormed();
  const ok = data["success"] === true && !failed(data, text);
  const refused = !ok &&
    (/^(?:denied|rejected)$/.test(asText(error?.["code"]) ?? "") || REFUSED.test(head.slice(0, 400)));
  return { type: "tool-result", id: asId(data["toolCallId"]) ?? "", ok, ...(refused ? { refused } : {}), text: head };
}

/**
 * The shell tools count a command that failed as a tool that worked. 1.0.102 states its status; others write it as the last
 * line, which is looked for at the end, as what is kept of a long output is its start.
 */
function failed(data: Row, text: string): boolean {
  const stated = asRow(data["shellExecution"])?.["exitCode"];
  if (typeof stated === "number") return stated !== 0;
  const code = STATUS.exec(text.slice(-MOST_STATUS))?.[1];
  return code !== undefined && code !== "0";
}

/** `<exited with exit code 2>`; with the shell named behind a read of its output, and in 1.0.102. */
const STATUS =
  /<(?:exited|command with id: [^<>\n]{1,64} exited|shellId: [^<>\n]{1,64} completed) with exit code (-?\d{1,10})>\s*$/;
const MOST_STATUS = 256;
