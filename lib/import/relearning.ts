/**
 * Whether a stored session may be learned anew under the next revision (`learn --relearn`). No hook asks for it.
 *
 * @module
 */
import type { Files } from "../io/files.ts";
import type { SessionPlace } from "../record/layout.ts";
import { readMeta } from "../record/meta.ts";

/** Whether it may, and what the person who asked for it is told. */
export interface Relearning {
  readonly may: boolean;
  readonly warnings: readonly string[];
}

/**
 * What is not stored yet has no revision to go beyond; what was said in further transcripts is not in this one, and a new
 * revision would drop it.
 *
 * @param transcript that is read
 */
export function relearning(files: Pick<Files, "readText">, place: SessionPlace, transcript: string): Relearning {
  const stored = readMeta(files, place.directory).imprint;
  if (stored === undefined) return { may: false, warnings: [] };
  if (stored.transcripts.every((path) => path === transcript)) return { may: true, warnings: [] };
  const warning = "this session stands in more than one transcript; what was learned of it is kept and only added to";
  return { may: false, warnings: [warning] };
}
