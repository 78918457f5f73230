/**
 * What came of a comparison, as numbers per rule and per kind.
 *
 * @module
 */
import { LOW_CONFIDENCE } from "../../lib/learnings/rule.ts";
import { LEARNING_KINDS, type LearningKind } from "../../lib/types.ts";
import type { Label } from "./labels.ts";
import type { Hit, Matched } from "./match.ts";

/** Found and right. */
export interface Precision {
  readonly found: number;
  readonly right: number;
}

/** A rule's numbers. */
export interface RuleScore extends Precision {
  readonly rule: string;
  readonly kind: LearningKind;
}

/** A kind's numbers, over the rules that are trusted. */
export interface KindScore extends Precision {
  readonly kind: LearningKind;
  readonly labels: number;
  readonly told: number;
  readonly must: number;
  readonly mustTold: number;
}

/** Everything that is printed. */
export interface Score {
  readonly kinds: readonly KindScore[];
  /** Rules that context and search use. */
  readonly rules: readonly RuleScore[];
  /** Rules kept with low confidence. */
  readonly low: readonly RuleScore[];
  readonly misses: readonly Label[];
  readonly wrong: readonly Hit[];
}

/**
 * Counts. Several hits of one rule that tell the same labels count as one, and so do wrong ones of one rule from one
 * record: a task list of twelve entries weighs no more than one answer.
 */
export function score(matched: readonly Matched[]): Score {
  const hits = matched.flatMap((one) => one.hits);
  const labels = matched.flatMap((one) => one.labels);
  const trusted = hits.filter(({ found }) => found.confidence >= LOW_CONFIDENCE);
  const low = hits.filter(({ found }) => found.confidence < LOW_CONFIDENCE);
  const told = new Set(trusted.flatMap(({ tells }) => tells));
  return {
    kinds: LEARNING_KINDS.map((kind) => {
      const ofKind = labels.filter((label) => label.kind === kind);
      const must = ofKind.filter((label) => label.must);
      return {
        kind,
        ...precision(trusted.filter(({ found }) => found.kind === kind)),
        labels: ofKind.length,
        told: ofKind.filter((label) => told.has(label)).length,
        must: must.length,
        mustTold: must.filter((label) => told.has(label)).length,
      };
    }),
    rules: byRule(trusted),
    low: byRule(low),
    misses: labels.filter((label) => !told.has(label)),
    wrong: trusted.filter(({ tells }) => tells.length === 0),
  };
}

function byRule(hits: readonly Hit[]): readonly RuleScore[] {
  const rules = [...new Set(hits.map(({ found }) => found.rule))];
  return rules.flatMap((rule): RuleScore[] => {
    const ofRule = hits.filter(({ found }) => found.rule === rule);
    const kind = ofRule[0]?.found.kind;
    return kind === undefined ? [] : [{ rule, kind, ...precision(ofRule) }];
  }).sort((a, b) => LEARNING_KINDS.indexOf(a.kind) - LEARNING_KINDS.indexOf(b.kind) || (a.rule < b.rule ? -1 : 1));
}

function precision(hits: readonly Hit[]): Precision {
  const counted = new Set<string>();
  let found = 0;
  let right = 0;
  for (const { file, found: { rule, source }, tells } of hits) {
    const what = tells.length === 0 ? source : tells.map((label) => label.text);
    const mark = JSON.stringify([file, rule, what]);
    if (counted.has(mark)) continue;
    counted.add(mark);
    found++;
    if (tells.length > 0) right++;
  }
  return { found, right };
}
