/**
 * Linked git worktrees around a directory (design section 4). A link counts when it is mutual, as git writes it: the
 * worktree's `.git` file names a directory inside the repository, and that directory's `gitdir` names this very file.
 * Everything else a `.git` file says may refuse, never grant.
 *
 * @module
 */
import { samePlace } from "../paths/contain.ts";
import type { Identity, Unplaceable } from "../paths/identity.ts";
import { type DiskView, entry } from "./disk_view.ts";
import { MOST_GIT_TEXT, namesWorktree, readGitFile, readPathLine } from "./git_text.ts";
import { commonByPlace, resolveBelow, treesOf, withSegments } from "./git_trees.ts";
import type { Located } from "./session_facts.ts";

/** What a `.git` entry makes of its directory. */
export type GitLink =
  | { readonly kind: "none" }
  /** A repository of its own, or a `.git` that git itself would not follow. */
  | { readonly kind: "repository" }
  /** A `.git` file that leads to a git directory which is no worktree's: a submodule, or a separate git directory. */
  | { readonly kind: "submodule" }
  /** A linked worktree. `trees`: the main tree first, then where a submodule usually lies. */
  | { readonly kind: "worktree"; readonly mutual: boolean; readonly trees: readonly Located[] };

/**
 * Reads the `.git` entry of a directory.
 *
 * @param directory by its real path
 */
export function readGitLink(directory: Identity, view: DiskView): GitLink {
  const dotGit = entry(directory, ".git");
  const stat = view.stat(dotGit);
  if (stat === undefined) return { kind: "none" };
  const file = stat.isFile ? readGitFile(view.text(dotGit, { most: MOST_GIT_TEXT })) : undefined;
  if (file?.kind !== "file") return { kind: "repository" };
  const gitdir = resolve(directory, file.gitdir, view);
  if (gitdir.kind === "unknown") {
    // A worktree of a repository that cannot be placed is a place that cannot be placed.
    const trees = [{ lexical: gitdir, real: null }];
    return namesWorktree(file.gitdir) ? { kind: "worktree", mutual: false, trees } : { kind: "submodule" };
  }
  const common = commonOf(gitdir, view);
  if (common === undefined) return { kind: "submodule" };
  return {
    kind: "worktree",
    mutual: isMutual({ directory, gitdir, common }, view),
    trees: locateTrees(common, view),
  };
}

/** The common directory as the git directory names it, else by its place; undefined: no worktree's git directory. */
function commonOf(gitdir: Identity, view: DiskView): Identity | Unplaceable | undefined {
  const text = readPathLine(view.text(entry(gitdir, "commondir"), { most: MOST_GIT_TEXT }));
  return text === undefined ? commonByPlace(gitdir) : resolve(gitdir, text, view);
}

/**
 * The git directory must lie in the repository itself, else two files made by one hand would prove each other, and its
 * `gitdir` must name the `.git` file we came from.
 */
function isMutual(
  { directory, gitdir, common }: {
    readonly directory: Identity;
    readonly gitdir: Identity;
    readonly common: Identity | Unplaceable;
  },
  view: DiskView,
): boolean {
  const realGitdir = view.find(gitdir).real;
  const realCommon = view.find(common).real;
  const place = realGitdir === null ? undefined : commonByPlace(realGitdir);
  if (place === undefined || realCommon === null || !samePlace(place, realCommon)) return false;
  const text = readPathLine(view.text(entry(gitdir, "gitdir"), { most: MOST_GIT_TEXT }));
  const back = text === undefined ? undefined : resolve(gitdir, text, view);
  if (back === undefined || back.kind === "unknown" || back.segments.at(-1) !== ".git") return false;
  const owner = withSegments(back, back.segments.slice(0, -1));
  const real = view.find(owner).real;
  return real !== null && samePlace(real, directory);
}

function locateTrees(common: Identity | Unplaceable, view: DiskView): readonly Located[] {
  if (common.kind === "unknown") return [{ lexical: common, real: null }];
  const real = view.find(common).real;
  const named = treesOf(common);
  const actual = real === null ? undefined : treesOf(real);
  const tree = { lexical: named.tree, real: actual?.tree ?? view.find(named.tree).real };
  const submodule = actual?.submodule ?? named.submodule;
  return submodule === undefined ? [tree] : [tree, { lexical: submodule, real: view.find(submodule).real }];
}

function resolve(directory: Identity, text: string, view: DiskView): Identity | Unplaceable {
  const place = view.identify(text);
  return place.kind === "unknown" && place.reason === "relative" ? resolveBelow(directory, text) : place;
}
