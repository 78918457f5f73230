/**
 * The search index is made of texts: when some of them go, it goes with them.
 *
 * @module
 */
import type { Product } from "../../import/product.ts";
import { under } from "../../record/layout.ts";

/** Name of the folder in the state directory. */
export const INDEX_FOLDER = "index";

/** Removes every index; the next search builds it anew. */
export function dropSearchIndexes({ files, homes }: Pick<Product, "files" | "homes">): void {
  files.removeTree(under(homes.state, INDEX_FOLDER));
}
