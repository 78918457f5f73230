/**
 * Compaction of a habitat session's transcript: the live part is frozen by renaming it, and a new one begins with a line
 * that says what was said before.
 *
 * Others append to the same file meanwhile and take no lock, and the program may be killed at any moment. So nothing is
 * copied or rewritten: whoever has the live part open goes on writing to what is frozen now, and whoever opens it in the
 * instant in which there is none makes a new one, which is frozen as well. What is still to be done is written down first
 * ({@linkcode PENDING_COMPACTION}), and the next compaction finishes it.
 *
 * @module
 */
import { InputError } from "../errors.ts";
import { escapeControls as visible } from "../io/escape_controls.ts";
import type { Files } from "../io/files.ts";
import { wholeLines } from "../jsonl/whole_lines.ts";
import { type CompactionEventV1, parseCompaction, parseLearningCounts } from "./compaction_event.ts";
import { under } from "./layout.ts";
import { parseObject } from "./read_rows.ts";
import { redactSecrets } from "./redact_secrets.ts";
import { frozenName, frozenTime, LIVE_TRANSCRIPT, transcriptSegments } from "./transcript_segments.ts";

/** What a compaction that is under way has still to write. */
export const PENDING_COMPACTION = ".compaction.json";
/** Keeps two compactions of a session apart. */
const COMPACTION_LOCK = ".compaction.lock";
const LOCK_MILLISECONDS = 5000;
/** So often someone may be faster in making a new live part; then the marker is appended to theirs. */
const MOST_ATTEMPTS = 16;

/** What compaction needs of the disk. */
export type CompactionFiles = Pick<
  Files,
  "append" | "create" | "list" | "lock" | "open" | "readText" | "remove" | "rename" | "replace" | "stat"
>;

/** What is compacted. */
export interface CompactionOptions {
  /** What was said so far; it must say something. */
  readonly summary: string;
  /** The run that compacts; made up unless told. */
  readonly runId?: string;
  /** Learnings that the run wrote down before, by kind. */
  readonly learningCounts?: CompactionEventV1["learningCounts"];
  /** The time of the compaction; now unless told. */
  readonly now?: Date;
  /** Takes secrets out of the summary; the built-in rules unless told. */
  readonly redact?: (text: string) => string;
}

/** What was done. */
export interface Compacted {
  /** File name of the part that was frozen. */
  readonly frozenRelative: string;
  /** Absolute path of the new live part. */
  readonly livePath: string;
  /** The line that it begins with. */
  readonly event: CompactionEventV1;
}

/**
 * Compacts a session's transcript. A compaction that was killed half way is finished first, with its own summary.
 *
 * @param sessionDir the session's directory
 * @throws {InputError} when there is nothing to compact, the summary is empty, or another program compacts for over 5 s
 */
export async function compactTranscript(
  files: CompactionFiles,
  sessionDir: string,
  options: CompactionOptions,
): Promise<Compacted> {
  const failed = (why: string) => new InputError(`cannot compact "${visible(sessionDir)}": ${why}`);
  if (options.summary.trim() === "") throw failed("the summary is empty; say what was said so far");
  if (files.stat(sessionDir) === undefined) throw failed("there is no such directory; name a session's");
  const isThere = (name: string) => files.stat(under(sessionDir, name))?.isFile === true;
  const nothing = () => failed(`it has no ${LIVE_TRANSCRIPT}, so nothing was said since the last time`);
  if (!isThere(LIVE_TRANSCRIPT) && !isThere(PENDING_COMPACTION)) throw nothing();
  const lock = await files.lock(under(sessionDir, COMPACTION_LOCK), { milliseconds: LOCK_MILLISECONDS });
  if (lock === undefined) throw failed("another program has been compacting it for 5 s; run the command again");
  try {
    finishPending(files, sessionDir);
    const live = files.stat(under(sessionDir, LIVE_TRANSCRIPT));
    if (live?.isFile !== true) throw nothing();
    const now = options.now ?? new Date();
    const frozen = nextFrozenName(files, sessionDir, now.getTime());
    const counts = parseLearningCounts(options.learningCounts);
    const event: CompactionEventV1 = {
      type: "umwelten_compaction",
      schema: 1,
      runId: options.runId ?? crypto.randomUUID(),
      createdAt: now.toISOString(),
      summary: (options.redact ?? redactSecrets)(options.summary),
      predecessorSegment: frozen,
      ...(counts === undefined ? {} : { learningCounts: counts }),
    };
    files.replace(under(sessionDir, PENDING_COMPACTION), lineOf(event), { mode: live.mode });
    try {
      files.rename(under(sessionDir, LIVE_TRANSCRIPT), under(sessionDir, frozen));
    } catch (error) {
      if (files.stat(under(sessionDir, LIVE_TRANSCRIPT)) !== undefined) throw error;
      throw failed("another program froze its transcript at this moment; run the command again");
    }
    return {
      frozenRelative: frozen,
      livePath: under(sessionDir, LIVE_TRANSCRIPT),
      event: finish(files, sessionDir, event),
    };
  } finally {
    lock.release();
  }
}

/** Finishes a compaction that froze a part and was killed then; one that froze nothing is forgotten. */
function finishPending(files: CompactionFiles, sessionDir: string): void {
  const path = under(sessionDir, PENDING_COMPACTION);
  const text = files.readText(path);
  if (text === undefined) return;
  const event = parseCompaction(parseObject(text) ?? {});
  const isFrozen = event !== undefined &&
    transcriptSegments(files, sessionDir).some((segment) => segment.name === event.predecessorSegment && !segment.live);
  if (isFrozen) finish(files, sessionDir, event);
  else files.remove(path);
}

/** Makes the new live part. @returns its first line */
function finish(files: CompactionFiles, sessionDir: string, pending: CompactionEventV1): CompactionEventV1 {
  const live = under(sessionDir, LIVE_TRANSCRIPT);
  let event = pending;
  for (let attempt = 1;; attempt++) {
    if (beginsWith(files, live, event.runId)) break;
    const mode = files.stat(under(sessionDir, event.predecessorSegment))?.mode ?? null;
    if (files.create(live, lineOf(event), { mode })) break;
    if (attempt === MOST_ATTEMPTS) {
      files.append(live, lineOf(event));
      break;
    }
    // Someone said something while there was no live part: that is frozen too, behind what was said before.
    const frozen = nextFrozenName(files, sessionDir, Date.parse(event.createdAt));
    files.rename(live, under(sessionDir, frozen));
    event = { ...event, predecessorSegment: frozen };
  }
  files.remove(under(sessionDir, PENDING_COMPACTION));
  return event;
}

function beginsWith(files: CompactionFiles, live: string, runId: string): boolean {
  const handle = files.open(live);
  if (handle === undefined) return false;
  try {
    for (const line of wholeLines(handle)) {
      const event = parseCompaction(parseObject(line.text) ?? {});
      return event !== undefined && event.runId === runId;
    }
    return false;
  } finally {
    handle.close();
  }
}

/** A name behind all others, whatever the clock says. */
function nextFrozenName(files: Pick<Files, "list">, sessionDir: string, now: number): string {
  const times = transcriptSegments(files, sessionDir).map(({ name }) => frozenTime(name) ?? -Infinity);
  const last = Math.max(-Infinity, ...times);
  return frozenName(Math.max(Number.isNaN(now) ? 0 : now, last + 1));
}

/** A line feed in front would make it no first line: the file is new. */
function lineOf(event: CompactionEventV1): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(event)}\n`);
}
