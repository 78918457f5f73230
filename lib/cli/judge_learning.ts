/**
 * A person's word about one learning: kept, forgotten, put in other words, done.
 *
 * @module
 */
import { forget } from "../import/forget.ts";
import { learningTargets, type SessionContent, withOtherSource } from "../import/forget_targets.ts";
import type { Product } from "../import/product.ts";
import { LOCK_MILLISECONDS } from "../import/session_import.ts";
import { InputError } from "../errors.ts";
import { learningIdOf } from "../record/ids.ts";
import { learningFile, learningsRoot, LOCK_FILE, under } from "../record/layout.ts";
import { learningKeyOf } from "../record/learning_key.ts";
import type { LearningRow } from "../record/learning_rows.ts";
import type { StoredLearning } from "../record/learnings_store.ts";
import { keepReviewMark, type ReviewVerdict, statementOf } from "../record/review_marks.ts";
import { createRowAppender } from "../record/row_files.ts";
import { sealRow } from "../record/seal.ts";
import { VERSION } from "../version.ts";

/** A learning and the session that holds it. */
export interface FoundLearning {
  readonly learning: StoredLearning;
  readonly content: SessionContent;
}

/** Writes down what a person said about a learning. */
export function markLearning(product: Product, { learning, content }: FoundLearning, verdict: ReviewVerdict): void {
  const { row } = learning;
  keepReviewMark(product.files, product.homes.data, {
    ...statementOf(row, content.session.meta.workspace),
    at: product.now().toISOString(),
    verdict,
    rule: row.payload.rule ?? null,
  });
}

/**
 * Forgets a learning, and counts that against the rule that found it.
 *
 * @returns working directories that were busy
 */
export async function forgetLearning(
  product: Product,
  found: FoundLearning,
  options: {
    readonly contents: readonly SessionContent[];
    readonly purge: boolean;
    readonly workDirs: readonly string[];
  },
): Promise<readonly string[]> {
  const { contents, purge } = options;
  const purged = purge ? product.files : undefined;
  const targets = withOtherSource(learningTargets(found.learning, { contents, purged }), contents);
  markLearning(product, found, "forgotten");
  const { workspace } = found.content.session.meta;
  const { busy } = await forget(product, targets, { ...options, subject: "learning", workspace });
  return busy;
}

/**
 * Puts a learning in other words: a row of the user's own that takes the place of the one that a rule made.
 *
 * @throws {InputError} when another program holds the working directory
 */
export async function editLearning(product: Product, found: FoundLearning, text: string): Promise<LearningRow> {
  const { learning: { row }, content: { session: { meta: { workspace } } } } = found;
  const words = product.redactor.redact(text.trim().replace(/\s+/g, " ").toWellFormed()).text;
  const edited = await appendOwn(product, found, {
    counter: 0,
    createdAt: row.createdAt,
    payload: {
      text: words,
      rule: "review.edited",
      confidence: 1,
      assertedBy: "user",
      key: learningKeyOf(row.kind, words),
      supersedes: [statementOf(row, workspace).key],
      ...(row.payload.status === undefined ? {} : { status: row.payload.status }),
    },
  });
  markLearning(product, found, "edited");
  markLearning(product, { ...found, learning: { row: edited, foreign: false } }, "kept");
  return edited;
}

/**
 * Says that an open loop is over, or takes that back: a row of the user's own that closes it, as a session does that
 * finishes it. When it is opened again later, it is open.
 *
 * @throws {InputError} when another program holds the working directory
 */
export async function closeLearning(
  product: Product,
  found: FoundLearning,
  { undo }: { readonly undo: boolean },
): Promise<void> {
  const { learning: { row }, content: { session: { meta: { workspace } } } } = found;
  await appendOwn(product, found, {
    counter: 1,
    createdAt: product.now().toISOString(),
    payload: {
      text: "",
      rule: "review.done",
      confidence: 1,
      assertedBy: "user",
      key: statementOf(row, workspace).key,
      ...(undo ? { retracted: true } : { status: "closed" }),
    },
  });
}

/** Appends a row of the user's own about a learning. `counter` tells what rows of one learning say. */
async function appendOwn(
  product: Product,
  { learning: { row }, content: { session: { directory, workDir, meta } } }: FoundLearning,
  { counter, createdAt, payload }: Pick<LearningRow, "createdAt" | "payload"> & { readonly counter: number },
): Promise<LearningRow> {
  const { files } = product;
  const { client, sessionId, workspace, projectPath } = meta;
  const own: LearningRow = {
    id: learningIdOf({ client, sessionId, kind: row.kind, family: "review", source: row.id, counter }),
    kind: row.kind,
    createdAt,
    payload,
    provenance: {
      client,
      claudeProjectPath: product.redactor.redact(projectPath).text,
      claudeSessionUuid: sessionId,
      workspace,
      ...(row.provenance.exchangeId === undefined ? {} : { exchangeId: row.provenance.exchangeId }),
      producer: `imprint-hook/${VERSION}`,
    },
  };
  const lock = await files.lock(under(learningsRoot(workDir), LOCK_FILE), { milliseconds: LOCK_MILLISECONDS });
  if (lock === undefined) {
    throw new InputError(`cannot write below "${workDir}": another program has held it for 5 s; run the command again`);
  }
  try {
    const appender = createRowAppender(files, directory);
    appender.append(learningFile(row.kind), `${JSON.stringify(sealRow(own, await product.sealKey()))}\n`);
    appender.flush();
  } finally {
    lock.release();
  }
  return own;
}
