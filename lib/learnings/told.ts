/**
 * What was told about the exchanges that can still be left, so that it can be taken back.
 *
 * @module
 */
import { type Json, LEARNING_KINDS, type LearningKind } from "../types.ts";
import type { LearningDraft } from "./drafts.ts";

/** Learnings that can still be taken back; only recent exchanges are ever rewound. */
const MOST_TOLD = 100;

/** A draft with the family that made it. */
interface ToldDraft extends LearningDraft {
  readonly family: string;
}

/** Everything that a learning's id is made of. */
type Told = readonly [
  exchangeId: string,
  family: string,
  kind: LearningKind,
  rule: string,
  source: string,
  counter: number,
];

/** Remembers learnings by their exchange. */
export interface ToldLearnings {
  /** @returns the draft as it is */
  note<D extends ToldDraft>(draft: D): D;
  /**
   * @param at when the exchange was left
   * @returns withdrawals of everything told about it
   */
  leave(exchangeId: string, at: string | null): readonly ToldDraft[];
  state(): Json;
}

/**
 * Starts or continues remembering.
 *
 * @param state what an earlier run's `state()` gave
 */
export function createTold(state?: Json): ToldLearnings {
  let told: Told[] = Array.isArray(state) ? (state as readonly Json[]).filter(isTold) : [];
  return {
    note(draft) {
      const { exchangeId, family, kind, rule, source, counter } = draft;
      if (exchangeId === null || draft.status === "closed" || draft.retracted === true) return draft;
      const known = told.some((one) => one[1] === family && one[2] === kind && one[4] === source && one[5] === counter);
      if (!known && told.push([exchangeId, family, kind, rule, source, counter]) > MOST_TOLD) told.shift();
      return draft;
    },
    leave(exchangeId, at) {
      const left = told.filter(([of]) => of === exchangeId);
      told = told.filter(([of]) => of !== exchangeId);
      return left.map(([, family, kind, rule, source, counter]) => ({
        family,
        kind,
        rule,
        source,
        counter,
        exchangeId,
        text: "",
        confidence: 0,
        assertedBy: "user",
        at,
        retracted: true,
      }));
    },
    state: () => told as unknown as Json,
  };
}

function isTold(entry: Json): entry is Told & Json {
  return Array.isArray(entry) && entry.length === 6 && (LEARNING_KINDS as readonly Json[]).includes(entry[2] ?? null) &&
    [0, 1, 3, 4].every((index) => typeof entry[index] === "string") && typeof entry[5] === "number";
}
