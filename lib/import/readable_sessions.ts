/**
 * Which stored sessions a reader may see. Readers decide ownership again, with today's configuration (design section 4):
 * what a workspace may not learn any more, it may not read either.
 *
 * @module
 */
import { hookWorkspace, isLearned, NO_FLAGS } from "../ownership/mod.ts";
import { keptWorkDir } from "../record/kept_data.ts";
import { knownWorkDirs } from "./stored_sessions.ts";
import { under } from "../record/layout.ts";
import { sessionDirectories } from "../record/session_directories.ts";
import { readMeta } from "../record/meta.ts";
import type { ImprintMeta } from "../record/meta_types.ts";
import { judge, projectDirectory, sessionFacts, workDirFor } from "./judge.ts";
import { decideStored } from "./decide_stored.ts";
import type { Product } from "./product.ts";
import { projectFilter, projectOf } from "./same_project.ts";
import { isForgottenSession } from "./standing_rows.ts";

/** A stored session that may be read. */
export interface ReadableSession {
  /** Its directory. */
  readonly directory: string;
  readonly workDir: string;
  readonly meta: ImprintMeta;
}

/** What is read. */
export type ReadScope =
  /** One project: of the working directory that conversations in `directory` go to, those that are about it. */
  | { readonly kind: "project"; readonly directory: string; readonly workspace: string | undefined }
  /** Every working directory of one workspace, by default the active one. */
  | { readonly kind: "all"; readonly workspace: string | undefined };

/** What a reader found. */
export interface Readable {
  readonly sessions: readonly ReadableSession[];
  /** Working directories that were looked at. */
  readonly workDirs: readonly string[];
  /** The workspace that reads, where all of it is one's. */
  readonly workspace?: string;
  /** The directory that was asked for, where conversations about other projects lie beside its own. */
  readonly asked?: string;
  /** Sessions that are stored there and that today's configuration hides. */
  readonly hidden: number;
  /** These, where a reader says why. */
  readonly hiddenSessions?: readonly ReadableSession[];
}

/** Working directories to look at, and the workspace whose sessions count. */
export interface Scope {
  readonly workDirs: readonly string[];
  readonly workspace: string;
}

/** Finds where the sessions in scope may lie. */
export function findScope(product: Product, scope: ReadScope): Scope {
  return scope.kind === "project" ? projectScope(product, scope) : allScope(product, scope);
}

/** One session. @returns undefined when it is not there, or may not be read for the workspace */
export function readableSession(
  product: Product,
  { directory, workDir }: Pick<ReadableSession, "directory" | "workDir">,
  workspace: string,
): ReadableSession | undefined {
  const meta = readMeta(product.files, directory).imprint;
  if (meta === undefined || meta.tombstone !== undefined || isForgottenSession(product, meta)) return undefined;
  return meta.workspace === workspace && mayRead(product, meta) ? { directory, workDir, meta } : undefined;
}

/** Finds the sessions in scope that may be read, in the order of their directories. */
export function readableSessions(product: Product, scope: ReadScope): Readable {
  const { workDirs, workspace } = findScope(product, scope);
  const isInScope = scope.kind === "project" ? projectRule(product, scope.directory, workDirs) : undefined;
  const sessions: ReadableSession[] = [];
  const hiddenSessions: ReadableSession[] = [];
  for (const workDir of workDirs) {
    for (const { directory } of sessionDirectories(product.files, workDir)) {
      const meta = readMeta(product.files, directory).imprint;
      if (meta === undefined || meta.tombstone !== undefined || isForgottenSession(product, meta)) continue;
      if (isInScope?.(meta.projectPath) === false) continue;
      if (meta.workspace === workspace && mayRead(product, meta)) {
        sessions.push({ directory, workDir, meta });
      } else hiddenSessions.push({ directory, workDir, meta });
    }
  }
  const asked = scope.kind === "project" && isInScope !== undefined ? { asked: scope.directory } : {};
  return { sessions, workDirs, workspace, hidden: hiddenSessions.length, hiddenSessions, ...asked };
}

/**
 * Which sessions of the working directory are about the project. What lies in the project's own folder is, also where its
 * path says so no more (the project was moved, the worktree is gone); a root and the kept data hold those of several.
 *
 * @returns undefined where all are
 */
function projectRule(
  product: Product,
  directory: string,
  workDirs: readonly string[],
): ((projectPath: string) => boolean) | undefined {
  const { files, homes, config } = product;
  const project = projectOf(product, [{ path: directory, source: "record" }]);
  const real = (path: string): string => files.realPath(path) ?? path;
  const isKept = (dir: string): boolean => config.workspaces.some(({ name }) => dir === keptWorkDir(homes.data, name));
  const top = project?.startsWith("dir ") === true ? real(project.slice("dir ".length)) : undefined;
  const isOwn = workDirs.every((dir) => {
    if (isKept(dir)) return false;
    // Who asks for it asks for all that lies there; what is no repository, as a root, may hold projects side by side.
    return real(dir) === real(directory) || (real(dir) === top && files.stat(under(dir, ".git")) !== undefined);
  });
  return isOwn ? undefined : projectFilter(product, project);
}

/** True where today's configuration lets the session's own workspace learn it. */
export function mayRead(product: Product, meta: ImprintMeta): boolean {
  return isLearned(decideStored(product, meta, meta.workspace).kind);
}

function projectScope(
  product: Product,
  { directory, workspace }: { readonly directory: string; readonly workspace: string | undefined },
): Scope {
  const directories = [{ path: directory, source: "record" }] as const;
  const reader = workspace ??
    hookWorkspace(sessionFacts(product, directories, { flags: NO_FLAGS }), product.world).workspace;
  const judged = judge(product, directories, { flags: NO_FLAGS, asker: { kind: "person", workspace: reader } });
  const project = projectDirectory(judged.facts);
  return { workDirs: [workDirFor(product, judged, { project, given: undefined })], workspace: reader };
}

function allScope(
  product: Product,
  { workspace }: { readonly workspace: string | undefined },
): Scope {
  const { files, world } = product;
  // One place may be known by the names of links to it, too.
  const places = new Map<string, string>();
  for (const dir of knownWorkDirs(product)) {
    const real = files.realPath(dir) ?? dir;
    if (!places.has(real)) places.set(real, dir);
  }
  return { workDirs: [...places.values()], workspace: workspace ?? world.active };
}
