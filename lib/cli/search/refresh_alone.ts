/**
 * One run at a time writes the search index: of two, each would take the other's segments for outdated ones. What is
 * forgotten meanwhile takes the folder away, and waits for nobody; then what was read may hold it still, and is read again.
 *
 * @module
 */
import { InputError } from "../../errors.ts";
import type { Product } from "../../import/product.ts";
import { isGone } from "../../io/missing.ts";
import { under } from "../../record/layout.ts";
import { refreshIndex, type RefreshOptions } from "./refresh_index.ts";
import type { TrustedSegment } from "./trusted_index.ts";

/** A store of some gigabytes is indexed within that time. */
const LOCK_MILLISECONDS = 60_000;
const ATTEMPTS = 5;

/**
 * Brings an index up to date and opens it.
 *
 * @param open opens segments; undefined when one is not there any more
 * @throws {InputError} when another run held the index for a minute, or took it away again and again
 */
export async function refreshAlone<T>(
  product: Product,
  options: RefreshOptions,
  open: (segments: readonly TrustedSegment[]) => T | undefined,
): Promise<T> {
  const { files, homes } = product;
  files.makeDirectory(homes.state);
  const lock = await files.lock(under(homes.state, "index.lock"), { milliseconds: LOCK_MILLISECONDS });
  if (lock === undefined) {
    throw new InputError("cannot write the search index: another search holds it; run the command again");
  }
  try {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const opened = unlessTakenAway(() => open(refreshIndex(product, options)));
      if (opened !== undefined) return opened;
    }
  } finally {
    lock.release();
  }
  throw new InputError("cannot write the search index: others take it away again and again; run the command again");
}

/** @returns undefined when the folder went while something was written into it */
function unlessTakenAway<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch (error) {
    if (!isGone(error)) throw error;
    return undefined;
  }
}
