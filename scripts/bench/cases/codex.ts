/**
 * Codex: the first import of a rollout of 100 MB, its Stop and session-end hooks after one more turn, and the session end
 * that finds 100 MB which nobody learned yet, in the 3 s after which Codex kills it.
 *
 * @module
 */
import { type Bench, type BenchCase, type Form, type Row, row } from "../bench.ts";
import { isThere, timeOf } from "../child.ts";
import { createMachine, type Machine } from "../machine.ts";
import { createRolloutSource } from "../rollout.ts";
import { inTurn, type Measured, ratiosOf } from "../stats.ts";
import { asLines, type RowSource, writeRows } from "../transcript.ts";
import { MOST_OF_BARE, MOST_OF_SMALL } from "./warm_stop.ts";
import { JUDGED, PARSERS } from "./first_import.ts";

/** Milliseconds that Codex gives a session end. */
const KILLED_AFTER = 3000;

/** The case. */
export const codex: BenchCase = { name: "codex", run };

/** A rollout that can grow. */
interface Rollout {
  readonly path: string;
  readonly thread: string;
  readonly cwd: string;
  readonly rows: RowSource;
}

function writeRollout(
  machine: Machine,
  { number, megabytes, cwd }: { readonly number: number; readonly megabytes: number; readonly cwd: string },
): Rollout {
  const thread = `01a22a3f-${String(number).padStart(4, "0")}-7000-8000-000000000001`;
  const folder = `${machine.env["HOME"]}/.codex/sessions/2026/10/26`;
  Deno.mkdirSync(folder, { recursive: true });
  const path = `${folder}/rollout-2026-10-26T09-00-00-${thread}.jsonl`;
  const source = createRolloutSource({ thread, cwd, seed: number + 1 });
  return { path, thread, cwd, rows: writeRows(path, source, megabytes * 1e6) };
}

async function run(bench: Bench): Promise<readonly Row[]> {
  const [form] = bench.forms;
  const machine = createMachine(`${bench.scratch}/codex`);
  bench.say("codex: writing 101 MB");
  const cwd = machine.project("kettle");
  const small = writeRollout(machine, { number: 1, megabytes: 1, cwd });
  const large = writeRollout(machine, { number: 2, megabytes: JUDGED, cwd });
  return [
    ...await firstImport(bench, machine, large),
    ...await warmHooks(bench, machine, { form, small, large }),
    ...await lateSessionEnd(bench, machine, { form, large }),
  ];
}

async function firstImport(bench: Bench, machine: Machine, { path }: Rollout): Promise<readonly Row[]> {
  const parsers = PARSERS.filter(({ name }) => isThere(name));
  bench.say("codex: first import");
  const values = await inTurn(bench.runs, [
    ...parsers.map(({ line }): Measured => () => timeOf(line(path))),
    ...bench.forms.map((form): Measured => () => {
      machine.forget();
      return timeOf(form.line(["learn", "--transcript", path, "--json"], { env: machine.env }));
    }),
  ]);
  if (machine.stored() < JUDGED * 10_000) throw new Error("the import of the rollout stored too little");
  return bench.forms.flatMap((form, i) => {
    const own = values[parsers.length + i] ?? [];
    const what = `first import of a rollout, ${form.name}, ${JUDGED} MB`;
    const ratios = parsers.map(({ name, most }, at) => row(`${what} : ${name}`, ratiosOf(own, values[at] ?? []), most));
    return [row(`${what} (ms)`, own), ...ratios];
  });
}

async function warmHooks(
  bench: Bench,
  machine: Machine,
  { form, small, large }: { readonly form: Form; readonly small: Rollout; readonly large: Rollout },
): Promise<readonly Row[]> {
  machine.forget();
  for (const { path } of [small, large]) {
    await timeOf(form.line(["learn", "--transcript", path], { env: machine.env }));
  }
  bench.say("codex: warm hooks");
  const grow = ({ path, rows }: Rollout) => Deno.writeTextFileSync(path, asLines(rows.turn()), { append: true });
  const before = machine.stored();
  const after = (rollout: Rollout, word: string): Measured => () => {
    grow(rollout);
    return hook(machine, { form, rollout, word });
  };
  const [bare = [], first = [], second = [], end = []] = await inTurn(bench.runs * 4, [
    () => timeOf(bench.bare),
    after(small, "stop"),
    after(large, "stop"),
    after(large, "session-end"),
  ]);
  if (machine.stored() - before < bench.runs * 4 * 3 * 500) throw new Error("the hooks stored too little");
  return [
    row(`codex stop, ${form.name}, 1 MB : bare`, ratiosOf(first, bare), MOST_OF_BARE),
    row(`codex stop, ${form.name}, 100 MB : bare`, ratiosOf(second, bare), MOST_OF_BARE),
    row(`codex stop, ${form.name}, 100 MB : 1 MB`, ratiosOf(second, first), MOST_OF_SMALL),
    row(`codex session-end, ${form.name}, 100 MB : bare`, ratiosOf(end, bare), MOST_OF_BARE),
  ];
}

/** Nothing of the rollout is learned yet: what is left is for the next run. */
async function lateSessionEnd(
  bench: Bench,
  machine: Machine,
  { form, large }: { readonly form: Form; readonly large: Rollout },
): Promise<readonly Row[]> {
  bench.say("codex: a session end that is the first run");
  const [values = []] = await inTurn(Math.min(bench.runs, 3), [() => {
    machine.forget();
    return hook(machine, { form, rollout: large, word: "session-end" });
  }]);
  return [row(`first codex session-end, ${form.name}, 100 MB (ms)`, values, KILLED_AFTER)];
}

/** Calls a hook as the client does. */
function hook(
  machine: Machine,
  { form, rollout, word }: { readonly form: Form; readonly rollout: Rollout; readonly word: string },
): Promise<number> {
  const { thread, path, cwd } = rollout;
  const common = { session_id: thread, transcript_path: path, cwd };
  const payload = word === "stop"
    ? { ...common, hook_event_name: "Stop", turn_id: thread, stop_hook_active: false, last_assistant_message: "done" }
    : { ...common, hook_event_name: "SessionEnd", reason: "other" };
  return timeOf(form.line(["codex", word], { env: machine.env, stdin: JSON.stringify(payload) }));
}
