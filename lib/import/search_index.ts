/**
 * The search index is made of texts: when some of them go, it goes with them.
 *
 * @module
 */
import { under } from "../record/layout.ts";
import type { Product } from "./product.ts";

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

/** A search writes a few files, one after the other. */
const ATTEMPTS = 5;

/**
 * Removes every index; the next search builds it anew. It does not wait for a search that writes one: that begins again
 * when its folder went.
 *
 * @throws {Error} whatever the system says, the last time
 */
export function dropSearchIndexes(product: Pick<Product, "files" | "homes">): void {
  const { files } = product;
  const folder = searchIndexFolder(product);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    try {
      files.removeTree(folder);
      if (files.stat(folder) === undefined) return;
    } catch (error) {
      // A file came while the others went.
      if (attempt === ATTEMPTS) throw error;
    }
  }
}
