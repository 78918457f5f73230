/**
 * Which directory a session's files go to (design section 5), over facts.
 *
 * @module
 */
import { contains } from "../paths/contain.ts";
import { rootsAround } from "./place.ts";
import { type DirectoryFacts, isEvidence } from "./session_facts.ts";
import type { VerdictKind } from "./verdict.ts";
import type { Root, World } from "./world.ts";

/** What the disk says about a directory that files may go to. */
export interface DirectoryState {
  /** Native path on this machine. */
  readonly dir: string;
  readonly exists: boolean;
  readonly isHome: boolean;
  readonly isFileSystemRoot: boolean;
  /** It belongs to whom the home directory belongs; null where the system has no owners (Windows, its drives in WSL). */
  readonly ownedAlike: boolean | null;
  /** Everybody may write there; null where that is not told. */
  readonly othersCanWrite: boolean | null;
  /** Null when only a try would show it. */
  readonly writable: boolean | null;
  /** At or below a directory whose content the system throws away. */
  readonly isTemporary: boolean;
  /** At or below a directory in which a client keeps its own things. */
  readonly isClients: boolean;
  readonly hasUmwelten: boolean;
  /** What its `.git` is. */
  readonly git: "none" | "repository" | "submodule" | "worktree";
  /** Main tree of a linked worktree whose link is mutual, and what lies above it; empty for everything else. */
  readonly mainTree: readonly DirectoryState[];
}

/** The disk's side of the question. */
export interface WorkDirFacts {
  /** The first recorded directory and those above it, nearest first, up to the root; empty without projectPath. */
  readonly walk: readonly DirectoryState[];
  /** Main tree, and what lies above it, of a first recorded directory that was a linked worktree and is gone. */
  readonly remembered: readonly DirectoryState[];
  /** State of a root and of those above it, nearest first. */
  root(root: Root): readonly DirectoryState[];
}

/** What is asked. */
export interface WorkDirQuestion {
  /** The session's first recorded directory, of which projectPath was made; null without any. */
  readonly project: DirectoryFacts | null;
  /** All recorded directories, in order. */
  readonly directories: readonly DirectoryFacts[];
  readonly verdict: VerdictKind;
  /** The workspace that learns. */
  readonly workspace: string;
  /** `--work-dir`. */
  readonly given?: string;
  /** The workspace's own `workDir` and `place`. */
  readonly settings: { readonly workDir: string | null; readonly place: "project" | "data" };
}

/** The answer. `data`: `work/{workspace}` in the kept data, also to be used when the directory turns out not writable. */
export type WorkDir =
  | { readonly kind: "directory"; readonly dir: string; readonly because: WorkDirReason }
  | { readonly kind: "data"; readonly because: DataReason };

/** What chose the directory. */
export type WorkDirReason = "option" | "workspace" | "root" | "marker" | "main-tree" | "project" | "only-root";

/** Why there is none. */
export type DataReason =
  | "place-data"
  | "no-project"
  | "gone"
  | "not-writable"
  | "home"
  | "file-system-root"
  | "temporary"
  | "client"
  | "not-private";

/**
 * Chooses the directory.
 *
 * @returns the first that the design's order gives
 */
export function chooseWorkDir(question: WorkDirQuestion, world: World, facts: WorkDirFacts): WorkDir {
  const { given, settings } = question;
  if (given !== undefined) return { kind: "directory", dir: given, because: "option" };
  if (settings.workDir !== null) return { kind: "directory", dir: settings.workDir, because: "workspace" };
  if (settings.place === "data") return { kind: "data", because: "place-data" };
  const root = chooseRoot(question, world);
  if (root !== undefined) {
    return settle(facts.root(root), { because: question.project === null ? "only-root" : "root" });
  }
  if (question.project === null) return { kind: "data", because: "no-project" };
  return walkUp(facts);
}

/** The root that contains projectPath; when owned, one that contains a recorded directory; without projectPath the only one. */
function chooseRoot({ project, directories, verdict, workspace }: WorkDirQuestion, world: World): Root | undefined {
  const self = world.workspaces.find(({ name }) => name === workspace);
  if (self === undefined) return undefined;
  if (project === null) return self.roots.length === 1 ? self.roots[0] : undefined;
  const candidates = [project, ...(verdict === "owned" ? directories.filter(isEvidence) : [])];
  for (const directory of candidates) {
    const [first, ...rest] = rootsAround(directory, self, world).map(({ root }) => root);
    if (first === undefined) continue;
    return rest.reduce((deepest, root) => contains(deepest.lexical, root.lexical, world.paths) ? root : deepest, first);
  }
  return undefined;
}

/**
 * The nearest directory with `.umwelten` or `.git` that a stranger could not have put there, else projectPath itself. A
 * worktree that is gone goes where it went: a confirmed pair is remembered (design section 4).
 */
function walkUp({ walk, remembered }: WorkDirFacts): WorkDir {
  const [mainTree] = remembered;
  if (mainTree?.exists === true && isPrivate(mainTree)) return settle(remembered, { because: "main-tree" });
  for (const [index, state] of walk.entries()) {
    if (state.isHome || state.isFileSystemRoot) break;
    if (!isPrivate(state)) continue;
    const above = walk.slice(index);
    if (state.hasUmwelten || state.git === "repository") return settle(above, { because: "marker" });
    if (state.git !== "worktree") continue;
    const [main] = state.mainTree;
    if (main === undefined || !main.exists) return settle(above, { because: "marker" });
    if (isPrivate(main)) return settle(state.mainTree, { because: "main-tree" });
  }
  const submodule = walk.findIndex((state) => state.git === "submodule" && isPrivate(state));
  return settle(submodule === -1 ? walk : walk.slice(submodule), { because: submodule === -1 ? "project" : "marker" });
}

/** True for a directory that a stranger could not have put there. */
export function isPrivate(state: DirectoryState): boolean {
  return state.ownedAlike !== false && state.othersCanWrite !== true;
}

/** The place found, unless nothing should be written there. */
function settle(above: readonly DirectoryState[], { because }: { readonly because: WorkDirReason }): WorkDir {
  const [state] = above;
  if (state === undefined || !state.exists) return { kind: "data", because: "gone" };
  if (state.isHome) return { kind: "data", because: "home" };
  if (state.isFileSystemRoot) return { kind: "data", because: "file-system-root" };
  if (state.isClients) return { kind: "data", because: "client" };
  if (state.writable === false) return { kind: "data", because: "not-writable" };
  if (state.isTemporary && !hasGitBelowTemporary(above)) return { kind: "data", because: "temporary" };
  // A stranger's `.umwelten` would decide what is read back as the user's own words.
  if (because === "project" && state.hasUmwelten && !isPrivate(state)) return { kind: "data", because: "not-private" };
  return { kind: "directory", dir: state.dir, because };
}

/** The temporary directory itself is everybody's: a `.git` in it makes nothing a project. */
function hasGitBelowTemporary(above: readonly DirectoryState[]): boolean {
  return above.some((state, index) =>
    state.git !== "none" && isPrivate(state) && above[index + 1]?.isTemporary === true
  );
}
