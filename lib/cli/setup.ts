/**
 * Builds what a command works with: directories, configuration, what it means on this machine.
 *
 * @module
 */
import { InputError, UsageError } from "../errors.ts";
import type { Profile } from "../bridge/profile.ts";
import type { Product } from "../import/product.ts";
import type { MountTables } from "../paths/mounts.ts";
import { disk } from "../io/disk.ts";
import { environment } from "../io/env.ts";
import type { Files } from "../io/files.ts";
import {
  findHomes,
  type Homes,
  isAbsolute,
  policyFiles,
  PROFILES_FILE,
  temporaryDirectories,
  userHome,
} from "../io/homes.ts";
import { machineEnvironment, type MachineOptions } from "../io/machine.ts";
import { operatingSystem, workingDirectory } from "../io/process.ts";
import { writeNothing } from "../io/write_nothing.ts";
import { createRedactor } from "../learnings/redaction/redactor.ts";
import {
  applyPolicy,
  type Config,
  defaultConfig,
  describeProblem,
  findWorkspace,
  gatherFacts,
  type MachineDirectories,
  readConfig,
  readPolicy,
} from "../ownership/mod.ts";
import { sha256Hex } from "../record/ids.ts";
import { readWorktrees } from "../record/kept_data.ts";
import { loadSealKey } from "../record/seal_key.ts";

/** How a product is set up. */
export interface SetupOptions {
  /** `hook`: no environment variable chooses a place (design section 4). */
  readonly mode: "hook" | "person";
  /** `--home` */
  readonly home?: string | undefined;
  /** The directories, when they are known already. */
  readonly homes?: Homes;
  /** The home directory, when the environment does not say it. */
  readonly userHome?: string | undefined;
  readonly dryRun?: boolean;
}

/**
 * Sets up.
 *
 * @throws {UsageError} when no home directory is known or `--home` is not absolute
 * @throws {InputError} when the configuration cannot be read: nothing is learned while it is broken
 */
export async function setUp(options: SetupOptions): Promise<Product> {
  const files = options.dryRun ? writeNothing(disk) : disk;
  const homes = options.homes ?? homesFor(options);
  const texts = readTexts(files, homes);
  const config = await loadConfig(texts, homes);
  const os = operatingSystem();
  const { profilesText } = texts;
  const { profiles, mounts, here } = profilesText === undefined ? NO_PROFILES : await loadProfiles(profilesText, homes);
  const machine = {
    environment: machineEnvironment({ os, environment, files, ...(os === "windows" ? {} : here) }),
    paths: profiles.length === 0 ? {} : { mounts },
  };
  const remembered = readWorktrees(files, homes.data).map(({ tree, main }) => ({ worktree: tree, main }));
  const facts = gatherFacts({ files, machine, remembered });
  return {
    files,
    homes,
    config,
    configHash: sha256Hex(joined(texts)).slice(0, 16),
    isCurrent: () => joined(readTexts(files, homes)) === joined(texts),
    world: facts.world(config, { remotes: true }),
    facts,
    environment: machine.environment,
    directories: withClients(machineDirectories(options.userHome), { mode: options.mode, config }),
    profiles,
    redactor: createRedactor({ words: config.redact }),
    sealKey: () => loadSealKey(files, homes.data),
    now: () => new Date(),
    lastSeen: {},
  };
}

/**
 * Where the commands that a person types keep their things, whatever the configuration says.
 *
 * @param home `--home`
 * @throws {UsageError} when no home directory is known or `--home` is not absolute
 */
export function personHomes(home: string | undefined): Homes {
  return homesFor({ mode: "person", home });
}

/**
 * The directories of this machine that are nobody's project.
 *
 * @param told the home directory, when the environment does not say it
 */
export function machineDirectories(told?: string): MachineDirectories {
  const os = operatingSystem();
  const home = userHome({ os, environment }) ?? told ?? null;
  return { home, temporary: temporaryDirectories({ os, environment }) };
}

/** Below the home directory; the clients themselves are not loaded where a hook asks. */
const CLIENT_DIRECTORIES = [".claude", ".codex", ".copilot", ".cline", ".cursor", ".gemini"];
/** Variables that name such a directory elsewhere; relative ones name none. */
const CLIENT_VARIABLES = [
  "CLAUDE_CONFIG_DIR",
  "CODEX_HOME",
  "COPILOT_HOME",
  "CLINE_DIR",
  "CLINE_DATA_DIR",
  "CLINE_SESSION_DATA_DIR",
] as const;

/** Adds where clients keep their own things: for a hook no variable counts, the configuration records those stores. */
function withClients(
  directories: MachineDirectories,
  { mode, config }: { readonly mode: SetupOptions["mode"]; readonly config: Pick<Config, "stores"> },
): MachineDirectories {
  const { home } = directories;
  const usual = home === null ? [] : CLIENT_DIRECTORIES.map((name) => `${home}/${name}`);
  const named = mode === "hook" ? [] : CLIENT_VARIABLES.flatMap((name) => environment(name) ?? []);
  return { ...directories, clients: [...usual, ...named, ...config.stores.map(({ dir }) => dir)] };
}

/** Where a hook keeps its things, and whose home that is. */
export interface HookPlaces {
  readonly homes: Homes;
  readonly userHome: string | undefined;
}

/**
 * The directories of a hook: `--home`, else below the home directory; a client that starts its hooks without one
 * (https://github.com/anthropics/claude-code/issues/79509) tells it by the path of its transcript.
 *
 * @returns undefined when nothing tells it
 */
