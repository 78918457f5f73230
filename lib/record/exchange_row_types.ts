/**
 * Rows of `exchanges.jsonl` (design section 5, Exchange rows).
 *
 * @module
 */
import type { MessageIdentity } from "../exchange/changes.ts";
import type { ClientName, EvidenceOrigin, ExchangeState, Label, UserAnswerKind } from "../types.ts";

/** Which piece of a cut text this is: index from 0, number of pieces. */
export type Chunk = readonly [index: number, count: number];

/** A stored question. */
export interface StoredQuestion {
  /** The client's id of the message. */
  readonly uuid: string;
  /** ISO time. */
  readonly at: string | null;
  /** Redacted text, or a piece of it. */
  readonly text: string;
  /** Which piece; absent for a whole text. */
  readonly chunk?: Chunk;
}

/** A stored reply; without uuid while it is known from the hook's payload only. */
export interface StoredAnswer {
  /** The client's id of the record. */
  readonly uuid: string | null;
  /** ISO time. */
  readonly at: string | null;
  /** Groups the records of one API message. */
  readonly msg?: string;
  /** Known from the payload only; a later row takes its place. */
  readonly provisional?: true;
  /** Redacted text, or a piece of it. */
  readonly text: string;
  /** Which piece; absent for a whole text. */
  readonly chunk?: Chunk;
}

/** A stored answer of the user. */
export interface StoredUserAnswer {
  /** The client's id of the record. */
  readonly uuid: string;
  /** ISO time. */
  readonly at: string | null;
  /** What the user answered to. */
  readonly kind: UserAnswerKind;
  /** What was asked, at most 2 KiB. */
  readonly asked?: string;
  /** Redacted text, or a piece of it. */
  readonly text: string;
  /** Which piece; absent for a whole text. */
  readonly chunk?: Chunk;
}

/** Stored client-written text: its beginning, and how long it was. */
export interface StoredEvidence {
  /** Where the text came from. */
  readonly origin: EvidenceOrigin;
  /** The client's own marker. */
  readonly raw: string;
  /** The client's id of the record. */
  readonly uuid: string;
  /** ISO time. */
  readonly at: string | null;
  /** Redacted beginning of the text, or a piece of it. */
  readonly text: string;
  /** UTF-8 length of the whole (redacted) text. */
  readonly bytes: number;
  /** Which piece; absent for a whole text. */
  readonly chunk?: Chunk;
}

/** One part of an exchange. Empty lists are left out. */
export interface ExchangeRow {
  /** Version of the form. */
  readonly schema: 1;
  /** Kind of row. */
  readonly type: "exchange";
  /** Exchange id. */
  readonly id: string;
  /** Revision (ADR 0080). */
  readonly rev: number;
  /** Number of the part, from 0. */
  readonly part: number;
  /** Client that wrote the conversation. */
  readonly client: ClientName;
  /** The client's id of the session. */
  readonly sessionId: string;
  /** Session that holds the question: this one has only what it alone saw. */
  readonly copyOf?: string;
  /** Parts that this one takes the place of. */
  readonly replaces?: readonly number[];
  /** Directory recorded with the question. */
  readonly cwd?: string;
  /** How it is known that the user typed the question. */
  readonly label?: Label;
  /** The question, in the first parts. */
  readonly question?: StoredQuestion;
  /** Replies, in order. */
  readonly answer?: readonly StoredAnswer[];
  /** Answers of the user, in order. */
  readonly answersByUser?: readonly StoredUserAnswer[];
  /** Client-written texts, in order. */
  readonly evidence?: readonly StoredEvidence[];
  /** Version of the rules that read it. */
  readonly rules?: string;
  /** Secrets taken out of the texts of this row. */
  readonly redactions?: number;
}

/** What became of an exchange. */
export interface ExchangeStateRow {
  /** Version of the form. */
  readonly schema: 1;
  /** Kind of row. */
  readonly type: "exchange-state";
  /** Exchange id. */
  readonly id: string;
  /** Revision (ADR 0080). */
  readonly rev: number;
  /** The client's id of the session. */
  readonly sessionId: string;
  /** The last one of an exchange counts. */
  readonly state: ExchangeState;
  /** ISO time. */
  readonly at: string | null;
}

/**
 * Messages that were taken out and must not be stored again, because the user opted out in a copy of the conversation
 * (design section 4). Counts in every revision.
 */
export interface WithheldRow {
  /** Version of the form. */
  readonly schema: 1;
  /** Kind of row. */
  readonly type: "withheld";
  /** The client's id of the session. */
  readonly sessionId: string;
  /** ISO time. */
  readonly at: string;
  /** Identities of the messages. */
  readonly messages: readonly MessageIdentity[];
}

/** Any row of `exchanges.jsonl`. */
export type StoreRow = ExchangeRow | ExchangeStateRow | WithheldRow;
