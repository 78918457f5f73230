/**
 * Everything only Cline knows, behind the one interface of `lib/types.ts`.
 *
 * @module
 */
import type { ClientModule, RecordEvidence } from "../../lib/types.ts";
import { legacyRecords } from "./legacy_documents.ts";
import { readClineCall } from "./payload.ts";
import { createClineReader } from "./reader.ts";
import { clineRecord } from "./records.ts";
import { sessionRecords } from "./session_documents.ts";
import { clineStores, clineTranscripts, findClineSession } from "./stores.ts";

/** Both directories of the manifest count (design section 4). */
function clineEvidence(value: unknown): RecordEvidence {
  const record = clineRecord(value);
  if (record?.cline !== "session") return { directories: [], originSessions: [] };
  const directories = record.directories.map((path) => ({ path, source: "record" as const }));
  return { sessionId: record.id, directories, originSessions: [] };
}

function sessionIn(sample: readonly unknown[]) {
  const first = clineRecord(sample[0]);
  return first?.cline === "session" ? first : undefined;
}

/** The Cline client. */
export const cline: ClientModule = {
  name: "cline",
  folder: "cline",
  recognises: (sample) => sessionIn(sample) !== undefined,
  isSubagentFile: (_path, sample) => sessionIn(sample())?.agent === true,
  sessionOf: (_path, sample) => sessionIn(sample())?.id ?? "session",
  documentRecords: (files, path) => sessionRecords(files, path) ?? legacyRecords(files, path),
  evidence: clineEvidence,
  evidenceNeedles: ['"cline":"session"'],
  evidenceKeys: false,
  automationNeedles: ['"automated":true'],
  mayMatter: () => true,
  createReader: createClineReader,
  findSession: findClineSession,
  hookWords: ["task-complete", "session-shutdown"],
  readPayload: readClineCall,
  stores: clineStores,
  transcripts: clineTranscripts,
};
