/**
 * The seam of the learning rules: a rule reads a session's events in file order and proposes learnings.
 *
 * @module
 */
import type { Json, LearningKind, SessionEvent, Signal } from "../types.ts";
import type { LearningDraft } from "./drafts.ts";
import type { Turn } from "./turn.ts";

/** Version of the rule set, written into every row (`rules`): nothing is learned again because of it. */
export const RULES_VERSION = "2026-12-01.2";

/** An event together with the exchange it fell into. Texts are redacted already. */
export interface RuleEvent {
  readonly event: SessionEvent;
  /** Null before the first question. */
  readonly exchangeId: string | null;
}

/** What a rule sees of an event. */
export interface RuleView extends RuleEvent {
  /** What went before it. */
  readonly turn: Turn;
}

/** What a rule may read: messages by their author, signals by what they tell. */
export type RuleInput = Exclude<SessionEvent["type"], "link" | "signal"> | Signal["type"];

/** When a run ends. */
export interface Settling {
  readonly turn: Turn;
  /** The conversation is over as far as anybody knows: session end, or `learn`. False after a turn (Stop). */
  readonly final: boolean;
}

/** One rule at work on one session. */
export interface RunningRule {
  /**
   * Takes an event that the rule {@linkcode Rule.reads}.
   *
   * @returns learnings that stand as soon as the event is read
   */
  push(view: RuleView): readonly LearningDraft[];
  /**
   * The exchange was rewound or withdrawn; what was told about it is taken back by the engine, except open loops of a
   * family that follows them itself.
   */
  leave?(exchangeId: string, at: string | null): readonly LearningDraft[];
  /** End of a run. @returns learnings about the state reached so far */
  settle?(settling: Settling): readonly LearningDraft[];
  /**
   * Earlier runs told these open loops, and their state is lost: what they read is read again. Each loop counts as told from
   * the record on that it stands in.
   */
  recall?(loops: readonly LearningDraft[]): void;
  /** Bounded state without unredacted text. */
  state?(): Json;
}

/** What one rule of a family says about itself. */
export interface RuleNote {
  /** `family.name`, as rows name it. */
  readonly id: string;
  readonly kind: LearningKind;
  /** 0 to 1: the precision that was measured. Below {@linkcode LOW_CONFIDENCE} context and search leave it out. */
  readonly confidence: number;
}

/** Learnings below this confidence are kept, but not used unless asked for (design, learnings.md). */
export const LOW_CONFIDENCE = 0.5;

/** A rule family: one file, data and small functions. */
export interface Rule {
  /** Name of the family; part of every learning id. */
  readonly family: string;
  /** The rules in it. */
  readonly rules: readonly RuleNote[];
  /** Everything else never comes: what no rule reads is not even redacted, and tool output is most of a transcript. */
  readonly reads: readonly RuleInput[];
  /** Its open loops are state that it follows itself: the engine takes none of them back. */
  readonly ownLoops?: boolean;
  start(state?: Json): RunningRule;
}
