/**
 * `imprint-hook list`: the learnings, or the exchanges, that are stored.
 *
 * @module
 */
import { EXIT, UsageError } from "../errors.ts";
import type { Readable, ReadableSession } from "../import/readable_sessions.ts";
import { sessionFacts } from "../import/judge.ts";
import { decide, isLearned, NO_FLAGS } from "../ownership/mod.ts";
import type { Product } from "../import/product.ts";
import { standingExchanges, standingRows } from "../import/standing_rows.ts";
import { escapeControls as visible } from "../io/escape_controls.ts";
import { writeText } from "../io/terminal.ts";
import { byRank, consolidate } from "../learnings/consolidate.ts";
import { saysSomething, type StoredLearning } from "../record/learnings_store.ts";
import type { StoredExchange } from "../record/read_exchanges.ts";
import { forgetsLearning, loadForgotten } from "../record/forgotten.ts";
import { readShared, sharedDirectory } from "../record/shared_learnings.ts";
import { readReviewMarks, statementOf } from "../record/review_marks.ts";
import { LEARNING_KINDS, type LearningKind } from "../types.ts";
import type { ParsedArguments } from "./command.ts";
import { hiddenSentence } from "./hidden_sentence.ts";
import { counted } from "./edit_answer.ts";
import { layoutOfTerminal } from "./layout_of_terminal.ts";
import { learningsTable, type ListedLearning } from "./list_text.ts";
import { dayOf, shortId } from "./moment.ts";
import { nearest } from "./nearest.ts";
import { areSeveralProjects, projectName } from "./project_column.ts";
import { sessionsInScope } from "./read_scope.ts";
import { type Layout, table, tableWithTexts } from "./screen.ts";
import { setUp } from "./setup.ts";

/** Runs the command. */
export async function run(args: ParsedArguments): Promise<number> {
  const kinds = chosenKinds(args.values("kind"));
  const product = await setUp({ mode: "person", home: args.value("home"), dryRun: true });
  const readable = sessionsInScope(product, args);
  const key = await product.sealKey();
  const learnings = kinds.learnings.length === 0
    ? []
    : consolidatedOf(product, readable, { key, kinds: kinds.learnings });
  const exchanges = kinds.exchanges ? readable.sessions.flatMap((session) => listedExchanges(product, session)) : [];
  if (args.flag("json")) {
    const rows = [
      ...learnings.map(learningJson),
      ...exchanges.map(({ exchange, project }) => ({ ...exchange, project })),
    ];
    writeText("stdout", `${JSON.stringify({ rows, workDirs: readable.workDirs, hidden: readable.hidden })}\n`);
    return EXIT.done;
  }
  const layout = layoutOfTerminal(args.flag("plain"));
  const places = new Set(learnings.map(({ workDir }) => workDir)).size > 1;
  const parts = [];
  for (const kind of kinds.learnings) {
    const ofKind = learnings.filter((learning) => learning.kind === kind);
    if (ofKind.length > 0) parts.push(learningsTable(kind, ofKind, { layout, places }));
  }
  if (exchanges.length > 0) parts.push(exchangesTable(product, exchanges, layout));
  if (parts.length === 0) {
    parts.push(nothingText(readable, { everywhere: args.flag("all"), named: args.values("kind").length > 0 }));
  }
  const hidden = hiddenSentence(product, readable);
  if (hidden !== undefined) parts.push(hidden);
  writeText("stdout", `${parts.join("\n\n")}\n`);
  return EXIT.done;
}

function chosenKinds(
  named: readonly string[],
): { readonly learnings: readonly LearningKind[]; readonly exchanges: boolean } {
  const known: readonly string[] = [...LEARNING_KINDS, "exchanges"];
  for (const kind of named) {
    if (known.includes(kind)) continue;
    const near = nearest(kind, known);
    throw new UsageError(
      `list: no kind "${kind}"${near === undefined ? "" : `; did you mean "${near}"?`}; there is ${known.join(", ")}`,
    );
  }
  if (named.length === 0) return { learnings: LEARNING_KINDS, exchanges: false };
  return { learnings: LEARNING_KINDS.filter((kind) => named.includes(kind)), exchanges: named.includes("exchanges") };
}

/**
 * Learnings of the sessions in scope as readers show them: those of one working directory that say the same as one, best
 * first. What one project finished or chose otherwise says nothing about another one's.
 */
export function consolidatedOf(
  product: Product,
  { sessions, workDirs = [], workspace, asked }: Pick<Readable, "sessions"> & Partial<Readable>,
  options: { readonly key: Uint8Array; readonly kinds?: readonly LearningKind[] },
): readonly ListedLearning[] {
  const now = product.now();
  const marks = readReviewMarks(product.files, product.homes.data);
  const isKept = ({ row, foreign }: StoredLearning): boolean =>
    !foreign && marks.verdictOn(statementOf(row, row.provenance.workspace ?? "")) === "kept";
  return [...new Set([...sessions.map(({ workDir }) => workDir), ...workDirs])].flatMap((workDir) => {
    const rows: StoredLearning[] = sessions.filter((session) => session.workDir === workDir)
      .flatMap((session) => standingRows(product, session, options));
    // Of what colleagues share there nobody knows which project it is about.
    if (workspace !== undefined && asked === undefined) {
      rows.push(...colleaguesRows(product, { workDir, workspace }, options));
    }
    return consolidate(rows, now).map((learning): ListedLearning => ({
      ...learning,
      workDir,
      kept: isKept(learning.newest),
    }));
  }).sort((a, b) => Number(b.kept) - Number(a.kept) || byRank(a, b));
}

