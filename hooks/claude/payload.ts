/**
 * The payload of a Claude Code hook: one JSON object on stdin. The guards are written by hand because this is the hook's
 * path; `payload_test.ts` holds the zod schema that they are checked against.
 *
 * Field names and versions: the `@anthropic-ai/claude-agent-sdk` 0.3.332 types.
 *
 * @module
 */
import { type ForeignClient, foreignClient, type PayloadObject } from "../../lib/payload/foreign_client.ts";

export {
  type ParsedPayload,
  parsePayloadBytes,
  parsePayloadText,
  type PayloadFlag,
} from "../../lib/payload/payload_bytes.ts";
export { type ForeignClient, foreignClient } from "../../lib/payload/foreign_client.ts";

/** A payload that Claude Code sent. */
export interface ClaudePayload {
  readonly kind: "claude";
  /** `session_id`: safe as one part of a path. */
  readonly sessionId: string;
  /** `hook_event_name` as it came; unknown ones are for the caller to ignore. */
  readonly event: string;
  /**
   * `transcript_path`; null when it is missing, empty (https://github.com/anthropics/claude-code/issues/13668) or holds
   * U+FFFD, that is, came through a legacy code page. The session id finds the file then.
   */
  readonly transcriptPath: string | null;
  /** `cwd`; null when it is missing or empty. A damaged one stays: where it lies is not known, which is not "nowhere". */
  readonly cwd: string | null;
  /** The reply that a Stop ends with (2.1.47+). Null for other events, whose field holds an error or a sub-agent's text. */
  readonly lastAssistantMessage: string | null;
  /** `prompt_id`, the `promptId` of the transcript's records (2.1.196+). */
  readonly promptId: string | null;
  /** True when a Stop hook made the agent go on and this is the Stop after it. */
  readonly stopHookActive: boolean;
  /** `agent_id`: the hook runs inside a sub-agent. */
  readonly agentId: string | null;
  /**
   * The payload is about a sub-agent's turn: there is nothing that the user typed. `agent_type` alone does not say so, a
   * main session can be started as an agent.
   */
  readonly subagent: boolean;
  /** Why a session ended: `clear`, `resume`, `logout`, `prompt_input_exit`, `other`. */
  readonly reason: string | null;
  /** What started a compaction: `manual`, `auto`. */
  readonly trigger: string | null;
  /** What started a session (`startup`, `resume`, `clear`, `compact`, `fork`) or where a prompt came from. */
  readonly source: string | null;
}

/** A payload of another client that runs Claude's hook entries. */
export interface ForeignPayload {
  readonly kind: "foreign";
  readonly client: ForeignClient;
  /** The session, where the payload names one that is safe as one part of a path. */
  readonly sessionId: string | null;
  readonly event: string | null;
}

/** A value that is nobody's payload. */
export interface UnusablePayload {
  readonly kind: "unusable";
  readonly reason: "not-an-object" | "no-session-id" | "no-event";
}

/**
 * Decides whose payload a value is and takes what this product needs of it. Never throws.
 *
 * Only a session id and an event are required; an optional field of another type counts as missing, so that a change in
 * one of them does not stop the learning.
 *
 * @param value what `parsePayloadBytes` returned
 * @example
 * ```ts
 * import { readClaudePayload } from "./payload.ts";
 * const payload = { session_id: "s1", hook_event_name: "SessionEnd", cwd: "/srv/kettle", reason: "clear" };
 * readClaudePayload(payload).kind; // "claude"
 * ```
 */
export function readClaudePayload(value: unknown): ClaudePayload | ForeignPayload | UnusablePayload {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { kind: "unusable", reason: "not-an-object" };
  }
  const payload = value as PayloadObject;
  const client = foreignClient(payload);
  if (client !== undefined) return readForeign(payload, client);
  const sessionId = sessionIdOf(payload.session_id);
  if (sessionId === null) return { kind: "unusable", reason: "no-session-id" };
  const event = filled(payload.hook_event_name);
  if (event === null) return { kind: "unusable", reason: "no-event" };
  return readClaude(payload, { sessionId, event });
}

function readClaude(
  payload: PayloadObject,
  known: { readonly sessionId: string; readonly event: string },
): ClaudePayload {
  const transcriptPath = undamaged(payload.transcript_path);
  const agentId = filled(payload.agent_id);
  return {
    kind: "claude",
    ...known,
    transcriptPath,
    cwd: filled(payload.cwd),
    lastAssistantMessage: known.event === "Stop" ? filled(payload.last_assistant_message) : null,
    promptId: filled(payload.prompt_id),
    stopHookActive: payload.stop_hook_active === true,
    agentId,
    subagent: agentId !== null || known.event.startsWith("Subagent") || isSubagentTranscript(transcriptPath),
    reason: filled(payload.reason),
    trigger: filled(payload.trigger),
    source: filled(payload.source),
  };
}

function readForeign(payload: PayloadObject, client: ForeignClient): ForeignPayload {
  const ids = [payload.session_id, payload.sessionId, payload.conversation_id, payload.taskId];
  const events = [payload.hook_event_name, payload.hookEventName, payload.hookName];
  return {
    kind: "foreign",
    client,
    sessionId: ids.map(sessionIdOf).find((id) => id !== null) ?? null,
    event: events.map(filled).find((event) => event !== null) ?? null,
  };
}

function filled(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** A path with U+FFFD, or with a NUL, is not the path that the client wrote (https://github.com/alibaba/loongsuite-pilot/pull/32). */
function undamaged(value: unknown): string | null {
  const path = filled(value);
  return path === null || /[\ufffd\0]/.test(path) ? null : path;
}

/** The id becomes part of paths: nothing that leaves a directory, and the shape that clients write. */
function sessionIdOf(value: unknown): string | null {
  return typeof value === "string" && /^[0-9A-Za-z][0-9A-Za-z_-]{0,127}$/.test(value) ? value : null;
}

/** Sub-agent transcripts lie in `<session>/subagents/`; older versions wrote `agent-<id>.jsonl` beside the session. */
function isSubagentTranscript(path: string | null): boolean {
  if (path === null) return false;
  const parts = path.replaceAll("\\", "/").split("/");
  // A folder of that name above the store says nothing.
  return parts.lastIndexOf("subagents") > parts.lastIndexOf("projects") || /^agent-.*\.jsonl$/.test(parts.at(-1) ?? "");
}
