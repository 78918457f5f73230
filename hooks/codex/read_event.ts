/**
 * Events: what the user sent, what the assistant said, where turns begin and end.
 *
 * @module
 */
import type { Entry, EntryPlace } from "./entry.ts";
import { looseHash, textHash } from "./hashes.ts";
import type { Intake } from "./intake.ts";
import { isProgram } from "./program.ts";
import {
  asId,
  asRow,
  asText,
  asUuid,
  type CodexLine,
  itemText,
  type UserContent,
  userEventContent,
  userItemContent,
} from "./records.ts";
import type { ReaderState } from "./state.ts";
import { typedRule } from "./typed_rule.ts";

/**
 * Takes an event in.
 *
 * @param line the line
 * @param state before it
 */
export function readEvent(line: CodexLine, state: ReaderState): Intake {
  const { payload, at } = line;
  const { turn } = state;
  switch (payload["type"]) {
    case "user_message":
      return readSent(userEventContent(payload), line, state, { source: "user_message", turn, otherThread: false });
    case "agent_message":
      return readReply(asText(payload["message"]) ?? "", state, { at, turn, from: "event", msg: null });
    case "item_completed":
      return readCompleted(line, state);
    case "task_started":
      return readStart(line, state);
    case "task_complete":
      return readEnd(line, state, []);
    case "turn_aborted": {
      const ended = asUuid(payload["turn_id"]) ?? turn;
      const interrupted = payload["reason"] === "interrupted";
      const signal: Entry = { kind: "signal", at, turn: ended, key: "interrupt", signal: { type: "interrupt" } };
      return readEnd(line, { ...state, review: "no" }, interrupted ? [signal] : []);
    }
    case "thread_rolled_back": {
      const turns = payload["num_turns"];
      if (typeof turns !== "number" || turns < 1) break;
      return { state, entries: [{ kind: "rollback", at, turn: null, turns }], ignored: false, unknown: [] };
    }
    case "entered_review_mode":
      return { state: { ...state, review: "in" }, entries: [{ kind: "end", at, turn }], ignored: false, unknown: [] };
    case "exited_review_mode":
      return { state: { ...state, review: "after" }, entries: [], ignored: false, unknown: [] };
    case "thread_settings_applied": {
      const cwd = asId(asRow(payload["thread_settings"])?.["cwd"]);
      return { state: cwd === null ? state : { ...state, cwd }, entries: [], ignored: false, unknown: [] };
    }
  }
  return { state, entries: [], ignored: true, unknown: [] };
}

/** Items of threads with paginated history (0.148 and later); `Plan` is written by older ones too. */
function readCompleted(line: CodexLine, state: ReaderState): Intake {
  const { payload, at } = line;
  const item = asRow(payload["item"]);
  if (item === undefined) return { state, entries: [], ignored: true, unknown: [] };
  const turn = payload["turn_id"] === undefined ? state.turn : asUuid(payload["turn_id"]);
  const thread = asId(payload["thread_id"]);
  const otherThread = thread !== null && state.thread !== null && thread !== state.thread;
  switch (item["type"]) {
    case "UserMessage":
      return readSent(userItemContent(item), line, state, { source: "UserMessage", turn, otherThread });
    case "AgentMessage":
      if (otherThread) break;
      return readReply(itemText(item), state, { at, turn, from: "event", msg: null });
    case "Plan":
      if (otherThread) break;
      return readReply(itemText(item), state, { at, turn, from: "plan", msg: null });
    case "EnteredReviewMode":
      return { state: { ...state, review: "in" }, entries: [{ kind: "end", at, turn }], ignored: false, unknown: [] };
    case "ExitedReviewMode":
      return { state: { ...state, review: "after" }, entries: [], ignored: false, unknown: [] };
  }
  return { state, entries: [], ignored: true, unknown: [] };
}

interface SentMarkers {
  readonly source: "user_message" | "UserMessage";
  readonly turn: string | null;
  readonly otherThread: boolean;
}

function readSent(content: UserContent, { at, ordinal }: CodexLine, before: ReaderState, sent: SentMarkers): Intake {
  const { source, turn, otherThread } = sent;
  // A prompt ends what was said after a review; inside of one it is the reviewer's.
  const review = before.review === "in";
  const { text, parts } = content;
  const state: ReaderState = {
    ...before,
    review: review ? "in" : "no",
    userMode: "events",
    lastSent: otherThread ? before.lastSent : looseHash(text),
  };
  const entries: Entry[] = [];
  const place: EntryPlace = { at, turn };
  const attachments = parts.filter((type) => type !== "skill" && type !== "mention");
  if (text.trim() === "") {
    // Sent without a word: no question (formats/codex.md 2.5).
    if (attachments.length > 0 && !review && !otherThread) entries.push(attachmentNote(place, attachments));
    return { state, entries, ignored: false, unknown: [] };
  }
  const verdict = typedRule(text, { source, subagent: state.subagent, otherThread, review, kind: null });
  if (verdict.author === "client") {
    entries.push({ kind: "evidence", ...place, origin: verdict.origin, raw: verdict.raw, text, rule: verdict.rule });
  } else if (verdict.author === "answer") {
    const { text: answer, rule } = verdict;
    entries.push({ kind: "answer", ...place, id: `reply:${textHash(text)}`, asked: null, text: answer, rule });
  } else {
    entries.push({
      kind: "user",
      candidate: false,
      ...place,
      rule: verdict.rule,
      text: verdict.text,
      hash: textHash(text),
      loose: looseHash(text),
      preambles: verdict.preambles,
      attachments,
      program: isProgram(state),
      cwd: state.cwd,
      ordinal,
    });
  }
  return { state, entries, ignored: false, unknown: [] };
}

/** Pictures and sounds that were sent, by type. */
function attachmentNote(place: EntryPlace, attachments: readonly string[]): Entry {
  return { kind: "evidence", ...place, origin: "image-note", raw: "attachments", text: attachments.join(", ") };
}

function readReply(
  text: string,
  before: ReaderState,
  reply: EntryPlace & { readonly from: "event" | "plan"; readonly msg: null },
): Intake {
  const state: ReaderState = { ...before, replyMode: "events" };
  if (text.trim() === "") return { state, entries: [], ignored: false, unknown: [] };
  if (state.review === "no") {
    return { state, entries: [{ kind: "reply", ...reply, text }], ignored: false, unknown: [] };
  }
  // What the reviewer found is no answer to the question before (2.6, step 6).
  const { at, turn } = reply;
  const rule = "3 in review";
  const entries: Entry[] = [{ kind: "evidence", at, turn, origin: "task-notification", raw: "review", text, rule }];
  return { state, entries, ignored: false, unknown: [] };
}

function readStart({ payload, at }: CodexLine, state: ReaderState): Intake {
  const turn = asUuid(payload["turn_id"]);
  const attribution = asRow(payload["turn_attribution"]);
  const trigger = attribution === undefined ? undefined : asId(attribution["turn_trigger"]);
  const review = state.review === "in" ? "in" : "no";
  return {
    state: { ...state, turn, trigger, review },
    entries: [{ kind: "start", at, turn }],
    ignored: false,
    unknown: [],
  };
}

function readEnd({ payload, at }: CodexLine, state: ReaderState, before: readonly Entry[]): Intake {
  const turn = asUuid(payload["turn_id"]) ?? state.turn;
  // Migration ends the turn in which a review was entered before the review itself; what was entered stays.
  const review = state.review === "after" ? "no" : state.review;
  return { state: { ...state, review }, entries: [...before, { kind: "end", at, turn }], ignored: false, unknown: [] };
}
