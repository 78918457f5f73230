/**
 * A digest in a few words.
 *
 * @module
 */
import type { SessionDigest } from "../../record/session_digest.ts";

/** A digest in a few words: how long, how many questions, what was learned. */
export function digestWords(digest: SessionDigest): string {
  const { questions, minutes, learnings, openLoops } = digest;
  const learned = Object.entries(learnings).filter(([kind]) => kind !== "open_loops")
    .reduce((sum, [, count]) => sum + count, 0);
  return [
    questions === null ? "" : `${questions} ${questions === 1 ? "question" : "questions"}`,
    minutes === null ? "" : minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`,
    learned === 0 ? "" : `${learned} learned`,
    openLoops === 0 ? "" : `${openLoops} open`,
  ].filter((words) => words !== "").join(", ");
}
