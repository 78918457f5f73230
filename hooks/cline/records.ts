/**
 * The lines that a task is read as. Cline keeps each conversation as documents that it rewrites as a whole; these records
 * hold of them what is read, so that what was read before looks the same whatever else was rewritten.
 *
 * @module
 */
import { asId, asRow, type Row } from "../../lib/transcript/rows.ts";

export { asId, asRow, asRows, asText, asTime, type Row, safeId } from "../../lib/transcript/rows.ts";

/** The first record: whose conversation it is and where it took place. */
export interface SessionRecord {
  readonly cline: "session";
  readonly id: string;
  readonly directories: readonly string[];
  /** A sub-agent's or teammate's conversation. */
  readonly agent: boolean;
  /** Started by a trigger or in another mode than the user's. */
  readonly automated: boolean;
  /** Somebody was there to be asked: one-shot runs answer the agent's questions by themselves [3.0.65]. */
  readonly interactive?: boolean;
}

/** A message of the session store (CLI 3, VS Code 4). */
export interface MessageRecord {
  readonly cline: "message";
  readonly message: Row;
}

/** A row of `ui_messages.json` (VS Code up to 3). */
export interface UiRecord {
  readonly cline: "ui";
  readonly row: Row;
}

/** A record, told apart. */
export type ClineRecord = SessionRecord | MessageRecord | UiRecord;

/**
 * Reads one record again.
 *
 * @param value one parsed line
 * @returns undefined for anything else
 */
export function clineRecord(value: unknown): ClineRecord | undefined {
  const row = asRow(value);
  switch (row?.["cline"]) {
    case "session": {
      const id = asId(row["id"]);
      const named = row["directories"];
      const directories = Array.isArray(named) ? named.flatMap((each) => asId(each) ?? []) : [];
      if (id === null) return undefined;
      const flags = { agent: row["agent"] === true, automated: row["automated"] === true };
      return { cline: "session", id, directories, ...flags, interactive: row["interactive"] === true };
    }
    case "message": {
      const message = asRow(row["message"]);
      return message === undefined ? undefined : { cline: "message", message };
    }
    case "ui": {
      const inner = asRow(row["row"]);
      return inner === undefined ? undefined : { cline: "ui", row: inner };
    }
  }
  return undefined;
}

/** Where a conversation without a project takes place: no project's directory (formats/other_clients.md B.3). */
const CHAT_FOLDER = /[\\/]\.?cline[\\/]data[\\/]workspaces[\\/]chat/i;

/**
 * The directories that count: no chat folder, each once.
 *
 * @param named as the client wrote them
 */
export function realDirectories(named: readonly unknown[]): readonly string[] {
  const paths = named.map(asId).filter((path) => path !== null).filter((path) => !CHAT_FOLDER.test(path));
  return [...new Set(paths)];
}
