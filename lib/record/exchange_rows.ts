/**
 * Changes of exchanges to rows, part by part. Holds one row at a time, so that an open exchange of any length costs no
 * memory.
 *
 * @module
 */
import type {
  AnswerChange,
  EvidenceChange,
  ExchangeChange,
  ProvisionalChange,
  QuestionChange,
  StateChange,
  UserAnswerChange,
} from "../exchange/changes.ts";
import type { ClientName } from "../types.ts";
import type {
  Chunk,
  ExchangeRow,
  ExchangeStateRow,
  StoredAnswer,
  StoredEvidence,
  StoredUserAnswer,
} from "./exchange_row_types.ts";
import { MOST_TEXT_BYTES, textChunks } from "./text_chunks.ts";
import { utf8Length, utf8Prefix } from "./utf8.ts";

/** Where an exchange stands when a run begins to write to it. */
export interface ExchangePosition {
  /** Number of its next part in this session; 0 when the session has none. */
  readonly nextPart: number;
  /** Parts that hold a provisional reply; the next real one takes their place. */
  readonly provisional?: readonly number[];
  /** The session that holds the question, when it is another one. */
  readonly copyOf?: string;
}

/** What a writer needs. */
export interface RowWriterOptions {
  readonly client: ClientName;
  readonly sessionId: string;
  readonly rev: number;
  /** Version of the rules. */
  readonly rules: string;
  /**
   * Asked once per exchange that something is written to.
   *
   * @param opens true when the exchange's question is what is written first
   */
  position(exchangeId: string, opens: boolean): ExchangePosition;
  /** Takes one row with its line feed. */
  write(line: string): void;
}

/** Makes rows of changes. */
export interface RowWriter {
  /**
   * @param change texts redacted
   * @param redactions secrets that were taken out of its texts
   */
  add(change: ExchangeChange, redactions?: number): void;
  /** Takes parts back without others in their place (another session holds the message). */
  drop(exchangeId: string, parts: readonly number[]): void;
  /** Writes a stored row once more, under this run's revision. */
  copy(row: ExchangeRow | ExchangeStateRow): void;
  /** Writes what is still held. Nothing is complete before. */
  flush(): void;
  /** Where the exchanges stand that were written to, in the order in which they were touched first. */
  readonly positions: ReadonlyMap<string, ExchangePosition>;
}

/** Client-written text is kept up to here. */
const EVIDENCE_BYTES = 2 * 1024;
/** Summaries and notifications carry what the conversation goes on with. */
const LONG_EVIDENCE_BYTES = MOST_TEXT_BYTES;
const ASKED_BYTES = 2 * 1024;
const RAW_MARKER_BYTES = 256;
/** Counted for every entry beside its text, so that thousands of empty entries make no endless row. */
const ENTRY_COST = 64;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type Draft = Mutable<Omit<ExchangeRow, "answer" | "answersByUser" | "evidence">> & {
  answer?: StoredAnswer[];
  answersByUser?: StoredUserAnswer[];
  evidence?: StoredEvidence[];
};

