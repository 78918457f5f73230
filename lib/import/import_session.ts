/**
 * One conversation of an export into the store: the ownership rule first, then what a person had forgotten, paused or let
 * expire is left out, then its messages and learnings go the way that every import goes. What is there already stays as
 * it is, so that a second import, or one of an older export, changes nothing.
 *
 * @module
 */
import type { Lock } from "../io/files.ts";
import { RULES_VERSION } from "../learnings/rule.ts";
import { decide, isLearned } from "../ownership/mod.ts";
import { loadForgotten, sessionMark, withForgotten } from "../record/forgotten.ts";
import { withTimes } from "../record/forgotten_times.ts";
import { keepWorkDir } from "../record/kept_data.ts";
import { type SessionPlace, sessionPlace } from "../record/layout.ts";
import { parseLearningRow } from "../record/learning_rows.ts";
import { saysSomething } from "../record/learnings_store.ts";
import { isOfLaterVersion, readMeta } from "../record/meta.ts";
import { DIRECTORY_SOURCES } from "../record/parse_meta.ts";
import { prepareDirectory } from "../record/prepare_directory.ts";
import { type CommitMeta, openSession } from "../record/session_store.ts";
import type { Json, RecordedDirectory } from "../types.ts";
import { addLearnings } from "./import_learnings.ts";
import { addMessages } from "./import_messages.ts";
import { projectDirectory, workDirFor } from "./judge.ts";
import { pausesFor } from "./pauses.ts";
import type { Product } from "./product.ts";
import { retainFrom } from "./retain_from.ts";
import { LOCK_MILLISECONDS } from "./session_import.ts";
import { storedFacts } from "./stored_facts.ts";
import type { AnySession } from "./stored_sessions.ts";
import { flagsOf, verdictOf } from "./stored_copies.ts";
import type { LearningLine, MessageLine, SessionLine, StateLine } from "./stream_lines.ts";

/** A conversation of an export. */
export interface StreamSession {
  readonly session: SessionLine;
  /** In the order of the export. */
  readonly exchanges: readonly (MessageLine | StateLine)[];
  readonly learnings: readonly LearningLine[];
}

/** How it is imported. */
export interface ImportSessionOptions {
  /** The workspace that it is to belong to. */
  readonly workspace: string;
  /** Name of the client's folder. */
  readonly folder: string;
  /** Sessions of that client and id that are stored already, whoever stored them. */
  readonly stored: readonly AnySession[];
  readonly dryRun: boolean;
}

/** What became of it. */
export interface ImportedSession {
  /** Why nothing of it was imported: a verdict, `forgotten`, `tombstone`, `other-workspace`, `later-version` or
   * `lock-busy`. */
  readonly skipped?: string;
  readonly workDir?: string;
  /** The conversation is here already, and gets only what is new. */
  readonly known?: boolean;
  readonly messages: number;
  readonly learnings: number;
  /** Left out because a person had them forgotten. */
  readonly forgotten: number;
  /** Learnings of another installation among those that were stored. */
  readonly foreign: number;
}

const NOTHING = { messages: 0, learnings: 0, forgotten: 0, foreign: 0 };

