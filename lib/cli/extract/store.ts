/**
 * Stores what the extractor said of one session: redacted, sealed, marked as a model's, and in the place of what it said of
 * the same exchanges before. The rows name no rules, so that `learn --relearn` leaves them alone.
 *
 * @module
 */
import { LOCK_MILLISECONDS } from "../../import/session_import.ts";
import type { Product } from "../../import/product.ts";
import { distrustSearchIndexes } from "../../import/search_index.ts";
import type { ReadableSession } from "../../import/readable_sessions.ts";
import { forgetsLearning, loadForgotten, withForgotten } from "../../record/forgotten.ts";
import { learningIdOf } from "../../record/ids.ts";
import { learningFile, learningsRoot, LOCK_FILE, under } from "../../record/layout.ts";
import { learningKeyOf } from "../../record/learning_key.ts";
import type { LearningRow } from "../../record/learning_rows.ts";
import { createLearningFilter, latestById, readLearnings } from "../../record/learnings_store.ts";
import { readMeta } from "../../record/meta.ts";
import { createRowAppender } from "../../record/row_files.ts";
import { sealRow } from "../../record/seal.ts";
import { VERSION } from "../../version.ts";
import type { ExtractedLearning } from "./answers.ts";

/** Rule of every row that the extractor's answers make. */
export const EXTRACTOR_RULE = "extractor";

/** What is to be stored of a session. */
export interface Extracted {
  readonly learnings: readonly ExtractedLearning[];
  /** Exchanges that the program was given: what it said of them before no longer counts. */
  readonly given: ReadonlySet<string>;
  /** Exchanges that stand; what was said of others is withdrawn. */
  readonly standing: ReadonlySet<string>;
}

/** What was stored. */
export interface StoredExtraction {
  readonly stored: number;
  readonly withdrawn: number;
}

/**
 * Stores it under the lock of the working directory.
 *
 * @returns undefined when the lock was busy, or the session is not there any more
 */
export async function storeExtracted(
  product: Product,
  session: ReadableSession,
  extracted: Extracted,
): Promise<StoredExtraction | undefined> {
  const { files } = product;
  const { directory, workDir, meta } = session;
  const lock = await files.lock(under(learningsRoot(workDir), LOCK_FILE), { milliseconds: LOCK_MILLISECONDS });
  if (lock === undefined) return undefined;
  try {
    const now = readMeta(files, directory).imprint;
    if (now === undefined || now.tombstone !== undefined || now.workspace !== meta.workspace) return undefined;
    const key = await product.sealKey();
    const { learnings } = readLearnings(files, directory, { key, committed: now.revision });
    const filter = createLearningFilter(learnings);
    const forgotten = withForgotten(loadForgotten(files, product.homes.data), now.forgotten);
    const rows = rowsOf(product, session, extracted).filter((row) => !forgetsLearning(forgotten, row));
    const said = new Set(rows.map(({ id }) => id));
    const gone = latestById(learnings).filter(({ row: { id, payload, provenance }, foreign }) => {
      if (foreign || payload.rule !== EXTRACTOR_RULE || payload.retracted === true || said.has(id)) return false;
      const { exchangeId = "" } = provenance;
      return extracted.given.has(exchangeId) || !extracted.standing.has(exchangeId);
    }).map(({ row }) => withdrawn(row));
    const fresh = rows.flatMap((row) => filter.admit(row) ?? []);
    const appender = createRowAppender(files, directory);
    for (const row of [...fresh, ...gone]) {
      appender.append(learningFile(row.kind), `${JSON.stringify(sealRow(row, key))}\n`);
    }
    appender.flush();
    distrustSearchIndexes(product);
    return { stored: fresh.length, withdrawn: gone.length };
  } finally {
    lock.release();
  }
}

function withdrawn({ payload: { quote: _, ...payload }, ...row }: LearningRow): LearningRow {
  return { ...row, payload: { ...payload, text: "", retracted: true } };
}

function rowsOf(product: Product, { meta }: ReadableSession, { learnings }: Extracted): readonly LearningRow[] {
  const redact = (text: string): string => product.redactor.redact(text).text;
  const { client, sessionId, workspace, projectPath } = meta;
  const counters = new Map<string, number>();
  return learnings.map(({ exchange, at, kind, text, quote, confidence, source }): LearningRow => {
    const counter = counters.get(`${exchange} ${kind}`) ?? 0;
    counters.set(`${exchange} ${kind}`, counter + 1);
    const shown = redact(text);
    return {
      id: learningIdOf({ client, sessionId, kind, family: EXTRACTOR_RULE, source: exchange, counter }),
      kind,
      // The same for all answers about an exchange: the last one takes the place of those before.
      createdAt: at ?? "",
      payload: {
        text: shown,
        rule: EXTRACTOR_RULE,
        confidence,
        assertedBy: "model",
        quote: redact(quote),
        key: learningKeyOf(kind, shown),
        ...(kind === "open_loops" ? { status: "open" as const } : {}),
      },
      provenance: {
        client,
        claudeProjectPath: redact(projectPath),
        claudeSessionUuid: sessionId,
        workspace,
        exchangeId: exchange,
        messageUuids: [source],
        producer: `imprint-hook/${VERSION}`,
      },
    };
  });
}
