/**
 * One line: a new state and what it says, as entries. Nothing is decided here that depends on later lines.
 *
 * @module
 */
import type { Entry } from "./entry.ts";
import { isIdle } from "./may_matter.ts";
import { readEvent } from "./read_event.ts";
import { readItem } from "./read_item.ts";
import { readMeta } from "./read_meta.ts";
import { asId, asText, asUuid, birthOf, type CodexLine, NEXT_FILE } from "./records.ts";
import type { ReaderState } from "./state.ts";

/** What a line did. */
export interface Intake {
  readonly state: ReaderState;
  readonly entries: readonly Entry[];
  /** The line is no conversation, or of a type this version does not know. */
  readonly ignored: boolean;
  /** Marker values that this version does not know, `field=value`. */
  readonly unknown: readonly string[];
}

/** Record types of which nothing is read; a type that is not here and not read is counted as unknown. */
const SILENT_TYPES: ReadonlySet<string> = new Set([
  "world_state",
  "token_usage_record",
  "retained_context",
  "realtime_item",
  "inter_agent_communication",
  "inter_agent_communication_metadata",
  "dynamic_tools_updated",
  "security_risk_score",
]);

/**
 * Takes one line in.
 *
 * @param line undefined for what is no line of a rollout
 * @param state before it
 */
export function intake(line: CodexLine | undefined, state: ReaderState): Intake {
  if (line === undefined) return { state, entries: [], ignored: true, unknown: [] };
  const { type, payload } = line;
  if (type === "session_meta") return readMeta(line, state);
  if (isIdle(type, payload)) return { state, entries: [], ignored: false, unknown: [] };
  const read = readConversation(line, ambient(line, state));
  return read.state.copiedUntil === null ? read : withoutCopies(line, read);
}

function readConversation(line: CodexLine, state: ReaderState): Intake {
  switch (line.type) {
    case "response_item":
      return readItem(line, state);
    case "event_msg":
      return readEvent(line, state);
    case "turn_context":
      return readTurnContext(line, state);
    case "compacted":
      return readCompacted(line, state);
    case NEXT_FILE:
      return { state: { ...state, reverting: true }, entries: [], ignored: false, unknown: [] };
  }
  return {
    state,
    entries: [],
    ignored: true,
    unknown: SILENT_TYPES.has(line.type) ? [] : [`type=${line.type.slice(0, 64).toWellFormed()}`],
  };
}

/** What every line tells: the form, and that the beginning of the file is over. */
function ambient({ bare }: CodexLine, state: ReaderState): ReaderState {
  // Up to 0.29 nothing but items is written: they are all there is to read.
  const mode = bare ? "messages" : "unknown";
  if (bare !== state.bare || (bare && state.userMode !== "messages")) {
    return { ...state, leading: false, bare, userMode: mode, replyMode: mode };
  }
  return state.leading ? { ...state, leading: false } : state;
}

function readTurnContext({ payload, at }: CodexLine, state: ReaderState): Intake {
  const turn = payload["turn_id"] === undefined ? state.turn : asUuid(payload["turn_id"]);
  // A reviewer's turn writes no context into its parent's file: a review that was cut off ends here.
  const review = state.review === "in" ? "no" : state.review;
  const next: ReaderState = { ...state, turn, review, cwd: asId(payload["cwd"]) ?? state.cwd };
  const entries: Entry[] = turn === state.turn ? [] : [{ kind: "start", at, turn }];
  return { state: next, entries, ignored: false, unknown: [] };
}

/** The summary only: `replacement_history` repeats what was typed, with its ids. */
function readCompacted({ payload, at }: CodexLine, state: ReaderState): Intake {
  const { turn } = state;
  const text = asText(payload["message"]) ?? "";
  const entries: Entry[] = [{ kind: "signal", at, turn, key: "compaction", signal: { type: "compaction" } }];
  if (text !== "") {
    entries.push({
      kind: "evidence",
      at,
      turn,
      origin: "compact-summary",
      raw: "compacted",
      text,
      rule: "compacted",
    });
  }
  return { state, entries, ignored: false, unknown: [] };
}

/**
 * The beginning of a forked thread (up to 0.147) is a copy of its parent: turn ids are kept, times are not. What is the
 * thread's own begins with the first turn that is not older than the thread (formats/codex.md 2.6, step 4). Turns without
 * ids cannot be told apart so; then everything is read, and has the keys that it has in the parent.
 */
function withoutCopies(line: CodexLine, read: Intake): Intake {
  const { state } = read;
  const born = birthOf(turnOf(line));
  if (born !== null) {
    if (born < (state.copiedUntil ?? "")) return { ...read, entries: [] };
    return { ...read, state: { ...state, copiedUntil: null } };
  }
  const speaks = read.entries.some(({ kind }) => kind === "user" || kind === "reply");
  if (!speaks || state.turn !== null) return { ...read, entries: [] };
  return { ...read, state: { ...state, copiedUntil: null } };
}

/** The turn that a line begins; null for other lines. */
function turnOf({ type, payload }: CodexLine): string | null {
  const begins = type === "turn_context" || (type === "event_msg" && payload["type"] === "task_started");
  return begins ? asUuid(payload["turn_id"]) : null;
}
