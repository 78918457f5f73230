/**
 * Labelled learnings: what a careful reader found in a conversation.
 *
 * @module
 */
import type { LearningKind } from "../../lib/types.ts";

/** One labelled learning. */
export interface Label {
  /** Path of the transcript below its corpus, or name of the invented conversation. */
  readonly file: string;
  readonly sessionId: string;
  readonly kind: LearningKind;
  readonly text: string;
  /** Ids of the records it stands in; `line:N` for records without one. */
  readonly source: readonly string[];
  /** Words of the conversation. */
  readonly quote: string;
  /** A reader would miss it. */
  readonly must: boolean;
}

/**
 * Reads label files.
 *
 * @param text JSON Lines
 */
export function readLabels(text: string): readonly Label[] {
  return text.split("\n").filter((line) => line.trim() !== "").map((line) => JSON.parse(line) as Label);
}
