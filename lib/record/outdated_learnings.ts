/**
 * Earlier rows of learnings that stand: what a learning said before it said what it says now.
 *
 * @module
 */
import type { Files } from "../io/files.ts";
import { LEARNING_KINDS } from "../types.ts";
import { learningFile, under } from "./layout.ts";
import { type LearningRow, parseLearningRow } from "./learning_rows.ts";
import { latestById, readLearnings } from "./learnings_store.ts";
import { readRows } from "./read_rows.ts";
import { rewrite } from "./tombstones.ts";

/**
 * Takes rows out of which the learning says something else today. Nothing withdraws that; a learning whose last row is
 * chosen is left to `retractLearnings`.
 *
 * @param directory a session's directory
 */
export function dropOutdatedLearnings(
  files: Pick<Files, "open" | "readBytes" | "replace">,
  directory: string,
  { sealKey: key, choose }: { readonly sealKey: Uint8Array; readonly choose: (row: LearningRow) => boolean },
): void {
  for (const kind of LEARNING_KINDS) {
    const { learnings } = readLearnings(files, directory, { key, kinds: [kind] });
    if (!learnings.some(({ row }) => choose(row))) continue;
    const stays = new Set(latestById(learnings).filter(({ row }) => !choose(row)).map(({ row }) => row.id));
    const path = under(directory, learningFile(kind));
    const lines: string[] = [];
    readRows(files, path, {
      onRow(raw) {
        const row = parseLearningRow(raw, kind);
        if (row === undefined || !stays.has(row.id) || !choose(row)) lines.push(JSON.stringify(raw));
      },
    });
    rewrite(files, path, lines);
  }
}
