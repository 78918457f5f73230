/**
 * Everything only Gemini CLI knows, behind the one interface of `lib/types.ts`.
 *
 * @module
 */
import { startContext } from "../../lib/payload/start_context.ts";
import type { ClientModule } from "../../lib/types.ts";
import { readGeminiCall } from "./payload.ts";
import { createGeminiReader } from "./reader.ts";
import { geminiLine, safeId } from "./records.ts";
import {
  findGeminiSession,
  geminiDirectories,
  geminiRecords,
  geminiSideDirectories,
  geminiStores,
  geminiTranscripts,
} from "./stores.ts";

/** The first metadata of a chat. */
function metadataOf(sample: readonly unknown[]) {
  for (const record of sample) {
    const line = geminiLine(record);
    if (line?.kind === "metadata" && safeId(line.metadata["sessionId"]) !== null) return line.metadata;
  }
  return undefined;
}

/** The Gemini CLI client. */
export const gemini: ClientModule = {
  name: "gemini",
  folder: "gemini",
  recognises: (sample) => metadataOf(sample) !== undefined,
  isSubagentFile: (path, sample) =>
    /[\\/]chats[\\/][^\\/]+[\\/][^\\/]+$/.test(path) || metadataOf(sample())?.["kind"] === "subagent",
  sessionOf: (path, sample) =>
    safeId(metadataOf(sample())?.["sessionId"]) ?? safeId(path.replace(/^.*[\\/]/, "").replace(/\.jsonl?$/, "")) ??
      "chat",
  documentRecords: geminiRecords,
  evidence: (record) => ({ directories: geminiDirectories(record), originSessions: [] }),
  evidenceNeedles: ['"directories"'],
  evidenceKeys: false,
  sideDirectories: geminiSideDirectories,
  automationNeedles: [],
  mayMatter: () => true,
  createReader: createGeminiReader,
  findSession: findGeminiSession,
  hookWords: ["after-agent", "session-end", "session-start"],
  // Its reference: injected as the first turn of the history, as `<hook_context>`.
  contextOutput: startContext,
  readPayload: readGeminiCall,
  stores: geminiStores,
  transcripts: geminiTranscripts,
};
