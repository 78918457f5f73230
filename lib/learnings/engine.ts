/**
 * Runs the learning rules over a session's events, incrementally.
 *
 * @module
 */
import type { Json, SessionEvent } from "../types.ts";
import type { LearningDraft } from "./drafts.ts";
import { explicitPreferenceRule } from "./explicit_preference.ts";
import type { Rule, RuleEvent } from "./rule.ts";
import { taskListRule } from "./task_list.ts";

/** Every rule family, in the order of trust of the design (structure first). */
export const RULES: readonly Rule[] = [taskListRule, explicitPreferenceRule];

/** The family a rule id belongs to is part of the learning's id; a draft carries it from here on. */
export interface FamilyDraft extends LearningDraft {
  readonly family: string;
}

/** The rules at work on one session. */
export interface LearningEngine {
  /** False when no rule makes anything of such an event. */
  reads(event: SessionEvent): boolean;
  push(input: RuleEvent): readonly FamilyDraft[];
  /** An exchange was rewound or withdrawn. */
  leave(exchangeId: string): readonly FamilyDraft[];
  /** End of a run: learnings about the state reached so far. */
  settle(): readonly FamilyDraft[];
  state(): Json;
}

/**
 * Starts or continues the rules of one session.
 *
 * @param state what an earlier run's `state()` gave
 * @param rules the rule families; all by default
 */
export function createLearningEngine(state?: Json, rules: readonly Rule[] = RULES): LearningEngine {
  const states = typeof state === "object" && state !== null && !Array.isArray(state)
    ? state as Readonly<Record<string, Json>>
    : {};
  const running = rules.map(({ family, reads, start }) => ({
    family,
    reads: new Set<string>(reads),
    rule: start(states[family]),
  }));
  const wanted = new Set<string>(rules.flatMap(({ reads }) => reads));
  const of = (family: string, drafts: readonly LearningDraft[]): FamilyDraft[] =>
    drafts.map((draft) => ({ ...draft, family }));
  return {
    reads: (event) => wanted.has(inputOf(event)),
    push(input) {
      const kind = inputOf(input.event);
      return running.flatMap(({ family, reads, rule }) => reads.has(kind) ? of(family, rule.push(input)) : []);
    },
    leave: (exchangeId) => running.flatMap(({ family, rule }) => of(family, rule.leave?.(exchangeId) ?? [])),
    settle: () => running.flatMap(({ family, rule }) => of(family, rule.settle())),
    state: () => Object.fromEntries(running.map(({ family, rule }) => [family, rule.state()])),
  };
}

/** A {@linkcode RuleInput}, or `link`, which no rule reads. */
function inputOf(event: SessionEvent): string {
  return event.type === "signal" ? event.signal.type : event.type;
}
