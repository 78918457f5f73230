/**
 * Carrying a `forget` out: the tombstone first, so that nothing comes back whatever becomes of the run, then each session
 * that holds some of it, under the lock of its working directory.
 *
 * @module
 */
import {
  CUT_MARK,
  forgetsLearning,
  type ForgetSubject,
  type ForgottenAct,
  forgottenFile,
  readForgottenActs,
  sessionMark,
} from "../record/forgotten.ts";
import { cutMarksOf } from "../record/forgotten_cuts.ts";
import { lateReplyMarks, outdatedLearningMark } from "../record/forgotten_replies.ts";
import { timeMarksOf, twinOf } from "../record/forgotten_times.ts";
import { dropOutdatedLearnings } from "../record/outdated_learnings.ts";
import { dropQuarantine } from "../record/quarantine.ts";
import { sha256Hex } from "../record/ids.ts";
import { EXCHANGES_FILE, isSafeKey, learningsRoot, LOCK_FILE, under } from "../record/layout.ts";
import { readLearnings } from "../record/learnings_store.ts";
import type { LearningRow } from "../record/learning_rows.ts";
import { readShared, sharedDirectory, writeShared } from "../record/shared_learnings.ts";
import { readExchanges } from "../record/read_exchanges.ts";
import { isOfLaterVersion, readMeta, writeMeta } from "../record/meta.ts";
import type { ImprintMeta } from "../record/meta_types.ts";
import { removeMessages } from "../record/remove_messages.ts";
import { rowFileSizes } from "../record/row_files.ts";
import { forgetSeen } from "../record/seen.ts";
import { storedMessages } from "../record/stored_messages.ts";
import { removeLeftovers, retractExchanges, retractLearnings } from "../record/tombstones.ts";
import { clientFolders } from "../record/session_directories.ts";
import type { ForgetTargets } from "./forget_targets.ts";
import type { Product } from "./product.ts";
import { dropSearchIndexes } from "./search_index.ts";
import { LOCK_MILLISECONDS } from "./session_import.ts";
import { knownWorkDirs } from "./stored_sessions.ts";

/** What became of it. */
export interface Forgot {
  readonly act: ForgottenAct;
  /** Working directories whose lock was busy: `forget` again finishes there. */
  readonly busy: readonly string[];
}

/**
 * Forgets.
 *
 * @param workDirs looked at beside all that are known
 */
export async function forget(
  product: Product,
  targets: ForgetTargets,
  { subject, workspace, purge, workDirs }: {
    readonly subject: ForgetSubject;
    readonly workspace: string;
    readonly purge: boolean;
    readonly workDirs: readonly string[];
  },
): Promise<Forgot> {
  const { files, homes } = product;
  const at = product.now().toISOString();
  const hashes = [...targets.hashes].sort();
  const id = sha256Hex(`${at}\0${hashes.join("\0")}`).slice(0, 8);
  const act: ForgottenAct = { id, at, subject, workspace, purged: purge, unfinished: true, hashes };
  files.makeDirectory(homes.data);
  writeAct(product, act);
  const busy = await carryOut(product, act, { texts: targets.texts, workDirs });
  return { act, busy };
}

/**
 * Carries out what an earlier `forget` was interrupted in, or left where a lock was busy: the sessions are hidden since
 * then, so nobody could name them again.
 *
 * @param workDirs looked at beside all that are known
 * @returns what was carried out, and working directories whose lock is busy
 */
export async function finishForgetting(
  product: Product,
  workDirs: readonly string[] = [],
): Promise<{ readonly acts: readonly ForgottenAct[]; readonly busy: readonly string[] }> {
  const { files, homes } = product;
  const acts: ForgottenAct[] = [];
  const busy: string[] = [];
  if (files.stat(forgottenFile(homes.data)) === undefined) return { acts, busy };
  for (const act of readForgottenActs(files, homes.data)) {
    if (act.unfinished !== true) continue;
    acts.push(act);
    busy.push(...await carryOut(product, act, { texts: undefined, workDirs }));
  }
  return { acts, busy };
}

function writeAct({ files, homes }: Product, act: ForgottenAct): void {
  files.append(forgottenFile(homes.data), new TextEncoder().encode(`\n${JSON.stringify(act)}\n`));
}

/** @returns working directories whose lock was busy; without any, the act is done */
async function carryOut(
  product: Product,
  { unfinished: _, ...act }: ForgottenAct,
  { texts, workDirs }: { readonly texts: FolderOptions["texts"]; readonly workDirs: readonly string[] },
): Promise<readonly string[]> {
  const { files } = product;
  const [hashes, now] = [new Set(act.hashes), product.now().toISOString()];
  const busy: string[] = [];
  for (const workDir of new Set([...knownWorkDirs(product), ...workDirs])) {
    const root = learningsRoot(workDir);
    // A look at the entry says of a directory that may not be looked into that nothing is there; this one does not.
    if (files.list(root) === undefined) continue;
    const lock = await files.lock(under(root, LOCK_FILE), { milliseconds: LOCK_MILLISECONDS });
    if (lock === undefined) {
      busy.push(workDir);
      continue;
    }
    try {
      const sealKey = await product.sealKey();
      if (files.stat(sharedDirectory(workDir)) !== undefined) {
        unshare(product, workDir, { hashes, sealKey });
      }
      for (const folder of foldersIn(product, root)) {
        inFolder(product, folder, { hashes, texts, purge: act.purged, workspace: act.workspace, now, sealKey });
      }
    } finally {
      lock.release();
    }
  }
  dropSearchIndexes(product);
  if (busy.length === 0) writeAct(product, act);
  return busy;
}

