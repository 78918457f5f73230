/**
 * The messages of a habitat session over all parts of its transcript, without the lines that mark compactions.
 *
 * @module
 */
import type { Files } from "../io/files.ts";
import { decodeLine } from "../jsonl/decode.ts";
import { type WholeLine, wholeLines, wholeLinesBackwards } from "../jsonl/whole_lines.ts";
import { type CompactionEventV1, isCompactionLine, parseCompaction } from "./compaction_event.ts";
import type { RawRow } from "./read_rows.ts";
import { closeSegments, openSegments } from "./transcript_segments.ts";

/** One line of a transcript as it stands there: `type` `user` or `assistant`, mostly, and `message`. */
export type TranscriptMessage = RawRow;

/** What a reader met beside messages. Filled while it reads. */
export interface TranscriptCounts {
  /** Lines, or parts of lines, that hold no JSON object. */
  bad: number;
  /** Lines that are too long to be read. */
  oversized: number;
  /** Lines that mark a compaction. */
  compactions: number;
}

/** A whole transcript. */
export interface TranscriptRead extends Readonly<TranscriptCounts> {
  /** In the order in which they were said. */
  readonly messages: readonly TranscriptMessage[];
}

/** What reading needs of the disk. */
export type TranscriptFiles = Pick<Files, "list" | "open">;

/**
 * Loads every message.
 *
 * @param sessionDir the session's directory; missing: no messages
 */
export function loadMessages(files: TranscriptFiles, sessionDir: string): TranscriptRead {
  const counts = noCounts();
  return { messages: [...iterateMessages(files, sessionDir, { counts })], ...counts };
}

/**
 * Goes through the messages, the first one first, and holds one at a time.
 *
 * @param options `counts`: where it is counted what is no message; `chunkBytes`: bytes read at a time, for who wants only
 * the first messages
 */
export function* iterateMessages(
  files: TranscriptFiles,
  sessionDir: string,
  options: { readonly counts?: TranscriptCounts; readonly chunkBytes?: number } = {},
): Generator<TranscriptMessage> {
  const counts = options.counts ?? noCounts();
  const segments = openSegments(files, sessionDir);
  try {
    for (const { handle } of segments) {
      for (const line of wholeLines(handle, options)) yield* messagesOf(rowsOf(line, counts), counts);
    }
  } finally {
    closeSegments(segments);
  }
}

/**
 * Goes through the messages from the last one to the first: the last ones of a transcript of any size are there at once.
 *
 * @param options `counts`: where it is counted what is no message
 */
export function* iterateMessagesBackwards(
  files: TranscriptFiles,
  sessionDir: string,
  options: { readonly counts?: TranscriptCounts } = {},
): Generator<TranscriptMessage> {
  const counts = options.counts ?? noCounts();
  const segments = openSegments(files, sessionDir);
  try {
    for (const { handle } of segments.toReversed()) {
      for (const line of wholeLinesBackwards(handle)) {
        yield* messagesOf(rowsOf(line, counts), counts).reverse();
      }
    }
  } finally {
    closeSegments(segments);
  }
}

/** The last messages, in the order in which they were said. */
export function lastMessages(
  files: TranscriptFiles,
  sessionDir: string,
  options: { readonly count: number },
): readonly TranscriptMessage[] {
  const messages: TranscriptMessage[] = [];
  if (options.count < 1) return messages;
  for (const message of iterateMessagesBackwards(files, sessionDir)) {
    messages.push(message);
    if (messages.length >= options.count) break;
  }
  return messages.reverse();
}

/** The last compactions of a session, the newest first: every marker that says something. */
export function* iterateCompactionsBackwards(files: TranscriptFiles, sessionDir: string): Generator<CompactionEventV1> {
  const segments = openSegments(files, sessionDir);
  try {
    for (const { handle } of segments.toReversed()) {
      // The marker is the first line. Where a writer was faster than the compaction it stands a few lines below.
      const found: CompactionEventV1[] = [];
      let seen = 0;
      for (const line of wholeLines(handle, { chunkBytes: HEAD_BYTES })) {
        for (const row of rowsOf(line, noCounts())) {
          const event = parseCompaction(row);
          if (event !== undefined) found.push(event);
        }
        if (++seen === MARKER_LINES) break;
      }
      yield* found.reverse();
    }
  } finally {
    closeSegments(segments);
  }
}

const HEAD_BYTES = 16 * 1024;
const MARKER_LINES = 8;

function noCounts(): TranscriptCounts {
  return { bad: 0, oversized: 0, compactions: 0 };
}

function rowsOf(line: WholeLine, counts: TranscriptCounts): readonly RawRow[] {
  if (line.oversized) {
    counts.oversized++;
    return [];
  }
  const decoded = decodeLine(line);
  counts.bad += decoded.torn ? 1 : decoded.bad;
  return decoded.records;
}

function messagesOf(rows: readonly RawRow[], counts: TranscriptCounts): TranscriptMessage[] {
  const messages = rows.filter((row) => !isCompactionLine(row));
  counts.compactions += rows.length - messages.length;
  return messages;
}
