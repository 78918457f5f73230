/**
 * `learn` over a store in which nothing is new.
 *
 * @module
 */
import { type Bench, type BenchCase, type Row, row } from "../bench.ts";
import { isThere, timeOf } from "../child.ts";
import { createMachine } from "../machine.ts";
import { inTurn } from "../stats.ts";

const SESSIONS = 2000;
const PROJECTS = 20;
/** Bytes of a session; with `--large` all of them together are a gigabyte, which is learned once and compared with parsing. */
const SMALL = 8000;
const LARGE = 500_000;
const PARSE_ALL = "import json, os, sys\nfor d, _, names in os.walk(sys.argv[1]):\n for n in names:\n" +
  "  for line in open(os.path.join(d, n), encoding='utf-8'): json.loads(line)";
/** Milliseconds (design section 8). */
const MOST = 500;

/** The case. */
export const sweep: BenchCase = { name: "sweep", run };

async function run(bench: Bench): Promise<readonly Row[]> {
  const machine = createMachine(`${bench.scratch}/sweep`);
  const projects = Array.from({ length: PROJECTS }, (_, i) => machine.project(`kettle-${i}`));
  for (let i = 0; i < SESSIONS; i++) {
    machine.transcript(i, { bytes: bench.large ? LARGE : SMALL, cwd: projects[i % PROJECTS] ?? "", seed: i + 1 });
  }
  const rows: Row[] = [];
  const python = { command: "python3", args: ["-c", PARSE_ALL, machine.store] };
  const parsing = bench.large && isThere("python3") ? await timeOf(python) : undefined;
  for (const form of bench.large ? [bench.forms[0]] : bench.forms) {
    const line = form.line(["learn", "--json"], { env: machine.env });
    machine.forget();
    bench.say(`sweep: learning ${SESSIONS} sessions, ${form.name}`);
    const first = await timeOf(line);
    bench.say(`sweep: nothing new, ${form.name}`);
    const [values = []] = await inTurn(bench.runs, [() => timeOf(line)]);
    expectNothingNew(line);
    rows.push({ what: `learn over ${SESSIONS} new sessions, ${form.name} (ms, once)`, figure: first.toFixed(0) });
    // The budget of a first import (design section 8).
    if (parsing !== undefined) {
      rows.push(row(`learn over ${SESSIONS} new sessions, 1 GB, ${form.name} : python3 (once)`, [first / parsing], 1));
    }
    rows.push(row(`learn over ${SESSIONS} sessions, nothing new, ${form.name} (ms)`, values, MOST));
  }
  return rows;
}

/** What was measured has to be what it is called. */
function expectNothingNew({ command, args, env }: ReturnType<Bench["forms"][0]["line"]>): void {
  const { stdout } = new Deno.Command(command, { args: [...args], env: { ...env }, clearEnv: true }).outputSync();
  const report = JSON.parse(new TextDecoder().decode(stdout)) as {
    readonly clients: Readonly<Record<string, { readonly found: number; readonly known: number }>>;
  };
  const { found, known } = report.clients["claude-code"] ?? { found: 0, known: 0 };
  if (found !== SESSIONS || known !== SESSIONS) {
    throw new Error(`of ${SESSIONS} sessions ${found} were found, ${known} known`);
  }
}
