/**
 * Gathers what the ownership rule is decided on: the only part of ownership that looks at the disk, through the
 * file-system port. Each question is asked once a run.
 *
 * @module
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { contains, samePlace } from "../paths/contain.ts";
import type { Identity } from "../paths/identity.ts";
import { ancestors, identityKey } from "../paths/key.ts";
import type { Environment, RecordedDirectory } from "../types.ts";
import type { Config } from "./config.ts";
import { type DiskView, entry, type FactFiles, viewDisk } from "./disk_view.ts";
import { type GitLink, readGitLink } from "./git_links.ts";
import { normalRemote, remoteUrls } from "./git_text.ts";
import { withSegments } from "./git_trees.ts";
import type { Machine } from "./machine.ts";
import type { DirectoryFacts, DirectoryHint, DirectoryLink, FileFacts, Located } from "./session_facts.ts";
import { Unanswered } from "./unanswered.ts";
import { type ApprovalState, buildWorld, type RootOnDisk, type World } from "./world.ts";

/** The name of a project file (ADR 0072). */
export const PROJECT_FILE = ".imprint-hook.jsonc";

/** A project file larger than this is not the one that was approved. */
const MOST_PROJECT_FILE = 65_536;
/** A repository's `config` larger than this is not read for remotes. */
const MOST_GIT_CONFIG = 262_144;

/** A worktree and its main tree, seen linked to each other; native paths of this machine (kept in `worktrees.jsonl`). */
export interface WorktreePair {
  readonly worktree: string;
  readonly main: string;
}

/** What the facts of a run are gathered from. */
export interface FactOptions {
  readonly files: FactFiles;
  readonly machine: Machine;
  /** Confirmed pairs of earlier runs. */
  readonly remembered?: readonly WorktreePair[];
}

/** Gathers facts; one for a run. */
export interface FactGatherer {
  readonly view: DiskView;
  readonly machine: Machine;
  /** What a configuration means. @param options `remotes`: also read the remotes of the roots' repositories */
  world(config: Config, options?: { readonly remotes?: boolean }): World;
  /**
   * What is known about a recorded directory. @param environment the machine that recorded it
   *
   * @throws {Unanswered} when the disk gives no answer about it or a root: any of them may claim it
   */
  directory(recorded: RecordedDirectory, environment: Environment): DirectoryFacts;
  /** What is known about a file of a tool record; absolute, as recorded. */
  file(path: string, environment: Environment): FileFacts;
  /** The worktree link of a directory, given by its real path. */
  gitLink(directory: Identity): GitLink;
  /** Mutual links seen in this run that were not remembered. */
  confirmed(): readonly WorktreePair[];
}

