/**
 * What Cline hands to the program in its hooks folder: no transcript, so the session's id finds the file
 * (formats/other_clients.md B.5).
 *
 * @module
 */
import { readOwnPayload } from "../../lib/payload/own_payload.ts";
import { asTime } from "../../lib/transcript/rows.ts";
import type { HookEvent, HookPayload } from "../../lib/types.ts";
import { asId, asRow, realDirectories, type Row, safeId } from "./records.ts";

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
  return readOwnPayload("cline", bytes, read);
}

function read(payload: Row): HookPayload {
  const eventName = asId(payload["hookName"]) ?? "unknown";
  const sessionId = safeId(asRow(payload["sessionContext"])?.["rootSessionId"]) ?? safeId(payload["taskId"]);
  if (sessionId === null) return { kind: "unusable", reason: "no-session-id" };
  // What the window has open may have changed since the manifest was written.
  const named = payload["workspaceRoots"];
  const all = [asRow(payload["workspaceInfo"])?.["rootPath"], ...(Array.isArray(named) ? named : [])];
  const [cwd = null, ...roots] = realDirectories(all);
  const at = Date.parse(asTime(payload["timestamp"]) ?? "");
  return {
    kind: "call",
    sessionId,
    event: EVENTS[eventName] ?? "other",
    eventName,
    transcript: null,
    cwd,
    ...(roots.length === 0 ? {} : { roots }),
    reply: null,
    // The session's file is written 65 to 100 ms later (CLI 3.0.65).
    ...(Number.isNaN(at) ? {} : { writesAfter: at }),
    subagent: asId(payload["parent_agent_id"]) !== null,
  };
}
