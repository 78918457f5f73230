/**
 * The most memory that a first import holds, above a bare Deno.
 *
 * @module
 */
import { type Bench, type BenchCase, type Form, type Row, row } from "../bench.ts";
import { CAN_TELL_PEAK, peakOf } from "../child.ts";
import { createMachine } from "../machine.ts";
import { inTurn } from "../stats.ts";

/** MiB above a bare Deno, and between two sizes of transcript (design section 8). */
const MOST_ABOVE_BARE = 64;
const MOST_BETWEEN = 16;

/** The case. */
export const memory: BenchCase = { name: "memory", run };

async function run(bench: Bench): Promise<readonly Row[]> {
  if (!CAN_TELL_PEAK) return [{ what: "peak memory", figure: "skipped: it is read from /proc, which is Linux's" }];
  const [bare = []] = await inTurn(bench.runs, [() => peakOf(bench.bare)]);
  const rows: Row[] = [row("peak memory, bare Deno (MiB)", bare)];
  const peaks = new Map<string, readonly number[]>();
  for (const megabytes of bench.large ? [100, 1000] : [100]) {
    const machine = createMachine(`${bench.scratch}/memory-${megabytes}`);
    const cwd = machine.project("kettle");
    bench.say(`memory: writing ${megabytes} MB`);
    const { path } = machine.transcript(megabytes, { bytes: megabytes * 1e6, cwd });
    bench.say(`memory: ${megabytes} MB`);
    for (const form of bench.forms) {
      const [values = []] = await inTurn(Math.min(bench.runs, 3), [() => {
        machine.forget();
        return peakOf(form.line(["learn", "--transcript", path, "--json"], { env: machine.env }));
      }]);
      peaks.set(`${form.name} ${megabytes}`, values);
      const least = Math.min(...bare);
      const what = `peak memory of a first import, ${form.name}, ${megabytes} MB`;
      rows.push(row(`${what} (MiB)`, values));
      rows.push(row(`${what}, above bare (MiB)`, values.map((value) => value - least), MOST_ABOVE_BARE));
    }
    Deno.removeSync(path);
  }
  return [...rows, ...bench.forms.map((form) => between(form, peaks))];
}

function between(form: Form, peaks: ReadonlyMap<string, readonly number[]>): Row {
  const what = `peak memory, ${form.name}, 1 GB - 100 MB (MiB)`;
  const [small, large] = [peaks.get(`${form.name} 100`), peaks.get(`${form.name} 1000`)];
  if (small === undefined || large === undefined) return { what, figure: "skipped: asks for --large" };
  return row(what, large.map((value, i) => Math.abs(value - (small[i] ?? NaN))), MOST_BETWEEN);
}
