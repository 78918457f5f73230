/**
 * Where Codex keeps its rollouts: `sessions/YYYY/MM/DD/`, `archived_sessions/` (flat, the file is moved there), both plain
 * and compressed. The state databases beside them are views that can be rebuilt, and their directories have been wrong:
 * they are never read.
 *
 * @module
 */
import type { Files } from "../../lib/io/files.ts";
import type { ClientModule, StoredTranscript } from "../../lib/types.ts";
import { type RolloutName, rolloutName, splitPath } from "./rollout_names.ts";

/** The home directory of Codex: the one that `CODEX_HOME` names, else `~/.codex`. */
export const codexStores: ClientModule["stores"] = ({ home, environment }) => {
  const named = environment("CODEX_HOME");
  if (named !== undefined) return [named];
  return home === null ? [] : [`${home}/.codex`];
};

/** The flat folder that archiving moves a rollout to (https://github.com/skillsynchq/txcript/issues/54). */
const ARCHIVE = "archived_sessions";
const SESSIONS = "sessions";

/** A rollout in a store. */
export interface StoredRollout extends RolloutName {
  readonly path: string;
}

/**
 * Every thread below a home directory, sorted by path. A thread that `thread/revert` continued in another file is listed
 * by its newest one, which is read together with the others; a rollout that lies there both plain and compressed is listed
 * once, plain (https://github.com/PixelPaw-Labs/codex-trace/pull/212). Sub-agents' rollouts have the same names and are
 * listed: only their content tells them apart.
 */
export function codexTranscripts(files: Files, codexHome: string): StoredTranscript[] {
  const newest = new Map<string, StoredRollout>();
  for (const rollout of storedRollouts(files, codexHome)) {
    const known = newest.get(rollout.thread);
    if (known === undefined || isNewer(rollout, known)) newest.set(rollout.thread, rollout);
  }
  const found: StoredTranscript[] = [];
  for (const { path } of newest.values()) {
    const entry = files.lstat(path);
    if (entry?.isFile && !entry.isSymlink) found.push({ path, stat: entry });
  }
  return found.sort((a, b) => a.path < b.path ? -1 : 1);
}

function isNewer(a: StoredRollout, b: StoredRollout): boolean {
  if (a.stamp !== b.stamp) return a.stamp > b.stamp;
  if (a.rollout !== b.rollout) return a.rollout > b.rollout;
  // The same file twice: plain before compressed, the one in use before the archive.
  if (a.compressed !== b.compressed) return b.compressed;
  return isArchived(b.path) && !isArchived(a.path);
}

function isArchived(path: string): boolean {
  return splitPath(splitPath(path).folder).name === ARCHIVE;
}

/** Every rollout of a store, in no order that matters. */
function storedRollouts(files: Pick<Files, "list">, codexHome: string): StoredRollout[] {
  const sessions = `${codexHome}/${SESSIONS}`;
  const found = rolloutsIn(files, `${codexHome}/${ARCHIVE}`);
  for (const year of foldersOf(files, sessions, /^\d{4}$/)) {
    for (const month of foldersOf(files, year, /^\d\d$/)) {
      for (const day of foldersOf(files, month, /^\d\d$/)) found.push(...rolloutsIn(files, day));
    }
  }
  return found;
}

function foldersOf(files: Pick<Files, "list">, folder: string, names: RegExp): readonly string[] {
  return (files.list(folder) ?? []).filter((name) => names.test(name)).map((name) => `${folder}/${name}`);
}

function rolloutsIn(files: Pick<Files, "list">, folder: string): StoredRollout[] {
  return (files.list(folder) ?? []).flatMap((name) => {
    const rollout = rolloutName(name);
    return rollout === undefined ? [] : [{ ...rollout, path: `${folder}/${name}` }];
  });
}

/**
 * The store that a rollout lies in.
 *
 * @param path `<home>/sessions/YYYY/MM/DD/<name>` or `<home>/archived_sessions/<name>`
 * @returns undefined when it lies in none
 */
