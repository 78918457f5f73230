/**
 * A Stop hook after one more turn, against a bare `deno run`: with 1, 10 and 100 MB before it, and inside of one exchange
 * of 50 MB that is still open.
 *
 * @module
 */
import { type Bench, type BenchCase, type Form, type Row, row } from "../bench.ts";
import { timeOf } from "../child.ts";
import { createMachine, type Machine, type Transcript } from "../machine.ts";
import { inTurn, ratiosOf } from "../stats.ts";
import { asLines } from "../transcript.ts";

/** Against a bare Deno (design section 8). */
export const MOST_OF_BARE = 1.5;
/** Against 1 MB. */
export const MOST_OF_SMALL = 1.1;
const RUNS_PER_RUN = 4;

/** Transcripts; the first is the one that the others are compared with. */
const TALKS: readonly { readonly name: string; readonly megabytes: number; readonly promptEvery?: number }[] = [
  { name: "1 MB", megabytes: 1 },
  { name: "10 MB", megabytes: 10 },
  { name: "100 MB", megabytes: 100 },
  { name: "in an open exchange of 50 MB", megabytes: 50, promptEvery: Infinity },
];

/** The case: only what is installed is judged, as nobody hooks the sources. */
export const warmStop: BenchCase = { name: "warm-stop", run };

async function run(bench: Bench): Promise<readonly Row[]> {
  const [form] = bench.forms;
  const machine = createMachine(`${bench.scratch}/warm-stop`);
  const cwd = machine.project("kettle");
  bench.say("warm stop: writing 161 MB");
  const talks = TALKS.map(({ megabytes, promptEvery }, i) =>
    machine.transcript(i + 1, { bytes: megabytes * 1e6, cwd, ...(promptEvery === undefined ? {} : { promptEvery }) })
  );
  bench.say("warm stop: learning them");
  for (const talk of talks) await stop(machine, form, talk);
  const before = machine.stored();
  bench.say("warm stop");
  const [bare = [], small = [], ...rest] = await inTurn(bench.runs * RUNS_PER_RUN, [
    () => timeOf(bench.bare),
    ...talks.map((talk, i) => () => {
      append(talk, TALKS[i]?.promptEvery === Infinity ? talk.rows.step() : talk.rows.turn());
      return stop(machine, form, talk);
    }),
  ]);
  if (machine.stored() - before < bench.runs * RUNS_PER_RUN * talks.length * 500) {
    throw new Error("the hooks stored too little");
  }
  const rows: Row[] = [row("bare deno run (ms)", bare)];
  for (const [i, values] of [small, ...rest].entries()) {
    const what = `warm Stop, ${form.name}, ${TALKS[i]?.name}`;
    rows.push(row(`${what} (ms)`, values));
    rows.push(row(`${what} : bare`, ratiosOf(values, bare), MOST_OF_BARE));
    if (i > 0) rows.push(row(`${what} : 1 MB`, ratiosOf(values, small), i === 1 ? undefined : MOST_OF_SMALL));
  }
  return rows;
}

/** Calls the hook as the client does after a turn. */
function stop(machine: Machine, form: Form, { path, sessionId, cwd }: Transcript): Promise<number> {
  const stdin = `${
    JSON.stringify({
      session_id: sessionId,
      transcript_path: path,
      cwd,
      permission_mode: "default",
      hook_event_name: "Stop",
      stop_hook_active: false,
    })
  }\n`;
  return timeOf(form.line(["claude", "stop"], { env: machine.env, stdin }));
}

function append({ path }: Transcript, rows: Parameters<typeof asLines>[0]): void {
  Deno.writeTextFileSync(path, asLines(rows), { append: true });
}
