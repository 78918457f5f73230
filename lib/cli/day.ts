/**
 * `imprint-hook` alone on a terminal: the day.
 *
 * @module
 */
import { EXIT } from "../errors.ts";
import { type ReadableSession, readableSessions } from "../import/readable_sessions.ts";
import type { Product } from "../import/product.ts";
import { standingExchanges } from "../import/standing_rows.ts";
import { writeText } from "../io/terminal.ts";
import { readHeartbeats } from "../record/heartbeats.ts";
import { META_FILE, under } from "../record/layout.ts";
import type { StoredExchange } from "../record/read_exchanges.ts";
import { activePauses } from "./active_pauses.ts";
import type { ParsedArguments } from "./command.ts";
import { type Day, dayText, type SessionOfDay } from "./day_text.ts";
import { layoutOfTerminal } from "./layout_of_terminal.ts";
import { consolidatedOf } from "./list.ts";
import type { ListedLearning } from "./list_text.ts";
import { dayOf } from "./moment.ts";
import { redactDeep } from "./redact_deep.ts";
import { runProblems } from "./run_statistics.ts";
import { setUp } from "./setup.ts";
import { wiredHooks, wiringProblems } from "./wired_hooks.ts";

/** Strings of the answer that come from closed lists or are ids. */
const CLOSED: ReadonlySet<string> = new Set([
  "id",
  "kind",
  "at",
  "session",
  "client",
  "event",
  "from",
  "until",
  "today",
]);

/** Runs the command. */
export async function run(args: ParsedArguments): Promise<number> {
  const product = await setUp({ mode: "person", home: args.value("home"), dryRun: true });
  const day = redactDeep(await dayOfProduct(product), { redactor: product.redactor, closed: CLOSED });
  const shown = args.flag("json") ? JSON.stringify(day) : dayText(day, {
    layout: layoutOfTerminal(args.flag("plain")),
    now: product.now(),
  });
  writeText("stdout", `${shown}\n`);
  return EXIT.done;
}

async function dayOfProduct(product: Product): Promise<Day> {
  const { files, homes } = product;
  const now = product.now();
  const today = dayOf(now.toISOString());
  const readable = readableSessions(product, { kind: "all", workspace: undefined });
  const key = await product.sealKey();
  const fresh = readable.sessions.filter((session) => isWrittenSince(product, session, midnight(now)));
  // An earlier session may have said the same, or what today takes the place of.
  const touched = new Set(fresh.map(({ workDir }) => workDir));
  const inTouched = readable.sessions.filter(({ workDir }) => touched.has(workDir));
  const learnings = consolidatedOf(product, { sessions: inTouched }, { key });
  const loops = consolidatedOf(product, readable, { key, kinds: ["open_loops"] });
  const hooks = wiredHooks(product);
  return {
    schema: 1,
    today,
    stored: readable.sessions.length,
    sessions: fresh.flatMap((session) => sessionOfDay(product, session, today))
      .sort((a, b) => a.last < b.last ? 1 : -1),
    learnings: newestFirst(learnings).filter(({ at }) => dayOf(at) === today),
    loops: newestFirst(loops),
    pauses: activePauses(product),
    lastProblem: runProblems(readHeartbeats(files, homes.state))[0] ?? null,
    wired: hooks.length > 0,
    problems: wiringProblems(hooks, homes),
  };
}

/** What was not written today holds nothing of today. */
function isWrittenSince({ files }: Product, { directory }: ReadableSession, time: number): boolean {
  return (files.stat(under(directory, META_FILE))?.mtime ?? 0) >= time;
}

function midnight(now: Date): number {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
}

function sessionOfDay(
  product: Product,
  { directory, meta }: ReadableSession,
  today: string,
): readonly SessionOfDay[] {
  const ofToday = standingExchanges(product, { directory, meta }).filter((exchange) =>
    exchange.state !== "retracted" && dayOf(timeOf(exchange)) === today && exchange.question !== null
  );
  const [first] = ofToday;
  if (first === undefined) return [];
  return [{
    project: meta.projectPath,
    workspace: meta.workspace,
    exchanges: ofToday.length,
    last: timeOf(ofToday.at(-1) ?? first) ?? "",
    question: first.question?.text ?? "",
  }];
}

function timeOf(exchange: StoredExchange): string | null {
  return exchange.question?.at ?? exchange.answers[0]?.at ?? null;
}

/** Without what only rules of low confidence say. */
function newestFirst(learnings: readonly ListedLearning[]): Day["learnings"] {
  return learnings.filter(({ trusted }) => trusted)
    .map(({ newest: { row, foreign } }) => ({
      id: row.id,
      kind: row.kind,
      at: row.createdAt,
      text: row.payload.text,
      foreign,
    }))
    .sort((a, b) => a.at < b.at ? 1 : a.at > b.at ? -1 : 0);
}