export function codexHomeOf(path: string): string | undefined {
  const folders = path.replaceAll("\\", "/");
  return new RegExp(`^(.*)/(?:${SESSIONS}/\\d{4}/\\d\\d/\\d\\d|${ARCHIVE})/[^/]+$`).exec(folders)?.[1];
}

/**
 * The newest rollout of another thread of the same store.
 *
 * @param transcript a rollout of the store
 * @param sessionId the thread
 */
export function findCodexSession(
  files: Pick<Files, "list" | "stat">,
  transcript: string,
  sessionId: string,
): string | undefined {
  return threadFiles(files, transcript, { thread: sessionId.toLowerCase(), far: true }).at(-1)?.path;
}

/**
 * The newest rollout of a thread below a home directory: in the folders of the days around its birth, in the archive, else
 * anywhere.
 *
 * @param codexHome the store
 * @param sessionId the thread
 */
export function findInCodexHome(
  files: Pick<Files, "list" | "stat">,
  codexHome: string,
  sessionId: string,
): string | undefined {
  return findCodexSession(files, `${codexHome}/${ARCHIVE}/.`, sessionId);
}

/** Which files of a thread are wanted. */
export interface ThreadQuery {
  readonly thread: string;
  /** Also those in the archive and in folders of other days: the whole store is listed when none lies near. */
  readonly far: boolean;
}

/**
 * The files of one thread, oldest first, each rollout once.
 *
 * @param transcript a rollout of the store, or of a folder in which to look
 */
export function threadFiles(
  files: Pick<Files, "list" | "stat">,
  transcript: string,
  { thread, far }: ThreadQuery,
): readonly StoredRollout[] {
  const home = codexHomeOf(transcript);
  const all = home === undefined
    ? rolloutsIn(files, splitPath(transcript).folder)
    : candidates(files, { home, transcript, thread, far });
  return eachOnce(all, thread);
}

function eachOnce(all: readonly StoredRollout[], thread: string): readonly StoredRollout[] {
  const byRollout = new Map<string, StoredRollout>();
  for (const rollout of all) {
    if (rollout.thread !== thread) continue;
    const known = byRollout.get(rollout.rollout);
    if (known === undefined || isNewer(rollout, known)) byRollout.set(rollout.rollout, rollout);
  }
  return [...byRollout.values()].sort((a, b) => isNewer(a, b) ? 1 : -1);
}

/** The same, with every folder of the store looked into. */
export function allThreadFiles(
  files: Pick<Files, "list" | "stat">,
  transcript: string,
  thread: string,
): readonly StoredRollout[] {
  const home = codexHomeOf(transcript);
  return home === undefined
    ? threadFiles(files, transcript, { thread, far: true })
    : eachOnce(storedRollouts(files, home), thread);
}

/** Days of which the folder may be the one of a thread's birth, wherever the clock stood. */
const DAYS_AROUND = [-1, 0, 1];
const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

/**
 * Where files of a thread can lie: beside the transcript, in the folders of the days around its birth, which its id tells,
 * in the archive, anywhere else.
 */
function candidates(
  files: Pick<Files, "list">,
  { home, transcript, thread, far }: ThreadQuery & { readonly home: string; readonly transcript: string },
): readonly StoredRollout[] {
  const folders = new Set([splitPath(transcript).folder.replaceAll("\\", "/")]);
  if (far) folders.add(`${home}/${ARCHIVE}`);
  const born = thread[14] === "7" ? Number.parseInt(thread.slice(0, 8) + thread.slice(9, 13), 16) : Number.NaN;
  for (const day of DAYS_AROUND) {
    const date = new Date(born + day * DAY_MILLISECONDS);
    if (Number.isNaN(date.getTime())) continue;
    folders.add(`${home}/${SESSIONS}/${date.toISOString().slice(0, 10).replaceAll("-", "/")}`);
  }
  const near = [...folders].flatMap((folder) => rolloutsIn(files, folder)).filter((found) => found.thread === thread);
  return near.length > 0 || !far ? near : storedRollouts(files, home);
}