export function hookPlaces(home: string | undefined, transcript: string | null): HookPlaces | undefined {
  const os = operatingSystem();
  const told = /^(.+)[/\\]\.(?:claude|codex)[/\\]/.exec(transcript ?? "")?.[1];
  const user = userHome({ os, environment }) ?? told;
  const name = os === "windows" ? "USERPROFILE" : "HOME";
  try {
    const homes = findHomes({
      os,
      mode: "hook",
      environment: (wanted) => wanted === name ? user : environment(wanted),
      ...(home === undefined ? {} : { home }),
    });
    return homes === undefined ? undefined : { homes, userHome: user };
  } catch {
    return undefined;
  }
}

/** A path as a person typed it, absolute. */
export function absolutePath(path: string): string {
  const os = operatingSystem();
  const whole = isAbsolute(path, os) ? path : `${workingDirectory()}/${path}`;
  return disk.realPath(whole) ?? normalized(whole);
}

/**
 * The workspace a person named.
 *
 * @throws {UsageError} when the configuration has none of that name
 */
export function namedWorkspace(product: Product, option: string | undefined): string | undefined {
  const name = option ?? environment("IMPRINT_HOOK_WORKSPACE");
  if (name === undefined) return undefined;
  if (findWorkspace(product.config, name) !== undefined) return name;
  const names = product.config.workspaces.map((workspace) => `"${workspace.name}"`).join(", ");
  const from = option === undefined ? "IMPRINT_HOOK_WORKSPACE" : "--workspace";
  throw new UsageError(`no workspace "${name}" (from ${from}); there is ${names}`);
}

function homesFor({ mode, home }: SetupOptions): Homes {
  const os = operatingSystem();
  let homes: Homes | undefined;
  try {
    homes = findHomes({ os, environment, mode, ...(home === undefined ? {} : { home: absolutePath(home) }) });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  if (homes === undefined) {
    throw new UsageError(
      `no home directory: set ${os === "windows" ? "USERPROFILE" : "HOME"}, or name a place with --home DIR`,
    );
  }
  return homes;
}

interface LoadedProfiles {
  readonly profiles: readonly Profile[];
  readonly mounts: MountTables;
  /** What the profile of this very installation says of this machine. */
  readonly here: Pick<MachineOptions, "registeredDistro" | "registeredMounts">;
}

const NO_PROFILES: LoadedProfiles = { profiles: [], mounts: [], here: {} };

/** Loaded only where there are some: a hook without any pays for one look. */
async function loadProfiles(text: string, homes: Homes): Promise<LoadedProfiles> {
  const { readProfiles } = await import("../bridge/profiles_store.ts");
  const { mountTables } = await import("../bridge/profile.ts");
  const profiles = readProfiles(text, homes);
  const own = profiles.find(({ here }) => here);
  return {
    profiles,
    mounts: mountTables(profiles),
    here: own === undefined ? {} : { registeredDistro: own.distro, registeredMounts: own.mounts },
  };
}

/** What the configuration is read from. */
interface ConfigTexts {
  readonly text: string | undefined;
  /** Policies of the machine that are there. */
  readonly policies: readonly { readonly path: string; readonly text: string }[];
  readonly profilesText: string | undefined;
}

function readTexts(files: Files, homes: Homes): ConfigTexts {
  const os = operatingSystem();
  return {
    text: files.readText(homes.configFile),
    policies: policyFiles({ os, environment }).flatMap((path) => {
      const text = files.readText(path);
      return text === undefined ? [] : [{ path, text }];
    }),
    profilesText: files.readText(`${homes.config}/${PROFILES_FILE}`),
  };
}

function joined({ text, policies, profilesText }: ConfigTexts): string {
  const machine = policies.map((policy) => policy.text);
  return [text ?? "", ...machine, ...(profilesText === undefined ? [] : [profilesText])].join("\0");
}

/** The configuration with the machine's policy. */
async function loadConfig({ text, policies }: ConfigTexts, homes: Homes): Promise<Config> {
  let config = defaultConfig();
  if (text !== undefined) {
    const read = readConfig(await parseSettings(text, homes.configFile));
    if (read.config === null) {
      const told = read.problems.map(describeProblem).join("; ");
      throw new InputError(`cannot use "${homes.configFile}": ${told}; nothing is learned until it is mended`);
    }
    config = read.config;
  }
  for (const { path, text } of policies) {
    const { policy, problems } = readPolicy(await parseSettings(text, path));
    if (policy === null) {
      const told = problems.map(describeProblem).join("; ");
      throw new InputError(`cannot use "${path}": ${told}; ask whoever looks after this machine`);
    }
    config = applyPolicy(config, policy);
  }
  return config;
}

/** `JSON.parse` first; comments are looked at only where it fails, as their parser costs start-up time. */
async function parseSettings(text: string, path: string): Promise<unknown> {
  try {
    return JSON.parse(text);
  } catch {
    const { parse } = await import("@std/jsonc");
    try {
      return parse(text);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new InputError(`cannot read "${path}": ${reason}; nothing is learned until it is mended`);
    }
  }
}

function normalized(path: string): string {
  const separator = path.includes("\\") && !path.startsWith("/") ? "\\" : "/";
  const parts: string[] = [];
  for (const part of path.split(/[\\/]/)) {
    if (part === "." || (part === "" && parts.length > 0)) continue;
    if (part === "..") {
      if (parts.length > 1) parts.pop();
    } else parts.push(part);
  }
  return parts.join(separator) || "/";
}
