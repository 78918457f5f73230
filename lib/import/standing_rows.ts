/**
 * The learnings of a session as every reader sees them: the row that counts for each id, without what was forgotten.
 *
 * @module
 */
import { latestById, readLearnings, type StoredLearning } from "../record/learnings_store.ts";
import type { LearningKind } from "../types.ts";
import type { Product } from "./product.ts";
import type { ReadableSession } from "./readable_sessions.ts";

/**
 * Reads them. Withdrawn and closed ones are among them: they say that others do not stand any more.
 *
 * @param options `key`: this installation's; `kinds`: all unless told
 */
export function standingRows(
  { files }: Product,
  { directory, meta }: Pick<ReadableSession, "directory" | "meta">,
  options: { readonly key: Uint8Array; readonly kinds?: readonly LearningKind[] },
): readonly StoredLearning[] {
  return latestById(readLearnings(files, directory, { ...options, committed: meta.revision }).learnings);
}
