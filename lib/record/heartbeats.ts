/**
 * `events.jsonl`: one row a hook run, for `status` and `doctor`.
 *
 * @module
 */
import type { Files } from "../io/files.ts";
import { under } from "./layout.ts";
import { type RawRow, readRows } from "./read_rows.ts";

/** One hook run. */
export interface Heartbeat {
  /** ISO time. */
  readonly at: string;
  readonly client: string;
  readonly event: string;
  /** Left out for sessions that were excluded, opted out or claimed: nothing may tell of them. */
  readonly session?: string;
  readonly outcome: string;
  readonly reason?: string;
  readonly ms: number;
}

/** The file never has more lines. */
export const MOST_HEARTBEATS = 2000;
/** Lines that stay when it gets full, so that it is not rewritten at every run. */
const KEPT = 1500;
/** Bytes of a row whose texts are all empty. */
const SHORTEST = 53;
/** Lines are counted when the file grows by room for so many rows, however short; to read it costs a hook milliseconds. */
const UNCOUNTED = 250;
const STEP = UNCOUNTED * SHORTEST;
const LINE_FEED = 0x0a;
/** A longer text is cut: an event's name comes from the payload as it is, and a reason may quote one. */
const MOST_CHARACTERS = 500;

/**
 * Appends one row. A full file is first cut down to its newest rows.
 *
 * @param state the state directory
 */
export function beat(
  files: Pick<Files, "stat" | "readBytes" | "makeDirectory" | "append" | "replace">,
  state: string,
  heartbeat: Heartbeat,
): void {
  const path = under(state, "events.jsonl");
  const line = new TextEncoder().encode(`${JSON.stringify(heartbeat, shortened)}\n`);
  const size = files.stat(path)?.size;
  if (size === undefined) files.makeDirectory(state);
  else if (isLookedAt(size, line.length)) {
    const bytes = files.readBytes(path) ?? new Uint8Array();
    const kept = newestLines(bytes);
    if (kept !== undefined) return files.replace(path, concatenated(kept, line), { cache: true });
  }
  files.append(path, line, { cache: true });
}

/** True when the file passes a step of which it may be full before the next one. */
function isLookedAt(size: number, added: number): boolean {
  const steps = Math.floor((size + added) / STEP);
  return steps !== Math.floor(size / STEP) && steps >= MOST_HEARTBEATS / UNCOUNTED - 1;
}

function shortened(_key: string, value: unknown): unknown {
  if (typeof value !== "string" || value.length <= MOST_CHARACTERS) return value;
  return `${value.slice(0, MOST_CHARACTERS).toWellFormed()}...`;
}

/** @returns the rows, oldest first; lines that are none are left out */
export function readHeartbeats(files: Pick<Files, "open">, state: string): readonly Heartbeat[] {
  const rows: Heartbeat[] = [];
  readRows(files, under(state, "events.jsonl"), {
    onRow(raw) {
      const row = parseHeartbeat(raw);
      if (row !== undefined) rows.push(row);
    },
  });
  return rows;
}

/** @returns the last rows that stay; undefined when as many more still fit as come before the next look */
function newestLines(bytes: Uint8Array): Uint8Array | undefined {
  let lines = 0;
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) lines++;
  if (lines < MOST_HEARTBEATS - UNCOUNTED) return undefined;
  let from = bytes.lastIndexOf(LINE_FEED);
  for (let kept = 0; kept < KEPT; kept++) from = bytes.lastIndexOf(LINE_FEED, from - 1);
  return bytes.subarray(from + 1);
}

function concatenated(one: Uint8Array, other: Uint8Array): Uint8Array {
  const all = new Uint8Array(one.length + other.length);
  all.set(one);
  all.set(other, one.length);
  return all;
}

function parseHeartbeat(raw: RawRow): Heartbeat | undefined {
  const { at, client, event, session, outcome, reason, ms } = raw;
  if (typeof at !== "string" || typeof client !== "string" || typeof event !== "string") return undefined;
  if (typeof outcome !== "string" || typeof ms !== "number") return undefined;
  return {
    at,
    client,
    event,
    ...(typeof session === "string" ? { session } : {}),
    outcome,
    ...(typeof reason === "string" ? { reason } : {}),
    ms,
  };
}
