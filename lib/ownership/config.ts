/**
 * `config.jsonc` as types (design section 5). What a person wrote is read by {@linkcode readConfig}; nothing here
 * touches the disk.
 *
 * @module
 */
import type { ClientName, Json } from "../types.ts";

/** A directory that a workspace shares with others; it counts once each of them records it too (design section 4). */
export interface SharedRoot {
  readonly dir: string;
  /** Names of the workspaces it is shared with. */
  readonly with: readonly string[];
}

/** One workspace: a named set of roots, plus settings. */
export interface WorkspaceConfig {
  readonly name: string;
  readonly roots: readonly string[];
  readonly shared: readonly SharedRoot[];
  /** Where everything of this workspace is stored, taken as given; null: decided per session. */
  readonly workDir: string | null;
  /** True when the learnings folder is left out of `.gitignore`. */
  readonly shareInGit: boolean;
  /** `data`: stored with this program's own data instead of in the project. */
  readonly place: "project" | "data";
  /** True when file paths of tool records below this workspace's roots keep a conversation from the others. */
  readonly claimFiles: boolean;
}

/** A project file (`.imprint-hook.jsonc`) that a person approved, as it was then (ADR 0072). */
export interface Approval {
  readonly dir: string;
  /** 64 lower-case hex digits of the file's bytes. */
  readonly sha256: string;
  readonly workspace: string;
}

/** A user's own word to redact. */
export interface RedactedWord {
  readonly text: string;
  readonly as: string;
}

/** A client's store at an unusual place, recorded by `install` (design section 4). */
export interface StoreFolder {
  readonly client: ClientName;
  readonly dir: string;
}

/** The whole configuration, every default filled in. */
export interface Config {
  readonly version: 1;
  /** The workspace that learns where nothing else decides. */
  readonly active: string;
  /** The one workspace that owns conversations without directory evidence; null: none does. */
  readonly inbox: string | null;
  /** Globs; a conversation with a matching directory is never learned. */
  readonly exclude: readonly string[];
  readonly automation: "skip" | "learn";
  readonly redact: readonly RedactedWord[];
  /** `learnings`: no `exchanges.jsonl`, quotes of at most 200 characters. */
  readonly store: "all" | "learnings";
  /** Days that rows are kept; null: for ever. */
  readonly retainDays: number | null;
  /** How a directory that no longer exists is placed. */
  readonly missingDirectories: "lexical" | "unknown";
  /** False: learnings are never given to a client as context. */
  readonly context: boolean;
  /** Settings of the optional extractor, read where it runs; null: none. */
  readonly extractor: Json;
  readonly stores: readonly StoreFolder[];
  /** Directories whose foreign rows a person trusts (`workspace trust`). */
  readonly trusted: readonly string[];
  /** Sorted by name (code units); `default` is always among them. */
  readonly workspaces: readonly WorkspaceConfig[];
  readonly approvals: readonly Approval[];
}

/** The name of the workspace that always exists. */
export const DEFAULT_WORKSPACE = "default";

/**
 * A workspace of which only the name is known.
 *
 * @example
 * ```ts
 * import { emptyWorkspace } from "./config.ts";
 * emptyWorkspace("research").roots; // []
 * ```
 */
export function emptyWorkspace(name: string): WorkspaceConfig {
  return { name, roots: [], shared: [], workDir: null, shareInGit: false, place: "project", claimFiles: false };
}

/**
 * The configuration of somebody who never wrote one.
 *
 * @example
 * ```ts
 * import { defaultConfig } from "./config.ts";
 * defaultConfig().active; // "default"
 * ```
 */
export function defaultConfig(): Config {
  return {
    version: 1,
    active: DEFAULT_WORKSPACE,
    inbox: null,
    exclude: [],
    automation: "skip",
    redact: [],
    store: "all",
    retainDays: null,
    missingDirectories: "lexical",
    context: true,
    extractor: null,
    stores: [],
    trusted: [],
    workspaces: [emptyWorkspace(DEFAULT_WORKSPACE)],
    approvals: [],
  };
}

/**
 * The workspace of that name.
 *
 * @returns undefined when the configuration has none
 */
export function findWorkspace(config: Config, name: string): WorkspaceConfig | undefined {
  return config.workspaces.find((workspace) => workspace.name === name);
}
