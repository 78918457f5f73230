/**
 * What the reader carries from run to run: bounded, JSON, no text of messages except queued prompts, which the caller
 * redacts.
 *
 * @module
 */
import type { Json } from "../../lib/types.ts";
import type { Waiting } from "./queue.ts";
import { asRow, asRows } from "./records.ts";
import { asVersion } from "./versions.ts";

/** A message counted already, whose text may come once more as a row or attachment. */
export interface Counted {
  readonly loose: string;
  /** Where it was counted; `recent` ones only match rows that no marker calls typed at the prompt. */
  readonly from: "queue" | "attachment";
  /** The record number up to which a repetition is the same message. */
  readonly until: number;
}

/** State between two records. */
export interface ReaderState {
  /** Records read. */
  readonly records: number;
  /** Records without an id of their own so far; part of the key of their messages. */
  readonly nameless: number;
  /** Newest client version seen. */
  readonly version: string | null;
  /** A `queued_command` attachment was seen: queue records prove nothing from here on. */
  readonly attachments: boolean;
  readonly waiting: readonly Waiting[];
  readonly counted: readonly Counted[];
  /** Tool calls without a result yet: id and tool name. */
  readonly calls: readonly (readonly [string, string])[];
  /** Something says that a person took part. */
  readonly person: boolean;
  /** A prompt of a program was seen. */
  readonly program: boolean;
  /** A directory of a known observer was seen. */
  readonly observer: boolean;
}

/** State before the first record. */
export const FRESH_STATE: ReaderState = {
  records: 0,
  nameless: 0,
  version: null,
  attachments: false,
  waiting: [],
  counted: [],
  calls: [],
  person: false,
  program: false,
  observer: false,
};

/** Longest id and name kept of a tool call. */
const MAX_ID = 128;
/** Tool calls kept. */
const MAX_CALLS = 128;
/** Repetitions watched for. */
const MAX_COUNTED = 128;
/** Code units kept of all waiting texts together. */
const MAX_WAITING_TEXT = 256 * 1024;

/**
 * Drops what is over the bounds, oldest first.
 *
 * @param state of any size
 */
export function bounded(state: ReaderState): ReaderState {
  const { calls, counted, waiting, records } = state;
  const alive = counted.some(({ until }) => until < records)
    ? counted.filter(({ until }) => until >= records)
    : counted;
  let size = 0;
  let from = waiting.length;
  while (from > 0 && size + (waiting[from - 1]?.text?.length ?? 0) <= MAX_WAITING_TEXT) {
    from--;
    size += waiting[from]?.text?.length ?? 0;
  }
  if (alive === counted && alive.length <= MAX_COUNTED && calls.length <= MAX_CALLS && from === 0) return state;
  return {
    ...state,
    calls: calls.length > MAX_CALLS ? calls.slice(-MAX_CALLS) : calls,
    counted: alive.length > MAX_COUNTED ? alive.slice(-MAX_COUNTED) : alive,
    waiting: from === 0 ? waiting : waiting.slice(from),
  };
}

/** Ids longer than any client writes are cut, so that the state stays small. */
export function callEntry(id: string, name: string): readonly [string, string] {
  return [id.slice(0, MAX_ID).toWellFormed(), name.slice(0, MAX_ID).toWellFormed()];
}

/**
 * @param state between two records
 * @param redact takes secrets out of queued prompts
 */
export function stateToJson(state: ReaderState, redact: (text: string) => string): Json {
  return {
    ...state,
    waiting: state.waiting.map((waiting) => ({
      ...waiting,
      text: waiting.text === null ? null : redact(waiting.text),
    })),
    counted: state.counted.map((counted) => ({ ...counted })),
    calls: state.calls.map(([id, name]) => [id, name]),
  };
}

function count(value: unknown): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : 0;
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/**
 * Reads a state back; what is damaged is as in a fresh one.
 *
 * @param json what {@linkcode stateToJson} gave, possibly changed by others
 */
export function stateFromJson(json: Json | undefined): ReaderState {
  const row = asRow(json);
  if (row === undefined) return FRESH_STATE;
  const calls: (readonly [string, string])[] = [];
  if (Array.isArray(row["calls"])) {
    for (const pair of row["calls"]) {
      if (Array.isArray(pair) && typeof pair[0] === "string" && typeof pair[1] === "string") {
        calls.push(callEntry(pair[0], pair[1]));
      }
    }
  }
  return bounded({
    records: count(row["records"]),
    nameless: count(row["nameless"]),
    version: asVersion(row["version"]) ?? null,
    attachments: row["attachments"] === true,
    waiting: asRows(row["waiting"]).map((waiting) => ({
      text: typeof waiting["text"] === "string" ? waiting["text"] : null,
      hash: text(waiting["hash"]),
      loose: text(waiting["loose"]),
      at: text(waiting["at"]),
    })),
    counted: asRows(row["counted"]).map((counted) => ({
      loose: text(counted["loose"]),
      from: counted["from"] === "attachment" ? "attachment" : "queue",
      until: count(counted["until"]),
    })),
    calls,
    person: row["person"] === true,
    program: row["program"] === true,
    observer: row["observer"] === true,
  });
}
