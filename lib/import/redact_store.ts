/**
 * `redact --apply`: what is stored is gone through with today's redaction, and rewritten where it would not be written so
 * today (design section 5, the exceptions to append only).
 *
 * @module
 */
import { QUARANTINE_FILE } from "../record/quarantine.ts";
import { EXCHANGES_FILE, learningFile, under } from "../record/layout.ts";
import { type LearningRow, parseLearningRow } from "../record/learning_rows.ts";
import { readMeta, writeMeta } from "../record/meta.ts";
import { type RawRow, readRows } from "../record/read_rows.ts";
import {
  type ChangedKey,
  type CountingRedactor,
  createCountingRedactor,
  redactExchangeRows,
  redactLearning,
} from "../record/redact_rows.ts";
import { keepReviewMark, readReviewMarks } from "../record/review_marks.ts";
import { rowFileSizes } from "../record/row_files.ts";
import { sealRow, verifySeal } from "../record/seal.ts";
import { forgetSeen } from "../record/seen.ts";
import { readShared, sharedDirectory, writeShared } from "../record/shared_learnings.ts";
import { removeLeftovers, rewrite } from "../record/tombstones.ts";
import { LEARNING_KINDS } from "../types.ts";
import { carriedTexts, dropCarried, NOTHING_CARRIED } from "./carried_state.ts";
import type { Product } from "./product.ts";
import { dropSearchIndexes } from "./search_index.ts";
import { LOCK_MILLISECONDS } from "./session_import.ts";
import { type AnySession, storedSessions } from "./stored_sessions.ts";

/** What was found, and taken out where it was asked for. */
export interface RedactedStore {
  /** Conversations that hold something. */
  readonly sessions: number;
  readonly rows: number;
  /** Further conversations of which only what rules carry from run to run holds something. */
  readonly carried: number;
  /** Secrets by type. */
  readonly found: Readonly<Record<string, number>>;
  /** Rows that others wrote: they are not rewritten. */
  readonly foreignRows: number;
  /** Working directories whose lock was busy. */
  readonly busy: readonly string[];
}

/** One session, gone through. */
interface RedactedSession {
  readonly files: readonly { readonly path: string; readonly lines: readonly string[]; readonly changed: number }[];
  readonly found: Readonly<Record<string, number>>;
  readonly foreignRows: number;
  readonly keys: readonly (ChangedKey & Pick<LearningRow, "kind">)[];
}

/** Goes through every stored conversation. @param options `apply`: false only counts */
export async function redactStore(product: Product, { apply }: { readonly apply: boolean }): Promise<RedactedStore> {
  const found: Record<string, number> = {};
  const busy = new Set<string>();
  let [sessions, rows, foreignRows, carried] = [0, 0, 0, 0];
  const sealKey = await product.sealKey();
  for (const session of storedSessions(product)) {
    const { workDir } = session.place;
    const lock = apply ? await product.files.lock(session.place.lock, { milliseconds: LOCK_MILLISECONDS }) : undefined;
    if (apply && lock === undefined) {
      busy.add(workDir);
      continue;
    }
    try {
      const redacted = redactedSession(product, session, sealKey);
      foreignRows += redacted.foreignRows;
      const changed = redacted.files.reduce((sum, file) => sum + file.changed, 0);
      if (changed === 0) {
        const isWanted = (text: string): boolean => product.redactor.redact(text).count > 0;
        if (!carriedTexts(session.meta).some(isWanted)) continue;
        carried++;
        if (apply) dropCarried(product, session.place.directory, isWanted);
        continue;
      }
      sessions++;
      rows += changed;
      for (const [type, count] of Object.entries(redacted.found)) found[type] = (found[type] ?? 0) + count;
      if (apply) write(product, session, redacted, sealKey);
    } finally {
      lock?.release();
    }
  }
  if (apply && rows > 0) dropSearchIndexes(product);
  return { sessions, rows, carried, found, foreignRows, busy: [...busy] };
}

