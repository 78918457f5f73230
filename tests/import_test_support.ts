/**
 * A scratch machine for import tests: a home of its own, projects, a store of transcripts, and the real import over them.
 * After each test the client's directories are compared with what they were, times included.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { CLIENTS } from "../hooks/clients.ts";
import { setUp } from "../lib/cli/setup.ts";
import type { Asker } from "../lib/import/judge.ts";
import type { Product } from "../lib/import/product.ts";
import type { PayloadFacts } from "../lib/import/session_import.ts";
import type { TimeLimit } from "../lib/import/time_limit.ts";
import type { ImportReport } from "../lib/import_report.ts";
import { disk } from "../lib/io/disk.ts";
import { importTranscript } from "../lib/pipeline.ts";
import { canonicalExchanges } from "../lib/record/canonical.ts";
import { EXCHANGES_FILE, isSafeKey, under } from "../lib/record/layout.ts";
import { latestById, readLearnings } from "../lib/record/learnings_store.ts";
import { readMeta } from "../lib/record/meta.ts";
import { readExchanges, type StoredExchange } from "../lib/record/read_exchanges.ts";
import { diskTest, withTemporaryDirectory } from "./disk_test_support.ts";

/** Any transcript row. */
export type Row = Record<string, unknown>;

/** The shared folder beside the project, which not every machine has. */
export const SHARED = new URL("../../shared/", import.meta.url).pathname;

/** True when the public transcripts are there and may be read. */
export function hasCorpus(): boolean {
  try {
    return Deno.statSync(`${SHARED}corpus/claude`).isDirectory;
  } catch {
    return false;
  }
}

/** How one import is asked for. */
export interface LearnOptions {
  readonly workspace?: string;
  readonly workDir?: string;
  readonly asker?: Asker;
  readonly namedByPerson?: boolean;
  readonly dryRun?: boolean;
  readonly final?: boolean;
  readonly relearn?: boolean;
  readonly files?: Product["files"];
  readonly payload?: PayloadFacts;
  readonly limit?: TimeLimit;
}

/** A machine. */
export interface Machine {
  /** Everything lies below it. */
  readonly root: string;
  /** `IMPRINT_HOOK_HOME` */
  readonly home: string;
  /** `projects/` of the client's store. */
  readonly store: string;
  /** Makes a project with a `.git` of its own. */
  project(name: string): string;
  /** Writes a transcript into the store, in full or longer than before. */
  transcript(
    sessionId: string,
    rows: readonly Row[],
    options?: { readonly slug?: string; readonly text?: string },
  ): string;
  configure(config: Row): void;
  product(): Promise<Product>;
  learn(transcript: string, options?: LearnOptions): Promise<ImportReport>;
  /** Every exchange below a working directory, by session. */
  exchanges(workDir: string): readonly StoredExchange[];
  /** All of a working directory's sessions reduced to what store equality looks at. */
  canonical(workDir: string): unknown;
  /** Content of every file below a directory, in one text. */
  everything(directory: string): string;
}

/** Registers a disk test on a scratch machine; the client's store must be the same afterwards, byte for byte. */
export function machineTest(name: string, fn: (machine: Machine) => Promise<void>, ignore = false): void {
  if (ignore) Deno.test({ name, ignore, fn: () => {} });
  else {
    diskTest(name, async () => {
      await withTemporaryDirectory(async (root) => {
        await fn(createMachine(root));
      });
    });
  }
}

