/**
 * The seam of the learning rules: a rule reads a session's events in file order and proposes learnings.
 *
 * @module
 */
import type { Json, SessionEvent, Signal } from "../types.ts";
import type { LearningDraft } from "./drafts.ts";

/** Version of the rule set, written into every row (`rules`). */
export const RULES_VERSION = "2026-12-01";

/** An event together with the exchange it fell into. Texts are redacted already. */
export interface RuleEvent {
  readonly event: SessionEvent;
  /** Null before the first question. */
  readonly exchangeId: string | null;
}

/** What a rule may read: messages by their author, signals by what they tell. */
export type RuleInput = Exclude<SessionEvent["type"], "link" | "signal"> | Signal["type"];

/** One rule at work on one session. */
export interface RunningRule {
  /**
   * Takes an event that the rule {@linkcode Rule.reads}.
   *
   * @returns learnings that stand as soon as the event is read
   */
  push(input: RuleEvent): readonly LearningDraft[];
  /** The exchange was rewound or withdrawn. @returns learnings to take back */
  leave?(exchangeId: string): readonly LearningDraft[];
  /** End of a run. @returns learnings about the state reached so far */
  settle(): readonly LearningDraft[];
  /** Bounded state without unredacted text. */
  state(): Json;
}

/** A rule family: one file, data and small functions. */
export interface Rule {
  /** Name of the family; part of every learning id. */
  readonly family: string;
  /** Everything else never comes: what no rule reads is not even redacted, and tool output is most of a transcript. */
  readonly reads: readonly RuleInput[];
  start(state?: Json): RunningRule;
}
