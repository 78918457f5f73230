/**
 * The most memory that the import of an export holds, above a bare Deno: one zip64 archive, whose only entry is long.
 *
 * @module
 */
import { type Bench, type BenchCase, type Row, row } from "../bench.ts";
import { CAN_TELL_PEAK, peakOf } from "../child.ts";
import { writeExport } from "../export_zip.ts";
import { createMachine } from "../machine.ts";

/** MiB above a bare Deno. */
const MOST_ABOVE_BARE = 150;

/** The case; with `--large` a gigabyte takes the place of 100 MB. */
export const exports: BenchCase = { name: "exports", run };

async function run(bench: Bench): Promise<readonly Row[]> {
  if (!CAN_TELL_PEAK) return [{ what: "peak memory", figure: "skipped: it is read from /proc, which is Linux's" }];
  const bare = await peakOf(bench.bare);
  const rows: Row[] = [];
  for (const megabytes of bench.large ? [1000] : [100]) {
    const machine = createMachine(`${bench.scratch}/exports-${megabytes}`);
    const downloads = `${machine.env["HOME"]}/Downloads`;
    Deno.mkdirSync(downloads);
    bench.say(`exports: writing ${megabytes} MB`);
    const conversations = await writeExport(`${downloads}/export.zip`, megabytes * 1e6);
    bench.say(`exports: ${megabytes} MB, ${conversations} conversations`);
    // A gigabyte takes minutes: it is asked of what people install alone.
    for (const form of megabytes > 100 ? [bench.forms[0]] : bench.forms) {
      machine.forget();
      const start = performance.now();
      const peak = await peakOf(form.line(["learn", "--desktop", "--json"], { env: machine.env }));
      const what = `import of an export of ${megabytes} MB, ${form.name}`;
      rows.push(row(`${what} (ms, once)`, [performance.now() - start]));
      rows.push(row(`${what}, peak memory above bare (MiB, once)`, [peak - bare], MOST_ABOVE_BARE));
    }
    Deno.removeSync(`${downloads}/export.zip`);
  }
  return rows;
}
