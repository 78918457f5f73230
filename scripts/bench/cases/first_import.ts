/**
 * The first import of a transcript, against programs that only parse it.
 *
 * @module
 */
import { type Bench, type BenchCase, type Row, row } from "../bench.ts";
import { type CommandLine, isThere, timeOf } from "../child.ts";
import { createMachine } from "../machine.ts";
import { inTurn, type Measured, ratiosOf } from "../stats.ts";

const PARSE = "import json, sys\nfor line in open(sys.argv[1], encoding='utf-8'): json.loads(line)";

/** Programs that only parse, with the budget that an import has to keep against each (design section 8). */
export const PARSERS: readonly { readonly name: string; readonly most: number; line(path: string): CommandLine }[] = [
  { name: "python3", most: 1, line: (path) => ({ command: "python3", args: ["-c", PARSE, path] }) },
  { name: "jq", most: 0.5, line: (path) => ({ command: "jq", args: ["-c", ".", path] }) },
];

/** Sizes in MB; the budget is about the one of 100. */
export const JUDGED = 100;

/** The case. */
export const firstImport: BenchCase = { name: "first-import", run };

async function run(bench: Bench): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const megabytes of bench.large ? [1, 10, 100, 1000] : [1, 10, 100]) {
    rows.push(...await runSize(bench, megabytes));
  }
  return rows;
}

async function runSize(bench: Bench, megabytes: number): Promise<readonly Row[]> {
  const machine = createMachine(`${bench.scratch}/first-import-${megabytes}`);
  const cwd = machine.project("kettle");
  bench.say(`first import: writing ${megabytes} MB`);
  const { path } = machine.transcript(megabytes, { bytes: megabytes * 1e6, cwd });
  const parsers = PARSERS.filter(({ name }) => isThere(name));
  const subjects: readonly Measured[] = [
    ...parsers.map(({ line }): Measured => () => timeOf(line(path))),
    ...bench.forms.map((form): Measured => () => {
      machine.forget();
      return timeOf(form.line(["learn", "--transcript", path, "--json"], { env: machine.env }));
    }),
  ];
  bench.say(`first import: ${megabytes} MB`);
  // A gigabyte takes its time, and its figures are only shown.
  const values = await inTurn(megabytes > JUDGED ? Math.min(bench.runs, 3) : bench.runs, subjects);
  if (machine.stored() < megabytes * 10_000) throw new Error(`the import of ${megabytes} MB stored too little`);
  Deno.removeSync(path);

  const of = (name: string) => `${name}, ${megabytes} MB`;
  const rows: Row[] = parsers.map(({ name }, i) => row(of(`${name} parsing (ms)`), values[i] ?? []));
  for (const [i, form] of bench.forms.entries()) {
    const own = values[parsers.length + i] ?? [];
    rows.push(row(of(`first import, ${form.name} (ms)`), own));
    for (const { name, most } of PARSERS) {
      const other = values[parsers.findIndex((parser) => parser.name === name)];
      const what = of(`first import, ${form.name} : ${name}`);
      if (other === undefined) rows.push({ what, figure: `skipped: no ${name} here` });
      else rows.push(row(what, ratiosOf(own, other), megabytes === JUDGED ? most : undefined));
    }
  }
  return rows;
}
