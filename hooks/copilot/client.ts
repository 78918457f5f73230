/**
 * Everything only Copilot CLI knows, behind the one interface of `lib/types.ts`.
 *
 * @module
 */
import type { ClientModule } from "../../lib/types.ts";
import { copilotEvidence } from "./evidence.ts";
import { mayMatter } from "./may_matter.ts";
import { readCopilotCall } from "./payload.ts";
import { createCopilotReader } from "./reader.ts";
import { copilotSessionOf, recognisesCopilot } from "./recognise.ts";
import { copilotSideDirectories, copilotStores, copilotTranscripts, findCopilotSession } from "./stores.ts";

/** The GitHub Copilot CLI client. */
export const copilot: ClientModule = {
  name: "copilot",
  folder: "copilot",
  recognises: recognisesCopilot,
  // Sub-agents' events stand among the session's own.
  isSubagentFile: () => false,
  sessionOf: copilotSessionOf,
  evidence: copilotEvidence,
  evidenceNeedles: ['"session.start"', '"session.resume"', '"session.context_changed"'],
  evidenceKeys: false,
  sideDirectories: copilotSideDirectories,
  automationNeedles: [],
  mayMatter,
  createReader: createCopilotReader,
  findSession: findCopilotSession,
  hookWords: ["agent-stop", "session-end", "session-start"],
  // 1.0.8 ignores it (https://github.com/github/copilot-cli/issues/2142).
  contextOutput: (context) => `${JSON.stringify({ additionalContext: context })}\n`,
  readPayload: readCopilotCall,
  stores: copilotStores,
  transcripts: copilotTranscripts,
  collections: async () => (await import("./legacy_sessions.ts")).legacySessions,
};
