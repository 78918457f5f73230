/**
 * Reads what a person wrote into `config.jsonc`, by hand-written guards (design section 7; the zod schema of the same
 * shape is this guard's test oracle).
 *
 * @module
 */
import { CLIENT_NAMES, type Json } from "../types.ts";
import {
  type Approval,
  type Config,
  DEFAULT_WORKSPACE,
  emptyWorkspace,
  type SharedRoot,
  type StoreFolder,
  type WorkspaceConfig,
} from "./config.ts";
import type { ConfigProblem } from "./config_problems.ts";
import {
  type At,
  below,
  type JsonObject,
  own,
  readBoolean,
  readDays,
  readDirectory,
  readGlob,
  readList,
  readObject,
  readText,
  readWord,
  reject,
} from "./guard.ts";
import { folderKey, isWorkspaceName, WORKSPACE_NAME_RULE } from "./workspace_name.ts";

/** The keys that `config.jsonc` may have. */
export const CONFIG_KEYS: readonly string[] = [
  "$schema",
  "version",
  "active",
  "inbox",
  "exclude",
  "automation",
  "redact",
  "store",
  "retainDays",
  "missingDirectories",
  "context",
  "extractor",
  "stores",
  "trusted",
  "workspaces",
  "approvals",
];

const WORKSPACE_KEYS = ["roots", "shared", "workDir", "shareInGit", "place", "claimFiles"];

/** A configuration, or why there is none. */
export interface ReadConfig {
  /** Null when a problem is an error: nothing may be learned with a configuration that was understood in part. */
  readonly config: Config | null;
  readonly problems: readonly ConfigProblem[];
}

/**
 * Reads the parsed `config.jsonc`.
 *
 * @param value the parsed file; undefined when there is no file
 * @returns the configuration with every default filled in (`default` always exists), and all problems
 * @example
 * ```ts
 * import { readConfig } from "./read_config.ts";
 * readConfig({ version: 1, workspaces: { research: { roots: ["/home/mira/research"] } } }).config?.workspaces.length; // 2
 * ```
 */
export function readConfig(value: unknown): ReadConfig {
  const at: At = { key: "", problems: [] };
  const file = value === undefined ? {} : readObject(value, at, { keys: CONFIG_KEYS });
  const part = <T>(name: string, read: (value: unknown, at: At) => T): T => read(own(file, name), below(at, name));
  const workspaces = part("workspaces", readWorkspaces);
  const config: Config = {
    version: part("version", readVersion),
    active: part("active", readName) ?? DEFAULT_WORKSPACE,
    inbox: part("inbox", readName),
    exclude: part("exclude", (list, where) => readList(list, where, { item: readGlob })),
    automation: part("automation", (word, where) => readWord(word, where, { of: ["skip", "learn"] })),
    redact: part("redact", (list, where) => readList(list, where, { item: readRedacted })),
    store: part("store", (word, where) => readWord(word, where, { of: ["all", "learnings"] })),
    retainDays: part("retainDays", readDays),
    missingDirectories: part(
      "missingDirectories",
      (word, where) => readWord(word, where, { of: ["lexical", "unknown"] }),
    ),
    context: part("context", (word, where) => readBoolean(word, where, { fallback: true })),
    extractor: part("extractor", readExtractor),
    stores: part("stores", (list, where) => readList(list, where, { item: readStore })),
    trusted: part("trusted", (list, where) => readList(list, where, { item: readDirectory })),
    workspaces,
    approvals: part("approvals", (list, where) => readList(list, where, { item: readApproval })),
  };
  part("$schema", (schema, where) => schema === undefined ? "" : readText(schema, where));
  checkNames(config, at);
  return { config: at.problems.some((problem) => problem.severity === "error") ? null : config, problems: at.problems };
}

function readVersion(value: unknown, at: At): 1 {
  if (value !== undefined && value !== 1) reject(value, at, { expected: "1, the only version this program knows" });
  return 1;
}

function readName(value: unknown, at: At): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "string" && isWorkspaceName(value)) return value;
  reject(value, at, { expected: WORKSPACE_NAME_RULE });
  return null;
}

function readExtractor(value: unknown, at: At): Json {
  if (value === undefined || value === null) return null;
  return readObject(value, at) as JsonObject as Json;
}

function readRedacted(value: unknown, at: At): { text: string; as: string } {
  const entry = readObject(value, at, { keys: ["text", "as"] });
  return { text: readText(own(entry, "text"), below(at, "text")), as: readText(own(entry, "as"), below(at, "as")) };
}

