/**
 * Which messages of a session were said during a pause.
 *
 * @module
 */
import { type DirectoryFacts, filterPauses, type PauseFilter, pausesOf } from "../ownership/mod.ts";
import { readPauses } from "../record/pauses.ts";
import type { Product } from "./product.ts";

/**
 * A filter for a session's messages.
 *
 * @param directories where the session took place
 * @returns undefined when no pause concerns it
 */
export function pausesFor(product: Product, directories: readonly DirectoryFacts[]): PauseFilter | undefined {
  const { files, homes, facts, world } = product;
  const kept = readPauses(files, homes.data);
  if (kept.length === 0) return undefined;
  const pauses = kept.map(({ dir, ...span }) => ({ ...span, dir: dir === null ? null : facts.view.identify(dir) }));
  const concerning = pausesOf(directories, pauses, world);
  return concerning.length === 0 ? undefined : filterPauses(concerning);
}
