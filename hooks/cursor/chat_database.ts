/**
 * Conversations that the CLI keeps in a database of their own: `chats/<md5 of the directory>/<id>/store.db`, and below
 * `acp-sessions` (formats/other_clients.md C.1). Rows of `blobs` are named by the hash of what they hold: messages as
 * JSON, and tree nodes that are none. All messages are read in the order in which they were added: the newest tree alone
 * has lost what the client summarised.
 *
 * @module
 */
import { readTables } from "../../lib/sqlite/database.ts";
import type { DocumentFiles, Json } from "../../lib/types.ts";
import { asRow, safeId } from "./records.ts";

/** Name of the database. */
export const CHAT_DATABASE = "store.db";

/** A database longer than this is not read; those of one conversation are a few MB. */
const MOST_DATABASE = 256 * 1024 * 1024;

/** First byte of a JSON object; no node of a tree begins with it and ends as one. */
const BRACE = 0x7b;

/**
 * The session that a file of the store holds: a transcript is named after it, a database lies in a folder of its name.
 *
 * @param path of the file
 * @returns safe as one part of a path
 * @example
 * ```ts
 * import { sessionOfPath } from "./chat_database.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(sessionOfPath("/home/kim/.cursor/chats/0f/8d-1/store.db"), "8d-1");
 * assertEquals(sessionOfPath("/home/kim/.cursor/projects/srv/agent-transcripts/8d-1.jsonl"), "8d-1");
 * ```
 */
export function sessionOfPath(path: string): string {
  const parts = path.split(/[\\/]/);
  const name = parts.at(-1) ?? "";
  return safeId(name === CHAT_DATABASE ? parts.at(-2) : name.replace(/\.jsonl$/, "")) ?? "conversation";
}

/**
 * The messages of a conversation, as lines of a transcript would hold them.
 *
 * @param path `<id>/store.db`
 * @returns undefined for other files, and for a database that cannot be read now
 */
export function chatRecords(files: DocumentFiles, path: string): readonly Json[] | undefined {
  if (!/store\.db$/.test(path)) return undefined;
  const blobs = readTables(files, path, { tables: ["blobs"], mostBytes: MOST_DATABASE })?.get("blobs");
  return blobs?.flatMap(({ values: [, data] }) => data instanceof Uint8Array ? message(data) : []);
}

function message(data: Uint8Array): readonly Json[] {
  if (data[0] !== BRACE) return [];
  try {
    const { role, content } = asRow(JSON.parse(new TextDecoder().decode(data))) ?? {};
    if (role !== "user" && role !== "assistant") return [];
    return [{ role, message: { content: (Array.isArray(content) ? content.map(block) : content) as Json } }];
  } catch {
    return [];
  }
}

/** Tool calls bear other names here than in a transcript. */
function block(value: unknown): unknown {
  const row = asRow(value);
  if (row?.["type"] !== "tool-call") return value;
  return { type: "tool_use", name: row["toolName"] ?? row["name"], input: row["args"] ?? row["input"] ?? {} };
}
