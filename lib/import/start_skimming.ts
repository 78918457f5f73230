/**
 * Starts what spares an import the long strings that nobody reads.
 *
 * @module
 */
import type { Skimming } from "../transcript/feed.ts";
import type { ClientModule } from "../types.ts";

/** The few lines of a turn are read before this would be loaded. */
const LEAST_BYTES = 1024 * 1024;

/**
 * Starts it where it is worth it; nothing that a hook loads.
 *
 * @param bytes that are to be read
 * @returns undefined where lines are read as they are
 */
export async function startSkimming(client: ClientModule, bytes: number): Promise<Skimming | undefined> {
  if (bytes < LEAST_BYTES || client.unread === undefined) return undefined;
  const [{ createSkimmer }, unread] = await Promise.all([import("../jsonl/skim.ts"), client.unread()]);
  return { skimmer: createSkimmer(unread), unread };
}
