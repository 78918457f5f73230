/**
 * What the reader carries from run to run: bounded, JSON, no text of messages except questions that the assistant asked,
 * which the caller redacts.
 *
 * @module
 */
import type { Json } from "../../lib/types.ts";
import { asRow, asRows, asUuid } from "./records.ts";

/** Where typed text and replies are read from: decided once per thread by what is there (formats/codex.md 2.6). */
export type Mode = "unknown" | "events" | "messages";

/** What was counted in one turn. A type, not an interface: it is stored as it is. */
export type TurnCount = {
  readonly turn: string;
  /** Texts that the user sent. */
  readonly texts: number;
  readonly replies: number;
  readonly plans: number;
};

/** A question that can still be rolled back. */
export type LiveQuestion = {
  readonly key: string;
  /** Questions of one turn go together; without an id each is its own. */
  readonly turn: string | null;
  readonly ordinal: number | null;
};

/** Questions that the assistant asked by `request_user_input`, until they are answered. */
export interface Asked {
  readonly call: string;
  readonly questions: readonly (readonly [id: string, text: string])[];
}

/** State between two records. */
export interface ReaderState {
  /** The thread, as the first `session_meta` says. */
  readonly thread: string | null;
  /** The thread whose name keys bear where turns have no id: the oldest one that this one was copied from. */
  readonly root: string | null;
  /** Nothing but `session_meta` lines so far. */
  readonly leading: boolean;
  /** Birth of the thread while its copied beginning is being passed by. */
  readonly copiedUntil: string | null;
  readonly subagent: boolean;
  /** The next file of the thread begins: its `session_meta` says what of the files before is left. */
  readonly reverting: boolean;
  /** `source` of the thread; null where not stated (before 0.44). */
  readonly source: string | null;
  /** `turn_trigger` of the current turn (0.171); undefined where the turn states none. */
  readonly trigger: string | null | undefined;
  readonly turn: string | null;
  readonly cwd: string | null;
  /** Lines without envelope are being read. */
  readonly bare: boolean;
  readonly review: "no" | "in" | "after";
  readonly userMode: Mode;
  readonly replyMode: Mode;
  /** Hash of the last text that an event announced; its `message` item may come after it. */
  readonly lastSent: string | null;
  readonly turns: readonly TurnCount[];
  /** Texts that the user sent, and replies, in the thread. */
  readonly texts: number;
  readonly replies: number;
  readonly live: readonly LiveQuestion[];
  readonly asked: readonly Asked[];
  /** Something says that a person took part. */
  readonly person: boolean;
  /** A prompt of a program was seen. */
  readonly program: boolean;
}

/** State before the first record. */
export const FRESH_STATE: ReaderState = {
  thread: null,
  root: null,
  leading: true,
  copiedUntil: null,
  subagent: false,
  reverting: false,
  source: null,
  trigger: undefined,
  turn: null,
  cwd: null,
  bare: false,
  review: "no",
  userMode: "unknown",
  replyMode: "unknown",
  lastSent: null,
  turns: [],
  texts: 0,
  replies: 0,
  live: [],
  asked: [],
  person: false,
  program: false,
};

/** Turns whose counts are kept; records of an older one come no more. */
const MAX_TURNS = 16;
/** Questions that a rollback can reach. */
const MAX_LIVE = 256;
/** Unanswered calls of `request_user_input`. */
const MAX_ASKED = 4;
/** Code units kept of ids and directories. */
const MAX_ID = 4096;

/**
 * Drops what is over the bounds, oldest first.
 *
 * @param state of any size
 */
export function bounded(state: ReaderState): ReaderState {
  const { turns, live, asked } = state;
  if (turns.length <= MAX_TURNS && live.length <= MAX_LIVE && asked.length <= MAX_ASKED) return state;
  return {
    ...state,
    turns: turns.slice(-MAX_TURNS),
    live: live.slice(-MAX_LIVE),
    asked: asked.slice(-MAX_ASKED),
  };
}

/**
 * @param state between two records
 * @param redact takes secrets out of the assistant's questions
 */
export function stateToJson(state: ReaderState, redact: (text: string) => string): Json {
  const { trigger, cwd, turns, live, ...rest } = state;
  return {
    ...rest,
    cwd: cwd === null ? null : redact(cwd),
    ...(trigger === undefined ? {} : { trigger }),
    // Taken at every question: values that never change need no copy.
    turns,
    live,
    asked: state.asked.map(({ call, questions }) => ({
      call,
      questions: questions.map(([id, text]) => [id, redact(text)]),
    })),
  };
}

/**
 * Reads a state back; what is damaged is as in a fresh one.
 *
 * @param json what {@linkcode stateToJson} gave, possibly changed by others
 */
export function stateFromJson(json: Json | undefined): ReaderState {
  const row = asRow(json);
  if (row === undefined) return FRESH_STATE;
  const trigger = row["trigger"];
  return bounded({
    thread: text(row["thread"]),
    root: text(row["root"]),
    leading: row["leading"] === true,
    copiedUntil: text(row["copiedUntil"]),
    subagent: row["subagent"] === true,
    reverting: row["reverting"] === true,
    source: text(row["source"]),
    trigger: trigger === null ? null : text(trigger) ?? undefined,
    turn: asUuid(row["turn"]),
    cwd: text(row["cwd"]),
    bare: row["bare"] === true,
    review: row["review"] === "in" ? "in" : row["review"] === "after" ? "after" : "no",
    userMode: mode(row["userMode"]),
    replyMode: mode(row["replyMode"]),
    lastSent: text(row["lastSent"]),
    turns: asRows(row["turns"]).flatMap((count) => {
      const turn = asUuid(count["turn"]);
      if (turn === null) return [];
      return [{ turn, texts: whole(count["texts"]), replies: whole(count["replies"]), plans: whole(count["plans"]) }];
    }),
    texts: whole(row["texts"]),
    replies: whole(row["replies"]),
    live: asRows(row["live"]).flatMap((question) => {
      const key = text(question["key"]);
      const ordinal = question["ordinal"];
      if (key === null) return [];
      return [{ key, turn: asUuid(question["turn"]), ordinal: typeof ordinal === "number" ? ordinal : null }];
    }),
    asked: asRows(row["asked"]).flatMap((asked) => {
      const call = text(asked["call"]);
      return call === null ? [] : [{ call, questions: pairs(asked["questions"]) }];
    }),
    person: row["person"] === true,
    program: row["program"] === true,
  });
}

function text(value: unknown): string | null {
  return typeof value === "string" && value.length <= MAX_ID ? value.toWellFormed() : null;
}

function whole(value: unknown): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : 0;
}

function mode(value: unknown): Mode {
  return value === "events" || value === "messages" ? value : "unknown";
}

function pairs(value: unknown): (readonly [string, string])[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((pair) =>
    Array.isArray(pair) && typeof pair[0] === "string" && typeof pair[1] === "string" ? [[pair[0], pair[1]]] : []
  );
}
