/**
 * Learns everything new in the stores of the clients. A transcript that did not change since all of it was done costs a
 * `stat` and reading its small state file.
 *
 * @module
 */
import { CLIENTS } from "../../hooks/clients.ts";
import { transcriptIsThere } from "../import/held_transcript.ts";
import type { Product } from "../import/product.ts";
import { readableSessions } from "../import/readable_sessions.ts";
import type { ImportReport } from "../import_report.ts";
import { environment } from "../io/env.ts";
import { isTerminal, writeText } from "../io/terminal.ts";
import type { ImportOptions } from "../import/session_import.ts";
import { importTranscript } from "../pipeline.ts";
import type { ClientModule, ClientName } from "../types.ts";
import { clientStores, otherSides } from "./client_stores.ts";
import { doneState, knownSessions } from "./is_done.ts";
import { sweptCollections, type SweptStores, workspaceOf } from "./swept_collections.ts";
import { sweptMemories } from "./swept_memories.ts";

/** What a sweep did, by client (design section 6). */
export interface SweepReport {
  readonly clients: Readonly<Record<string, ClientSweep>>;
  readonly ms: number;
  readonly dryRun: boolean;
  /** `--relearn`: stored sessions whose transcript is gone; they keep what was learned of them. */
  readonly kept?: readonly { readonly session: string; readonly project: string }[];
}

/** What a sweep did with one client's conversations. */
export interface ClientSweep {
  found: number;
  learned: number;
  known: number;
  /** Conversations by verdict or reason. */
  skipped: Record<string, number>;
  failed: number;
  /** New exchanges and learnings. */
  exchanges: number;
  learnings: number;
  /** What went wrong, by transcript. */
  problems: { readonly transcript: string; readonly problem: string }[];
}

/** Options of a sweep: those of each import, without its transcript. */
export type SweepOptions = Omit<ImportOptions, "transcript" | "namedByPerson"> & {
  /** No progress on a terminal. */
  readonly quiet: boolean;
  /** The conversations of this client only. */
  readonly only?: ClientName;
  /** Transcripts that changed at that time or later, in milliseconds since 1970; what is held in databases is not asked. */
  readonly since?: number;
};

/** Sweeps all stores. */
export async function sweep(product: Product, options: SweepOptions): Promise<SweepReport> {
  const start = performance.now();
  const clients: Record<string, ClientSweep> = {};
  for (const client of CLIENTS) {
    // Exports have no store: `learn_exports.ts` reads them where a person asks for it.
    if (client.exported !== undefined || (options.only !== undefined && options.only !== client.name)) continue;
    const found = clientStores(product, client).flatMap((store) => client.transcripts(product.files, store));
    const known = new Set(found.map(({ path }) => path));
    const foreign = (await otherSides(product, client)).map(({ dir, environment }) => ({
      environment,
      found: client.transcripts(product.files, dir).filter(({ path }) => !known.has(path) && known.add(path)),
    }));
    const all = [{ environment: product.environment, found }, ...foreign];
    const workspace = workspaceOf(product, options);
    const collected = [
      ...await sweptCollections(product, client, { all, options }),
      ...await sweptMemories(product, client, { ...options, workspace }),
    ];
    try {
      const recent = all.map((stores): SweptStores => ({
        ...stores,
        found: stores.found.filter(({ stat }) => stat.mtime >= (options.since ?? 0)),
      }));
      clients[client.name] = await sweepClient(product, { client, all: [...recent, ...collected], options, start });
    } finally {
      for (const { file } of collected) file.close();
    }
  }
  return {
    clients,
    ms: Math.round(performance.now() - start),
    dryRun: options.dryRun,
    ...(options.relearn === true ? { kept: withoutTranscript(product, options) } : {}),
  };
}

function withoutTranscript(product: Product, options: SweepOptions): NonNullable<SweepReport["kept"]> {
  const workspace = workspaceOf(product, options);
  return readableSessions(product, { kind: "all", workspace }).sessions
    .filter(({ meta }) => !meta.transcripts.some((path) => transcriptIsThere(product.files, path)))
    .map(({ meta }) => ({ session: meta.sessionId, project: meta.projectPath }));
}

