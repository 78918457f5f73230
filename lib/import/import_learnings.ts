/**
 * Learnings of an export into a session's store. Those that bear this installation's seal are its own again; the others
 * stay another's, with the seal that they came with.
 *
 * @module
 */
import type { PauseFilter } from "../ownership/mod.ts";
import { forgetsLearning } from "../record/forgotten.ts";
import { learningFile, under } from "../record/layout.ts";
import { learningKeyOf } from "../record/learning_key.ts";
import { type LearningRow, parseLearningRow } from "../record/learning_rows.ts";
import { latestById, readLearnings, saysSomething } from "../record/learnings_store.ts";
import { redactValue } from "../record/redact_secrets.ts";
import { lastLineIsTorn } from "../record/row_files.ts";
import { verifySeal } from "../record/seal.ts";
import type { SessionStore } from "../record/session_store.ts";
import { LEARNING_KINDS, type LearningKind } from "../types.ts";
import type { Product } from "./product.ts";
import type { LearningLine } from "./stream_lines.ts";

/** Whose learnings they are. */
export interface RowsSession {
  readonly sessionId: string;
  /** Redacted. */
  readonly projectPath: string;
  /** The workspace that imports. */
  readonly workspace: string;
}

/** How learnings are added. */
export interface AddLearningsOptions {
  readonly lines: readonly LearningLine[];
  readonly redact: (text: string) => string;
  readonly pauses: PauseFilter | undefined;
  /** Nothing older is kept; null: everything. */
  readonly from: string | null;
  readonly sealKey: Uint8Array;
  readonly session: RowsSession;
}

/** What was added. */
export interface AddedLearnings {
  readonly stored: number;
  readonly forgotten: number;
  /** Of another installation. */
  readonly foreign: number;
}

/** Adds what the store does not hold yet, or holds in an older form. */
export function addLearnings(
  { files }: Product,
  store: SessionStore,
  { lines, redact, pauses, from, sealKey, session }: AddLearningsOptions,
): AddedLearnings {
  let [stored, forgotten, foreign] = [0, 0, 0];
  const { directory } = store.place;
  const known = new Map(
    latestById(readLearnings(files, directory, { key: sealKey }).learnings).map(({ row }) => [row.id, row]),
  );
  const others = new Map<LearningKind, string[]>();
  for (const { row: raw, kind } of lines) {
    const written = redactValue(raw, redact);
    const row = parseLearningRow(written, kind);
    if (row === undefined || (from !== null && row.createdAt < from) || pauses?.covers(row.createdAt) === true) {
      continue;
    }
    if (forgetsLearning(store.forgotten, row) || forgetsLearning(store.forgotten, withOwnKey(row))) {
      forgotten++;
      continue;
    }
    const before = known.get(row.id);
    // What stands here is as new, or a person took it back since.
    if (before !== undefined && (before.createdAt >= row.createdAt || before.payload.retracted === true)) continue;
    known.set(row.id, row);
    if (verifySeal(raw, sealKey) && isOfSession(row, session)) {
      const { seal: _, rev: __, ...provenance } = row.provenance;
      if (store.learn({ ...row, provenance })) stored++;
      continue;
    }
    others.set(kind, [...others.get(kind) ?? [], JSON.stringify(written)]);
    if (!saysSomething(row)) continue;
    stored++;
    foreign++;
  }
  for (const kind of LEARNING_KINDS) {
    const rows = others.get(kind);
    if (rows === undefined) continue;
    const path = under(directory, learningFile(kind));
    const start = lastLineIsTorn(files, path) ? "\n" : "";
    files.append(path, new TextEncoder().encode(`${start}${rows.join("\n")}\n`));
  }
  return { stored, forgotten, foreign };
}

/** A row with a seal may be copied into a stream that says another session or workspace: nobody vouches for it there. */
function isOfSession({ provenance }: LearningRow, { sessionId, projectPath, workspace }: RowsSession): boolean {
  return provenance.claudeSessionUuid === sessionId && provenance.workspace === workspace &&
    provenance.claudeProjectPath === projectPath;
}

/** What a row says of its own key is another's word: the text decides. */
function withOwnKey(row: LearningRow): LearningRow {
  return { ...row, payload: { ...row.payload, key: learningKeyOf(row.kind, row.payload.text) } };
}
