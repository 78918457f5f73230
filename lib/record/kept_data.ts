/**
 * Kept data: what is no cache and what only `uninstall` and `--purge` remove (design section 5).
 *
 * @module
 */
import type { Files } from "../io/files.ts";
import { isWorkspaceName } from "../ownership/workspace_name.ts";
import type { ClientName } from "../types.ts";
import { sha256Hex } from "./ids.ts";
import { under } from "./layout.ts";
import { createJsonlSet } from "./jsonl_set.ts";

/** A working directory that something was written to. */
export interface KeptWorkDir {
  readonly dir: string;
  readonly workspace: string;
  /** Where it lay when the name was a link's or led through one: the link may lead elsewhere later. */
  readonly real?: string;
}

/** A linked worktree and its main tree, confirmed while both were there. */
export interface KeptWorktree {
  readonly tree: string;
  readonly main: string;
}

/**
 * Every working directory ever written to, in the order of first use.
 *
 * @param data the kept data's directory
 */
export function readWorkDirs(files: Pick<Files, "open">, data: string): readonly KeptWorkDir[] {
  return workDirs(files, data).read();
}

/**
 * Remembers a working directory. Writes only when it is new.
 *
 * @param data the kept data's directory
 */
export function keepWorkDir(
  files: Pick<Files, "open" | "append" | "makeDirectory">,
  data: string,
  entry: KeptWorkDir,
): void {
  workDirs(files, data).keep(files, entry);
}

/** Every confirmed pair of worktree and main tree; the last one of a tree counts. */
export function readWorktrees(files: Pick<Files, "open">, data: string): readonly KeptWorktree[] {
  return worktrees(files, data).read();
}

/** Remembers a pair. Writes only when it is new. */
export function keepWorktree(
  files: Pick<Files, "open" | "append" | "makeDirectory">,
  data: string,
  pair: KeptWorktree,
): void {
  worktrees(files, data).keep(files, pair);
}

/** A directory that only a hook's payload named, of a session that was not learned. */
export interface KeptPayload {
  /** Hash of client and session id: nothing may tell of such a session. */
  readonly session: string;
  readonly dir: string;
}

/**
 * Every directory that only payloads named for a session. The state is a cache, and what keeps a conversation out must
 * not be lost with it.
 *
 * @param data the kept data's directory
 */
export function readPayloads(files: Pick<Files, "open">, data: string, session: KeptSession): readonly string[] {
  const mark = markOf(session);
  return payloads(files, data).read().filter((entry) => entry.session === mark).map(({ dir }) => dir);
}

/**
 * Remembers such a directory. Writes only when it is new.
 *
 * @param data the kept data's directory
 */
export function keepPayload(
  files: Pick<Files, "open" | "append" | "makeDirectory">,
  data: string,
  entry: KeptSession & { readonly dir: string },
): void {
  payloads(files, data).keep(files, { session: markOf(entry), dir: entry.dir });
}

/**
 * The names of the directories (safeKeys) that a session was ever stored in. They are made of its first directory, which a
 * run that lost the state, or finds the transcript elsewhere, may take for another one: what is stored must be found all
 * the same, or the newest verdict cannot take it back.
 *
 * @param data the kept data's directory
 */
export function readStoredKeys(files: Pick<Files, "readText">, data: string, session: KeptSession): readonly string[] {
  const mark = markOf(session);
  return [...(files.readText(storedFile(data)) ?? "").matchAll(STORED_ROW)]
    .flatMap(([, found, key]) => found === mark && key !== undefined ? [key] : []);
}

/**
 * Remembers where a session is stored, before anything is. Writes only what is new.
 *
 * @param data the kept data's directory
 */
export function keepStoredKey(
  files: Pick<Files, "readText" | "append" | "makeDirectory">,
  data: string,
  entry: KeptSession & { readonly key: string },
): void {
  keepStoredRow(files, data, { session: markOf(entry), key: entry.key });
}

/**
 * Remembers that a transcript refused its session. The client may delete it, and its own history names the typed lines
 * without what refused them.
 *
 * @param data the kept data's directory
 */
export function keepRefusal(
  files: Pick<Files, "readText" | "append" | "makeDirectory">,
  data: string,
  session: KeptSession,
): void {
  keepStoredRow(files, data, { session: markOf(session), refused: true });
}

/** Tells of which sessions a transcript was ever seen that refused them. @param data the kept data's directory */
export function readRefusals(files: Pick<Files, "readText">, data: string): (session: KeptSession) => boolean {
  const text = files.readText(storedFile(data)) ?? "";
  return (session) => text.includes(JSON.stringify({ session: markOf(session), refused: true }));
}

function keepStoredRow(
  files: Pick<Files, "readText" | "append" | "makeDirectory">,
  data: string,
  entry: { readonly session: string; readonly key: string } | { readonly session: string; readonly refused: true },
): void {
  const row = JSON.stringify(entry);
  const text = files.readText(storedFile(data)) ?? "";
  if (text.includes(row)) return;
  files.makeDirectory(data);
  const rest = text === "" || text.endsWith("\n") ? "" : "\n";
  files.append(storedFile(data), new TextEncoder().encode(`${rest}${row}\n`), { cache: true });
}

/** Searched as text: there is a row for every session, and each new one asks. */
const STORED_ROW = /\{"session":"([0-9a-f]{32})","key":"([0-9a-f]{32})"\}/g;

function storedFile(data: string): string {
  return under(data, "stored.jsonl");
}

/** A session by its client. */
export interface KeptSession {
  readonly client: ClientName;
  readonly sessionId: string;
}

function markOf({ client, sessionId }: KeptSession): string {
  return sha256Hex(`${client}\0${sessionId}`).slice(0, 32);
}

/**
 * The working directory of sessions that have no other: `work/{workspace}` in the kept data.
 *
 * @throws {TypeError} when the name cannot be a folder's
 */
export function keptWorkDir(data: string, workspace: string): string {
  if (!isWorkspaceName(workspace)) {
    throw new TypeError(`cannot make a folder for workspace "${workspace}": not a valid name`);
  }
  return under(data, "work", workspace);
}

function workDirs(files: Pick<Files, "open">, data: string) {
  return createJsonlSet<KeptWorkDir>(files, under(data, "workdirs.jsonl"), {
    directory: data,
    parse: ({ dir, workspace, real }) =>
      typeof dir === "string" && typeof workspace === "string"
        ? { dir, workspace, ...(typeof real === "string" ? { real } : {}) }
        : undefined,
  });
}

function payloads(files: Pick<Files, "open">, data: string) {
  return createJsonlSet<KeptPayload>(files, under(data, "payloads.jsonl"), {
    directory: data,
    parse: ({ session, dir }) => typeof session === "string" && typeof dir === "string" ? { session, dir } : undefined,
  });
}

function worktrees(files: Pick<Files, "open">, data: string) {
  return createJsonlSet<KeptWorktree>(files, under(data, "worktrees.jsonl"), {
    directory: data,
    key: ({ tree }) => tree,
    parse: ({ tree, main }) => typeof tree === "string" && typeof main === "string" ? { tree, main } : undefined,
  });
}
