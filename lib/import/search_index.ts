/**
 * The search index is made of texts: when some of them go, it goes with them.
 *
 * @module
 */
import type { Product } from "./product.ts";
import { under } from "../record/layout.ts";

/** The folder in the state directory. */
export function searchIndexFolder({ homes: { state } }: Pick<Product, "homes">): string {
  return under(state, "index");
}

/** What the files are called in which it is remembered that an index need not be compared with the rows. */
export const TRUSTED_ENDING = ".trusted.json";

/** Has every index compared with the rows by the next search: for who appends some without the mark of a run. */
export function distrustSearchIndexes(product: Pick<Product, "files" | "homes">): void {
  const folder = searchIndexFolder(product);
  for (const name of product.files.list(folder) ?? []) {
    if (name.endsWith(TRUSTED_ENDING)) product.files.remove(under(folder, name));
  }
}

/** Removes every index; the next search builds it anew. */
export function dropSearchIndexes(product: Pick<Product, "files" | "homes">): void {
  product.files.removeTree(searchIndexFolder(product));
}
