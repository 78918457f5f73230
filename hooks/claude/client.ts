/**
 * Everything only Claude Code knows, behind the one interface of `lib/types.ts`.
 *
 * @module
 */
import type { ClientModule } from "../../lib/types.ts";
import { claudeContext } from "./context_output.ts";
import { claudeEvidence } from "./evidence.ts";
import { readClaudeCall } from "./hook_call.ts";
import { mayMatter } from "./may_matter.ts";
import { createClaudeReader } from "./reader.ts";
import { recognisesClaude } from "./recognise.ts";
import { claudeStores, claudeTranscripts, findClaudeSession, otherClaudeFiles } from "./stores.ts";

/**
 * Sub-agents' transcripts: `<session>/subagents/agent-<id>.jsonl` and the workflows below it; in older versions
 * `agent-<id>.jsonl` beside the session.
 *
 * @param path of any style
 */
export function isSubagentFile(path: string): boolean {
  const parts = path.split(/[/\\]/);
  const name = parts[parts.length - 1] ?? "";
  return parts.includes("subagents") || /^agent-[^.]+\.jsonl$/.test(name);
}

/** The Claude Code client. */
export const claude: ClientModule = {
  name: "claude-code",
  folder: "claude",
  recognises: recognisesClaude,
  isSubagentFile,
  evidence: claudeEvidence,
  evidenceNeedles: ['"requestSessionId"', '"forkedFrom"', '"environment"', '"relocatedCwd"', '"worktreeSession"'],
  automationNeedles: ['"sdk"', "observer-sessions"],
  mayMatter,
  unread: async () => (await import("./unread.ts")).unread,
  createReader: createClaudeReader,
  findSession: findClaudeSession,
  otherFiles: otherClaudeFiles,
  hookMayFail: true,
  hookWords: ["stop", "session-end", "pre-compact", "session-start"],
  readPayload: readClaudeCall,
  contextOutput: claudeContext,
  stores: claudeStores,
  transcripts: claudeTranscripts,
  collections: async () => (await import("./history.ts")).claudeHistory,
  memories: async () => (await import("./memory_notes.ts")).claudeMemories,
};
