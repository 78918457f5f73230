/**
 * Saying something in a habitat session.
 *
 * @module
 */
import type { Files } from "../io/files.ts";
import type { Json } from "../types.ts";
import { under } from "./layout.ts";
import type { MessageRole } from "./message_text.ts";
import { lastLineIsTorn } from "./row_files.ts";
import type { TranscriptMessage } from "./transcript_messages.ts";
import { LIVE_TRANSCRIPT } from "./transcript_segments.ts";

/** What is said. */
export interface NewMessage {
  /** Who speaks. */
  readonly role: MessageRole;
  /** A text, or the client's content blocks. */
  readonly content: string | readonly Json[];
  /** ISO time; now unless told. */
  readonly timestamp?: string;
}

/**
 * Appends messages to the live part of a transcript, as umwelten writes them, in one write: a compaction that goes on at
 * the same moment loses none. A last line without line feed, which umwelten leaves, gets one first. The session's
 * directory is made when it is missing.
 *
 * @returns the lines that were written
 */
export function appendMessages(
  files: Pick<Files, "append" | "makeDirectory" | "open" | "stat">,
  sessionDir: string,
  messages: readonly NewMessage[],
): readonly TranscriptMessage[] {
  if (messages.length === 0) return [];
  if (files.stat(sessionDir) === undefined) files.makeDirectory(sessionDir);
  const live = under(sessionDir, LIVE_TRANSCRIPT);
  const rows = messages.map(({ role, content, timestamp }) => ({
    type: role,
    uuid: crypto.randomUUID(),
    timestamp: timestamp ?? new Date().toISOString(),
    message: { role, content },
  }));
  const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join("");
  files.append(live, new TextEncoder().encode(`${lastLineIsTorn(files, live) ? "\n" : ""}${lines}`));
  return rows;
}
