/**
 * Everything only Codex knows, behind the one interface of `lib/types.ts`.
 *
 * @module
 */
import { startContext } from "../../lib/payload/start_context.ts";
import type { ClientModule, HookEvent } from "../../lib/types.ts";
import { codexEvidence } from "./evidence.ts";
import { mayMatter } from "./may_matter.ts";
import { codexParts } from "./parts.ts";
import { readCodexCall, readCodexNotify } from "./payload.ts";
import { createCodexReader } from "./reader.ts";
import { isSubagentThread, recognisesCodex, threadOf } from "./recognise.ts";
import { rolloutName, splitPath } from "./rollout_names.ts";
import { codexStores, codexTranscripts, findCodexSession, findInCodexHome } from "./stores.ts";

/** The thread that the first `session_meta` names, else the one in the file's name, else the name itself. */
function sessionOf(path: string, sample: () => readonly unknown[]): string {
  const { name } = splitPath(path);
  return threadOf(sample()) ?? rolloutName(name)?.thread ?? name.replace(/\.jsonl(?:\.zst)?$/, "");
}

/**
 * Codex kills a session end after 3 s, whatever it asks for (measured, 0.171), and what was stored then is not committed.
 * The rest is left for storing. Nobody waits for a turn that has ended longer than for that, either.
 */
function hookMilliseconds(event: HookEvent): number {
  return event === "session-end" ? 1800 : 4000;
}

/** The Codex client. */
export const codex: ClientModule = {
  name: "codex",
  folder: "codex",
  recognises: recognisesCodex,
  isSubagentFile: (_path, sample) => isSubagentThread(sample()),
  sessionOf,
  parts: codexParts,
  evidence: codexEvidence,
  evidenceNeedles: [
    '"session_meta"',
    '"turn_context"',
    '"thread_settings_applied"',
    '"world_state"',
    "<environment_context>",
    // The first line of a file up to 0.29.
    '"instructions"',
  ],
  evidenceKeys: false,
  automationNeedles: ['"source":"exec"', '"source":"mcp"', '"source": "exec"', '"source": "mcp"'],
  mayMatter,
  createReader: createCodexReader,
  findSession: findCodexSession,
  findInStore: findInCodexHome,
  hookWords: ["stop", "session-end", "session-start", "notify"],
  // As in Claude Code: the schemas in the program name `hookSpecificOutput.additionalContext` for this event.
  contextOutput: startContext,
  // The older `notify` program gets one argument, and nothing on standard input (measured, 0.171).
  argumentWord: { word: "notify", read: readCodexNotify },
  hookMilliseconds,
  readPayload: readCodexCall,
  stores: codexStores,
  transcripts: codexTranscripts,
};
