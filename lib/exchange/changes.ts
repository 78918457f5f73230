/**
 * What the exchange builder asks the store to remember. Texts are redacted already; the store cuts them.
 *
 * @module
 */
import type { EvidenceOrigin, ExchangeState, Label, UserAnswerKind } from "../types.ts";

/** Identity of one message within a working directory: first 16 hex of sha256(client NUL key) (design section 5). */
export type MessageIdentity = string;

/** A typed question; opens the exchange unless the working directory holds it already. */
export interface QuestionChange {
  readonly type: "question";
  readonly exchangeId: string;
  readonly identity: MessageIdentity;
  readonly label: Label;
  readonly cwd: string | null;
  readonly uuid: string;
  readonly at: string | null;
  readonly text: string;
}

/** One reply of the assistant. */
export interface AnswerChange {
  readonly type: "answer";
  readonly exchangeId: string;
  readonly identity: MessageIdentity;
  readonly uuid: string;
  readonly at: string | null;
  readonly msg: string | null;
  readonly text: string;
}

/** The reply as the hook's payload told it, before the client wrote it; replaced by a later run (design section 6). */
export interface ProvisionalChange {
  readonly type: "provisional";
  readonly exchangeId: string;
  readonly at: string | null;
  readonly text: string;
}

/** An answer of the user inside the exchange. */
export interface UserAnswerChange {
  readonly type: "user-answer";
  readonly exchangeId: string;
  readonly identity: MessageIdentity;
  readonly uuid: string;
  readonly at: string | null;
  readonly kind: UserAnswerKind;
  readonly asked: string | null;
  readonly text: string;
}

/** Client-written text inside the exchange. */
export interface EvidenceChange {
  readonly type: "evidence";
  readonly exchangeId: string;
  readonly identity: MessageIdentity;
  readonly uuid: string;
  readonly at: string | null;
  readonly origin: EvidenceOrigin;
  readonly raw: string;
  readonly text: string;
  /** UTF-8 length of the whole text, where `text` is the beginning that is stored already. */
  readonly bytes?: number;
}

/** The exchange was rewound or withdrawn by the user. */
export interface StateChange {
  readonly type: "state";
  readonly exchangeId: string;
  readonly state: ExchangeState;
  readonly at: string | null;
}

/** One change of a session's exchanges, in file order. */
export type ExchangeChange =
  | QuestionChange
  | AnswerChange
  | ProvisionalChange
  | UserAnswerChange
  | EvidenceChange
  | StateChange;
