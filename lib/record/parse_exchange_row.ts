/**
 * Raw rows of `exchanges.jsonl` to typed ones. Tolerant: unknown fields are ignored, an entry that is not what it should
 * be is left out, a row without id, revision or part is none.
 *
 * @module
 */
import { CLIENT_NAMES, EVIDENCE_ORIGINS, type ExchangeState, LABELS, type UserAnswerKind } from "../types.ts";
import type {
  Chunk,
  StoredAnswer,
  StoredEvidence,
  StoredQuestion,
  StoredUserAnswer,
  StoreRow,
} from "./exchange_row_types.ts";
import { isObject, type RawRow } from "./read_rows.ts";

/** @returns the row; undefined when it is not one of this version's */
export function parseExchangeRow(row: RawRow): StoreRow | undefined {
  const { id, rev, sessionId, messages } = row;
  if (row.schema !== 1 || typeof sessionId !== "string") return undefined;
  if (row.type === "withheld") {
    if (!Array.isArray(messages)) return undefined;
    return {
      schema: 1,
      type: "withheld",
      sessionId,
      at: textOrNull(row.at) ?? "",
      messages: messages.filter(isString),
    };
  }
  if (typeof id !== "string" || !isCount(rev)) return undefined;
  if (row.type === "exchange-state") {
    const state = oneOf(STATES, row.state);
    if (state === undefined) return undefined;
    return { schema: 1, type: "exchange-state", id, rev, sessionId, state, at: textOrNull(row.at) };
  }
  const client = oneOf(CLIENT_NAMES, row.client);
  if (row.type !== "exchange" || client === undefined || !isCount(row.part)) return undefined;
  const label = oneOf(LABELS, row.label);
  const question = parseQuestion(row.question);
  const answer = listOf(row.answer, parseAnswer);
  const answersByUser = listOf(row.answersByUser, parseUserAnswer);
  const evidence = listOf(row.evidence, parseEvidence);
  return {
    schema: 1,
    type: "exchange",
    id,
    rev,
    part: row.part,
    client,
    sessionId,
    ...(typeof row.copyOf === "string" ? { copyOf: row.copyOf } : {}),
    ...(Array.isArray(row.replaces) ? { replaces: row.replaces.filter(isCount) } : {}),
    ...(typeof row.cwd === "string" ? { cwd: row.cwd } : {}),
    ...(label === undefined ? {} : { label }),
    ...(question === undefined ? {} : { question }),
    ...(answer === undefined ? {} : { answer }),
    ...(answersByUser === undefined ? {} : { answersByUser }),
    ...(evidence === undefined ? {} : { evidence }),
    ...(typeof row.rules === "string" ? { rules: row.rules } : {}),
    ...(isCount(row.redactions) ? { redactions: row.redactions } : {}),
  };
}

const STATES: readonly ExchangeState[] = ["rewound", "withdrawn", "retracted"];
const ANSWER_KINDS: readonly UserAnswerKind[] = ["question", "plan", "refusal"];

function listOf<T extends object>(value: unknown, parse: (entry: RawRow) => T | undefined): readonly T[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.flatMap((entry): readonly T[] => {
    const parsed = isObject(entry) ? parse(entry) : undefined;
    return parsed === undefined ? [] : [parsed];
  });
}

function parseQuestion(value: unknown): StoredQuestion | undefined {
  if (!isObject(value) || typeof value.uuid !== "string" || typeof value.text !== "string") return undefined;
  return { uuid: value.uuid, at: textOrNull(value.at), text: value.text, ...chunkOf(value) };
}

function parseAnswer(entry: RawRow): StoredAnswer | undefined {
  const { uuid, text, msg } = entry;
  if (typeof text !== "string") return undefined;
  const at = textOrNull(entry.at);
  if (entry.provisional === true) return { uuid: null, provisional: true, at, text, ...chunkOf(entry) };
  if (typeof uuid !== "string") return undefined;
  return { uuid, at, ...(typeof msg === "string" ? { msg } : {}), text, ...chunkOf(entry) };
}

function parseUserAnswer(entry: RawRow): StoredUserAnswer | undefined {
  const { uuid, text, asked } = entry;
  const kind = oneOf(ANSWER_KINDS, entry.kind);
  if (typeof uuid !== "string" || typeof text !== "string" || kind === undefined) return undefined;
  const at = textOrNull(entry.at);
  return { uuid, at, kind, ...(typeof asked === "string" ? { asked } : {}), text, ...chunkOf(entry) };
}

function parseEvidence(entry: RawRow): StoredEvidence | undefined {
  const { uuid, text, raw, bytes } = entry;
  if (typeof uuid !== "string" || typeof text !== "string") return undefined;
  return {
    // An origin of a later version is still evidence.
    origin: oneOf(EVIDENCE_ORIGINS, entry.origin) ?? "other",
    raw: typeof raw === "string" ? raw : "",
    uuid,
    at: textOrNull(entry.at),
    text,
    bytes: isCount(bytes) ? bytes : 0,
    ...chunkOf(entry),
  };
}

function chunkOf(entry: RawRow): { readonly chunk?: Chunk } {
  const { chunk } = entry;
  if (!Array.isArray(chunk) || chunk.length !== 2) return {};
  const [index, count] = chunk as readonly unknown[];
  return isCount(index) && isCount(count) && index < count ? { chunk: [index, count] } : {};
}

function oneOf<T extends string>(values: readonly T[], value: unknown): T | undefined {
  return values.find((one) => one === value);
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function isString(value: unknown): value is string {
  return typeof value === "string";
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