function redactedSession(product: Product, { place }: AnySession, sealKey: Uint8Array): RedactedSession {
  const { files, redactor } = product;
  const path = under(place.directory, EXCHANGES_FILE);
  const counting = createCountingRedactor(redactor);
  const exchanges = redactExchangeRows(rowsOf(product, path), counting);
  const keys: (ChangedKey & Pick<LearningRow, "kind">)[] = [];
  let foreignRows = 0;
  const learnings = LEARNING_KINDS.map((kind) => {
    const path = under(place.directory, learningFile(kind));
    let changed = 0;
    const lines = rowsOf(product, path).map((raw) => {
      const row = parseLearningRow(raw, kind);
      const before = JSON.stringify(raw);
      if (row === undefined || !verifySeal(raw, sealKey)) {
        if (redactor.redact(before).count > 0) foreignRows++;
        return before;
      }
      const { row: after, key } = redactLearning(row, counting);
      if (key !== undefined) keys.push({ ...key, kind });
      if (JSON.stringify(after) === JSON.stringify(row)) return before;
      changed++;
      return JSON.stringify(sealRow(after, sealKey));
    });
    return { path, lines, changed };
  });
  const quarantined = redactedQuarantine(files.readText(under(place.directory, QUARANTINE_FILE)), counting);
  return {
    files: [
      { path, lines: exchanges.rows.map((row) => JSON.stringify(row)), changed: exchanges.changed },
      ...learnings,
      { path: under(place.directory, QUARANTINE_FILE), ...quarantined },
    ],
    found: counting.found,
    foreignRows,
    keys,
  };
}

function rowsOf({ files }: Product, path: string): readonly RawRow[] {
  const rows: RawRow[] = [];
  readRows(files, path, { onRow: (row) => rows.push(row) });
  return rows;
}

/** Lines that were put aside are no rows, and hold texts all the same. */
function redactedQuarantine(
  text: string | undefined,
  redactor: CountingRedactor,
): { readonly lines: readonly string[]; readonly changed: number } {
  if (text === undefined) return { lines: [], changed: 0 };
  const redacted = redactor.redact(text);
  return { lines: redacted.replace(/\n$/, "").split("\n"), changed: redacted === text ? 0 : 1 };
}

function write(
  product: Product,
  { place, meta: { workspace } }: AnySession,
  redacted: RedactedSession,
  sealKey: Uint8Array,
): void {
  const { files, homes, now } = product;
  const { directory } = place;
  const { imprint, raw } = readMeta(files, directory);
  if (imprint === undefined) return;
  // What is carried from run to run may quote what goes: the next run reads from the beginning.
  const at = now().toISOString();
  writeMeta(files, directory, { meta: { ...imprint, ...NOTHING_CARRIED }, raw, now: at });
  // A run that is killed finds nothing to redact the next time. What a search makes of the rows meanwhile is redacted.
  dropSearchIndexes(product);
  forgetSeen(files, place.folder);
  for (const { path, lines, changed } of redacted.files) if (changed > 0) rewrite(files, path, lines);
  removeLeftovers(files, directory);
  writeMeta(files, directory, {
    meta: { ...imprint, ...NOTHING_CARRIED, files: rowFileSizes(files, directory) },
    raw,
    now: at,
  });
  shareAgain(product, place.workDir, sealKey);
  // What a person said about a statement is about its words of today, too.
  const marks = readReviewMarks(files, homes.data);
  for (const { kind, before, after } of redacted.keys) {
    const mark = marks.all.find((one) => one.kind === kind && one.key === before && one.workspace === workspace);
    if (mark !== undefined) keepReviewMark(files, homes.data, { ...mark, key: after, at });
  }
}

/** What colleagues get by git is redacted where it stands; the repository's history is its owner's to clean. */
function shareAgain({ files, redactor }: Product, workDir: string, key: Uint8Array): void {
  if (files.stat(sharedDirectory(workDir)) === undefined) return;
  const counting = createCountingRedactor(redactor);
  const rows = readShared(files, workDir, key).filter(({ foreign }) => !foreign)
    .map(({ row }) => redactLearning(row, counting).row);
  if (Object.keys(counting.found).length > 0) writeShared(files, workDir, { rows, key, dropped: () => false });
}
