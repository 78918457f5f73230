/**
 * What Gemini CLI hands to a hook; the program is not waited for at the end of a session.
 *
 * @module
 */
import { foreignClient } from "../../lib/payload/foreign_client.ts";
import { parsePayloadBytes } from "../../lib/payload/payload_bytes.ts";
import type { HookEvent, HookPayload } from "../../lib/types.ts";
import { asId, asRow, safeId } from "./records.ts";

const EVENTS: Readonly<Record<string, HookEvent>> = {
  AfterAgent: "stop",
  SessionEnd: "session-end",
  PreCompress: "pre-compact",
  SessionStart: "session-start",
};

/** Reads a hook's payload from its bytes. Never throws. */
export function readGeminiCall(bytes: Uint8Array): HookPayload {
  const parsed = parsePayloadBytes(bytes);
  if ("problem" in parsed) return { kind: "unusable", reason: parsed.problem };
  const payload = asRow(parsed.value);
  if (payload === undefined) return { kind: "unusable", reason: "not-an-object" };
  const client = foreignClient(payload);
  const eventName = asId(payload["hook_event_name"]) ?? "unknown";
  if (client !== "gemini") return { kind: "foreign", client: client ?? "claude-code", eventName };
  const sessionId = safeId(payload["session_id"]);
  if (sessionId === null) return { kind: "unusable", reason: "no-session-id" };
  return {
    kind: "call",
    sessionId,
    event: EVENTS[eventName] ?? "other",
    eventName,
    transcript: asId(payload["transcript_path"]),
    cwd: asId(payload["cwd"]),
    reply: null,
    subagent: false,
  };
}
