/**
 * What the disk says about directories that files may go to (design section 5, workDir).
 *
 * @module
 */
import { contains, samePlace } from "../paths/contain.ts";
import type { Identity } from "../paths/identity.ts";
import { ancestors } from "../paths/key.ts";
import { entry } from "./disk_view.ts";
import type { FactGatherer } from "./facts.ts";
import type { DirectoryFacts } from "./session_facts.ts";
import type { DirectoryState, WorkDirFacts } from "./work_dir.ts";
import type { Root } from "./world.ts";

/** Native paths of this machine that matter for working directories. */
export interface MachineDirectories {
  /** The user's home directory; null when unknown. */
  readonly home: string | null;
  /** Directories whose content the system throws away. */
  readonly temporary: readonly string[];
  /** Directories of the clients: theirs alone to write in. */
  readonly clients?: readonly string[];
}

/** Looks at the directories that a session's files may go to; each is asked for only when it is needed. */
export function gatherWorkDirFacts(
  gatherer: FactGatherer,
  project: DirectoryFacts | null,
  { home, temporary, clients = [] }: MachineDirectories,
): WorkDirFacts {
  const { view, machine } = gatherer;
  const homes = places(home === null ? [] : [home]);
  const temporaries = places(temporary);
  // One that holds the home directory would leave no place to anybody.
  const taken = places(clients).filter((one) => !homes.some((inner) => contains(one, inner, machine.paths)));
  const owner = homes[0] === undefined ? null : view.stat(homes[0])?.uid ?? null;

  function places(paths: readonly string[]): readonly Identity[] {
    return paths.flatMap((path) => {
      const lexical = view.identify(path);
      const { real } = view.find(lexical);
      return [lexical, ...(real === null ? [] : [real])];
    }).filter((place) => place.kind !== "unknown");
  }

  function upwards(directory: Identity): readonly DirectoryState[] {
    return [directory, ...ancestors(directory)].map((place) => state(place, { follow: true }))
      .filter((found) => found !== undefined);
  }

  function state(place: Identity, { follow }: { readonly follow: boolean }): DirectoryState | undefined {
    const dir = view.native(place);
    if (dir === undefined) return undefined;
    const stat = view.stat(place);
    const real = view.find(place).real ?? place;
    const git = view.stat(entry(place, ".git")) === undefined ? undefined : gatherer.gitLink(real);
    const tree = git?.kind === "worktree" && git.mutual && follow ? git.trees[0]?.real : undefined;
    // A Windows drive seen from WSL shows made-up owners and permission bits.
    const posix = place.kind !== "drive" && place.kind !== "unc" && stat !== undefined;
    const mode = posix ? stat.mode : null;
    const ownedAlike = posix && owner !== null && stat.uid !== null ? stat.uid === owner : null;
    return {
      dir,
      exists: stat?.isDirectory === true,
      isHome: homes.some((one) => samePlace(one, place, machine.paths) || samePlace(one, real, machine.paths)),
      isFileSystemRoot: place.segments.length === 0 || real.segments.length === 0,
      ownedAlike,
      othersCanWrite: mode === null ? null : (mode & 0o002) !== 0,
      // Only the owner's bit is certain; groups, access lists and read-only file systems show when it is tried.
      writable: mode !== null && ownedAlike === true && owner !== 0 ? (mode & 0o200) !== 0 : null,
      isTemporary: isIn(temporaries, place, real),
      isClients: isIn(taken, place, real),
      hasUmwelten: view.stat(entry(place, ".umwelten"))?.isDirectory === true,
      git: git === undefined || git.kind === "none" ? "none" : git.kind,
      mainTree: tree
        ? [tree, ...ancestors(tree)].map((above) => state(above, { follow: false })).filter((one) => one !== undefined)
        : [],
    };
  }

  function isIn(directories: readonly Identity[], ...names: readonly Identity[]): boolean {
    return directories.some((one) => names.some((name) => contains(one, name, machine.paths)));
  }

  /** Upwards along real directories; projectPath itself keeps its own name. */
  function walkFrom({ lexical, real }: DirectoryFacts): readonly DirectoryState[] {
    if (lexical.kind === "unknown") return [];
    const [first, ...above] = upwards(real ?? lexical);
    const dir = view.native(lexical);
    return first === undefined || dir === undefined ? [] : [{ ...first, dir }, ...above];
  }

  /** The pair counts only while nothing is in the worktree's place. */
  function rememberedFor({ disk, links }: DirectoryFacts): readonly DirectoryState[] {
    const link = links.find(({ kind }) => kind === "remembered-worktree");
    const place = link?.at.real ?? null;
    return disk !== "missing" || place === null ? [] : upwards(place);
  }

  return {
    walk: project === null ? [] : walkFrom(project),
    remembered: project === null ? [] : rememberedFor(project),
    root: ({ lexical, real }: Root) => {
      const place = lexical.kind === "unknown" ? real : lexical;
      return place === null ? [] : upwards(place);
    },
  };
}
