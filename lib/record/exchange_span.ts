/**
 * When a conversation took place, by what is stored of it.
 *
 * @module
 */
import type { StoredExchange } from "./read_exchanges.ts";

/** ISO times of the first and the last message; null where none is dated. */
export interface ExchangeSpan {
  readonly first: string | null;
  readonly last: string | null;
}

/**
 * The first and the last time in exchanges. `meta.json` notes when something was said last, also in a pause, and notes
 * nothing any more after texts were taken out.
 *
 * @example
 * ```ts
 * import { exchangeSpan } from "./exchange_span.ts";
 * exchangeSpan([]); // { first: null, last: null }
 * ```
 */
export function exchangeSpan(
  exchanges: readonly Pick<StoredExchange, "question" | "answers" | "userAnswers" | "evidence">[],
): ExchangeSpan {
  let first: string | null = null;
  let last: string | null = null;
  for (const { question, answers, userAnswers, evidence } of exchanges) {
    for (const { at } of [...(question === null ? [] : [question]), ...answers, ...userAnswers, ...evidence]) {
      if (at === null || Number.isNaN(Date.parse(at))) continue;
      if (first === null || Date.parse(at) < Date.parse(first)) first = at;
      if (last === null || Date.parse(at) > Date.parse(last)) last = at;
    }
  }
  return { first, last };
}
