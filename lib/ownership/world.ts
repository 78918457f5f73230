/**
 * The workspaces as identities: what a configuration means on this machine. Built from facts, so that every operating
 * system can be tested on any.
 *
 * @module
 */
import { type CompareOptions, samePlace } from "../paths/contain.ts";
import type { Glob } from "../paths/globs.ts";
import type { Identity } from "../paths/identity.ts";
import type { Environment } from "../types.ts";
import type { Config, SharedRoot } from "./config.ts";
import { compileExcludes } from "./exclude.ts";
import type { Located } from "./session_facts.ts";

/** State of an approved project file on the disk. */
export type ApprovalState = "current" | "changed" | "gone";

/** What the disk says about a root. */
export interface RootOnDisk extends Located {
  /** Remotes of the repository whose top is this root, in the form of `normalRemote()`. */
  readonly remotes: readonly string[];
}

/** A directory that counts as a root of one workspace. */
export interface Root extends RootOnDisk {
  /** As written in the configuration. */
  readonly dir: string;
  readonly origin: "root" | "shared" | "approval";
  /** Workspaces that record the same directory as shared with this one (both sides recorded it). */
  readonly sharedWith: readonly string[];
  /** State of the project file, for approvals. */
  readonly approval: ApprovalState | null;
}

/** A workspace with everything that counts as its roots. */
export interface Workspace {
  readonly name: string;
  /** False for a name that only an approval knows: it claims, but nothing can be learned in it. */
  readonly configured: boolean;
  readonly claimFiles: boolean;
  readonly roots: readonly Root[];
}

/** All workspaces, and the settings that the rule reads. */
export interface World {
  /** This machine, on which the configuration was written. */
  readonly machine: Environment;
  /** The registered WSL profiles and what is known about the volume. */
  readonly paths: CompareOptions;
  readonly active: string;
  readonly inbox: string | null;
  readonly automation: "skip" | "learn";
  readonly missingDirectories: "lexical" | "unknown";
  readonly exclude: readonly Glob[];
  /** Sorted by name (code units). */
  readonly workspaces: readonly Workspace[];
}

/** The disk's side of a configuration. */
export interface WorldFacts extends Pick<World, "machine" | "paths"> {
  /** Facts for a root's text; asked for every root, shared root and approved directory. */
  root(dir: string): RootOnDisk;
  /** State of the approved project file in this directory. */
  approval(dir: string, sha256: string): ApprovalState;
}

/**
 * What a configuration means, given what the disk says.
 *
 * @returns the workspaces, with those that only an approval names
 */
export function buildWorld(config: Config, facts: WorldFacts): World {
  const names = config.workspaces.map((workspace) => workspace.name);
  const ghosts = config.approvals.map((approval) => approval.workspace).filter((name) => !names.includes(name));
  const all = [...names, ...new Set(ghosts)].sort((a, b) => a < b ? -1 : 1);
  return {
    machine: facts.machine,
    paths: facts.paths,
    active: config.active,
    inbox: config.inbox,
    automation: config.automation,
    missingDirectories: config.missingDirectories,
    exclude: compileExcludes(config.exclude),
    workspaces: all.map((name) => ({
      name,
      configured: names.includes(name),
      claimFiles: config.workspaces.find((workspace) => workspace.name === name)?.claimFiles ?? false,
      roots: rootsOf(name, config, { facts }),
    })),
  };
}

function rootsOf(name: string, config: Config, { facts }: { readonly facts: WorldFacts }): readonly Root[] {
  const workspace = config.workspaces.find((candidate) => candidate.name === name);
  const plain = (workspace?.roots ?? []).map((dir): Root => ({
    ...facts.root(dir),
    dir,
    origin: "root",
    sharedWith: [],
    approval: null,
  }));
  const shared = (workspace?.shared ?? []).map((entry): Root => ({
    ...facts.root(entry.dir),
    dir: entry.dir,
    origin: "shared",
    sharedWith: confirmed(entry, config, { name, facts }),
    approval: null,
  }));
  const approved = config.approvals.filter((approval) => approval.workspace === name).map((approval): Root => ({
    ...facts.root(approval.dir),
    dir: approval.dir,
    origin: "approval",
    sharedWith: [],
    approval: facts.approval(approval.dir, approval.sha256),
  }));
  return [...plain, ...shared, ...approved];
}

/** The partners that record the same directory as shared with `name`. */
function confirmed(
  entry: SharedRoot,
  config: Config,
  { name, facts }: { readonly name: string; readonly facts: WorldFacts },
): readonly string[] {
  const mine = facts.root(entry.dir);
  return entry.with.filter((partner) =>
    config.workspaces.find((workspace) => workspace.name === partner)?.shared.some((other) =>
      other.with.includes(name) && samePlace(mine.lexical, facts.root(other.dir).lexical, facts.paths)
    )
  );
}

/** Every identity of a root that can hold something. */
export function rootIdentities(root: Located): readonly Identity[] {
  return [root.lexical, root.real].filter((identity) => identity !== null && identity.kind !== "unknown");
}