function readStore(value: unknown, at: At): StoreFolder {
  const entry = readObject(value, at, { keys: ["client", "dir"] });
  const client = CLIENT_NAMES.find((name) => name === own(entry, "client"));
  if (client === undefined) reject(own(entry, "client"), below(at, "client"), { expected: CLIENT_NAMES.join(", ") });
  return { client: client ?? "claude-code", dir: readDirectory(own(entry, "dir"), below(at, "dir")) };
}

function readApproval(value: unknown, at: At): Approval {
  const entry = readObject(value, at, { keys: ["dir", "sha256", "workspace"] });
  const sha256 = own(entry, "sha256");
  const valid = typeof sha256 === "string" && /^[0-9a-f]{64}$/.test(sha256);
  if (!valid) reject(sha256, below(at, "sha256"), { expected: "64 hex digits in lower case" });
  const workspace = readRequiredName(own(entry, "workspace"), below(at, "workspace"));
  return { dir: readDirectory(own(entry, "dir"), below(at, "dir")), sha256: valid ? sha256 : "", workspace };
}

function readRequiredName(value: unknown, at: At): string {
  if (value === undefined || value === null) reject(value, at, { expected: WORKSPACE_NAME_RULE });
  return readName(value, at) ?? DEFAULT_WORKSPACE;
}

function readShared(value: unknown, at: At): SharedRoot {
  const entry = readObject(value, at, { keys: ["dir", "with"] });
  const names = readList(own(entry, "with"), below(at, "with"), { item: readRequiredName });
  if (names.length === 0) reject(own(entry, "with"), below(at, "with"), { expected: "a list of workspace names" });
  return { dir: readDirectory(own(entry, "dir"), below(at, "dir")), with: names };
}

function readWorkspaces(value: unknown, at: At): readonly WorkspaceConfig[] {
  const object = value === undefined ? {} : readObject(value, at);
  const workspaces = Object.keys(object).map((name) => readWorkspace(own(object, name), below(at, name), { name }));
  if (!Object.hasOwn(object, DEFAULT_WORKSPACE)) workspaces.push(emptyWorkspace(DEFAULT_WORKSPACE));
  return workspaces.sort((a, b) => a.name < b.name ? -1 : 1);
}

function readWorkspace(value: unknown, at: At, { name }: { readonly name: string }): WorkspaceConfig {
  if (!isWorkspaceName(name)) reject(name, at, { expected: WORKSPACE_NAME_RULE });
  const entry = readObject(value, at, { keys: WORKSPACE_KEYS });
  const part = <T>(key: string, read: (value: unknown, at: At) => T): T => read(own(entry, key), below(at, key));
  return {
    name,
    roots: part("roots", (list, where) => readList(list, where, { item: readDirectory })),
    shared: part("shared", (list, where) => readList(list, where, { item: readShared })),
    workDir: part("workDir", (dir, where) => dir === undefined || dir === null ? null : readDirectory(dir, where)),
    shareInGit: part("shareInGit", (word, where) => readBoolean(word, where, { fallback: false })),
    place: part("place", (word, where) => readWord(word, where, { of: ["project", "data"] })),
    claimFiles: part("claimFiles", (word, where) => readBoolean(word, where, { fallback: false })),
  };
}

/** Names that lead nowhere: an error where learning would go astray, else a warning. */
function checkNames(config: Config, at: At): void {
  const names = config.workspaces.map((workspace) => workspace.name);
  const known = names.length === 0 ? "" : `one of the workspaces ${names.join(", ")}`;
  const check = (name: string, key: string, severity: ConfigProblem["severity"]): void => {
    if (names.includes(name)) return;
    at.problems.push({ severity, key, expected: known, found: `"${name}"` });
  };
  check(config.active, "active", "error");
  if (config.inbox !== null) check(config.inbox, "inbox", "warning");
  config.approvals.forEach((approval, index) => check(approval.workspace, `approvals[${index}].workspace`, "warning"));
  for (const workspace of config.workspaces) {
    workspace.shared.forEach((shared, index) => {
      const key = `workspaces.${workspace.name}.shared[${index}].with`;
      for (const name of shared.with) check(name, key, "warning");
    });
  }
  names.forEach((name, index) => {
    const twin = names.slice(0, index).find((other) => folderKey(other) === folderKey(name));
    if (twin === undefined) return;
    const expected = `a name that differs from "${twin}" by more than case`;
    at.problems.push({ severity: "error", key: `workspaces.${name}`, expected, found: `"${name}"` });
  });
}
