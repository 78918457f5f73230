/**
 * `learn --extract`: hands finished exchanges to the program of the user's choice and stores what it says. Session by
 * session: a session changes as a whole or not at all, and the first failure ends the run.
 *
 * @module
 */
import { InputError } from "../../errors.ts";
import type { Product } from "../../import/product.ts";
import { standingExchanges } from "../../import/standing_rows.ts";
import type { ReadableSession } from "../../import/readable_sessions.ts";
import { escapeControls } from "../../io/escape_controls.ts";
import { mayRunProgram, type ProgramEnd, runProgram } from "../../io/run_program.ts";
import { sha256Hex } from "../../record/ids.ts";
import { type ExtractedLearning, readAnswers } from "./answers.ts";
import { finishedExchanges, type GivenExchange, givenExchange } from "./given.ts";
import { readMarks, writeMarks } from "./marks.ts";
import { type ExtractorSettings, extractorSettings } from "./settings.ts";
import { storeExtracted } from "./store.ts";

/** What extracting did. */
export interface ExtractReport {
  readonly program: string;
  /** Conversations of which the program got something, and the exchanges that it got. */
  conversations: number;
  exchanges: number;
  /** Rows that were written. */
  learnings: number;
  /** What the program said before and no longer says. */
  withdrawn: number;
  /** Learnings left out, because what they quote stands nowhere in the exchange. */
  unquoted: number;
  /** Conversations that another run held. */
  busy: number;
  /** What ended the run. */
  problem?: string;
}

/** Bounds of one call of the program. */
const MOST_EXCHANGES = 40;
const MOST_CODE_UNITS = 1_000_000;
const MOST_ANSWER_BYTES = 1_000_000;
const MILLISECONDS = 300_000;

/**
 * The setting, when the program may be run.
 *
 * @throws {InputError} when nothing usable is set, or this process may not run it: it says what to do
 */
export function readyExtractor(
  { config, homes }: Product,
  { dryRun }: { readonly dryRun: boolean },
): ExtractorSettings {
  const settings = extractorSettings(config, homes.configFile);
  if (dryRun || mayRunProgram(settings.program)) return settings;
  throw new InputError(
    `cannot extract: this imprint-hook has no permission to run "${settings.program}"; neither the binary nor the tasks ` +
      `have it: install the script form with that one permission by "deno task install --extractor ${settings.program}", ` +
      'and use the command "imprint-hook" that it names',
  );
}

/** Extracts from stored sessions. */
export async function extract(
  product: Product,
  { sessions, settings, dryRun, milliseconds = MILLISECONDS }: {
    readonly sessions: readonly ReadableSession[];
    readonly settings: ExtractorSettings;
    readonly dryRun: boolean;
    /** How long one call may take. */
    readonly milliseconds?: number;
  },
): Promise<ExtractReport> {
  const report: ExtractReport = {
    ...{ program: settings.program, conversations: 0, exchanges: 0, learnings: 0, withdrawn: 0, unquoted: 0, busy: 0 },
  };
  for (const session of sessions) {
    const { files, homes } = product;
    const { directory } = session;
    const exchanges = standingExchanges(product, session);
    const finished = finishedExchanges(exchanges, product.now())
      .map((exchange) => givenExchange(exchange, { meta: session.meta, redactor: product.redactor }));
    const marks = readMarks(files, homes.state, directory);
    const marksNow = Object.fromEntries(finished.map(({ id, mark }) => [id, markOf(mark, settings)]));
    const fresh = finished.filter(({ id }) => marks[id] !== marksNow[id]);
    // An exchange that was given and does not stand any more: what was said of it is to be withdrawn.
    const standing = new Set(exchanges.filter(({ state }) => state === null).map(({ id }) => id));
    if (fresh.length === 0 && Object.keys(marks).every((id) => standing.has(id))) continue;
    if (fresh.length > 0) report.conversations++;
    report.exchanges += fresh.length;
    if (dryRun) continue;
    const asked = await askAll(fresh, { settings, milliseconds });
    if (asked.kind === "failed") {
      const said = product.redactor.redact(asked.problem).text;
      const problem = `the extractor "${settings.program}" failed: ${escapeControls(said)}; session ` +
        `"${session.meta.sessionId}" and those behind it stay as they were`;
      return { ...report, problem };
    }
    report.unquoted += asked.unquoted;
    const given = new Set(fresh.map(({ id }) => id));
    const stored = await storeExtracted(product, session, { learnings: asked.learnings, given, standing });
    if (stored === undefined) {
      report.busy++;
      continue;
    }
    report.learnings += stored.stored;
    report.withdrawn += stored.withdrawn;
    const kept = Object.entries(marks).filter(([id]) => standing.has(id));
    writeMarks(files, homes.state, { directory, marks: { ...Object.fromEntries(kept), ...marksNow } });
  }
  return report;
}

/** Another program, or other arguments, may say something else. */
function markOf(mark: string, { program, args }: ExtractorSettings): string {
  return sha256Hex(JSON.stringify([mark, program, args])).slice(0, 16);
}

type Asked =
  | { readonly kind: "said"; readonly learnings: readonly ExtractedLearning[]; readonly unquoted: number }
  | { readonly kind: "failed"; readonly problem: string };

async function askAll(
  exchanges: readonly GivenExchange[],
  { settings, milliseconds }: { readonly settings: ExtractorSettings; readonly milliseconds: number },
): Promise<Asked> {
  const learnings: ExtractedLearning[] = [];
  let unquoted = 0;
  for (const given of batches(exchanges)) {
    const end = await runProgram(settings.program, {
      args: settings.args,
      input: given.map(({ line }) => `${line}\n`).join(""),
      milliseconds,
      mostBytes: MOST_ANSWER_BYTES,
    });
    if (end.kind !== "done") return { kind: "failed", problem: problemOf(end) };
    const read = readAnswers(end.stdout, given);
    if (read.kind === "invalid") return { kind: "failed", problem: `its answer does not hold: ${read.problem}` };
    learnings.push(...read.learnings);
    unquoted += read.unquoted;
  }
  return { kind: "said", learnings, unquoted };
}

function problemOf(end: Exclude<ProgramEnd, { readonly kind: "done" }>): string {
  if (end.kind === "unusable") return end.reason;
  const said = end.stderr.trim().split("\n")[0]?.slice(0, 200) ?? "";
  return `it ended with status ${end.code}${said === "" ? "" : `: ${said}`}`;
}

function* batches(exchanges: readonly GivenExchange[]): Generator<readonly GivenExchange[]> {
  let batch: GivenExchange[] = [];
  let length = 0;
  for (const exchange of exchanges) {
    if (batch.length > 0 && (batch.length >= MOST_EXCHANGES || length + exchange.line.length > MOST_CODE_UNITS)) {
      yield batch;
      batch = [];
      length = 0;
    }
    batch.push(exchange);
    length += exchange.line.length;
  }
  if (batch.length > 0) yield batch;
}
