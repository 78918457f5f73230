/**
 * What a person's verdicts say about the rules that found the learnings.
 *
 * @module
 */
import type { ReviewMarks } from "../record/review_marks.ts";

/** One rule. */
export interface ReviewedRule {
  readonly rule: string;
  readonly kept: number;
  readonly edited: number;
  readonly forgotten: number;
}

/** Counts by rule, those that were forgotten most first. */
export function reviewedRules({ all }: ReviewMarks): readonly ReviewedRule[] {
  const rules = new Map<string, { rule: string; kept: number; edited: number; forgotten: number }>();
  for (const { rule, verdict } of all) {
    // What a person wrote was found by no rule.
    if (rule === null || rule === "review.edited" || verdict === "none") continue;
    let counts = rules.get(rule);
    if (counts === undefined) rules.set(rule, counts = { rule, kept: 0, edited: 0, forgotten: 0 });
    counts[verdict]++;
  }
  return [...rules.values()].sort((a, b) => b.forgotten - a.forgotten || (a.rule < b.rule ? -1 : 1));
}
