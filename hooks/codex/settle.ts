/**
 * Entries to events. Two things wait for what comes after them: a `message` item, until it is known whether an event
 * repeats it; and a question, until the assistant says something, because what is typed before that belongs to it
 * (formats/codex.md 2.6, steps 5 and 6).
 *
 * @module
 */
import type { SessionEvent } from "../../lib/types.ts";
import type { Entry, ReplyEntry, UserEntry } from "./entry.ts";
import { answerEvent, type Emitted, evidenceEvent, questionEvents, replyEvent, signalEvent } from "./emit.ts";
import type { LiveQuestion, ReaderState } from "./state.ts";

/** Entries that may wait. A turn that works long without a word is decided then, wherever a run ends. */
const MAX_WAITING = 64;
/** Code units of the texts that may wait. */
const MAX_WAITING_TEXT = 1024 * 1024;

/** What is decided and what still waits. */
export interface Settled {
  readonly state: ReaderState;
  readonly waiting: readonly Entry[];
  readonly events: readonly SessionEvent[];
}

/** Nothing further follows, or too much waits: decide by what is there. */
type Force = "no" | "full" | "final";

/**
 * Decides what can be decided.
 *
 * @param state after the last line
 * @param waiting entries in order
 * @param options `final`: nothing follows
 */
export function settle(
  state: ReaderState,
  waiting: readonly Entry[],
  { final }: { readonly final: boolean },
): Settled {
  const events: SessionEvent[] = [];
  let queue = waiting;
  let now = state;
  while (queue.length > 0) {
    const force: Force = final ? "final" : isFull(queue) ? "full" : "no";
    const step = settleFirst(now, queue, force);
    if (step === undefined) break;
    now = step.state;
    queue = step.waiting;
    events.push(...step.events);
  }
  return { state: now, waiting: queue, events };
}

function isFull(queue: readonly Entry[]): boolean {
  if (queue.length >= MAX_WAITING) return true;
  let size = 0;
  for (const entry of queue) if ("text" in entry) size += entry.text.length;
  return size > MAX_WAITING_TEXT;
}

/** @returns undefined when the first entry has to wait */
function settleFirst(state: ReaderState, queue: readonly Entry[], force: Force): Settled | undefined {
  const [first, ...rest] = queue;
  if (first === undefined) return undefined;
  const done = ({ state: next, events }: Emitted): Settled => ({ state: next, waiting: rest, events });
  switch (first.kind) {
    case "user":
      return settleUser(state, first, { queue, force });
    case "reply":
      return settleReply(state, first, { rest, force });
    case "evidence":
      return done(evidenceEvent(state, first));
    case "answer":
      return done(answerEvent(state, first));
    case "signal":
      return done(signalEvent(state, first));
    case "rollback":
      return done(rewind(state, first.at, fromTurns(state.live, first.turns)));
    case "revert":
      return done(rewind(state, first.at, fromOrdinal(state.live, first.ordinal)));
    case "start":
    case "end":
      return { state, waiting: rest, events: [] };
  }
}

interface UserOptions {
  readonly queue: readonly Entry[];
  readonly force: Force;
}

function settleUser(state: ReaderState, first: UserEntry, { queue, force }: UserOptions): Settled | undefined {
  const rest = queue.slice(1);
  if (!first.candidate || state.userMode === "messages") return askQuestion(state, first, { queue, force });
  if (first.loose === state.lastSent || rest.some((entry) => isSent(entry) && entry.loose === first.loose)) {
    // The event counts, wherever it stands.
    return { state, waiting: rest, events: [] };
  }
  if (state.userMode === "unknown") {
    if (force === "no") return undefined;
    return { state: { ...state, userMode: "messages" }, waiting: queue, events: [] };
  }
  // The event of a message follows at once, in migrated files behind the turn's marks; what has none was put there by the
  // client.
  if (rest.some(({ kind }) => kind !== "start" && kind !== "end")) {
    const { at, turn, text } = first;
    const entry = { kind: "evidence", at, turn, origin: "other", raw: "message", text, rule: NOT_SENT } as const;
    return { ...evidenceEvent(state, entry), waiting: rest };
  }
  // At the very end the event may still be on its way: the line is read again.
  return force === "no" ? undefined : { state, waiting: rest, events: [] };
}

const NOT_SENT = "10 message without an event";

function isSent(entry: Entry): entry is UserEntry {
  return entry.kind === "user" && !entry.candidate;
}

/** A question, with what the user added before the assistant said anything. */
function askQuestion(state: ReaderState, first: UserEntry, { queue, force }: UserOptions): Settled | undefined {
  const texts: UserEntry[] = [first];
  const between: Entry[] = [];
  let decided = first.turn === null || force !== "no";
  let at = 1;
  for (; at < queue.length && first.turn !== null; at++) {
    const entry = queue[at];
    if (entry === undefined || endsQuestion(entry, { state, turn: first.turn })) break;
    if (entry.kind === "user" && (!entry.candidate || state.userMode === "messages")) texts.push(entry);
    else between.push(entry);
  }
  decided ||= at < queue.length;
  if (!decided) return undefined;
  return { ...questionEvents(state, texts), waiting: [...between, ...queue.slice(at)] };
}

/** The assistant spoke, or the turn is over. */
function endsQuestion(
  entry: Entry,
  { state, turn }: { readonly state: ReaderState; readonly turn: string },
): boolean {
  switch (entry.kind) {
    case "reply":
      return entry.from !== "message" || state.replyMode === "messages";
    case "start":
    case "user":
      return entry.turn !== turn;
    case "evidence":
    case "signal":
      return false;
    default:
      return true;
  }
}

function settleReply(
  state: ReaderState,
  first: ReplyEntry,
  { rest, force }: { readonly rest: readonly Entry[]; readonly force: Force },
): Settled | undefined {
  if (first.from !== "message") return { ...replyEvent(state, first), waiting: rest };
  // The summary that a compaction asked for stands before the record of the compaction.
  const next = rest.find(({ kind }) => kind !== "start");
  const isSummary = next?.kind === "signal" && next.signal.type === "compaction";
  if (state.replyMode === "events" || isSummary) return { state, waiting: rest, events: [] };
  if (state.replyMode === "messages") return { ...replyEvent(state, first), waiting: rest };
  if (force === "no") return undefined;
  return { state: { ...state, replyMode: "messages" }, waiting: [first, ...rest], events: [] };
}

/** The first of the questions of the last `turns` turns. */
function fromTurns(live: readonly LiveQuestion[], turns: number): number {
  let from = live.length;
  for (let left = turns; left > 0 && from > 0; left--) {
    const turn = live[--from]?.turn ?? null;
    while (turn !== null && from > 0 && live[from - 1]?.turn === turn) from--;
  }
  return from;
}

function fromOrdinal(live: readonly LiveQuestion[], ordinal: number): number {
  const from = live.findIndex((question) => question.ordinal === null ? ordinal === 0 : question.ordinal >= ordinal);
  return from < 0 ? live.length : from;
}

function rewind(state: ReaderState, at: string | null, from: number): Emitted {
  const keys = state.live.slice(from).map(({ key }) => key);
  if (keys.length === 0) return { state, events: [] };
  const live = state.live.slice(0, from);
  return { state: { ...state, live }, events: [{ type: "rewind", at, keys, open: live.at(-1)?.key ?? null }] };
}
