/**
 * What a person said about learnings in `review`, `keep` and `forget`: kept data, as hashes and rule names, without text.
 *
 * @module
 */
import type { Files } from "../io/files.ts";
import { LEARNING_KINDS, type LearningKind } from "../types.ts";
import { createJsonlSet, type JsonlSet } from "./jsonl_set.ts";
import { under } from "./layout.ts";
import type { LearningRow } from "./learning_rows.ts";
import { learningKeyOf } from "./learning_key.ts";

/** `kept`: a person vouches for it. `forgotten`: it was wrong or unwanted. `edited`: a person put it in other words. */
export const REVIEW_VERDICTS = ["kept", "forgotten", "edited", "none"] as const;
/** One of {@linkcode REVIEW_VERDICTS}; `none` takes an earlier one back. */
export type ReviewVerdict = typeof REVIEW_VERDICTS[number];

/** One verdict. The last one about a statement of a workspace counts. */
export interface ReviewMark {
  /** ISO time. */
  readonly at: string;
  readonly workspace: string;
  readonly kind: LearningKind;
  /** What readers consolidate on: a hash of kind and text. */
  readonly key: string;
  readonly verdict: ReviewVerdict;
  /** The rule that had found it; null for rows of no rule. */
  readonly rule: string | null;
  /** `forgotten` alone: what was said before, which `unforget` brings back; absent for `none`. */
  readonly before?: ReviewVerdict;
}

/** A statement: what a mark is about. */
export type Statement = Pick<ReviewMark, "workspace" | "kind" | "key">;

/** The statement that a row makes. */
export function statementOf({ kind, payload }: LearningRow, workspace: string): Statement {
  return { workspace, kind, key: payload.key ?? learningKeyOf(kind, payload.text) };
}

/** All verdicts, the last one of each statement. */
export interface ReviewMarks {
  readonly all: readonly ReviewMark[];
  /** @returns undefined for what nobody looked at */
  markOn(statement: Statement): ReviewMark | undefined;
  /** @returns `none` for what nobody looked at */
  verdictOn(statement: Statement): ReviewVerdict;
}

/**
 * Reads the verdicts.
 *
 * @param data the kept data's directory
 */
export function readReviewMarks(files: Pick<Files, "open">, data: string): ReviewMarks {
  const all = marks(files, data).read();
  const last = new Map(all.map((mark) => [nameOf(mark), mark]));
  const markOn = (statement: Statement): ReviewMark | undefined => last.get(nameOf(statement));
  return { all, markOn, verdictOn: (statement) => markOn(statement)?.verdict ?? "none" };
}

/** Writes a verdict down. */
export function keepReviewMark(
  files: Pick<Files, "open" | "append" | "makeDirectory">,
  data: string,
  mark: ReviewMark,
): void {
  const said = mark.verdict === "forgotten" ? readReviewMarks(files, data).markOn(mark) : undefined;
  // Said again after a run that was killed, it still takes the place of what was said first.
  const before = said?.verdict === "forgotten" ? said.before : said?.verdict;
  marks(files, data).keep(files, before === undefined || before === "none" ? mark : { ...mark, before });
}

/**
 * Brings back what was said before a statement was forgotten.
 *
 * @param keys of the statements
 * @param at ISO time
 */
export function takeBackForgotten(
  files: Pick<Files, "open" | "append" | "makeDirectory">,
  data: string,
  { keys, at }: { readonly keys: ReadonlySet<string>; readonly at: string },
): void {
  for (const { before = "none", ...mark } of readReviewMarks(files, data).all) {
    if (mark.verdict === "forgotten" && keys.has(mark.key)) {
      keepReviewMark(files, data, { ...mark, at, verdict: before });
    }
  }
}

function marks(files: Pick<Files, "open">, data: string): JsonlSet<ReviewMark> {
  return createJsonlSet<ReviewMark>(files, under(data, "review.jsonl"), {
    directory: data,
    key: nameOf,
    parse({ at, workspace, kind, key, verdict, rule, before }) {
      const known = LEARNING_KINDS.find((one) => one === kind);
      const said = REVIEW_VERDICTS.find((one) => one === verdict);
      if (typeof at !== "string" || typeof workspace !== "string" || typeof key !== "string") return undefined;
      if (known === undefined || said === undefined) return undefined;
      const first = REVIEW_VERDICTS.find((one) => one === before);
      const mark = { at, workspace, kind: known, key, verdict: said, rule: typeof rule === "string" ? rule : null };
      return first === undefined ? mark : { ...mark, before: first };
    },
  });
}

function nameOf({ workspace, kind, key }: Statement): string {
  return `${workspace} ${kind} ${key}`;
}
