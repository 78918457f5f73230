/**
 * The second pass: one session's records in file order, through the client's reader, from a cursor on.
 *
 * @module
 */
import { type DecodedLine, decodeLine } from "../jsonl/decode.ts";
import type { Line } from "../jsonl/lines.ts";
import { type LineSource, readLines } from "../jsonl/read_lines.ts";
import { parseRecord } from "../jsonl/resync.ts";
import type { Skimmer } from "../jsonl/skim.ts";
import type { ClientModule, RecordReader, SessionEvent, UnreadStrings } from "../types.ts";
import { withoutOwnFrame } from "./own_frame.ts";

/** Lines and records of one pass (design section 6, `records`). */
export interface RecordCounts {
  read: number;
  bad: number;
  oversized: number;
  /** Records that belong to another session of the same file. */
  foreign: number;
}

/** Cuts out of lines what nobody reads, and knows afterwards that nobody does. */
export interface Skimming {
  readonly skimmer: Skimmer;
  readonly unread: UnreadStrings;
}

/** Where a pass begins, and what it reports. */
export interface FeedOptions {
  readonly sessionId: string;
  readonly from: number;
  readonly reader: RecordReader;
  /** Session that records without an id of their own belong to at `from`; true when it is this one. */
  readonly current: boolean;
  /** Asked at the end of what could be read: decide what is still held (session end and `learn`)? */
  isFinal(): boolean;
  /** True when no more may be read: the pass ends behind the line that is read, after {@linkcode LEAST_BYTES}. */
  readonly isOver?: () => boolean;
  /** Spares what nobody reads; worth it for much that is new. */
  readonly skimming?: Skimming;
  /** Takes one event. Returning false ends the pass. */
  readonly onEvent: (event: SessionEvent) => boolean;
  /** Takes the state as it is now, before a record that has to be read again by the next run. */
  readonly onHold: () => void;
  /** The record that was held has been decided: the state taken by `onHold` is void. */
  readonly onRelease: () => void;
}

/** Where a pass ended. */
export interface FeedResult {
  /** Offset behind the last record that needs no second reading. */
  readonly offset: number;
  readonly counts: RecordCounts;
  /** False when `onEvent` or the time ended the pass. */
  readonly whole: boolean;
  /** True when the time did. */
  readonly unfinished: boolean;
  /** Records without an id of their own behind `offset` belong to this session. */
  readonly current: boolean;
}

/** So much is read of a source at least, so that run after run comes to its end. */
const LEAST_BYTES = 1024 * 1024;

/** Reads one session's records from `from` to the end of the file. */
export function feedSession(source: LineSource, client: ClientModule, options: FeedOptions): FeedResult {
  const { reader, sessionId, onEvent, skimming } = options;
  const counts: RecordCounts = { read: 0, bad: 0, oversized: 0, foreign: 0 };
  let offset = options.from;
  let current = options.current;
  let heldAt: number | undefined;
  let heldCurrent = current;
  let whole = true;
  let unfinished = false;

  const hold = (at: number) => {
    if (heldAt !== undefined) return;
    heldAt = at;
    heldCurrent = current;
    options.onHold();
  };

  readLines(source, (line, uncut) => {
    if (line.oversized) counts.oversized++;
    // The client may still be writing a line without line feed: what it says now is stored, and read again.
    if (!line.terminated) hold(line.start);
    if (!line.oversized && client.mayMatter(line.text)) {
      const { records, bad } = (uncut && skimming && decodeSkimmed(line, skimming)) ??
        decodeLine(uncut === undefined ? line : { text: uncut(), terminated: line.terminated });
      counts.bad += bad;
      for (const record of records) {
        counts.read++;
        const session = client.evidence(record).sessionId;
        if (session !== undefined) current = session === sessionId;
        if (!current) {
          counts.foreign++;
          continue;
        }
        if (reader.holds(record)) hold(line.start);
        else if (heldAt !== undefined && line.terminated) {
          heldAt = undefined;
          options.onRelease();
        }
        for (const event of reader.read(record)) {
          if (!onEvent(withoutOwnFrame(event))) {
            whole = false;
            return false;
          }
        }
      }
    } else if (!line.oversized && line.text !== "") counts.read++;
    if (line.terminated) offset = line.end;
    if (offset - options.from >= LEAST_BYTES && options.isOver?.() === true) {
      // What comes next is for the next run, as if the file ended here.
      unfinished = offset < source.size;
      whole = !unfinished;
    }
    return whole;
  }, { from: options.from, ...(skimming === undefined ? {} : { skimmer: skimming.skimmer }) });

  if (whole && options.isFinal()) {
    // A line without line feed stays unread for the cursor even now: only the held command is decided.
    for (const event of reader.finish()) {
      if (!onEvent(withoutOwnFrame(event))) whole = false;
    }
  }
  return { offset: heldAt ?? offset, counts, whole, unfinished, current: heldAt === undefined ? current : heldCurrent };
}

/** @returns undefined when the whole line has to be read: it is no record, or what was cut may be read */
function decodeSkimmed({ text }: Line, { skimmer, unread }: Skimming): DecodedLine | undefined {
  const record = parseRecord(text);
  if (record === undefined || unread.count(record, skimmer.beginningOf) !== skimmer.count) return undefined;
  return { records: [record], bad: 0, lostBytes: 0, torn: false };
}
