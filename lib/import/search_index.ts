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

/** Removes every index; the next search builds it anew. */
export function dropSearchIndexes(product: Pick<Product, "files" | "homes">): void {
  product.files.removeTree(searchIndexFolder(product));
}
