/**
 * Every session that is stored on this machine, whoever stored it. Readers that show texts go through
 * `readable_sessions.ts`, which asks for the verdict first.
 *
 * @module
 */
import { keptWorkDir, readWorkDirs } from "../record/kept_data.ts";
import { learningsRoot, LOCK_FILE, type SessionPlace, under } from "../record/layout.ts";
import { sessionDirectories } from "../record/session_directories.ts";
import { readMeta } from "../record/meta.ts";
import type { ImprintMeta } from "../record/meta_types.ts";
import type { Product } from "./product.ts";

/** A session's directory and what is known about it. */
export interface AnySession {
  readonly place: SessionPlace;
  /** Name of the client's folder. */
  readonly client: string;
  readonly meta: ImprintMeta;
}

/**
 * Working directories that may hold sessions: all that were ever written to, under the names of links to them or where
 * these led to before they led elsewhere, and each workspace's own.
 */
export function knownWorkDirs({ files, homes, config }: Product): readonly string[] {
  return [
    ...new Set([
      ...readWorkDirs(files, homes.data).flatMap(({ dir, real }) =>
        real === undefined || files.realPath(dir) === real ? [dir] : [dir, real]
      ),
      ...config.workspaces.map(({ name }) => keptWorkDir(homes.data, name)),
    ]),
  ];
}

/** All of them, in the order of the working directories, then of names. Those whose `meta.json` is lost are left out. */
export function storedSessions(product: Product): readonly AnySession[] {
  return knownWorkDirs(product).flatMap((workDir) => sessionsIn(product, workDir));
}

function sessionsIn({ files }: Product, workDir: string): readonly AnySession[] {
  const root = learningsRoot(workDir);
  return sessionDirectories(files, workDir).flatMap(({ client, ...at }): readonly AnySession[] => {
    const meta = readMeta(files, at.directory).imprint;
    if (meta === undefined) return [];
    return [{ place: { workDir, root, ...at, lock: under(root, LOCK_FILE) }, client, meta }];
  });
}
