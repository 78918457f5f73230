/**
 * What the search index holds of a session: the words of its exchanges and learnings that stand.
 *
 * @module
 */
import type { Product } from "../../import/product.ts";
import { standingExchanges, standingRows } from "../../import/standing_rows.ts";
import { EXCHANGES_FILE, under } from "../../record/layout.ts";
import { saysSomething } from "../../record/learnings_store.ts";
import { readMeta } from "../../record/meta.ts";
import type { StoredExchange } from "../../record/read_exchanges.ts";
import { LEARNING_KINDS } from "../../types.ts";
import { answerText } from "./answer_text.ts";
import { tokensOf } from "./fold.ts";
import { placesIn } from "./places.ts";
import type { IndexedDocument } from "./segment_layout.ts";

/** Weight of a word by where it stands. */
const WEIGHTS = { question: 3, userAnswer: 2, answer: 1, evidence: 0.5, text: 4, quote: 1 } as const;
/** So much of a reply says what it is about. */
const MOST_TEXT = 6000;

/**
 * Reads them.
 *
 * @param options `session`: its position in the manifest's list of the segment
 */
export function documentsOf(
  product: Product,
  directory: string,
  { session, sealKey }: { readonly session: number; readonly sealKey: Uint8Array },
): readonly IndexedDocument[] {
  const meta = readMeta(product.files, directory).imprint;
  if (meta === undefined || meta.tombstone !== undefined) return [];
  const add = (tokens: Map<string, number>, text: string, weight: number): void => {
    if (text === "") return;
    const shown = product.redactor.redact(text.slice(0, MOST_TEXT)).text;
    for (const token of tokensOf(shown)) tokens.set(token, (tokens.get(token) ?? 0) + weight);
  };
  const exchanges = standingExchanges(product, { directory, meta }).filter(({ state }) => state !== "retracted");
  const places = placesIn(product.files.readBytes(under(directory, EXCHANGES_FILE)) ?? new Uint8Array());
  const found = exchanges.map((exchange): IndexedDocument => {
    const tokens = new Map<string, number>();
    add(tokens, exchange.question?.text ?? "", WEIGHTS.question);
    for (const answer of exchange.userAnswers) add(tokens, answerText(answer), WEIGHTS.userAnswer);
    for (const { text } of exchange.answers) add(tokens, text, WEIGHTS.answer);
    for (const { text } of exchange.evidence) add(tokens, text.slice(0, 500), WEIGHTS.evidence);
    return {
      session,
      kind: 0,
      time: seconds(timeOf(exchange)),
      confidence: 100,
      id: exchange.id,
      place: places.get(exchange.id),
      tokens,
    };
  });
  const learnings = standingRows(product, { directory, meta }, { key: sealKey })
    .filter(({ row }) => saysSomething(row) && /^[0-9a-f]{32}$/.test(row.id))
    .map(({ row }): IndexedDocument => {
      const tokens = new Map<string, number>();
      add(tokens, row.payload.text, WEIGHTS.text);
      add(tokens, row.payload.quote ?? "", WEIGHTS.quote);
      const confidence = Math.round(Math.min(1, Math.max(0, row.payload.confidence ?? 0.5)) * 100);
      const kind = 1 + LEARNING_KINDS.indexOf(row.kind);
      return { session, kind, time: seconds(row.createdAt), confidence, id: row.id, tokens };
    });
  return [...found, ...learnings];
}

function timeOf(exchange: StoredExchange): string {
  return exchange.question?.at ?? exchange.answers[0]?.at ?? "";
}

function seconds(at: string): number {
  const time = Date.parse(at);
  return Number.isNaN(time) || time < 0 ? 0 : Math.floor(time / 1000);
}
