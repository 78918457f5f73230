/**
 * Which working tree a git directory belongs to, by its place alone.
 *
 * @module
 */
import type { Identity } from "../paths/identity.ts";
import { collapse } from "../paths/segments.ts";

/** The same machine, other names. */
export function withSegments(identity: Identity, segments: readonly string[]): Identity {
  return { ...identity, segments };
}

/**
 * A relative path resolved against a directory, by text.
 *
 * @param text the path; on Windows either separator counts
 */
export function resolveBelow(directory: Identity, text: string): Identity {
  const separators = directory.kind === "drive" || directory.kind === "unc" ? /[\\/]/ : /\//;
  return withSegments(directory, collapse([...directory.segments, ...text.split(separators)]));
}

/**
 * The repository's common directory, if this is the git directory of a linked worktree: git keeps those at
 * `<common>/worktrees/<name>` and nowhere else.
 */
export function commonByPlace(gitdir: Identity): Identity | undefined {
  const { segments } = gitdir;
  return segments.length > 2 && segments.at(-2) === "worktrees"
    ? withSegments(gitdir, segments.slice(0, -2))
    : undefined;
}

/** The working tree of a repository, and where else its content may lie. */
export interface RepositoryTrees {
  /** The main tree; for a submodule its superproject; for a bare repository the repository itself. */
  readonly tree: Identity;
  /** Where the submodule usually lies. */
  readonly submodule?: Identity;
}

/**
 * The working tree that a common git directory belongs to.
 *
 * @example
 * ```ts
 * import { treesOf } from "./git_trees.ts";
 * treesOf({ kind: "posix", segments: ["srv", "kettle", ".git"] }).tree.segments; // ["srv", "kettle"]
 * ```
 */
export function treesOf(common: Identity): RepositoryTrees {
  const { segments } = common;
  const git = segments.findIndex((name, index) => name === ".git" && segments[index + 1] === "modules");
  if (git !== -1 && git + 2 < segments.length) {
    const names = segments.slice(git + 2).filter((name) => name !== "modules");
    const tree = segments.slice(0, git);
    return { tree: withSegments(common, tree), submodule: withSegments(common, [...tree, ...names]) };
  }
  return { tree: segments.at(-1) === ".git" ? withSegments(common, segments.slice(0, -1)) : common };
}