/** Imports one. */
export async function importSession(
  product: Product,
  { session, exchanges, learnings }: StreamSession,
  { workspace, folder, stored, dryRun }: ImportSessionOptions,
): Promise<ImportedSession> {
  const { files, homes } = product;
  const { client, sessionId } = session;
  const here = stored.find(({ meta }) => meta.workspace === workspace);
  const forgotten = withTimes(withForgotten(loadForgotten(files, homes.data), here?.meta.forgotten));
  if (forgotten.hashes.has(sessionMark(session))) return { ...NOTHING, skipped: "forgotten", forgotten: 1 };
  if (stored.some(({ meta }) => meta.tombstone !== undefined)) return { ...NOTHING, skipped: "tombstone" };
  if (here === undefined && stored.length > 0) return { ...NOTHING, skipped: "other-workspace" };

  const directories = [...here?.meta.directories ?? [], ...recorded(session, here)];
  const flags = here?.meta.flags ?? session.flags as Json;
  const facts = storedFacts(product, { directories, flags });
  const learner = { workspace };
  const verdict = decide(facts, product.world, learner);
  if (!isLearned(verdict.kind)) return { ...NOTHING, skipped: verdict.kind };
  const judged = { facts, learner, verdict };

  const place = here?.place ?? sessionPlace({
    workDir: workDirFor(product, judged, { project: projectDirectory(facts), given: undefined }),
    folder,
    projectPath: session.projectPath,
    sessionId,
  });
  if (dryRun) {
    return {
      ...NOTHING,
      workDir: place.workDir,
      known: here !== undefined,
      messages: exchanges.filter(({ type }) => type === "message").length,
      learnings: learnings.filter(saysAnything).length,
    };
  }
  const lock = await locked(product, place);
  if (lock === undefined) return { ...NOTHING, workDir: place.workDir, skipped: "lock-busy" };
  try {
    if (isOfLaterVersion(readMeta(files, place.directory).raw)) {
      return { ...NOTHING, workDir: place.workDir, skipped: "later-version" };
    }
    const sealKey = await product.sealKey();
    const store = openSession(files, place, {
      client,
      sessionId,
      rules: RULES_VERSION,
      sealKey,
      now: product.now().toISOString(),
      storesExchanges: product.config.store === "all",
      forgotten,
    });
    const from = retainFrom(product);
    const redact = (text: string): string => product.redactor.redact(text).text;
    const pauses = pausesFor(product, facts.directories);
    const said = addMessages(store, exchanges, { client, sessionId, redact, pauses, from });
    const before = store.meta;
    const projectPath = before?.projectPath ?? session.projectPath;
    const learned = addLearnings(product, store, {
      lines: learnings,
      redact,
      pauses,
      from,
      sealKey,
      session: { sessionId, projectPath: redact(projectPath), workspace },
    });
    const commit: CommitMeta = {
      workspace,
      projectPath,
      transcripts: before?.transcripts ?? [],
      cursor: store.cursor,
      reader: before?.reader ?? null,
      exchange: before?.exchange ?? null,
      learnings: before?.learnings ?? null,
      directories,
      verdict: verdictOf(verdict),
      flags: before?.flags ?? flagsOf(judged),
      counts: before?.counts ?? null,
      digest: before?.digest ?? said.digest,
    };
    store.commit(commit);
    keepWorkDir(files, homes.data, { dir: place.workDir, workspace });
    return {
      workDir: place.workDir,
      messages: said.stored,
      learnings: learned.stored,
      forgotten: said.forgotten + learned.forgotten,
      foreign: learned.foreign,
    };
  } finally {
    lock.release();
  }
}

function saysAnything({ row, kind }: LearningLine): boolean {
  const parsed = parseLearningRow(row, kind);
  return parsed !== undefined && saysSomething(parsed);
}

/**
 * Directories of the line that the stored session does not know. One that redaction changed when it was exported names no
 * place any more: it proves nothing, and keeps the conversation out where other workspaces have roots.
 */
function recorded({ directories }: SessionLine, here: AnySession | undefined): readonly RecordedDirectory[] {
  const known = new Set(here?.meta.directories.map(({ path, source }) => `${source}\0${path}`));
  const redacted = /\[redacted:[^\]]*\]/;
  return directories.flatMap(({ path, source }): readonly RecordedDirectory[] => {
    if (known.has(`${source}\0${path}`) || (here !== undefined && redacted.test(path))) return [];
    const from = DIRECTORY_SOURCES.find((one) => one === source) ?? "record";
    return [{ path: redacted.test(path) ? "[redacted]" : path, source: from }];
  });
}

async function locked({ files }: Product, place: SessionPlace): Promise<Lock | undefined> {
  prepareDirectory(files, place);
  return await files.lock(place.lock, { milliseconds: LOCK_MILLISECONDS });
}
