/**
 * A session with a verdict that learns: create the directories, lock, write, commit, unlock (design section 5, Order of a
 * run).
 *
 * @module
 */
import type { ImportReport } from "../import_report.ts";
import type { Files, Lock } from "../io/files.ts";
import { writeNothing } from "../io/write_nothing.ts";
import { RULES_VERSION } from "../learnings/rule.ts";
import { LEAST_LOCK_MILLISECONDS, LOCK_MILLISECONDS, type SessionImport } from "./session_import.ts";
import { keepStoredKey, keepWorkDir, keepWorktree, type KeptWorkDir, keptWorkDir } from "../record/kept_data.ts";
import { type SessionPlace, sessionPlace } from "../record/layout.ts";
import { CUT_MARK, type Forgotten, loadForgotten, sessionMark, withForgotten } from "../record/forgotten.ts";
import { prepareDirectory } from "../record/prepare_directory.ts";
import type { RewrittenReplies } from "../record/rewritten_replies.ts";
import { LaterVersion, openSession, type SessionStore } from "../record/session_store.ts";
import { cursorHolds } from "../transcript/cursor.ts";
import type { RecordedDirectory } from "../types.ts";
import type { Judged } from "./judge.ts";
import { pausesFor } from "./pauses.ts";
import type { Product } from "./product.ts";
import { reportOf } from "./report_of.ts";
import { flagsOf, type StoredCopy, verdictOf } from "./stored_copies.ts";
import { writeSession, type WrittenSession } from "./write_session.ts";

/** What is to be stored. */
export interface StoreSessionOptions {
  readonly at: SessionImport;
  readonly judged: Judged;
  readonly directories: readonly RecordedDirectory[];
  readonly projectPath: string;
  readonly workDir: string;
  /** What is stored of it already. */
  readonly copies: readonly StoredCopy[];
}

/** What was stored. */
export interface StoredSession {
  readonly report: ImportReport;
  readonly workDir: string;
  /** False: the lock was busy and nothing was done, or the time was over before the end. */
  readonly complete: boolean;
  /** True: the user opted out in what was read just now. */
  readonly optedOut: boolean;
}

/** Stores what is new of one session. */
export async function storeSession(product: Product, options: StoreSessionOptions): Promise<StoredSession> {
  const { at, judged, copies } = options;
  const { transcript, relearn, dryRun } = at.options;
  const files = dryRun ? writeNothing(product.files) : product.files;
  const relearning = relearn ? await import("./relearning.ts") : undefined;
  // A client that keeps a conversation as one document writes replies anew in it.
  const rewriting = at.client.documentRecords && transcript.endsWith(".json")
    ? await import("../record/rewritten_replies.ts")
    : undefined;
  const { place, lock } = await prepared(product, files, options);
  const earlier = copies.find((copy) => copy.place.directory === place.directory)?.read;
  const again = relearning?.relearning(files, place, transcript);
  const base = reportOf(at, judged, { removed: 0, warnings: again?.warnings ?? [] });
  const skipped = (reason: string, { complete = false } = {}): StoredSession => {
    const report: ImportReport = { ...base, outcome: "skipped", reason };
    return { report, workDir: place.workDir, complete, optedOut: false };
  };
  if (lock === undefined) return skipped("lock-busy");
  try {
    if (!product.isCurrent()) return skipped("configuration-changed");
    const kept = withForgotten(loadForgotten(product.files, product.homes.data), earlier?.imprint?.forgotten);
    const forgotten = kept.hashes.has(CUT_MARK) ? (await import("../record/forgotten_times.ts")).withTimes(kept) : kept;
    if (forgotten.hashes.has(sessionMark({ client: at.client.name, sessionId: at.session.id }))) {
      return skipped("forgotten", { complete: true });
    }
    const sealKey = await product.sealKey();
    const isKnown = at.known?.places.some(({ workDir }) => workDir === place.workDir) === true;
    const { data } = product.homes;
    if (!dryRun && !isKnown) {
      keepStoredKey(files, data, { client: at.client.name, sessionId: at.session.id, key: place.safeKey });
    }
    const written = writeLocked({ ...product, files }, place, {
      ...options,
      earlier,
      sealKey,
      forgotten,
      relearn: again?.may,
      rewritten: rewriting?.rewrittenReplies(files, place, transcript),
    });
    if (!dryRun) {
      if (!isKnown) keepWorkDir(files, data, workDirOf(files, place, judged.verdict.workspace));
      keepWorktrees(product);
    }
    const { optedOut } = written.flags;
    const report = reportWritten(base, place, written);
    return { report, workDir: place.workDir, complete: !written.unfinished, optedOut };
  } catch (error) {
    if (!(error instanceof LaterVersion)) throw error;
    return skipped("later-version");
  } finally {
    lock.release();
  }
}

/** Keeps which worktrees belong to which main tree, as the disk says: nobody can tell when they are gone. */
export function keepWorktrees({ files, homes, facts }: Product): void {
  for (const { worktree: tree, main } of facts.confirmed()) keepWorktree(files, homes.data, { tree, main });
}

/** A working directory as it is kept: with where it lies, when its name is a link's. */
function workDirOf(files: Pick<Files, "realPath">, { workDir: dir }: SessionPlace, workspace: string): KeptWorkDir {
  const real = files.realPath(dir);
  return { dir, workspace, ...(real === undefined || real === dir ? {} : { real }) };
}

