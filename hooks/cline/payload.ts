/**
 * What Cline hands to the program in its hooks folder: no transcript and no working directory, so the session's id finds
 * the file (formats/other_clients.md B.5).
 *
 * @module
 */
import { foreignClient } from "../../lib/payload/foreign_client.ts";
import { parsePayloadBytes } from "../../lib/payload/payload_bytes.ts";
import type { HookEvent, HookPayload } from "../../lib/types.ts";
import { asId, asRow, safeId } from "./records.ts";

/** The internal names of 4.x and the file names of 3.x. */
const EVENTS: Readonly<Record<string, HookEvent>> = {
  agent_end: "stop",
  TaskComplete: "stop",
  TaskCancel: "stop",
  agent_abort: "stop",
  agent_error: "stop",
  SessionShutdown: "session-end",
  session_shutdown: "session-end",
  PreCompact: "pre-compact",
};

/** Reads a hook's payload from its bytes. Never throws. */
export function readClineCall(bytes: Uint8Array): HookPayload {
  const parsed = parsePayloadBytes(bytes);
  if ("problem" in parsed) return { kind: "unusable", reason: parsed.problem };
  const payload = asRow(parsed.value);
  if (payload === undefined) return { kind: "unusable", reason: "not-an-object" };
  const client = foreignClient(payload);
  const eventName = asId(payload["hookName"]) ?? "unknown";
  if (client !== "cline") {
    return { kind: "foreign", client: client ?? "claude-code", eventName: asId(payload["hook_event_name"]) };
  }
  const sessionId = safeId(asRow(payload["sessionContext"])?.["rootSessionId"]) ?? safeId(payload["taskId"]);
  if (sessionId === null) return { kind: "unusable", reason: "no-session-id" };
  return {
    kind: "call",
    sessionId,
    event: EVENTS[eventName] ?? "other",
    eventName,
    transcript: null,
    cwd: null,
    reply: null,
    subagent: asId(payload["parent_agent_id"]) !== null,
  };
}
