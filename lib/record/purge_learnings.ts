/**
 * Takes everything that this installation wrote out of a working directory (`uninstall --all --purge`). What others wrote
 * stays: rows without this installation's seal, sessions of colleagues, files of other names.
 *
 * @module
 */
import type { Files } from "../io/files.ts";
import { TEMPORARY_SUFFIX } from "../io/temporary_suffix.ts";
import { LEARNING_KINDS } from "../types.ts";
import { dropQuarantine } from "./quarantine.ts";
import {
  EXCHANGES_FILE,
  isSafeKey,
  learningFile,
  learningsRoot,
  LOCK_FILE,
  META_FILE,
  SEEN_FILE,
  under,
  WRITING_FILE,
} from "./layout.ts";
import { isMadeWith, removeIfEmpty } from "./made_directory.ts";
import { readMeta } from "./meta.ts";
import type { ImprintMeta } from "./meta_types.ts";
import { isPreparedFile } from "./prepare_directory.ts";
import { parseObject, type RawRow } from "./read_rows.ts";
import { verifySeal } from "./seal.ts";

/** What decides whose something is. */
export interface PurgeOptions {
  /** This installation's key; undefined: no row is known to be its own. */
  readonly key: Uint8Array | undefined;
  /** True for a session that this installation stored, by what it remembers of the transcripts. */
  readonly isOwn: (meta: ImprintMeta) => boolean;
}

/** What stays in a working directory. */
export interface PurgeResult {
  /** Rows that others wrote. */
  readonly foreignRows: number;
  /** Sessions that others stored. */
  readonly foreignSessions: number;
  /** Another program holds the directory: nothing was done. */
  readonly isBusy: boolean;
}

const LOCK_MILLISECONDS = 5000;
/** Folder of what is shared in git. */
const SHARED_FOLDER = "shared";

/**
 * Purges one working directory, under its lock. Directories that it empties go when this program made them; the working
 * directory itself stays.
 *
 * @param workDir native absolute path
 */
export async function purgeLearnings(files: Files, workDir: string, options: PurgeOptions): Promise<PurgeResult> {
  const root = learningsRoot(workDir);
  const nothing = { foreignRows: 0, foreignSessions: 0, isBusy: false };
  const stat = files.lstat(root);
  if (stat === undefined || stat.isSymlink || !stat.isDirectory) return nothing;
  const lock = await files.lock(under(root, LOCK_FILE), { milliseconds: LOCK_MILLISECONDS });
  if (lock === undefined) return { ...nothing, isBusy: true };
  let counts = nothing;
  try {
    for (const client of files.list(root) ?? []) {
      if (client.includes(".") || !isDirectory(files, under(root, client))) continue;
      const found = client === SHARED_FOLDER
        ? purgeShared(files, under(root, client), options)
        : purgeFolder(files, under(root, client), options);
      counts = {
        ...counts,
        foreignRows: counts.foreignRows + found.rows,
        foreignSessions: counts.foreignSessions + found.sessions,
      };
    }
  } finally {
    lock.release();
  }
  files.remove(under(root, LOCK_FILE));
  removeRoot(files, workDir, root);
  return counts;
}

/** What colleagues get by git: their rows stay. */
function purgeShared(
  files: Files,
  directory: string,
  options: PurgeOptions,
): { readonly rows: number; readonly sessions: number } {
  const rows = purgeSession(files, directory, options) ?? 0;
  const left = files.list(directory) ?? [];
  if (left.every((name) => name === ".gitattributes")) {
    for (const name of left) {
      files.remove(under(directory, name));
    }
  }
  removeIfEmpty(files, directory);
  return { rows, sessions: 0 };
}

function isDirectory(files: Pick<Files, "lstat">, path: string): boolean {
  const stat = files.lstat(path);
  return stat?.isDirectory === true && !stat.isSymlink;
}

/** One client's folder. */
function purgeFolder(
  files: Files,
  folder: string,
  options: PurgeOptions,
): { readonly rows: number; readonly sessions: number } {
  let [rows, sessions] = [0, 0];
  for (const name of files.list(folder) ?? []) {
    const directory = under(folder, name);
    if (!isSafeKey(name) || !isDirectory(files, directory)) continue;
    const found = purgeSession(files, directory, options);
    if (found === undefined) sessions++;
    else rows += found;
  }
  for (const name of files.list(folder) ?? []) {
    const isOwn = name === SEEN_FILE || name === WRITING_FILE || name.endsWith(TEMPORARY_SUFFIX);
    if (isOwn && !isDirectory(files, under(folder, name))) files.remove(under(folder, name));
  }
  removeIfEmpty(files, folder);
  return { rows, sessions };
}

