/**
 * When two stores are equal (design section 5): part boundaries, times and ids of runs do not count.
 *
 * @module
 */
import type { StoredExchange } from "./read_exchanges.ts";

/** One exchange reduced to what equality looks at. */
export interface CanonicalExchange {
  /** Exchange id. */
  readonly id: string;
  /** How it is known that the user typed the question. */
  readonly label: string | null;
  /** What became of the exchange. */
  readonly state: string | null;
  /** None or one. */
  readonly question: readonly CanonicalMessage[];
  /** Replies, in order. */
  readonly answers: readonly CanonicalMessage[];
  /** Answers of the user, in order. */
  readonly userAnswers: readonly CanonicalMessage[];
  /** Client-written texts, in order. */
  readonly evidence: readonly CanonicalMessage[];
}
/** Id and text of a message. */
export type CanonicalMessage = readonly [uuid: string | null, text: string];

/**
 * Reduces exchanges to their canonical form, in the given order. Two stores are equal when their forms are deeply equal.
 *
 * @param exchanges what `readExchanges` gives
 */
export function canonicalExchanges(exchanges: readonly StoredExchange[]): readonly CanonicalExchange[] {
  const messages = (list: readonly { readonly uuid: string | null; readonly text: string }[]) =>
    list.map(({ uuid, text }): CanonicalMessage => [uuid, text]);
  return exchanges.map((exchange) => ({
    id: exchange.id,
    label: exchange.label,
    state: exchange.state,
    question: messages(exchange.question === null ? [] : [exchange.question]),
    answers: messages(exchange.answers),
    userAnswers: messages(exchange.userAnswers),
    evidence: messages(exchange.evidence),
  }));
}

/** True when both hold the same exchanges. */
export function storeEquals(one: readonly StoredExchange[], other: readonly StoredExchange[]): boolean {
  return JSON.stringify(canonicalExchanges(one)) === JSON.stringify(canonicalExchanges(other));
}
