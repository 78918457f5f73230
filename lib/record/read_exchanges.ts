/**
 * A session's exchanges, put together from their parts.
 *
 * @module
 */
import type { Files } from "../io/files.ts";
import type { ClientName, EvidenceOrigin, ExchangeState, Label, UserAnswerKind } from "../types.ts";
import type { ExchangeRow, ExchangeStateRow } from "./exchange_row_types.ts";
import { joinAnswers, joinPieces } from "./join_pieces.ts";
import { type ExchangesScanned, scanExchanges } from "./scan_exchanges.ts";

/** A message of an exchange, whole. */
export interface ExchangeMessage {
  /** The client's id; null while the message is known from the payload only. */
  readonly uuid: string | null;
  /** ISO time. */
  readonly at: string | null;
  /** Redacted text. */
  readonly text: string;
}

/** A reply. */
export interface ExchangeAnswer extends ExchangeMessage {
  /** Groups the records of one API message. */
  readonly msg: string | null;
  /** True while it is known from the payload only. */
  readonly provisional: boolean;
}

/** An answer of the user. */
export interface ExchangeUserAnswer extends ExchangeMessage {
  /** What the user answered to. */
  readonly kind: UserAnswerKind;
  /** What was asked. */
  readonly asked: string | null;
}

/** Client-written text. */
export interface ExchangeEvidence extends ExchangeMessage {
  /** Where the text came from. */
  readonly origin: EvidenceOrigin;
  /** The client's own marker. */
  readonly raw: string;
  /** UTF-8 length of the whole text, of which `text` is the beginning. */
  readonly bytes: number;
}

/** An exchange as readers see it. */
export interface StoredExchange {
  /** Exchange id. */
  readonly id: string;
  /** null when nothing but its retraction is left. */
  readonly client: ClientName | null;
  /** The client's id of the session. */
  readonly sessionId: string;
  /** How it is known that the user typed the question. */
  readonly label: Label | null;
  /** Directory recorded with the question. */
  readonly cwd: string | null;
  /** null in a copy whose question another session holds, and when it was retracted. */
  readonly question: ExchangeMessage | null;
  /** Replies, in order. */
  readonly answers: readonly ExchangeAnswer[];
  /** Answers of the user, in order. */
  readonly userAnswers: readonly ExchangeUserAnswer[];
  /** Client-written texts, in order. */
  readonly evidence: readonly ExchangeEvidence[];
  /** What became of it; null while it stands. */
  readonly state: ExchangeState | null;
  /** The session that holds the question, when it is another one. */
  readonly copyOf: string | null;
  /** Version of the rules that read it. */
  readonly rules: string | null;
  /** Secrets taken out of its texts. */
  readonly redactions: number;
}

/** What the file of a session holds. */
export interface ExchangesRead extends ExchangesScanned {
  /** In the order of their first row. */
  readonly exchanges: readonly StoredExchange[];
}

/**
 * Reads and assembles. A message that stands in the file twice counts once; a provisional reply counts only while it is
 * the exchange's last reply; a text of which a piece is missing is given as far as it goes.
 *
 * @param path the session's `exchanges.jsonl`
 * @param options `committed`: the revision that `meta.json` states
 */
export function readExchanges(
  files: Pick<Files, "open">,
  path: string,
  options: { readonly committed: number | undefined },
): ExchangesRead {
  const parts = new Map<string, ExchangeParts>();
  const partsOf = (id: string): ExchangeParts => {
    let entry = parts.get(id);
    if (entry === undefined) parts.set(id, entry = { rows: [], state: undefined });
    return entry;
  };
  const scanned = scanExchanges(files, path, {
    committed: options.committed,
    visitor: {
      restart: () => parts.clear(),
      exchange(row) {
        const entry = partsOf(row.id);
        // Rows after a retraction: the session became learnable again and was read from its beginning.
        if (entry.state?.state === "retracted") entry.state = undefined;
        entry.rows.push(row);
      },
      state(row) {
        const entry = partsOf(row.id);
        if (row.state === "retracted") entry.rows = [];
        entry.state = row;
      },
    },
  });
  const exchanges = Array.from(parts, ([id, entry]) => assemble(id, entry)).filter(isExchange);
  return { ...scanned, exchanges };
}

interface ExchangeParts {
  rows: ExchangeRow[];
  state: ExchangeStateRow | undefined;
}

/** With nothing left it is one that another session holds, unless its state says that the rows were taken out. */
function isExchange({ question, answers, userAnswers, evidence, state }: StoredExchange): boolean {
  return question !== null || answers.length + userAnswers.length + evidence.length > 0 || state === "retracted";
}

function assemble(id: string, { rows, state }: ExchangeParts): StoredExchange {
  const replaced = new Set(rows.flatMap((row) => row.replaces ?? []));
  const kept = replaced.size === 0 ? rows : rows.filter((row) => !replaced.has(row.part));
  const opening = kept.find((row) => row.question !== undefined);
  const [question] = joinPieces(kept.flatMap((row) => row.question ?? []));
  return {
    id,
    client: rows[0]?.client ?? null,
    sessionId: rows[0]?.sessionId ?? state?.sessionId ?? "",
    label: opening?.label ?? null,
    cwd: opening?.cwd ?? null,
    question: question ?? null,
    answers: joinAnswers(kept.flatMap((row) => row.answer ?? [])).map((answer) => ({
      uuid: answer.uuid,
      at: answer.at,
      msg: answer.msg ?? null,
      provisional: answer.provisional === true,
      text: answer.text,
    })),
    userAnswers: joinPieces(kept.flatMap((row) => row.answersByUser ?? [])).map((answer) => ({
      ...answer,
      asked: answer.asked ?? null,
    })),
    evidence: joinPieces(kept.flatMap((row) => row.evidence ?? [])),
    state: state?.state ?? null,
    // A copy that got the question itself, because the session that held it was taken back, stands on its own.
    copyOf: question === undefined ? rows.find((row) => row.copyOf !== undefined)?.copyOf ?? null : null,
    rules: opening?.rules ?? null,
    redactions: kept.reduce((sum, row) => sum + (row.redactions ?? 0), 0),
  };
}
