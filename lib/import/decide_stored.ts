/**
 * Deciding a stored session again with today's configuration, as every reader does (design section 4).
 *
 * @module
 */
import { decide, type Verdict } from "../ownership/mod.ts";
import type { ImprintMeta } from "../record/meta_types.ts";
import type { Product } from "./product.ts";
import { storedFacts } from "./stored_facts.ts";

/** Today's verdict for a workspace about what is stored of a session. */
export function decideStored(
  product: Product,
  stored: Pick<ImprintMeta, "directories" | "flags">,
  workspace: string,
): Verdict {
  return decide(storedFacts(product, stored), product.world, { workspace });
}
