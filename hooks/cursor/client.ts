/**
 * Everything only Cursor knows, behind the one interface of `lib/types.ts`.
 *
 * @module
 */
import type { ClientModule } from "../../lib/types.ts";
import { chatRecords, sessionOfPath } from "./chat_database.ts";
import { readCursorCall } from "./payload.ts";
import { createCursorReader } from "./reader.ts";
import { cursorMessage, EDITOR_MARK, editorDirectories } from "./records.ts";
import { cursorSideDirectories, cursorStores, cursorTranscripts, findCursorSession } from "./stores.ts";

/** The Cursor client. */
export const cursor: ClientModule = {
  name: "cursor",
  folder: "cursor",
  recognises: (sample) => sample.some((record) => cursorMessage(record) !== undefined),
  isSubagentFile: (path) => /[\\/]subagents[\\/][^\\/]+$/.test(path),
  sessionOf: sessionOfPath,
  documentRecords: chatRecords,
  // Only what was read from the editor's database names directories.
  evidence: (record) => ({ directories: editorDirectories(record), originSessions: [] }),
  evidenceNeedles: [`"${EDITOR_MARK}"`],
  evidenceKeys: false,
  sideDirectories: cursorSideDirectories,
  automationNeedles: [],
  mayMatter: () => true,
  createReader: createCursorReader,
  findSession: findCursorSession,
  hookWords: ["stop", "session-end", "session-start"],
  // Some versions refuse the event (https://forum.cursor.com/t/unknown-hook-type-sessionstart/149566).
  contextOutput: (context) => `${JSON.stringify({ additional_context: context })}\n`,
  readPayload: readCursorCall,
  stores: cursorStores,
  transcripts: cursorTranscripts,
  collections: async () => (await import("./editor_databases.ts")).editorDatabases,
};
