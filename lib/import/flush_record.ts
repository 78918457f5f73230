/**
 * How often the reply was not there in time: after three misses in a row the wait is short, as waiting does not help.
 *
 * @module
 */
import type { Files } from "../io/files.ts";
import { under } from "../record/layout.ts";

/** What is remembered. */
export interface FlushRecord {
  readonly stops: number;
  readonly misses: number;
  readonly inARow: number;
  /** Milliseconds that the next Stop waits at most. */
  readonly wait: number;
}

const LONG = 250;
const SHORT = 50;
const PATIENCE = 3;

/** Reads the record; a lost one begins anew. */
export function readFlushRecord(files: Pick<Files, "readText">, state: string): FlushRecord {
  const none: FlushRecord = { stops: 0, misses: 0, inARow: 0, wait: LONG };
  const text = files.readText(under(state, "flush.json"));
  if (text === undefined) return none;
  try {
    const { stops, misses, inARow } = JSON.parse(text);
    if (![stops, misses, inARow].every((n) => Number.isSafeInteger(n) && n >= 0)) return none;
    return { stops, misses, inARow, wait: inARow >= PATIENCE ? SHORT : LONG };
  } catch {
    return none;
  }
}

/** Counts one Stop. */
export function writeFlushRecord(
  files: Pick<Files, "makeDirectory" | "replace">,
  state: string,
  { record, flushed }: { readonly record: FlushRecord; readonly flushed: boolean },
): void {
  const next = {
    stops: record.stops + 1,
    misses: record.misses + (flushed ? 0 : 1),
    inARow: flushed ? 0 : record.inARow + 1,
  };
  try {
    files.makeDirectory(state);
    files.replace(under(state, "flush.json"), new TextEncoder().encode(JSON.stringify(next)), { cache: true });
  } catch {
    // A count that cannot be kept is no reason to fail.
  }
}
