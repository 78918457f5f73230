/**
 * A long life in one project: hook runs as sessions make them, one after the other, and what they leave behind. The last
 * hundred take turns with the first hundred of another machine, which is new, so that a busy computer slows both alike.
 *
 * @module
 */
import type { Form } from "../bench/bench.ts";
import { timeOf } from "../bench/child.ts";
import { createMachine, type Machine, type Transcript } from "../bench/machine.ts";
import { ratiosOf, type Stats, statsOf } from "../bench/stats.ts";
import { asLines, type Row } from "../bench/transcript.ts";
import { hookInside } from "./inside.ts";

/** Hook runs of one session: its start, turns, its end. */
const RUNS_A_SESSION = 50;
/** Runs that are compared. */
export const COMPARED = 100;

/** What lies in a directory. */
export interface Size {
  readonly files: number;
  readonly bytes: number;
}

/** How much there is after so many runs. */
export interface Growth {
  readonly runs: number;
  /** Caches: heartbeats, what is known of each session. */
  readonly state: Size;
  /** What is no cache and lies in no project. */
  readonly data: Size;
  /** What was learned in the project. */
  readonly project: Size;
  /** The hooks' own log. */
  readonly heartbeats: number;
}

/** A hundred runs of the old machine beside the first hundred of a new one. */
export interface Comparison {
  /** Runs of the old machine so far. */
  readonly runs: number;
  /** Milliseconds of the first hundred runs of the new machine, and of the last hundred of the old one. */
  readonly first: Stats;
  readonly last: Stats;
  /** Last by first, pair by pair; also of each kind of hook. */
  readonly ratio: Stats;
  readonly kinds: Readonly<Record<string, Stats>>;
}

/** What came of it. */
export interface SoakReport {
  readonly growth: readonly Growth[];
  /** After one, two, four, eight thousand runs, and at the end. */
  readonly comparisons: readonly Comparison[];
}

/** One machine with its project. */
interface Life {
  readonly machine: Machine;
  readonly root: string;
  readonly cwd: string;
  talk?: Transcript;
}

/**
 * Lets hooks run.
 *
 * @param form the program
 * @param options `scratch`: a directory of its own; `runs` in all, in whole hundreds; `inside`: what is
 * not compared runs in this process
 * @throws {Error} when a hook fails, or a message was lost or stored twice
 */
export async function soak(
  form: Form,
  { scratch, runs, inside = false, say }: {
    readonly scratch: string;
    readonly runs: number;
    readonly inside?: boolean;
    say(text: string): void;
  },
): Promise<SoakReport> {
  const old = live(`${scratch}/old`);
  const growth: Growth[] = [];
  const comparisons: Comparison[] = [];
  for (let from = 0; from < runs; from += COMPARED) {
    const done = from + COMPARED;
    if (done === runs || Number.isInteger(Math.log2(done / 1000)) && done >= 1000) {
      comparisons.push(await compared(form, old, { from, young: live(`${scratch}/new${done}`) }));
      say(comparisonText(comparisons.at(-1) as Comparison));
    } else for (let run = from; run < done; run++) await hookRun(inside ? undefined : form, old, run);
    if (done !== runs && !isShown(done)) continue;
    growth.push(measured(old, done));
    say(growthText(growth.at(-1) as Growth));
  }
  checkStored(old, runs);
  return { growth, comparisons };
}

/** A hundred runs of each in turn; each comes first as often as second. */
async function compared(
  form: Form,
  old: Life,
  { from, young }: { readonly from: number; readonly young: Life },
): Promise<Comparison> {
  const [first, last, kinds]: [number[], number[], string[]] = [[], [], []];
  for (let n = 0; n < COMPARED; n++) {
    const runs = [async () => void first.push(await hookRun(form, young, n)), async () => {
      last.push(await hookRun(form, old, from + n));
    }];
    for (const run of n % 2 === 0 ? runs : runs.toReversed()) await run();
    kinds.push(eventOf(n));
  }
  const ratios = ratiosOf(last, first);
  return {
    runs: from + COMPARED,
    first: statsOf(first),
    last: statsOf(last),
    ratio: statsOf(ratios),
    kinds: Object.fromEntries(
      [...new Set(kinds)].map((kind) => [kind, statsOf(ratios.filter((_, n) => kinds[n] === kind))]),
    ),
  };
}

