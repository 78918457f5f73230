/**
 * Habitat sessions for tests, as umwelten writes them. Invented.
 *
 * @module
 */
import { loadMessages, type TranscriptFiles } from "./transcript_messages.ts";
import { textMessageOf } from "./message_text.ts";

/** A line as umwelten writes it, without line feed. */
export function habitatLine(role: "user" | "assistant", content: unknown, at = "2026-04-07T12:00:00.000Z"): string {
  return JSON.stringify({
    type: role,
    uuid: `u-${JSON.stringify(content)}`,
    timestamp: at,
    message: { role, content },
  });
}

/** What was said in a session, over all parts. */
export function saidIn(files: TranscriptFiles, sessionDir: string): string[] {
  return loadMessages(files, sessionDir).messages.map((row) => textMessageOf(row)?.content ?? `(${String(row.type)})`);
}
