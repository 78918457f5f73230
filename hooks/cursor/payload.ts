/**
 * What Cursor hands to a hook. Its text comes through the system's code page on Windows and is never used, the user's
 * address is never read (formats/other_clients.md C.5).
 *
 * @module
 */
import { readOwnPayload } from "../../lib/payload/own_payload.ts";
import type { HookEvent, HookPayload } from "../../lib/types.ts";
import { asId, type Row, safeId } from "./records.ts";

const EVENTS: Readonly<Record<string, HookEvent>> = {
  stop: "stop",
  sessionEnd: "session-end",
  preCompact: "pre-compact",
  sessionStart: "session-start",
};

/** Reads a hook's payload from its bytes. Never throws. */
export function readCursorCall(bytes: Uint8Array): HookPayload {
  return readOwnPayload("cursor", bytes, read);
}

function read(payload: Row): HookPayload {
  const eventName = asId(payload["hook_event_name"]);
  const sessionId = safeId(payload["conversation_id"]);
  if (sessionId === null) return { kind: "unusable", reason: "no-session-id" };
  const all = payload["workspace_roots"];
  const [cwd = null, ...roots] = (Array.isArray(all) ? all : []).flatMap((root) => named(root) ?? []);
  return {
    kind: "call",
    sessionId,
    event: EVENTS[eventName ?? ""] ?? "other",
    eventName: eventName ?? "unknown",
    // The CLI gives none: the id finds the file (https://github.com/entireio/cli/pull/522).
    transcript: usable(payload["transcript_path"]),
    cwd,
    ...(roots.length === 0 ? {} : { roots }),
    reply: null,
    subagent: (eventName ?? "").toLowerCase().startsWith("subagent"),
  };
}

/** A path that can be opened: not one that came through a legacy code page. */
function usable(value: unknown): string | null {
  const path = named(value);
  return path === null || path.includes("\ufffd") ? null : path;
}

/**
 * A path; `/c:/Users` is a drive (https://github.com/SonarSource/sonarqube-cli/pull/731). White space at its end belongs
 * to it.
 */
function named(value: unknown): string | null {
  const path = asId(value);
  if (path === null) return null;
  return /^\/[A-Za-z]:\//.test(path) ? path.slice(1) : path;
}
