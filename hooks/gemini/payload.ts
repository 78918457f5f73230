/**
 * What Gemini CLI hands to a hook; the program is not waited for at the end of a session.
 *
 * @module
 */
import { readOwnPayload } from "../../lib/payload/own_payload.ts";
import type { HookEvent, HookPayload } from "../../lib/types.ts";
import { asId, type Row, safeId } from "./records.ts";

const EVENTS: Readonly<Record<string, HookEvent>> = {
  AfterAgent: "stop",
  SessionEnd: "session-end",
  PreCompress: "pre-compact",
  SessionStart: "session-start",
};

/** Reads a hook's payload from its bytes. Never throws. */
export function readGeminiCall(bytes: Uint8Array): HookPayload {
  return readOwnPayload("gemini", bytes, read);
}

function read(payload: Row): HookPayload {
  const eventName = asId(payload["hook_event_name"]) ?? "unknown";
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