/** What others share of the project by git; what this installation shares is there anyway. */
function colleaguesRows(
  product: Product,
  { workDir, workspace }: { readonly workDir: string; readonly workspace: string },
  { key, kinds = LEARNING_KINDS }: { readonly key: Uint8Array; readonly kinds?: readonly LearningKind[] },
): readonly StoredLearning[] {
  const { files, homes } = product;
  if (files.stat(sharedDirectory(workDir)) === undefined) return [];
  // What another workspace's project says is not for this one.
  const facts = sessionFacts(product, [{ path: workDir, source: "record" }], { flags: NO_FLAGS });
  if (!isLearned(decide(facts, product.world, { workspace }).kind)) return [];
  const forgotten = loadForgotten(files, homes.data);
  return readShared(files, workDir, key).filter(({ row, foreign }) =>
    foreign && kinds.includes(row.kind) && !forgetsLearning(forgotten, row)
  );
}

/** Every learning that was not withdrawn, one row an id, closed loops and what was superseded included; newest first. */
export function learningsOf(
  product: Product,
  { sessions }: Readable,
  options: { readonly key: Uint8Array; readonly kinds?: readonly LearningKind[] },
): readonly StoredLearning[] {
  return sessions.flatMap((session) => standingRows(product, session, options))
    .filter(({ row }) => saysSomething(row))
    .sort((a, b) => a.row.createdAt < b.row.createdAt ? 1 : a.row.createdAt > b.row.createdAt ? -1 : 0);
}

/** Exchanges of the sessions in scope, in the order of each session's file. */
export function exchangesOf(product: Product, { sessions }: Readable): readonly StoredExchange[] {
  return sessions.flatMap((session) => standingExchanges(product, session)).filter(({ state }) =>
    state !== "retracted"
  );
}

/** The newest row as it is stored, with what it was put together from. */
function learningJson({ newest, sources, sessions, confidence, trusted, rank, workDir, kept }: ListedLearning) {
  return {
    ...newest.row,
    foreign: newest.foreign,
    kept,
    workDir,
    consolidated: { sources: sources.map(({ row }) => row.id), sessions, confidence, trusted, rank },
  };
}

/** An exchange, and the project that its conversation recorded. */
interface ListedExchange {
  readonly exchange: StoredExchange;
  readonly project: string;
}

function listedExchanges(product: Product, session: ReadableSession): readonly ListedExchange[] {
  const project = product.redactor.redact(session.meta.projectPath).text;
  return exchangesOf(product, { sessions: [session], workDirs: [], hidden: 0 }).map((exchange) => ({
    exchange,
    project,
  }));
}

/** The newest last, where the eye is after the command. */
function exchangesTable(product: Product, exchanges: readonly ListedExchange[], layout: Layout): string {
  const places = areSeveralProjects(product, exchanges.map(({ project }) => project));
  const rows = exchanges.toSorted((a, b) => timeOf(a) - timeOf(b)).map(({ exchange, project }) => [
    shortId(exchange.id),
    dayOf(exchange.question?.at ?? exchange.answers[0]?.at ?? null),
    exchange.state ?? exchange.label ?? (exchange.copyOf === null ? "" : "copy"),
    String(exchange.answers.length),
    ...(places ? [projectName(project)] : []),
    exchange.question?.text ?? "",
  ]);
  if (places) {
    return tableWithTexts(["id", "date", "label", "replies", "project", "question"], rows, { texts: 1, layout });
  }
  return table(["id", "date", "label", "replies", "question"], rows, layout);
}

function timeOf({ exchange: { question, answers } }: ListedExchange): number {
  return Date.parse(question?.at ?? answers[0]?.at ?? "") || 0;
}

/**
 * That there is nothing, and what to do.
 *
 * @param options `everywhere`: every project was looked at (`--all`); `named`: what is listed was chosen (`--kind`)
 */
export function nothingText(
  { workDirs, sessions, asked, hidden }: Readable,
  { everywhere, named }: { readonly everywhere: boolean; readonly named: boolean },
): string {
  if (sessions.length > 0) {
    const stored = counted(sessions.length, "stored conversation");
    return named
      ? `Nothing of that kind in ${stored}.`
      : `No learnings in ${stored}; "imprint-hook list --kind exchanges" shows what was said.`;
  }
  if (hidden > 0) return "Nothing is shown.";
  return workDirs.length === 1 && !everywhere
    ? `Nothing is stored for "${
      visible(asked ?? workDirs[0] ?? "")
    }" yet. "imprint-hook learn" learns what is new; "--all" lists every project.`
    : 'Nothing is stored yet. "imprint-hook learn" learns what is new.';
}
