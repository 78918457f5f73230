/**
 * What one line says, before it is known how it goes on: the reader waits with some of them (`settle.ts`).
 *
 * @module
 */
import type { EvidenceOrigin, Signal } from "../../lib/types.ts";
import type { Preamble } from "./preambles.ts";

/** Where a line stands. */
export interface EntryPlace {
  readonly at: string | null;
  /** The turn, when it has an id of its own. */
  readonly turn: string | null;
}

/** The user sent a text; or, from a `message` item, perhaps did. */
export interface UserEntry extends EntryPlace {
  readonly kind: "user";
  /** True for a `message` item: an event says whether the user sent it, or that no events are written decides. */
  readonly candidate: boolean;
  readonly rule: string;
  /** What the user wrote. */
  readonly text: string;
  /** Hash of the whole text as recorded. */
  readonly hash: string;
  /** The same for texts that differ only in white space. */
  readonly loose: string;
  readonly preambles: readonly Preamble[];
  /** Parts without text. */
  readonly attachments: readonly string[];
  /** The prompt came from a program (`codex exec`, MCP). */
  readonly program: boolean;
  readonly cwd: string | null;
  readonly ordinal: number | null;
}

/** The assistant wrote it; or, from a `message` item, repeats what an event said, or a compaction's summary. */
export interface ReplyEntry extends EntryPlace {
  readonly kind: "reply";
  readonly from: "event" | "plan" | "message";
  readonly msg: string | null;
  readonly text: string;
}

/** Client-written text. */
export interface EvidenceEntry extends EntryPlace {
  readonly kind: "evidence";
  readonly origin: EvidenceOrigin;
  readonly raw: string;
  readonly text: string;
  readonly rule?: string;
}

/** The user answered a question of the assistant. */
export interface AnswerEntry extends EntryPlace {
  readonly kind: "answer";
  /** Tells it apart from other answers of the turn. */
  readonly id: string;
  readonly asked: string | null;
  readonly text: string;
  readonly rule: string;
}

/** Structure for learning rules. */
export interface SignalEntry extends EntryPlace {
  readonly kind: "signal";
  readonly key: string;
  readonly signal: Signal;
}

/** A turn begins or ends. */
export interface TurnEntry extends EntryPlace {
  readonly kind: "start" | "end";
}

/** The user took turns back. */
export interface RollbackEntry extends EntryPlace {
  readonly kind: "rollback";
  /** How many of the last turns with typed text. */
  readonly turns: number;
}

/** The thread goes on in another file, from an earlier point. */
export interface RevertEntry extends EntryPlace {
  readonly kind: "revert";
  /** What has this ordinal or a higher one is no longer part of the thread. */
  readonly ordinal: number;
}

/** What one line says. */
export type Entry =
  | UserEntry
  | ReplyEntry
  | EvidenceEntry
  | AnswerEntry
  | SignalEntry
  | TurnEntry
  | RollbackEntry
  | RevertEntry;
