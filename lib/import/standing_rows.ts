/**
 * The learnings and exchanges of a session as every reader sees them: the row that counts for each id, without what was
 * forgotten.
 *
 * @module
 */
import {
  CUT_MARK,
  forgetsLearning,
  forgetsMessage,
  type Forgotten,
  loadForgotten,
  sessionMark,
  withForgotten,
} from "../record/forgotten.ts";
import { withCuts } from "../record/forgotten_cuts.ts";
import { messageIdentityOf, questionIdentity } from "../record/ids.ts";
import { EXCHANGES_FILE, under } from "../record/layout.ts";
import { latestById, readLearnings, type StoredLearning } from "../record/learnings_store.ts";
import type { ImprintMeta } from "../record/meta_types.ts";
import { withoutTwins } from "../record/question_twins.ts";
import { type ExchangeMessage, readExchanges, type StoredExchange } from "../record/read_exchanges.ts";
import type { LearningKind } from "../types.ts";
import type { Product } from "./product.ts";

/** A session's directory. */
export interface SessionFiles {
  readonly directory: string;
  readonly meta: Pick<ImprintMeta, "revision" | "forgotten" | "client" | "sessionId">;
}

/**
 * Reads a session's learnings. Withdrawn and closed ones are among them: they say that others do not stand any more.
 *
 * @param options `key`: this installation's; `kinds`: all unless told
 */
export function standingRows(
  product: Product,
  { directory, meta }: SessionFiles,
  options: { readonly key: Uint8Array; readonly kinds?: readonly LearningKind[] },
): readonly StoredLearning[] {
  const forgotten = forgottenOf(product, meta);
  const { learnings } = readLearnings(product.files, directory, { ...options, committed: meta.revision });
  return latestById(learnings).filter(({ row }) => !forgetsLearning(forgotten, row));
}

/** Reads a session's exchanges, in the order of its file, those that were retracted among them; each question once. */
export function standingExchanges(product: Product, session: SessionFiles): readonly StoredExchange[] {
  // Before anything is left out: what was forgotten does not come back as its twin.
  return notForgotten(product, session, withoutTwins(allExchanges(product, session)));
}

/** The same, with what a session holds twice: for who takes texts out. */
export function standingCopies(product: Product, session: SessionFiles): readonly StoredExchange[] {
  return notForgotten(product, session, allExchanges(product, session));
}

function allExchanges({ files }: Product, { directory, meta }: SessionFiles): readonly StoredExchange[] {
  return readExchanges(files, under(directory, EXCHANGES_FILE), { committed: meta.revision }).exchanges;
}

function notForgotten(
  product: Product,
  { meta }: SessionFiles,
  exchanges: readonly StoredExchange[],
): readonly StoredExchange[] {
  const forgotten = forgottenOf(product, meta);
  return forgotten.hashes.size === 0 ? exchanges : exchanges.flatMap((exchange) => without(exchange, forgotten));
}

/** True when the whole session was forgotten. */
export function isForgottenSession(product: Product, meta: SessionFiles["meta"]): boolean {
  const { hashes } = forgottenOf(product, meta);
  return hashes.size > 0 && hashes.has(sessionMark(meta));
}

const LOADED = new WeakMap<Product, Forgotten>();

/** The product over other files, which hold the rows of a session: what was forgotten is read once for both. */
export function withFiles(product: Product, files: Product["files"]): Product {
  const other = { ...product, files };
  LOADED.set(other, loadedFor(product));
  return other;
}

function forgottenOf(product: Product, { forgotten }: SessionFiles["meta"]): Forgotten {
  return withForgotten(loadedFor(product), forgotten);
}

function loadedFor(product: Product): Forgotten {
  let loaded = LOADED.get(product);
  if (loaded === undefined) {
    const kept = loadForgotten(product.files, product.homes.data);
    LOADED.set(product, loaded = kept.hashes.has(CUT_MARK) ? withCuts(kept) : kept);
  }
  return loaded;
}

function without(exchange: StoredExchange, forgotten: Forgotten): readonly StoredExchange[] {
  const { id, client } = exchange;
  if (forgotten.hashes.has(questionIdentity(id))) return [];
  const stays = ({ uuid, text }: Pick<ExchangeMessage, "uuid" | "text">): boolean => {
    const identity = uuid === null || client === null ? undefined : messageIdentityOf(client, uuid);
    return !forgetsMessage(forgotten, { identity, exchangeId: id, text });
  };
  return [{
    ...exchange,
    answers: exchange.answers.filter(stays),
    userAnswers: exchange.userAnswers.filter(stays),
    evidence: exchange.evidence.filter(stays),
  }];
}
