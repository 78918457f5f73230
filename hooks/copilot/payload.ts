/**
 * What Copilot CLI hands to a hook: `agentStop` and `sessionEnd` in camel case, or `Stop` and `SessionEnd` in snake case
 * for entries that are registered by Claude's names (formats/other_clients.md A.6).
 *
 * @module
 */
import { readOwnPayload } from "../../lib/payload/own_payload.ts";
import type { HookEvent, HookPayload } from "../../lib/types.ts";
import { asId, type Row, safeId } from "./records.ts";

const EVENTS: Readonly<Record<string, HookEvent>> = {
  agentStop: "stop",
  Stop: "stop",
  sessionEnd: "session-end",
  SessionEnd: "session-end",
  sessionStart: "session-start",
  SessionStart: "session-start",
};

/** What only the payloads of sub-agents hold. */
const AGENT = ["agentName", "agentId", "parentAgentId", "agent_name", "agent_id", "parent_agent_id"];

/** Reads a hook's payload from its bytes. Never throws. */
export function readCopilotCall(bytes: Uint8Array): HookPayload {
  return readOwnPayload("copilot", bytes, read);
}

function read(payload: Row): HookPayload {
  const stated = asId(payload["hook_event_name"]);
  const session = safeId(payload["sessionId"]) ?? safeId(payload["session_id"]);
  if (session === null) return { kind: "unusable", reason: "no-session-id" };
  const eventName = stated ?? eventOf(payload);
  const at = timeOf(payload["timestamp"]);
  return {
    kind: "call",
    sessionId: session,
    event: EVENTS[eventName] ?? "other",
    eventName,
    // The end of a session names no file: the id finds it.
    transcript: path(payload["transcriptPath"]) ?? path(payload["transcript_path"]),
    cwd: asId(payload["cwd"]),
    reply: null,
    // Events are written in batches: the one that the hook's start is comes into the file moments later (1.0.102), and
    // a session's first batch makes the file.
    ...(at === undefined ? {} : { writesAfter: at }),
    // 1.0.102 calls agentStop for a sub-agent too: under the agent's own id, with the file of the session that sent it.
    subagent: eventName.toLowerCase().startsWith("subagent") || AGENT.some((name) => asId(payload[name]) !== null),
  };
}

/** The camel-case payloads do not name their event: their members tell. */
function eventOf(payload: { readonly [key: string]: unknown }): string {
  if (Object.hasOwn(payload, "agentName")) return "subagentStop";
  if (Object.hasOwn(payload, "stopReason")) return "agentStop";
  if (Object.hasOwn(payload, "reason") && !Object.hasOwn(payload, "toolName")) return "sessionEnd";
  if (Object.hasOwn(payload, "source")) return "sessionStart";
  return "other";
}

/** Milliseconds since 1970: a number in the camel-case payloads, an ISO time in the others. */
function timeOf(value: unknown): number | undefined {
  const time = typeof value === "number" ? value : Date.parse(asId(value) ?? "");
  return Number.isFinite(time) ? time : undefined;
}

/** A path that did not come through a legacy code page. */
function path(value: unknown): string | null {
  const text = asId(value);
  return text === null || text.includes("\ufffd") ? null : text;
}
