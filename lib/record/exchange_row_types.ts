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
  readonly uuid: string;
  readonly at: string | null;
  readonly text: string;
  readonly chunk?: Chunk;
}

/** A stored reply; without uuid while it is known from the hook's payload only. */
export interface StoredAnswer {
  readonly uuid: string | null;
  readonly at: string | null;
  readonly msg?: string;
  readonly provisional?: true;
  readonly text: string;
  readonly chunk?: Chunk;
}

/** A stored answer of the user. */
export interface StoredUserAnswer {
  readonly uuid: string;
  readonly at: string | null;
  readonly kind: UserAnswerKind;
  readonly asked?: string;
  readonly text: string;
  readonly chunk?: Chunk;
}

/** Stored client-written text: its beginning, and how long it was. */
export interface StoredEvidence {
  readonly origin: EvidenceOrigin;
  readonly raw: string;
  readonly uuid: string;
  readonly at: string | null;
  readonly text: string;
  /** UTF-8 length of the whole (redacted) text. */
  readonly bytes: number;
  readonly chunk?: Chunk;
}

/** One part of an exchange. Empty lists are left out. */
export interface ExchangeRow {
  readonly schema: 1;
  readonly type: "exchange";
  readonly id: string;
  readonly rev: number;
  readonly part: number;
  readonly client: ClientName;
  readonly sessionId: string;
  /** Session that holds the question: this one has only what it alone saw. */
  readonly copyOf?: string;
  /** Parts that this one takes the place of. */
  readonly replaces?: readonly number[];
  readonly cwd?: string;
  readonly label?: Label;
  readonly question?: StoredQuestion;
  readonly answer?: readonly StoredAnswer[];
  readonly answersByUser?: readonly StoredUserAnswer[];
  readonly evidence?: readonly StoredEvidence[];
  /** Version of the rules that read it. */
  readonly rules?: string;
  /** Secrets taken out of the texts of this row. */
  readonly redactions?: number;
}

/** What became of an exchange. */
export interface ExchangeStateRow {
  readonly schema: 1;
  readonly type: "exchange-state";
  readonly id: string;
  readonly rev: number;
  readonly sessionId: string;
  readonly state: ExchangeState;
  readonly at: string | null;
}

/**
 * Messages that were taken out and must not be stored again, because the user opted out in a copy of the conversation
 * (design section 4). Counts in every revision.
 */
export interface WithheldRow {
  readonly schema: 1;
  readonly type: "withheld";
  readonly sessionId: string;
  readonly at: string;
  readonly messages: readonly MessageIdentity[];
}

/** Any row of `exchanges.jsonl`. */
export type StoreRow = ExchangeRow | ExchangeStateRow | WithheldRow;
