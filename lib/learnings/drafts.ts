/**
 * What a rule proposes to remember; the pipeline makes rows of it (design section 5, Learning rows).
 *
 * @module
 */
import type { LearningKind } from "../types.ts";

/** Who said what a learning states. */
export type AssertedBy = "user" | "assistant" | "tool";

/** One learning before it has ids, provenance and a seal. */
export interface LearningDraft {
  readonly kind: LearningKind;
  /** Id of the rule, `family.name`. */
  readonly rule: string;
  /** The sentence to keep, standing alone. */
  readonly text: string;
  /** The words it was made of; absent where the text is the quote. */
  readonly quote?: string;
  /** 0 to 1: the precision that was measured for the rule. */
  readonly confidence: number;
  readonly assertedBy: AssertedBy;
  /** Key of the message or record it came from; the id is made of it. */
  readonly source: string;
  /** Further messages and records that it rests on. */
  readonly also?: readonly string[];
  /** Tells apart several learnings of one rule family from one source. */
  readonly counter: number;
  /** The source's time. */
  readonly at: string | null;
  readonly exchangeId: string | null;
  /** Only for `open_loops`. */
  readonly status?: "open" | "closed";
  readonly retracted?: boolean;
}