/** @returns rows of others that stay; undefined when the session is not this installation's */
function purgeSession(files: Files, directory: string, options: PurgeOptions): number | undefined {
  const { imprint, raw } = readMeta(files, directory);
  const kinds = LEARNING_KINDS.map((kind) => {
    const path = under(directory, learningFile(kind));
    return { path, ...foreignLines(files.readBytes(path), options.key) };
  });
  const isOwn = (imprint !== undefined && options.isOwn(imprint)) || kinds.some(({ own }) => own > 0);
  if (!isOwn) {
    if (files.list(directory)?.length !== 0) return undefined;
    // An earlier run was interrupted behind the last file.
    removeIfEmpty(files, directory);
    return 0;
  }
  for (const { path, own, bytes, foreign } of kinds) {
    if (foreign === 0) files.remove(path);
    else if (own > 0) files.replace(path, bytes, { mode: files.stat(path)?.mode ?? null });
  }
  files.remove(under(directory, EXCHANGES_FILE));
  dropQuarantine(files, directory);
  for (const name of files.list(directory) ?? []) {
    if (name.endsWith(TEMPORARY_SUFFIX)) files.remove(under(directory, name));
  }
  const rows = kinds.reduce((sum, { foreign }) => sum + foreign, 0);
  purgeMeta(files, directory, { raw, keep: rows > 0 });
  removeIfEmpty(files, directory);
  return rows;
}

/** Keys that are umwelten's, which this program writes too. */
const SHARED_KEYS: ReadonlySet<string> = new Set([
  "claudeProjectPath",
  "claudeSessionUuid",
  "learningsRoot",
  "updatedAt",
  "imprintHook",
]);

function purgeMeta(
  files: Files,
  directory: string,
  { raw, keep }: { readonly raw: RawRow; readonly keep: boolean },
): void {
  const path = under(directory, META_FILE);
  if (!keep && Object.keys(raw).every((key) => SHARED_KEYS.has(key))) return files.remove(path);
  const { imprintHook: _, ...others } = raw;
  files.replace(path, new TextEncoder().encode(`${JSON.stringify(others, null, 2)}\n`), {
    mode: files.stat(path)?.mode ?? null,
  });
}

const LINE_FEED = 0x0a;

/** The lines of a learning file that this installation did not write, byte for byte. */
function foreignLines(
  bytes: Uint8Array | undefined,
  key: Uint8Array | undefined,
): { readonly own: number; readonly foreign: number; readonly bytes: Uint8Array } {
  const kept: number[] = [];
  let [own, foreign] = [0, 0];
  const decoder = new TextDecoder();
  const all = bytes ?? new Uint8Array();
  for (let from = 0; from < all.length;) {
    const at = all.indexOf(LINE_FEED, from);
    const end = at < 0 ? all.length : at + 1;
    const line = all.subarray(from, end);
    const text = decoder.decode(line).trim();
    if (text !== "") {
      if (isOwnLine(text, key)) own++;
      else {
        foreign++;
        for (const byte of line) kept.push(byte);
      }
    }
    from = end;
  }
  return { own, foreign, bytes: Uint8Array.from(kept) };
}

/** A line that a killed run tore begins as this program's rows do. */
function isOwnLine(text: string, key: Uint8Array | undefined): boolean {
  const row = parseObject(text);
  if (row === undefined) return /^\{"id":"[0-9a-f]{0,32}/.test(text);
  return key !== undefined && verifySeal(row, key);
}

/** `.gitignore` and `README.md` go with the last of what they are about. */
function removeRoot(files: Files, workDir: string, root: string): void {
  const left = files.list(root) ?? [];
  const isPrepared = (name: string): boolean =>
    files.lstat(under(root, name))?.isFile === true && isPreparedFile(name, files.readText(under(root, name)) ?? "");
  if (!left.every((name) => name.endsWith(TEMPORARY_SUFFIX) || isPrepared(name))) return;
  const rootStat = files.lstat(root);
  for (const name of left) files.remove(under(root, name));
  removeIfEmpty(files, root);
  const umwelten = under(workDir, ".umwelten");
  if (files.lstat(root) === undefined && isMadeWith(files.lstat(umwelten), rootStat)) removeIfEmpty(files, umwelten);
}
