/**
 * `deno task bench`: measures speed and memory against the budgets of design section 8 and prints one table. The exit
 * status is 1 when a budget is not kept, so that it serves as a check; it is no test, because a busy machine is no fault.
 *
 * `--large` adds 1 GB, `--runs N` sets the counted runs (5), `--only NAME` picks a case, `--program FILE` measures a
 * compiled binary or a script that is there, in place of the bundled script and the sources.
 *
 * @module
 */
import type { Bench, BenchCase, Row } from "./bench.ts";
import { bridge } from "./cases/bridge.ts";
import { codex } from "./cases/codex.ts";
import { exports } from "./cases/exports.ts";
import { firstImport } from "./cases/first_import.ts";
import { memory } from "./cases/memory.ts";
import { search } from "./cases/search.ts";
import { sweep } from "./cases/sweep.ts";
import { tailLoading } from "./cases/tail_loading.ts";
import { warmStop } from "./cases/warm_stop.ts";
import { fileForm, scriptForm, sourceForm } from "./forms.ts";
import { tableOf, verdictOf } from "./table.ts";

/** Every case, in the order of the table. */
const CASES: readonly BenchCase[] = [warmStop, firstImport, codex, memory, exports, sweep, search, tailLoading, bridge];

if (import.meta.main) Deno.exit(await main(Deno.args));

async function main(words: readonly string[]): Promise<number> {
  const value = (name: string) => words.includes(name) ? words[words.indexOf(name) + 1] : undefined;
  const only = value("--only");
  const cases = CASES.filter(({ name }) => only === undefined || name === only);
  const runs = Number(value("--runs") ?? 5);
  if (cases.length === 0 || !(runs >= 1)) {
    console.error(
      `usage: bench [--large] [--runs N] [--only ${CASES.map(({ name }) => name).join("|")}] [--program FILE]`,
    );
    return 64;
  }
  const scratch = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "imprint-hook-bench-" }));
  try {
    const program = value("--program");
    const empty = `${scratch}/empty.js`;
    Deno.writeTextFileSync(empty, "");
    const bench: Bench = {
      scratch,
      runs,
      large: words.includes("--large"),
      forms: program === undefined ? [await scriptForm(scratch), sourceForm()] : [fileForm(Deno.realPathSync(program))],
      bare: { command: Deno.execPath(), args: ["run", "--quiet", empty], cwd: scratch },
      say: (text) => console.error(text),
    };
    const rows: Row[] = [];
    for (const { run } of cases) rows.push(...await run(bench));
    console.log(about(runs));
    console.log(tableOf(rows));
    const over = rows.filter((row) => verdictOf(row) === "OVER");
    console.log(over.length === 0 ? "\nEvery budget is kept." : `\n${over.length} over budget.`);
    return over.length === 0 ? 0 : 1;
  } finally {
    Deno.removeSync(scratch, { recursive: true });
  }
}

/** Where and how it was measured, as figures mean little without. */
function about(runs: number): string {
  const { os, arch } = Deno.build;
  return `Deno ${Deno.version.deno}, ${os} ${arch}, ${navigator.hardwareConcurrency} processors; ` +
    `${runs} runs after one that is not counted, in turn; ratios pair by pair, medians judged.\n`;
}
