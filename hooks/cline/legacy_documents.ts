/**
 * The task folders of VS Code up to 3.x, also below `~/.cline/data` and other editors' directories:
 * `tasks/<epoch ms>/ui_messages.json`, with `api_conversation_history.json` beside it and `state/taskHistory.json` above,
 * which names the directory (formats/other_clients.md B.1, B.3).
 *
 * @module
 */
import type { Files } from "../../lib/io/files.ts";
import { readDocument } from "../../lib/jsonl/broken_document.ts";
import type { Json } from "../../lib/types.ts";
import { asId, asRows, asText, realDirectories, type Row, safeId, type SessionRecord } from "./records.ts";
import { MOST_DOCUMENT } from "./session_documents.ts";

/** The file of a task that says what was shown; the name of a task's transcript. */
export const UI = "ui_messages.json";
const API = "api_conversation_history.json";
/** Fields of a row that are read. */
const KEPT = ["ts", "type", "say", "ask", "text", "partial"];

/**
 * The records of a task.
 *
 * @param path `<id>/ui_messages.json`, or `<id>/api_conversation_history.json` where that one is gone
 * @returns undefined for other files, and for documents of another shape
 */
export function legacyRecords(files: Pick<Files, "stat" | "readText">, path: string): readonly Json[] | undefined {
  const found = /^(?:(.*)[\\/])?([^\\/]+)[\\/](ui_messages|api_conversation_history)\.json$/.exec(path);
  if (found === null) return undefined;
  const [, above = "", folder = "", name] = found;
  const beside = (file: string) => path.slice(0, path.length - `${name}.json`.length) + file;
  const shown = uiRows(read(files, beside(UI)));
  // A write that was interrupted may leave nothing that can be read (https://github.com/cline/cline/issues/2321).
  const rows = shown ?? apiRows(read(files, beside(API)));
  if (rows === undefined) return undefined;
  const data = above.replace(/[\\/]?tasks$/, "");
  const session: SessionRecord = {
    cline: "session",
    id: safeId(folder) ?? "task",
    directories: realDirectories([taskDirectory(files, `${data}/state/taskHistory.json`, folder)]),
    agent: false,
    automated: false,
  };
  return [session, ...rows.map((row) => ({ cline: "ui", row }))] as unknown as Json[];
}

function read(files: Pick<Files, "stat" | "readText">, path: string): unknown {
  const size = files.stat(path)?.size;
  if (size === undefined || size > MOST_DOCUMENT) return undefined;
  return readDocument(files.readText(path) ?? "")?.value;
}

/** The directory in which a task was started; an exact field of the client's, written since about 3.10. */
function taskDirectory(files: Pick<Files, "stat" | "readText">, history: string, task: string): unknown {
  const items = read(files, history);
  return asRows(items).find((item) => item["id"] === task)?.["cwdOnTaskInitialization"];
}

function uiRows(value: unknown): readonly Row[] | undefined {
  const rows = asRows(value);
  const isShown = rows.some((row) => row["type"] === "say" || row["type"] === "ask");
  if (!isShown) return undefined;
  return rows.filter((row) => row["partial"] !== true).map((row) =>
    Object.fromEntries(KEPT.filter((key) => row[key] !== undefined).map((key) => [key, row[key]]))
  );
}

/** Where the user's words stand in what the model was sent. */
const WORDS = ["task", "feedback", "user_message", "answer"];

/** The same from what the model was sent, where nothing else is left. */
function apiRows(value: unknown): readonly Row[] | undefined {
  const messages = asRows(value).filter((row) => row["role"] === "user" || row["role"] === "assistant");
  if (messages.length === 0) return undefined;
  return messages.flatMap((message): readonly Row[] => {
    const { content, ts = null } = message;
    const texts = typeof content === "string"
      ? [content]
      : asRows(content).filter((part) => part["type"] === "text").flatMap((part) => asText(part["text"]) ?? []);
    if (message["role"] === "assistant") return texts.map((text) => ({ ts, type: "say", say: "text", text }));
    return texts.flatMap((text) =>
      typedParts(text).map((words) => ({ ts, type: "say", say: "user_feedback", text: words }))
    );
  });
}

function typedParts(text: string): readonly string[] {
  return WORDS.flatMap((word) => {
    const start = text.indexOf(`<${word}>`);
    const end = start < 0 ? -1 : text.indexOf(`</${word}>`, start);
    return end < 0 ? [] : [text.slice(start + word.length + 2, end).trim()];
  }).filter((words) => asId(words) !== null);
}
