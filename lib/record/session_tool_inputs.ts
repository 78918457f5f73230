/**
 * The arguments of the agents' tools.
 *
 * @module
 */
import * as z from "zod";
import { LEARNING_KINDS, type LearningKind } from "../types.ts";

const SESSION_ID = z.string().min(1).max(256).describe("Session id: the name of its directory, or the beginning of it");
const KIND = z.enum(LEARNING_KINDS);
const OBJECT = z.record(z.string(), z.unknown());

/** Arguments of `sessions_learnings_append`. */
export interface LearningsAppendInput {
  /** Name of the session's directory, or the beginning of it. */
  sessionId: string;
  /** Kind of learning. */
  kind: LearningKind;
  /** What was learned. */
  payload: Record<string, unknown>;
  /** Where it came from. */
  provenance?: Record<string, unknown> | undefined;
}

/** Arguments of `sessions_learnings_read`. */
export interface LearningsReadInput {
  /** Name of the session's directory, or the beginning of it. */
  sessionId: string;
  /** Kind of learning; all unless told. */
  kind?: LearningKind | undefined;
  /** Most rows of a kind, the last ones. */
  limitPerKind?: number | undefined;
}

/** Arguments of `sessions_transcript_compact`. */
export interface TranscriptCompactInput {
  /** Name of the session's directory, or the beginning of it. */
  sessionId: string;
  /** What was said in the part that is frozen. */
  summary: string;
  /** The run that compacts. */
  runId?: string | undefined;
  /** Learnings that were written down before, by kind. */
  learningCounts?: Partial<Record<LearningKind, number>> | undefined;
}

/** A zod schema, by what model SDKs use of it: zod's own checks, and the interface that schema libraries share. */
export interface ToolSchema<I> {
  /** Checks. @returns the arguments; it throws when they are wrong */
  parse(value: unknown): I;
  /** Checks. @returns the arguments, or what is wrong with them */
  safeParse(value: unknown): ToolInput<I>;
  /** The standard schema interface, version 1. */
  readonly "~standard": {
    /** Version of the interface. */
    readonly version: 1;
    /** The library. */
    readonly vendor: string;
    /** Only types. */
    readonly types?: { readonly input: I; readonly output: I } | undefined;
    /** Checks. @returns the arguments, or what is wrong with them */
    readonly validate: (value: unknown) => unknown;
  };
}

/** What a check gives. */
export type ToolInput<I> =
  | { readonly success: true; readonly data: I }
  | {
    readonly success: false;
    readonly error: { readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[] };
  };

/** Checks {@linkcode LearningsAppendInput}. */
export const LEARNINGS_APPEND_INPUT: ToolSchema<LearningsAppendInput> = z.object({
  sessionId: SESSION_ID,
  kind: KIND,
  payload: OBJECT.describe('What was learned, a JSON object; put the sentence into "text"'),
  provenance: OBJECT.optional().describe("Where it came from, a JSON object"),
});
/** Checks {@linkcode LearningsReadInput}. */
export const LEARNINGS_READ_INPUT: ToolSchema<LearningsReadInput> = z.object({
  sessionId: SESSION_ID,
  kind: KIND.optional(),
  limitPerKind: z.number().int().min(1).max(500).optional().describe("Most rows of a kind, the last ones; default 100"),
});
/** Checks {@linkcode TranscriptCompactInput}. */
export const TRANSCRIPT_COMPACT_INPUT: ToolSchema<TranscriptCompactInput> = z.object({
  sessionId: SESSION_ID,
  summary: z.string().trim().min(1).max(100_000).describe("What was said in the part that is frozen"),
  runId: z.string().min(1).max(256).optional(),
  learningCounts: z.partialRecord(KIND, z.number().int().min(0)).optional()
    .describe("How many learnings were written down before, by kind"),
});