/** Sets a machine up below a directory. */
export function createMachine(root: string): Machine {
  const home = `${root}/imprint`;
  const store = `${root}/client/projects`;
  Deno.mkdirSync(home, { recursive: true });
  Deno.mkdirSync(store, { recursive: true });

  const product = () => setUp({ mode: "person", home });

  async function learn(transcript: string, options: LearnOptions = {}): Promise<ImportReport> {
    const before = snapshot(`${root}/client`);
    const made = await product();
    const used = options.files === undefined ? made : { ...made, files: options.files };
    try {
      return await importTranscript(used, {
        transcript,
        clients: CLIENTS,
        asker: options.asker ?? { kind: "person", workspace: options.workspace },
        namedByPerson: options.namedByPerson ?? true,
        dryRun: options.dryRun ?? false,
        final: options.final ?? true,
        ...(options.relearn === undefined ? {} : { relearn: options.relearn }),
        ...(options.workDir === undefined ? {} : { workDir: options.workDir }),
        ...(options.payload === undefined ? {} : { payload: options.payload }),
        ...(options.limit === undefined ? {} : { limit: options.limit }),
      });
    } finally {
      assertEquals(snapshot(`${root}/client`), before, "the client's directories changed");
    }
  }

  function sessions(workDir: string): readonly string[] {
    return CLIENTS.flatMap(({ folder: client }) => {
      const folder = `${workDir}/.umwelten/learnings/${client}`;
      return (disk.list(folder) ?? []).filter(isSafeKey).map((key) => under(folder, key));
    });
  }

  function exchangesIn(directory: string): readonly StoredExchange[] {
    const committed = readMeta(disk, directory).imprint?.revision;
    return readExchanges(disk, under(directory, EXCHANGES_FILE), { committed }).exchanges;
  }

  return {
    root,
    home,
    store,
    project(name) {
      const directory = `${root}/${name}`;
      Deno.mkdirSync(`${directory}/.git`, { recursive: true });
      return directory;
    },
    transcript(sessionId, rows, { slug = "-kettle", text } = {}) {
      Deno.mkdirSync(`${store}/${slug}`, { recursive: true });
      const path = `${store}/${slug}/${sessionId}.jsonl`;
      Deno.writeTextFileSync(path, text ?? rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
      return path;
    },
    configure: (config) => Deno.writeTextFileSync(`${home}/config.jsonc`, JSON.stringify(config)),
    product,
    learn,
    exchanges: (workDir) => sessions(workDir).flatMap(exchangesIn),
    canonical: (workDir) =>
      sessions(workDir).map((directory) => ({
        session: readMeta(disk, directory).imprint?.sessionId,
        exchanges: canonicalExchanges(exchangesIn(directory)),
        learnings: latestById(readLearnings(disk, directory, { key: undefined }).learnings)
          .filter(({ row }) => row.payload.retracted !== true && row.payload.status !== "closed")
          .map(({ row }) => [row.id, row.kind, row.createdAt, row.payload.text, row.payload.status ?? null])
          // When each was told depends on where the runs ended.
          .sort(([a = ""], [b = ""]) => String(a) < String(b) ? -1 : 1),
      })),
    everything: (directory) => [...walk(directory)].map((path) => Deno.readTextFileSync(path)).join("\n"),
  };
}

/**
 * Everything below a directory and itself: kind, mode, size, inode, times to the nanosecond and a hash of the content.
 * The directories are in it because a file that came and went changes their times; links are not followed.
 */
export function snapshot(directory: string): readonly string[] {
  return [...entries(directory)].map((path) => {
    const stat = lstatSync(path, { bigint: true });
    const content = stat.isFile()
      ? createHash("sha256").update(readFileSync(path)).digest("hex")
      : stat.isSymbolicLink()
      ? readlinkSync(path)
      : "directory";
    return `${path} ${stat.mode} ${stat.size} ${stat.ino} ${stat.mtimeNs} ${stat.ctimeNs} ${content}`;
  });
}

function* entries(path: string): Generator<string> {
  yield path;
  if (!lstatSync(path).isDirectory()) return;
  for (const name of readdirSync(path).sort()) yield* entries(`${path}/${name}`);
}

/** Every file below a directory, sorted. */
export function* walk(directory: string): Generator<string> {
  const entries = [...Deno.readDirSync(directory)].sort((a, b) => a.name < b.name ? -1 : 1);
  for (const { name, isDirectory } of entries) {
    if (isDirectory) yield* walk(`${directory}/${name}`);
    else yield `${directory}/${name}`;
  }
}

/** A conversation under construction: rows as Claude Code 2.1.332 writes them, chained by their parents. */
export interface Conversation {
  readonly rows: Row[];
  /** Id of the last tree row. */
  readonly last: string | null;
  typed(text: string, extra?: Row): Row;
  reply(text: string, extra?: Row): Row;
  row(extra: Row): Row;
}

/** Starts a conversation. */
export function conversation(sessionId: string, cwd: string, options: { readonly prefix?: string } = {}): Conversation {
  const rows: Row[] = [];
  const prefix = options.prefix ?? sessionId.slice(0, 8);
  let last: string | null = null;
  function row(extra: Row): Row {
    const n = rows.length + 1;
    const made: Row = {
      parentUuid: last,
      isSidechain: false,
      userType: "external",
      entrypoint: "cli",
      cwd,
      sessionId,
      version: "2.1.332",
      uuid: `${prefix}-0000-4000-8000-${String(n).padStart(12, "0")}`,
      timestamp: new Date(Date.UTC(2026, 9, 26, 9, 0, n)).toISOString(),
      ...extra,
    };
    rows.push(made);
    if (typeof made["uuid"] === "string") last = made["uuid"];
    return made;
  }
  return {
    rows,
    get last() {
      return last;
    },
    row,
    typed: (text, extra = {}) =>
      row({
        type: "user",
        message: { role: "user", content: text },
        origin: { kind: "human" },
        promptSource: "typed",
        turnOrigin: "human",
        ...extra,
      }),
    reply: (text, extra = {}) =>
      row({
        type: "assistant",
        message: { id: `msg_${rows.length}`, role: "assistant", model: "sample", content: [{ type: "text", text }] },
        ...extra,
      }),
  };
}
