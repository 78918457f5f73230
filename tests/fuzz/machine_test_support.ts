/**
 * A machine in memory on which every write is looked at: what a conversation leads to may be written into one of two
 * projects and into the program's directories, and nowhere else.
 *
 * @module
 */
import type { Product } from "../../lib/import/product.ts";
import type { Files } from "../../lib/io/files.ts";
import { createRedactor } from "../../lib/learnings/redaction/redactor.ts";
import { defaultConfig, gatherFacts, readConfig } from "../../lib/ownership/mod.ts";
import type { Environment } from "../../lib/types.ts";
import { type MemoryFiles, memoryFiles, put } from "../../lib/record/memory_files_test_support.ts";

/** The person's home. */
export const HOME = "/home/mira";
/** A project. */
export const KETTLE = "/srv/kettle";
/** A project that may be the root of another workspace. */
export const RESEARCH = `${HOME}/research`;
/** Where the clients keep what they write. */
export const STORE = `${HOME}/.claude/projects/-srv-kettle`;

const OWN = `${HOME}/.imprint`;
const HOMES = { config: OWN, configFile: `${OWN}/config.jsonc`, state: `${OWN}/state`, data: `${OWN}/data` };
const CONFIGS = [
  defaultConfig(),
  readConfig({ version: 1, workspaces: { research: { roots: [RESEARCH] } } }).config ?? defaultConfig(),
  readConfig({ version: 1, inbox: "default", store: "learnings", retainDays: 30, automation: "learn" }).config ??
    defaultConfig(),
];
const REDACTOR = createRedactor({ words: [{ text: "Acme Corp" }] });
const SEAL_KEY = new Uint8Array(32).fill(7);

/** A machine. */
export interface FuzzMachine {
  readonly disk: MemoryFiles;
  readonly product: Product;
}

/** Makes one. @param options `config`: which of three configurations; `environment`: Linux unless told */
export function fuzzMachine(
  { config = 0, environment = { os: "linux" } }: { readonly config?: number; readonly environment?: Environment } = {},
): FuzzMachine {
  const disk = memoryFiles();
  put(disk, `${KETTLE}/.git/HEAD`, "ref: refs/heads/main\n");
  put(disk, `${RESEARCH}/.git/HEAD`, "ref: refs/heads/main\n");
  put(disk, `${HOME}/.profile`, "");
  put(disk, `${OWN}/config.jsonc`, "{}");
  const files = guarded(disk);
  const machine = { environment, paths: {} };
  const facts = gatherFacts({ files, machine });
  const chosen = CONFIGS[config % CONFIGS.length] ?? defaultConfig();
  return {
    disk,
    product: {
      files,
      homes: HOMES,
      config: chosen,
      configHash: `config-${config}`,
      isCurrent: () => true,
      world: facts.world(chosen, { remotes: true }),
      facts,
      environment,
      directories: { home: HOME, temporary: ["/tmp"] },
      profiles: [],
      redactor: REDACTOR,
      sealKey: () => Promise.resolve(SEAL_KEY),
      now: () => new Date(Date.UTC(2026, 10, 1)),
      lastSeen: {},
    },
  };
}

const ALLOWED = [`${KETTLE}/.umwelten/`, `${RESEARCH}/.umwelten/`, `${HOMES.state}/`, `${HOMES.data}/`];

/** A write where none may be. */
export class WroteOutside extends Error {}

function guarded(files: MemoryFiles): Files {
  const check = (path: string): void => {
    const inside = ALLOWED.some((allowed) => `${path}/`.startsWith(allowed)) &&
      !/(?:^|[/\\])\.\.?(?:[/\\]|$)/.test(path);
    if (!inside || path.includes("\0")) throw new WroteOutside(`wrote to ${JSON.stringify(path)}`);
  };
  const { makeDirectory, append, replace, create, remove, removeTree, rename, lock, ...reading } = files;
  return {
    ...reading,
    makeDirectory: (path) => (check(path), makeDirectory(path)),
    append: (path, bytes, options) => (check(path), append(path, bytes, options)),
    replace: (path, bytes, options) => (check(path), replace(path, bytes, options)),
    create: (path, bytes, options) => (check(path), create(path, bytes, options)),
    remove: (path) => (check(path), remove(path)),
    removeTree: (path) => (check(path), removeTree(path)),
    rename: (from, to) => (check(from), check(to), rename(from, to)),
    lock: (path, options) => (check(path), lock(path, options)),
  };
}

/** The files that a conversation's rows stand in, with their content. */
export function rowsOf(disk: MemoryFiles): Readonly<Record<string, string>> {
  const rows = [...disk.contents].filter(([path]) => path.includes("/.umwelten/learnings/") && path.endsWith(".jsonl"));
  return Object.fromEntries(rows.map(([path, bytes]) => [path, new TextDecoder().decode(bytes)]).sort());
}