function oneByOne({ found, ...rest }: SweptStores) {
  return found.map((transcript) => ({ ...rest, transcript }));
}

async function sweepClient(
  product: Product,
  { client, all, options, start }: {
    readonly client: ClientModule;
    readonly all: readonly SweptStores[];
    readonly options: SweepOptions;
    readonly start: number;
  },
): Promise<ClientSweep> {
  const total = all.reduce((sum, { found }) => sum + found.length, 0);
  const result: ClientSweep = {
    found: total,
    learned: 0,
    known: 0,
    skipped: {},
    failed: 0,
    exchanges: 0,
    learnings: 0,
    problems: [],
  };
  const workspace = workspaceOf(product, options);
  const progress = createProgress(client.name, { total, quiet: options.quiet, start });
  for (const { environment, transcript, file, reader, rules } of all.flatMap(oneByOne)) {
    progress.step();
    // A transcript that did not change is judged again where another file of the session may say something new.
    const isAlone = transcript.smaller === undefined;
    const done = options.relearn !== true && isAlone
      ? doneState(product, client, { transcript, workspace })
      : undefined;
    if (done !== undefined) {
      countKnown(result, knownSessions(done, workspace));
      continue;
    }
    try {
      const given = {
        ...options,
        ...(reader === undefined ? {} : { clients: [reader] }),
        ...(rules === undefined ? {} : { rules }),
        transcript: transcript.path,
        otherFiles: transcript.smaller ?? [],
        namedByPerson: false,
      };
      const files = file === undefined ? product.files : file.filesWith(transcript);
      if ("skip" in files) {
        result.skipped[files.skip] = (result.skipped[files.skip] ?? 0) + 1;
        continue;
      }
      const report = await importTranscript({ ...product, files, environment }, given);
      for (const one of [report, ...(report.otherSessions ?? [])]) count(result, one);
    } catch (error) {
      result.failed++;
      const problem = error instanceof Error ? error.message : String(error);
      result.problems.push({ transcript: transcript.path, problem });
    }
  }
  progress.end();
  return result;
}

function count(result: ClientSweep, report: ImportReport): void {
  result.exchanges += report.exchanges.new;
  result.learnings += Object.values(report.learnings).reduce((sum, n) => sum + n, 0);
  if (report.outcome === "learned") result.learned++;
  else if (report.outcome === "nothing-new") result.known++;
  else if (report.outcome === "failed") {
    result.failed++;
    result.problems.push({ transcript: report.transcript, problem: report.reason ?? "failed" });
  } else {
    const reason = report.reason ?? report.verdict?.kind ?? "unknown";
    result.skipped[reason] = (result.skipped[reason] ?? 0) + 1;
  }
}

/** A file of sub-agents, or of no conversation, is known as a whole. */
function countKnown(result: ClientSweep, sessions: readonly (string | null)[]): void {
  for (const reason of sessions.length === 0 ? [null] : sessions) {
    if (reason === null) result.known++;
    else result.skipped[reason] = (result.skipped[reason] ?? 0) + 1;
  }
}

const PROGRESS_MILLISECONDS = 100;

/** One line on a terminal that says how far it is; silent elsewhere. */
function createProgress(
  name: string,
  { total, quiet, start }: { readonly total: number; readonly quiet: boolean; readonly start: number },
): { step(): void; end(): void } {
  const silent = quiet || !isTerminal("stderr") || environment("TERM") === "dumb";
  let done = 0;
  let shown = 0;
  return {
    step() {
      done++;
      const now = performance.now();
      if (silent || now - shown < PROGRESS_MILLISECONDS) return;
      shown = now;
      const perSecond = done / Math.max(0.001, (now - start) / 1000);
      const left = Math.ceil((total - done) / perSecond);
      writeText("stderr", `\r${name}: ${done} of ${total}, ${Math.round(perSecond)} a second, ${left} s left \u001b[K`);
    },
    end() {
      if (!silent && shown > 0) writeText("stderr", "\r\u001b[K");
    },
  };
}
