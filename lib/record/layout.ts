/**
 * Where things lie below a working directory (design section 5). Only hashes and fixed names become path parts; ids and
 * paths of transcripts never do.
 *
 * @module
 */
import { LEARNING_KINDS, type LearningKind } from "../types.ts";
import { sha256Hex } from "./ids.ts";

/** Exchanges of a session. */
export const EXCHANGES_FILE = "exchanges.jsonl";
/** What is known about a session; umwelten's name. */
export const META_FILE = "meta.json";
/** Message identities of a client's folder. */
export const SEEN_FILE = "seen.bin";
/** Stands in a client's folder while a run appends rows there. */
export const WRITING_FILE = ".writing";
/** Lock of a working directory. */
export const LOCK_FILE = ".lock";

/** File of one kind of learnings; umwelten's names. */
export function learningFile(kind: LearningKind): `${LearningKind}.jsonl` {
  return `${kind}.jsonl`;
}

/** Every file of a session that rows are appended to. */
export const ROW_FILES = [EXCHANGES_FILE, ...LEARNING_KINDS.map(learningFile)] as const;
/** One of {@linkcode ROW_FILES}. */
export type RowFile = typeof ROW_FILES[number];

/**
 * Name of a session's directory: first 32 hex of sha256(projectPath + NUL + sessionId), as umwelten computes it.
 *
 * @example
 * ```ts
 * import { safeKey } from "./layout.ts";
 * safeKey({ projectPath: "/srv/kettle", sessionId: "5d2e" }).length; // 32
 * ```
 */
export function safeKey(session: { readonly projectPath: string; readonly sessionId: string }): string {
  return sha256Hex(`${session.projectPath}\0${session.sessionId}`).slice(0, 32);
}

/** True for a name that {@linkcode safeKey} gives. */
export function isSafeKey(name: string): boolean {
  return /^[0-9a-f]{32}$/.test(name);
}

/**
 * Joins native path parts: a backslash after a drive or UNC path, else a slash.
 *
 * @param directory absolute native path
 * @example
 * ```ts
 * import { under } from "./layout.ts";
 * under("C:\\kettle", ".umwelten"); // "C:\\kettle\\.umwelten"
 * ```
 */
export function under(directory: string, ...names: readonly string[]): string {
  const separator = /^[A-Za-z]:|^\\\\/.test(directory) ? "\\" : "/";
  const base = directory.endsWith(separator) ? directory.slice(0, -1) : directory;
  return [base, ...names].join(separator);
}

/** `{workDir}/.umwelten/learnings`. */
export function learningsRoot(workDir: string): string {
  return under(workDir, ".umwelten", "learnings");
}

/** Where one session's files lie. */
export interface SessionPlace {
  /** Working directory, an absolute native path. */
  readonly workDir: string;
  /** `{workDir}/.umwelten/learnings` */
  readonly root: string;
  /** `{root}/{folder}`: all sessions of one client. */
  readonly folder: string;
  /** Name of the session's directory. */
  readonly safeKey: string;
  /** `{folder}/{safeKey}` */
  readonly directory: string;
  /** `{root}/.lock` */
  readonly lock: string;
}

/**
 * Places a session.
 *
 * @param session `folder` is the client's folder name, `workDir` an absolute native path
 */
export function sessionPlace(
  session: {
    readonly workDir: string;
    readonly folder: string;
    readonly projectPath: string;
    readonly sessionId: string;
  },
): SessionPlace {
  const root = learningsRoot(session.workDir);
  const folder = under(root, session.folder);
  const key = safeKey(session);
  return {
    workDir: session.workDir,
    root,
    folder,
    safeKey: key,
    directory: under(folder, key),
    lock: under(root, LOCK_FILE),
  };
}
