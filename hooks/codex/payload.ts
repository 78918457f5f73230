/**
 * What Codex hands to a hook: one JSON object on stdin (0.125 to 0.171), or one argument of the older `notify` program.
 * Guards are written by hand because this is the hook's path; `payload_test.ts` holds the zod schema.
 *
 * @module
 */
import { foreignClient } from "../../lib/payload/foreign_client.ts";
import { type ParsedPayload, parsePayloadBytes, parsePayloadText } from "../../lib/payload/payload_bytes.ts";
import type { HookEvent, HookPayload } from "../../lib/types.ts";
import { asRow, type Row } from "./records.ts";
import { rolloutName, splitPath } from "./rollout_names.ts";

/**
 * Events that have work to do. `Interrupt` (0.150) comes instead of `Stop` when a turn is interrupted
 * (https://github.com/openai/codex/issues/22858).
 */
const EVENTS: ReadonlyMap<string, HookEvent> = new Map([
  ["Stop", "stop"],
  ["Interrupt", "stop"],
  ["SessionEnd", "session-end"],
  ["PreCompact", "pre-compact"],
  ["SessionStart", "session-start"],
]);

/** The only event of `notify`. */
const NOTIFY = "agent-turn-complete";

/** Ids become parts of paths: nothing that leaves a directory, and the shape that clients write. */
const ID = /^[0-9A-Za-z][0-9A-Za-z_-]{0,127}$/;

/**
 * Reads a hook's payload from its bytes. Never throws.
 *
 * On Windows the JSON may break off in the middle of non-ASCII text (https://github.com/openai/codex/issues/23784): the
 * members in front, which name the thread and its file, are enough.
 *
 * @param bytes everything that was on stdin
 */
export function readCodexCall(bytes: Uint8Array): HookPayload {
  return readParsed(parsePayloadBytes(bytes), readHook);
}

/**
 * Reads the argument that `notify` is called with. It names no file, and its `input-messages` hold what the client wrote
 * as well, so it is a trigger and nothing else (https://github.com/openai/codex/issues/18309). Never throws.
 *
 * @param argument the last word of the command line
 * @example
 * ```ts
 * import { readCodexNotify } from "./payload.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const argument = '{"type":"agent-turn-complete","thread-id":"t1","turn-id":"u1","cwd":"/srv/kettle"}';
 * assertEquals(readCodexNotify(argument).kind, "call");
 * ```
 */
export function readCodexNotify(argument: string): HookPayload {
  return readParsed(parsePayloadText(argument), readNotify);
}

function readParsed(parsed: ParsedPayload, read: (payload: Row) => HookPayload): HookPayload {
  if ("problem" in parsed) return { kind: "unusable", reason: parsed.problem };
  const payload = asRow(parsed.value);
  return payload === undefined ? { kind: "unusable", reason: "not-an-object" } : read(payload);
}

function readHook(payload: Row): HookPayload {
  if (payload["type"] === NOTIFY) return readNotify(payload);
  const client = foreignClient(payload);
  const eventName = filled(payload["hook_event_name"]);
  if (client !== "codex") return { kind: "foreign", client: client ?? "claude-code", eventName };
  if (eventName === null) return { kind: "unusable", reason: "no-event" };
  // `codex exec --ephemeral` keeps no rollout: there is nothing to learn, and no other file is meant.
  if (payload["transcript_path"] === null) return { kind: "unusable", reason: "no-transcript" };
  const transcript = undamaged(payload["transcript_path"]);
  // The payload names the root thread, also in a sub-agent and a review: the file's own name says whose it is.
  const named = transcript === null ? undefined : rolloutName(splitPath(transcript).name)?.thread;
  const sessionId = named ?? idOf(payload["session_id"]);
  if (sessionId === null) return { kind: "unusable", reason: "no-session-id" };
  return {
    kind: "call",
    sessionId,
    event: EVENTS.get(eventName) ?? "other",
    eventName,
    transcript,
    cwd: pathOf(payload["cwd"]),
    // At Stop the last message stands in the file already; only `task_complete` is missing, and waiting for that would
    // wait for ourselves (https://github.com/Kewton/CommandMate/pull/2408).
    reply: null,
    subagent: eventName.startsWith("Subagent") || filled(payload["agent_id"]) !== null,
  };
}

function readNotify(payload: Row): HookPayload {
  const type = filled(payload["type"]);
  if (type !== NOTIFY) return { kind: "unusable", reason: "no-event" };
  const sessionId = idOf(payload["thread-id"]);
  if (sessionId === null) return { kind: "unusable", reason: "no-session-id" };
  return {
    kind: "call",
    sessionId,
    event: "stop",
    eventName: type,
    transcript: null,
    cwd: pathOf(payload["cwd"]),
    reply: null,
    subagent: false,
  };
}

function filled(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

function idOf(value: unknown): string | null {
  return typeof value === "string" && ID.test(value) ? value : null;
}

/** A path that can be opened: not one that came through a legacy code page. */
function undamaged(value: unknown): string | null {
  const path = pathOf(value);
  return path === null || /[\ufffd\0]/.test(path) ? null : path;
}

/** A path as it can be compared: without the verbatim prefix (https://github.com/openai/codex/issues/26059). */
function pathOf(value: unknown): string | null {
  const path = filled(value);
  if (path === null) return null;
  if (/^\\\\\?\\UNC\\/i.test(path)) return `\\\\${path.slice(8)}`;
  return /^\\\\\?\\[A-Za-z]:\\/.test(path) ? path.slice(4) : path;
}
