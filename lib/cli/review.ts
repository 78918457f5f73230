/**
 * `imprint-hook review`: walks what was learned and nobody has looked at yet.
 *
 * @module
 */
import { EXIT, InputError } from "../errors.ts";
import type { SessionContent } from "../import/forget_targets.ts";
import type { Product } from "../import/product.ts";
import { environment } from "../io/env.ts";
import { escapeControls as visible } from "../io/escape_controls.ts";
import { readKey, readLine } from "../io/keys.ts";
import { dropSearchIndexes } from "../import/search_index.ts";
import { isTerminal, writeText } from "../io/terminal.ts";
import { readReviewMarks, statementOf } from "../record/review_marks.ts";
import type { ParsedArguments } from "./command.ts";
import { contentsOf, curatedScope } from "./curated_scope.ts";
import { counted } from "./edit_answer.ts";
import { editLearning, forgetLearning, type FoundLearning, markLearning } from "./judge_learning.ts";
import { layoutOfTerminal } from "./layout_of_terminal.ts";
import { consolidatedOf } from "./list.ts";
import { learningsTable, type ListedLearning } from "./list_text.ts";
import { dayOf } from "./moment.ts";
import { heading, type Layout } from "./screen.ts";
import { sessionsInScope } from "./read_scope.ts";
import { setUp } from "./setup.ts";
import { wrap } from "./wrap.ts";
import { LEARNING_KINDS } from "../types.ts";

const KEYS = "[k]eep  [e]dit  [f]orget  [n]ot now  [q]uit";

/** Runs the command. */
export async function run(args: ParsedArguments): Promise<number> {
  const product = await setUp({ mode: "person", home: args.value("home") });
  const readable = sessionsInScope(product, args);
  const key = await product.sealKey();
  const marks = readReviewMarks(product.files, product.homes.data);
  const fresh = consolidatedOf(product, readable, { key }).filter(({ newest, foreign }) =>
    !foreign && marks.verdictOn(statementOf(newest.row, newest.row.provenance.workspace ?? "")) === "none"
  );
  const layout = layoutOfTerminal(args.flag("plain"));
  if (args.flag("json")) {
    writeText("stdout", `${JSON.stringify({ schema: 1, rows: fresh.map(({ newest }) => newest.row) })}\n`);
    return EXIT.done;
  }
  if (fresh.length === 0) {
    writeText("stdout", "Nothing new has been learned here since you looked last.\n");
    return EXIT.done;
  }
  if (!isTerminal("stdin") || !isTerminal("stdout")) {
    writeText("stdout", `${listed(fresh, layout)}\n`);
    return EXIT.done;
  }
  const { sessions, workDirs } = curatedScope(product, args);
  const contents = await contentsOf(product, sessions);
  await walk(product, fresh, { contents, workDirs, layout });
  return EXIT.done;
}

/** Without a terminal, and for programs: what there is to look at, and how to say what becomes of it. */
function listed(fresh: readonly ListedLearning[], layout: Layout): string {
  const tables = LEARNING_KINDS.map((kind) => fresh.filter((learning) => learning.kind === kind))
    .filter((ofKind) => ofKind.length > 0)
    .map((ofKind) => learningsTable(ofKind[0]?.kind ?? "facts", ofKind, { layout, places: false }));
  return [...tables, '"imprint-hook keep ID" and "imprint-hook forget ID" say what becomes of each.'].join("\n\n");
}

interface WalkOptions {
  readonly contents: readonly SessionContent[];
  readonly workDirs: readonly string[];
  readonly layout: Layout;
}

async function walk(product: Product, fresh: readonly ListedLearning[], options: WalkOptions): Promise<void> {
  const counts = { kept: 0, edited: 0, forgotten: 0 };
  for (const [index, listedOne] of fresh.entries()) {
    const found = findLearning(options.contents, listedOne);
    if (found === undefined) continue;
    show(listedOne, { position: `${index + 1} of ${fresh.length}`, layout: options.layout });
    const answer = ask();
    if (answer === "quit") break;
    if (answer === "keep") {
      markLearning(product, found, "kept");
      counts.kept++;
    } else if (answer === "forget") {
      const busy = await forgetLearning(product, found, { ...options, purge: false });
      if (busy.length > 0) throw new InputError(`"${busy[0]}" was busy; run the command again`);
      counts.forgotten++;
    } else if (answer === "edit") {
      const words = readLine("In your words: ")?.trim() ?? "";
      if (words === "") continue;
      await editLearning(product, found, words);
      counts.edited++;
    }
  }
  if (counts.edited + counts.forgotten > 0) dropSearchIndexes(product);
  const { kept, edited, forgotten } = counts;
  const back = forgotten === 0 ? "" : ' "imprint-hook unforget" takes back what was forgotten.';
  writeText("stdout", `${counted(kept, "learning")} kept, ${edited} edited, ${forgotten} forgotten.${back}\n`);
}

function findLearning(contents: readonly SessionContent[], { newest }: ListedLearning): FoundLearning | undefined {
  for (const content of contents) {
    const learning = content.learnings.find(({ row }) => row.id === newest.row.id);
    if (learning !== undefined) return { learning, content };
  }
  return undefined;
}

function show(
  { newest: { row }, confidence, sessions }: ListedLearning,
  { position, layout }: { readonly position: string; readonly layout: Layout },
): void {
  const { payload, kind, createdAt } = row;
  const said = `${payload.assertedBy ?? "unknown"}, ${dayOf(createdAt)}, ${payload.rule ?? "no rule"}, ` +
    `confidence ${confidence.toFixed(2)}, ${counted(sessions, "session")}`;
  const quote = payload.quote === undefined || payload.quote === payload.text
    ? []
    : [wrap(`"${visible(payload.quote)}"`, layout.columns)];
  const text = wrap(visible(payload.text), layout.columns);
  writeText("stdout", `\n${heading(`${position}  ${kind}`, layout)}\n${[text, ...quote, visible(said)].join("\n")}\n`);
}

type Answer = "keep" | "edit" | "forget" | "later" | "quit";
const ANSWERS: Readonly<Record<string, Answer>> = {
  k: "keep",
  e: "edit",
  f: "forget",
  n: "later",
  " ": "later",
  q: "quit",
  "\x03": "quit",
  "\x04": "quit",
  "\x1b": "quit",
};

/** One key; on a dumb terminal a line. */
function ask(): Answer {
  const dumb = environment("TERM") === "dumb";
  for (;;) {
    if (!dumb) writeText("stderr", `${KEYS} `);
    const key = dumb ? readLine(`${KEYS} > `)?.trim().slice(0, 1) : readKey();
    if (!dumb) writeText("stderr", "\n");
    if (key === undefined) return "quit";
    const answer = ANSWERS[key.toLowerCase()];
    if (answer !== undefined) return answer;
  }
}