/** A session's directory, made, and the lock of its working directory; undefined when another run holds that. */
interface Prepared {
  readonly place: SessionPlace;
  readonly lock: Lock | undefined;
}

/**
 * The session's directory; when the working directory cannot be written, in the kept data. What is there already tells
 * only when its lock cannot be taken.
 */
async function prepared(product: Product, files: Files, options: StoreSessionOptions): Promise<Prepared> {
  const { at, judged, projectPath, workDir } = options;
  const { limit } = at.options;
  const placed = async (directory: string): Promise<Prepared> => {
    const session = { workDir: directory, folder: at.client.folder, projectPath, sessionId: at.session.id };
    const place = sessionPlace(session);
    prepareDirectory(files, place);
    const left = limit?.left() ?? LOCK_MILLISECONDS;
    const milliseconds = Math.min(LOCK_MILLISECONDS, Math.max(LEAST_LOCK_MILLISECONDS, left));
    return { place, lock: await files.lock(place.lock, { milliseconds }) };
  };
  const fallback = keptWorkDir(product.homes.data, judged.verdict.workspace);
  const isGiven = at.options.workDir !== undefined || workDir === fallback;
  // The session stays where it is stored first: a refusal is believed when it comes twice.
  for (const mayPass of [true, false]) {
    try {
      return await placed(workDir);
    } catch (error) {
      if (!isPermission(error) || (isGiven && !mayPass)) throw error;
    }
  }
  files.makeDirectory(fallback);
  return await placed(fallback);
}

/** The names under which Deno reports that a place cannot be written. */
function isPermission(error: unknown): boolean {
  return error instanceof Error &&
    (error.name === "PermissionDenied" || error.name === "NotCapable" || /read-only/i.test(error.message));
}

function writeLocked(
  product: Product,
  place: SessionPlace,
  { at, judged, directories, projectPath, earlier, sealKey, forgotten, relearn, rewritten }: StoreSessionOptions & {
    readonly earlier: StoredCopy["read"] | undefined;
    readonly sealKey: Uint8Array;
    readonly forgotten: Forgotten;
    readonly relearn: boolean | undefined;
    readonly rewritten: RewrittenReplies | undefined;
  },
): WrittenSession & { readonly store: SessionStore } {
  const { client, session, handle, mtime, options } = at;
  const { workspace } = judged.verdict;
  const { lastSeen } = product;
  const store = openSession(product.files, place, {
    relearn,
    rewritten,
    earlier,
    client: client.name,
    sessionId: session.id,
    rules: RULES_VERSION,
    sealKey,
    now: product.now().toISOString(),
    accepts: (cursor) => cursorHolds(handle, cursor),
    storesExchanges: product.config.store === "all",
    forgotten,
    previousSeen: lastSeen.folder === place.folder ? lastSeen.index : undefined,
  });
  const written = writeSession(product, store, {
    client,
    sessionId: session.id,
    workspace,
    projectPath,
    source: handle,
    mtime,
    alone: at.survey.sessions.length === 1,
    goesOn: store.meta !== undefined && store.meta.transcripts.at(-1) !== options.transcript,
    final: options.final,
    awaited: options.payload?.sessionId === session.id ? options.payload.reply : null,
    pauses: pausesFor(product, judged.facts.directories),
    ...(options.limit === undefined ? {} : { limit: options.limit }),
    ...(at.skimming === undefined ? {} : { skimming: at.skimming }),
    ...(options.rules === undefined ? {} : { rules: options.rules }),
  });
  const transcripts = [
    ...(store.meta?.transcripts ?? []).filter((path) => path !== options.transcript),
    options.transcript,
  ];
  store.commit({
    workspace,
    projectPath,
    transcripts,
    cursor: written.cursor,
    reader: written.reader,
    exchange: written.exchange,
    learnings: written.learnings,
    directories,
    verdict: verdictOf(judged.verdict),
    flags: { ...flagsOf(judged), ...(written.current ? {} : { current: false }) },
    counts: { repliesWithoutQuestion: written.repliesWithoutQuestion, unknownMarkers: written.unknownMarkers },
    digest: {
      ...written.span,
      questions: written.exchanges.total,
      lastReply: written.lastReply,
      pausedExchange: written.pausedExchange,
    },
  });
  lastSeen.folder = place.folder;
  lastSeen.index = store.seen;
  return { ...written, store };
}

function reportWritten(base: ImportReport, place: SessionPlace, written: WrittenSession): ImportReport {
  const { read, bad, oversized, ignored } = written.records;
  const { exchanges, learned } = written;
  const isNew = written.provisional || exchanges.new + exchanges.extended > 0 || Object.keys(learned).length > 0;
  return {
    ...base,
    outcome: isNew ? "learned" : "nothing-new",
    ...(written.unfinished ? { reason: "unfinished" } : {}),
    learningsRoot: place.root,
    directory: place.directory,
    records: { read, bad, oversized, ignored },
    unknownMarkers: written.unknownMarkers,
    exchanges,
    evidence: written.evidence,
    repliesWithoutQuestion: written.repliesWithoutQuestion,
    learnings: learned,
    redactions: written.redactions,
    provisional: written.provisional,
  };
}