/** Starts gathering. */
export function gatherFacts({ files, machine, remembered = [] }: FactOptions): FactGatherer {
  const view = viewDisk(files, machine);
  const links = new Map<string, GitLink>();
  const confirmed = new Map<string, WorktreePair>();
  let open: Unanswered | undefined;
  const pairs = remembered.map(({ worktree, main }) => ({
    worktree: view.identify(worktree),
    main: view.identify(main),
  }))
    .filter((pair) => pair.worktree.kind !== "unknown" && pair.main.kind !== "unknown") as readonly RememberedPair[];

  function gitLink(directory: Identity): GitLink {
    const key = identityKey(directory);
    const link = links.get(key) ?? readGitLink(directory, view);
    links.set(key, link);
    return link;
  }

  function confirm(worktree: Identity, main: Identity): void {
    if (pairs.some((pair) => samePlace(pair.worktree, worktree) && samePlace(pair.main, main))) return;
    const pair = { worktree: view.native(worktree), main: view.native(main) };
    if (pair.worktree === undefined || pair.main === undefined) return;
    confirmed.set(`${pair.worktree}\0${pair.main}`, { worktree: pair.worktree, main: pair.main });
  }

  /** Links at or above a directory; `grants`: the names are real ones, so that a mutual link counts in full. */
  function linksAround(directory: Identity, { grants }: { readonly grants: boolean }): Around {
    const around: Around = { links: [], hints: [] };
    for (const top of [directory, ...ancestors(directory)]) {
      const link = gitLink(top);
      if (link.kind !== "worktree") continue;
      const rest = directory.segments.slice(top.segments.length);
      const [tree, ...others] = link.trees;
      const mutual = link.mutual && grants;
      if (mutual && tree?.real) confirm(top, tree.real);
      for (const at of counterparts(tree, rest, view)) {
        if (mutual) around.links.push({ kind: "worktree", at });
        else around.hints.push({ kind: "one-sided-worktree", at });
      }
      for (const at of others) around.hints.push({ kind: "one-sided-worktree", at });
    }
    return around;
  }

  function rememberedAround(names: readonly Identity[], current: readonly DirectoryLink[]): Around {
    const around: Around = { links: [], hints: [] };
    for (const pair of pairs) {
      const name = names.find((candidate) => contains(pair.worktree, candidate));
      if (name === undefined) continue;
      const tree = { lexical: pair.main, real: view.find(pair.main).real };
      if (current.some(({ at }) => at.real !== null && tree.real !== null && samePlace(at.real, tree.real))) continue;
      const gone = view.find(pair.worktree).disk === "missing";
      for (const at of counterparts(tree, name.segments.slice(pair.worktree.segments.length), view)) {
        if (gone) around.links.push({ kind: "remembered-worktree", at });
        else around.hints.push({ kind: "former-worktree", at });
      }
    }
    return around;
  }

  function directory({ path, source }: RecordedDirectory, environment: Environment): DirectoryFacts {
    if (open !== undefined) throw open;
    const lexical = view.identify(path, environment);
    const facts = { recorded: path, source, environment, lexical };
    if (lexical.kind === "unknown") return { ...facts, disk: "unseen", real: null, links: [], hints: [] };
    const { disk, real } = view.find(lexical);
    const actual = real ?? presumedReal(lexical, view) ?? lexical;
    const around = linksAround(actual, { grants: true });
    const named = samePlace(actual, lexical) ? { links: [], hints: [] } : linksAround(lexical, { grants: false });
    const earlier = rememberedAround([actual, lexical], around.links);
    const ways = [...(real === null ? [actual] : []), ...climbing(path)].filter((way) => !samePlace(way, lexical));
    const through = ways.map((way): DirectoryHint => ({ kind: "through-link", at: { lexical: way, real: null } }));
    return {
      ...facts,
      disk,
      real,
      links: [...around.links, ...earlier.links],
      hints: [...around.hints, ...named.hints, ...earlier.hints, ...through],
    };
  }

  /** Where the system would go with `..` behind a link: the text alone does not tell. */
  function climbing(path: string): readonly Identity[] {
    const real = /(?:^|[\\/])\.\.(?:[\\/]|$)/.test(path) ? view.follow(path) : undefined;
    return real === undefined ? [] : [real];
  }

  /** What nobody decides anything by is looked at later; who decides must know every root. */
  function orOpen<T>(known: T, ask: () => T): T {
    try {
      return ask();
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
      open ??= error;
      return known;
    }
  }

  function root(dir: string, { remotes }: { readonly remotes: boolean }): RootOnDisk {
    const lexical = view.identify(dir);
    return orOpen({ lexical, real: null, remotes: [] }, () => rootOnDisk(lexical, { remotes }));
  }

  function rootOnDisk(lexical: RootOnDisk["lexical"], { remotes }: { readonly remotes: boolean }): RootOnDisk {
    // A share that is away takes seconds to say so; a session on it names it as the root does.
    const real = lexical.kind === "unc" ? null : view.find(lexical).real;
    return { lexical, real, remotes: remotes && lexical.kind !== "unknown" ? remotesOf(real ?? lexical) : [] };
  }

  function remotesOf(directory: Identity): readonly string[] {
    const text = view.text(entry(entry(directory, ".git"), "config"), { most: MOST_GIT_CONFIG }) ?? "";
    return remoteUrls(text).map(normalRemote).filter((url) => url !== undefined);
  }

  function approval(dir: string, hash: string): ApprovalState {
    const directory = view.identify(dir);
    if (directory.kind === "unknown") return "gone";
    const file = entry(directory, PROJECT_FILE);
    if (view.stat(file) === undefined) return "gone";
    const bytes = view.bytes(file, { most: MOST_PROJECT_FILE });
    return bytes !== undefined && hexOf(sha256(bytes)) === hash ? "current" : "changed";
  }

  return {
    view,
    machine,
    gitLink,
    directory,
    world: (config, { remotes = false } = {}) =>
      buildWorld(config, {
        machine: machine.environment,
        paths: machine.paths,
        root: (dir) => root(dir, { remotes }),
        approval: (dir, hash) => orOpen("gone", () => approval(dir, hash)),
      }),
    file(path, environment) {
      const lexical = view.identify(path, environment);
      return { recorded: path, lexical, real: view.find(lexical).real };
    },
    confirmed: () => [...confirmed.values()],
  };
}

interface RememberedPair {
  readonly worktree: Identity;
  readonly main: Identity;
}

interface Around {
  readonly links: DirectoryLink[];
  readonly hints: DirectoryHint[];
}

/** The tree itself, and the directory in it that has the same path from its top. */
function counterparts(tree: Located | undefined, rest: readonly string[], view: DiskView): readonly Located[] {
  if (tree === undefined) return [];
  if (rest.length === 0 || tree.lexical.kind === "unknown") return [tree];
  const lexical = withSegments(tree.lexical, [...tree.lexical.segments, ...rest]);
  // The main tree may have another branch checked out, without that directory.
  const real = tree.real === null ? null : presumedReal(lexical, view) ?? null;
  return [tree, { lexical, real }];
}

/** Where a directory would be: the deepest existing one above it by its real path, with the names that do not exist. */
function presumedReal(directory: Identity, view: DiskView): Identity | undefined {
  const nearest = view.nearest(directory);
  return nearest && withSegments(nearest.real, [...nearest.real.segments, ...nearest.rest]);
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