/** One line of a comparison. */
export function comparisonText({ runs, first, last, ratio, kinds }: Comparison): string {
  const each = Object.entries(kinds).map(([kind, { median }]) => `${kind} ${median.toFixed(3)}`).join(", ");
  return `after ${runs} runs: a hundred take ${last.median.toFixed(1)} ms each, the first hundred of a new machine ${
    first.median.toFixed(1)
  } ms; pair by pair ${ratio.median.toFixed(3)} (${each})`;
}

/** One line of the table of growth. */
export function growthText({ runs, state, data, project, heartbeats }: Growth): string {
  const size = ({ files, bytes }: Size) => `${(bytes / 1024).toFixed(1)} KiB in ${files} files`;
  return `after ${runs} runs: state ${size(state)} (heartbeats ${(heartbeats / 1024).toFixed(1)} KiB), data ${
    size(data)
  }, project ${size(project)}`;
}

function isShown(run: number): boolean {
  return run % 1000 === 0 || (run < 1000 && Number.isInteger(Math.log2(run / COMPARED)));
}

function live(root: string): Life {
  Deno.mkdirSync(root);
  const machine = createMachine(root);
  return { machine, root, cwd: machine.project("kettle") };
}

/** What a client calls its `run`-th hook for. */
function eventOf(run: number): "session-start" | "stop" | "session-end" {
  const step = run % RUNS_A_SESSION;
  return step === 0 ? "session-start" : step === RUNS_A_SESSION - 1 ? "session-end" : "stop";
}

/** @param form undefined: in this process */
async function hookRun(form: Form | undefined, life: Life, run: number): Promise<number> {
  const { machine, cwd } = life;
  const event = eventOf(run);
  if (event === "session-start") {
    const number = run / RUNS_A_SESSION + 1;
    // The same talk on both machines at the same place of their comparison, and no two alike on one of them.
    life.talk = machine.transcript(number, { bytes: 0, cwd, seed: number });
  }
  const { path, sessionId, rows } = life.talk as Transcript;
  if (event === "stop") {
    const added = [
      ...rows.step(),
      ...(run % 5 === 0 ? asked(rows.turn(), `remember: pot ${run} boils dry`) : rows.turn()),
    ];
    Deno.writeTextFileSync(path, asLines(added), { append: true });
  }
  const names = { "session-start": "SessionStart", stop: "Stop", "session-end": "SessionEnd" } as const;
  const stdin = `${
    JSON.stringify({
      session_id: sessionId,
      transcript_path: path,
      cwd,
      hook_event_name: names[event],
      source: "startup",
    })
  }\n`;
  const words = ["claude", event];
  if (form !== undefined) return await timeOf(form.line(words, { env: machine.env, stdin }));
  await hookInside(machine.env["HOME"] as string, { words, stdin });
  return NaN;
}

/** The rows of a turn, with another text for what was typed. */
function asked(rows: readonly Row[], text: string): readonly Row[] {
  return rows.map((row) => row["type"] === "user" ? { ...row, message: { role: "user", content: text } } : row);
}

function measured({ machine, root }: Life, runs: number): Growth {
  const home = machine.env["HOME"] as string;
  const state = `${home}/.local/state/imprint-hook`;
  return {
    runs,
    state: sizeOf(state),
    data: sizeOf(`${home}/.local/share/imprint-hook`),
    project: sizeOf(`${root}/kettle/.umwelten`),
    heartbeats: Deno.statSync(`${state}/events.jsonl`).size,
  };
}

/** Each turn has to be stored, once. */
function checkStored({ root }: Life, runs: number): void {
  const questions: string[] = [];
  for (const path of filesBelow(`${root}/kettle/.umwelten`)) {
    if (!path.endsWith("/exchanges.jsonl")) continue;
    for (const line of Deno.readTextFileSync(path).trimEnd().split("\n")) {
      const row = JSON.parse(line) as { readonly question?: { readonly uuid?: string } };
      if (row.question?.uuid !== undefined) questions.push(row.question.uuid);
    }
  }
  const turns = Array.from({ length: runs }, (_, run) => run).filter((run) => eventOf(run) === "stop").length;
  const [stored, different] = [questions.length, new Set(questions).size];
  if (stored !== turns || different !== turns) {
    throw new Error(`${turns} turns were taken, ${stored} are stored, ${different} of them different`);
  }
}

function sizeOf(directory: string): Size {
  let [files, bytes] = [0, 0];
  for (const path of filesBelow(directory)) {
    files++;
    bytes += Deno.statSync(path).size;
  }
  return { files, bytes };
}

function* filesBelow(directory: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(directory)) {
    if (isDirectory) yield* filesBelow(`${directory}/${name}`);
    else yield `${directory}/${name}`;
  }
}