/** Makes a writer for one run over one session. */
export function createRowWriter(options: RowWriterOptions): RowWriter {
  const { client, sessionId, rev, rules } = options;
  const positions = new Map<string, Mutable<ExchangePosition>>();
  let row: Draft | undefined;
  let used = 0;

  function positionOf(exchangeId: string, opens = false): Mutable<ExchangePosition> {
    let position = positions.get(exchangeId);
    if (position === undefined) {
      position = { ...options.position(exchangeId, opens) };
      positions.set(exchangeId, position);
    }
    return position;
  }

  function flush(): void {
    if (row !== undefined) options.write(`${JSON.stringify(row)}\n`);
    row = undefined;
  }

  function begin(exchangeId: string): Draft {
    flush();
    const position = positionOf(exchangeId);
    const part = position.nextPart++;
    used = 0;
    row = { schema: 1, type: "exchange", id: exchangeId, rev, part, client, sessionId };
    if (part === 0 && position.copyOf !== undefined) row.copyOf = position.copyOf;
    return row;
  }

  /** The open row of the exchange if `bytes` more fit, else a new one. */
  function rowFor(exchangeId: string, bytes: number): Draft {
    const fits = row !== undefined && row.id === exchangeId && used + bytes <= MOST_TEXT_BYTES;
    const target = fits && row !== undefined ? row : begin(exchangeId);
    used += bytes + ENTRY_COST;
    return target;
  }

  /** Calls `put` for each piece of `text` with the row it belongs into. */
  function spread(
    { exchangeId, text, beside = 0, redactions }: {
      readonly exchangeId: string;
      readonly text: string;
      readonly beside?: number;
      readonly redactions: number;
    },
    put: (target: Draft, piece: { readonly text: string; readonly chunk?: Chunk }, index: number) => void,
  ): void {
    const pieces = textChunks(text, MOST_TEXT_BYTES - beside);
    pieces.forEach((piece, index) => {
      // Pieces of a cut text begin a row each: they are as large as a row may be.
      const target = pieces.length > 1 ? begin(exchangeId) : rowFor(exchangeId, utf8Length(piece) + beside);
      if (pieces.length > 1) used = utf8Length(piece) + beside + ENTRY_COST;
      if (index === 0 && redactions > 0) target.redactions = (target.redactions ?? 0) + redactions;
      put(target, pieces.length > 1 ? { text: piece, chunk: [index, pieces.length] } : { text: piece }, index);
    });
  }

  function question(change: QuestionChange, redactions: number): void {
    const { exchangeId, uuid, at, text } = change;
    flush();
    positionOf(exchangeId, true);
    spread({ exchangeId, text, redactions }, (target, piece, index) => {
      if (index === 0) {
        if (change.cwd !== null) target.cwd = change.cwd;
        target.label = change.label;
      }
      target.question = { uuid, at, ...piece };
      target.rules = rules;
    });
  }

  function answer(change: AnswerChange, redactions: number): void {
    const { exchangeId, uuid, at, msg, text } = change;
    takePlaceOfProvisional(exchangeId);
    spread({ exchangeId, text, redactions }, (target, piece) => {
      (target.answer ??= []).push(msg === null ? { uuid, at, ...piece } : { uuid, at, msg, ...piece });
    });
  }

  /** Opens a row that replaces the provisional parts, if there are any. */
  function takePlaceOfProvisional(exchangeId: string): void {
    const { provisional = [] } = positionOf(exchangeId);
    if (provisional.length > 0) replace(exchangeId, provisional);
  }

  function replace(exchangeId: string, parts: readonly number[]): void {
    begin(exchangeId).replaces = parts;
    delete positionOf(exchangeId).provisional;
  }

  function provisional(change: ProvisionalChange, redactions: number): void {
    const { exchangeId, at, text } = change;
    takePlaceOfProvisional(exchangeId);
    // Its parts hold nothing else, as they are replaced whole.
    flush();
    const parts: number[] = [];
    spread({ exchangeId, text, redactions }, (target, piece) => {
      parts.push(target.part);
      (target.answer ??= []).push({ uuid: null, provisional: true, at, ...piece });
    });
    flush();
    positionOf(exchangeId).provisional = parts;
  }

  function userAnswer(change: UserAnswerChange, redactions: number): void {
    const { exchangeId, uuid, at, kind, text } = change;
    const asked = change.asked === null ? undefined : utf8Prefix(change.asked, ASKED_BYTES);
    const beside = asked === undefined ? 0 : utf8Length(asked);
    spread({ exchangeId, text, beside, redactions }, (target, piece, index) => {
      const question = asked === undefined || index > 0 ? {} : { asked };
      (target.answersByUser ??= []).push({ uuid, at, kind, ...question, ...piece });
    });
  }

  function evidence(change: EvidenceChange, redactions: number): void {
    const { exchangeId, origin, uuid, at } = change;
    const long = origin === "compact-summary" || origin === "task-notification";
    const text = utf8Prefix(change.text, long ? LONG_EVIDENCE_BYTES : EVIDENCE_BYTES);
    const bytes = change.bytes ?? utf8Length(change.text);
    const raw = utf8Prefix(change.raw, RAW_MARKER_BYTES);
    spread({ exchangeId, text, redactions }, (target, piece) => {
      (target.evidence ??= []).push({ origin, raw, uuid, at, ...piece, bytes });
    });
  }

  function state(change: StateChange): void {
    flush();
    const { exchangeId: id, state, at } = change;
    const stateRow: ExchangeStateRow = { schema: 1, type: "exchange-state", id, rev, sessionId, state, at };
    options.write(`${JSON.stringify(stateRow)}\n`);
  }

  return {
    add(change, redactions = 0) {
      switch (change.type) {
        case "question":
          return question(change, redactions);
        case "answer":
          return answer(change, redactions);
        case "provisional":
          return provisional(change, redactions);
        case "user-answer":
          return userAnswer(change, redactions);
        case "evidence":
          return evidence(change, redactions);
        case "state":
          return state(change);
      }
    },
    drop(exchangeId, parts) {
      replace(exchangeId, parts);
      flush();
    },
    copy(stored) {
      flush();
      const place = stored.type === "exchange" ? { part: positionOf(stored.id, true).nextPart++ } : {};
      options.write(`${JSON.stringify({ ...stored, rev, ...place })}\n`);
    },
    flush,
    positions,
  };
}
