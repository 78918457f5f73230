/**
 * The learnings of a named session as every reader sees them: one row an id, without what was forgotten.
 *
 * @module
 */
import type { Product } from "../../import/product.ts";
import { standingRows } from "../../import/standing_rows.ts";
import { forgetsLearning, loadForgotten } from "../../record/forgotten.ts";
import { latestById, readLearnings, type StoredLearning } from "../../record/learnings_store.ts";
import type { NamedSession } from "./named_session.ts";

/** Reads them; withdrawn and closed ones are among them. */
export function standingLearnings(
  product: Product,
  { handle, stored }: NamedSession,
  key: Uint8Array,
): readonly StoredLearning[] {
  const directory = handle.learningsRoot;
  if (stored !== undefined) return standingRows(product, { directory, meta: stored }, { key });
  const forgotten = loadForgotten(product.files, product.homes.data);
  return latestById(readLearnings(product.files, directory, { key }).learnings)
    .filter(({ row }) => !forgetsLearning(forgotten, row));
}