/** What colleagues get by git is withdrawn with or without a purge. */
function unshare(
  { files }: Product,
  workDir: string,
  { hashes, sealKey }: { readonly hashes: ReadonlySet<string>; readonly sealKey: Uint8Array },
): void {
  const dropped = (row: LearningRow): boolean => forgetsLearning({ hashes }, row);
  const rows = readShared(files, workDir, sealKey).flatMap(({ row, foreign }) => foreign || dropped(row) ? [] : [row]);
  writeShared(files, workDir, { rows, key: sealKey, dropped });
}

function foldersIn({ files }: Product, root: string): readonly string[] {
  return clientFolders(files, root).map((name) => under(root, name));
}

interface FolderOptions {
  readonly hashes: ReadonlySet<string>;
  /** What is looked for in what is carried from run to run; undefined when it is known no more. */
  readonly texts: ForgetTargets["texts"] | undefined;
  readonly purge: boolean;
  /** Whose sessions go whole. */
  readonly workspace: string;
  readonly now: string;
  readonly sealKey: Uint8Array;
}

function inFolder(product: Product, folder: string, options: FolderOptions): void {
  const { files } = product;
  const { hashes, texts, purge, workspace, now, sealKey } = options;
  const directories = (files.list(folder) ?? []).filter(isSafeKey).map((key) => under(folder, key));
  for (const directory of directories) {
    const { imprint, raw } = readMeta(files, directory);
    const own = ownHashes(product, directory, { imprint, hashes });
    if (imprint !== undefined && own.length > 0) {
      const forgotten = [...new Set([...imprint.forgotten ?? [], ...own])].sort();
      writeMeta(files, directory, { meta: { ...imprint, forgotten }, raw, now });
    }
  }
  if (!purge) return;
  removeMessages(files, folder, { messages: hashes, now, sealKey });
  for (const directory of directories) {
    const { imprint: before, raw: stored } = readMeta(files, directory);
    if (isOfLaterVersion(stored)) continue;
    // Every row, also what was hidden, replaced, or is of a run that nothing committed.
    const isWhole = before?.workspace === workspace && hashes.has(sessionMark(before));
    if (isWhole) {
      forgetSeen(files, folder);
      retractExchanges(files, directory, { sessionId: before.sessionId, revision: before.revision, at: now });
    }
    const goes = (row: LearningRow): boolean =>
      isWhole || forgetsLearning({ hashes }, row) || hashes.has(outdatedLearningMark(row));
    dropOutdatedLearnings(files, directory, { sealKey, choose: goes });
    retractLearnings(files, directory, { sealKey, choose: goes });
    removeLeftovers(files, directory);
    const { imprint, raw } = readMeta(files, directory);
    if (imprint === undefined) continue;
    const sizes = rowFileSizes(files, directory);
    const quotes = texts === undefined
      ? imprint.forgotten?.some((hash) => hashes.has(hash)) === true
      : quotesAny(imprint, texts);
    const isSame = JSON.stringify(sizes) === JSON.stringify(imprint.files);
    if (isSame && !quotes && !isWhole) continue;
    dropQuarantine(files, directory);
    // What rules and reader carry from run to run may quote what goes: the next run reads from the beginning.
    const carried = { cursor: null, reader: null, exchange: null, learnings: null, digest: null, positions: {} };
    writeMeta(files, directory, { meta: { ...imprint, ...carried, files: sizes }, raw, now });
  }
}

/** The tombstones that are about a session. */
function ownHashes(
  { files }: Product,
  directory: string,
  { imprint, hashes }: { readonly imprint: ImprintMeta | undefined; readonly hashes: ReadonlySet<string> },
): readonly string[] {
  const { held, withheld } = storedMessages(files, directory);
  const { learnings } = readLearnings(files, directory, { key: undefined });
  const { exchanges } = readExchanges(files, under(directory, EXCHANGES_FILE), { committed: imprint?.revision });
  const twins = new Set(exchanges.flatMap((exchange) => twinOf(exchange) ?? []));
  const all = [
    ...(imprint === undefined ? [] : [sessionMark(imprint)]),
    ...held,
    ...withheld,
    ...twins,
    ...learnings.flatMap(({ row }) => [row.id, row.payload.key ?? ""]),
  ];
  const late = [
    ...exchanges.flatMap((exchange) => lateReplyMarks(exchange, () => true)).filter((mark) => hashes.has(mark)),
    ...(imprint === undefined ? [] : cutMarksOf(hashes, imprint)),
  ].filter((mark) => mark !== CUT_MARK);
  return [
    ...all.filter((hash) => hashes.has(hash)),
    ...timeMarksOf(hashes, twins),
    ...(late.length === 0 ? [] : [CUT_MARK, ...late]),
  ];
}

/** So much of a text is looked for: what is carried is often cut. */
const SNIPPET = 24;

function quotesAny({ reader, exchange, learnings, digest }: ImprintMeta, texts: readonly string[]): boolean {
  const carried = JSON.stringify([reader, exchange, learnings, digest]);
  return texts.some((text) => carried.includes(JSON.stringify(text.slice(0, SNIPPET).toWellFormed()).slice(1, -1)));
}
