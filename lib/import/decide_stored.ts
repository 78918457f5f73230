/**
 * Deciding a stored session again with today's configuration, as every reader does (design section 4).
 *
 * @module
 */
import { decide, type Verdict } from "../ownership/mod.ts";
import type { ImprintMeta } from "../record/meta_types.ts";
import { sessionFacts } from "./judge.ts";
import type { Product } from "./product.ts";
import { storedFlags } from "./stored_copies.ts";

/** Today's verdict for a workspace about what is stored of a session. */
export function decideStored(
  product: Product,
  { directories, flags }: Pick<ImprintMeta, "directories" | "flags">,
  workspace: string,
): Verdict {
  return decide(sessionFacts(product, directories, storedFlags(flags)), product.world, { workspace });
}
