/**
 * `"shareInGit": true`: copies of the learnings of a workspace's projects for colleagues (`shared_learnings.ts`).
 *
 * @module
 */
import { findWorkspace } from "../ownership/mod.ts";
import { forgetsLearning, loadForgotten } from "../record/forgotten.ts";
import { keptWorkDir } from "../record/kept_data.ts";
import { learningsRoot, LOCK_FILE, under } from "../record/layout.ts";
import type { LearningRow } from "../record/learning_rows.ts";
import { shareableRow, sharedDirectory, writeShared } from "../record/shared_learnings.ts";
import type { Product } from "./product.ts";
import { type ReadableSession, readableSessions } from "./readable_sessions.ts";
import { LOCK_MILLISECONDS } from "./session_import.ts";
import { knownWorkDirs } from "./stored_sessions.ts";
import { standingRows } from "./standing_rows.ts";

/** What is shared from a project for the first time. */
export interface FirstShare {
  readonly directory: string;
  /** What colleagues will see. */
  readonly rows: readonly LearningRow[];
}

/**
 * Brings the shared files of a workspace's projects up to date.
 *
 * @returns those that were shared for the first time
 */
export async function shareInGit(product: Product, workspace: string): Promise<readonly FirstShare[]> {
  if (findWorkspace(product.config, workspace)?.shareInGit !== true) return [];
  const { files, homes } = product;
  const key = await product.sealKey();
  const forgotten = loadForgotten(files, homes.data);
  // One directory has one set of files, whichever workspaces share in it.
  const sessions = product.config.workspaces.filter(({ shareInGit }) => shareInGit)
    .flatMap(({ name }) => readableSessions(product, { kind: "all", workspace: name }).sessions);
  const own = sessions.filter(({ meta }) => meta.workspace === workspace).map(({ workDir }) => workDir);
  const first: FirstShare[] = [];
  for (const workDir of new Set([...own, ...emptied(product, sessions)])) {
    // The program's own data lies in nobody's repository.
    if (workDir === keptWorkDir(homes.data, workspace)) continue;
    const rows = new Map<string, LearningRow>();
    for (const session of sessions.filter((one) => one.workDir === workDir)) {
      for (const { row, foreign } of standingRows(product, session, { key })) {
        if (foreign || row.payload.retracted === true || row.payload.text === "") continue;
        rows.set(row.id, shareableRow(row, workDir));
      }
    }
    const directory = sharedDirectory(workDir);
    const isFirst = files.lstat(directory) === undefined;
    if (!isFirst && !files.lstat(directory)?.isDirectory) continue;
    const lock = await files.lock(under(learningsRoot(workDir), LOCK_FILE), { milliseconds: LOCK_MILLISECONDS });
    if (lock === undefined) continue;
    try {
      writeShared(files, workDir, { rows: [...rows.values()], key, dropped: (row) => forgetsLearning(forgotten, row) });
    } finally {
      lock.release();
    }
    if (isFirst) first.push({ directory, rows: [...rows.values()] });
  }
  return first;
}

/** Directories in which something is shared and nothing stands any more: what was stored there was taken back. */
function emptied(product: Product, sessions: readonly ReadableSession[]): readonly string[] {
  const { files } = product;
  const real = (dir: string): string => files.realPath(dir) ?? dir;
  const shared = knownWorkDirs(product).filter((dir) => files.lstat(sharedDirectory(dir))?.isDirectory === true);
  const standing = shared.length === 0 ? new Set<string>() : new Set(sessions.map(({ workDir }) => real(workDir)));
  return shared.filter((dir) => !standing.has(real(dir)));
}
