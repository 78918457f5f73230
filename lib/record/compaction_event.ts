/**
 * The first line of a transcript that goes on where an older part was frozen (umwelten's convention).
 *
 * @module
 */
import { LEARNING_KINDS, type LearningKind } from "../types.ts";
import { isObject, type RawRow } from "./read_rows.ts";

/** What `type` says in such a line. */
export const COMPACTION_TYPE = "umwelten_compaction";

/** Marks where a transcript was compacted. It is no message and never counted as one. */
export interface CompactionEventV1 {
  /** Kind of line. */
  readonly type: typeof COMPACTION_TYPE;
  /** Version of the form. */
  readonly schema: 1;
  /** The run that compacted. */
  readonly runId: string;
  /** ISO time. */
  readonly createdAt: string;
  /** What was said in the part that was frozen. */
  readonly summary: string;
  /** File name, without directory, of the part that was frozen last. */
  readonly predecessorSegment: string;
  /** Learnings that the run wrote down, by kind. */
  readonly learningCounts?: Partial<Readonly<Record<LearningKind, number>>>;
}

/** True for a line that marks a compaction, readable or not: no reader takes it for a message. */
export function isCompactionLine(row: RawRow): boolean {
  return row.type === COMPACTION_TYPE;
}

/**
 * Reads a marker. Counts that are no whole numbers are left out.
 *
 * @returns undefined when it is none, or one that says nothing
 */
export function parseCompaction(row: RawRow): CompactionEventV1 | undefined {
  const { runId, createdAt, summary, predecessorSegment } = row;
  if (!isCompactionLine(row) || typeof summary !== "string") return undefined;
  const counts = parseLearningCounts(row.learningCounts);
  return {
    type: COMPACTION_TYPE,
    schema: 1,
    runId: typeof runId === "string" ? runId : "",
    createdAt: typeof createdAt === "string" ? createdAt : "",
    summary,
    predecessorSegment: typeof predecessorSegment === "string" ? predecessorSegment : "",
    ...(counts === undefined ? {} : { learningCounts: counts }),
  };
}

/** @returns the counts of known kinds; undefined when there are none */
export function parseLearningCounts(value: unknown): CompactionEventV1["learningCounts"] {
  if (!isObject(value)) return undefined;
  const counts: Partial<Record<LearningKind, number>> = {};
  for (const kind of LEARNING_KINDS) {
    const count = value[kind];
    if (typeof count === "number" && Number.isSafeInteger(count) && count >= 0) counts[kind] = count;
  }
  return Object.keys(counts).length === 0 ? undefined : counts;
}
