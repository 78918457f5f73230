/**
 * A Claude Code payload as the neutral hook call.
 *
 * @module
 */
import type { HookEvent, HookPayload } from "../../lib/types.ts";
import { parsePayloadBytes, readClaudePayload } from "./payload.ts";

/** Events that have work to do; SubagentStop is spurious (https://github.com/anthropics/claude-code/issues/92716). */
const EVENTS: ReadonlyMap<string, HookEvent> = new Map([
  ["Stop", "stop"],
  ["SessionEnd", "session-end"],
  ["PreCompact", "pre-compact"],
  ["SessionStart", "session-start"],
]);

/** Reads a payload from its bytes. Never throws. */
export function readClaudeCall(bytes: Uint8Array): HookPayload {
  const parsed = parsePayloadBytes(bytes);
  if ("problem" in parsed) return { kind: "unusable", reason: parsed.problem };
  const payload = readClaudePayload(parsed.value);
  if (payload.kind === "foreign") return { kind: "foreign", client: payload.client, eventName: payload.event };
  if (payload.kind === "unusable") return payload;
  return {
    kind: "call",
    sessionId: payload.sessionId,
    event: EVENTS.get(payload.event) ?? "other",
    eventName: payload.event,
    transcript: payload.transcriptPath,
    cwd: payload.cwd,
    reply: payload.lastAssistantMessage,
    subagent: payload.subagent,
  };
}
