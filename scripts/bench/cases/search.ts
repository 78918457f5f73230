/**
 * A search over 100,000 rows of one project, against a bare `deno run`: the first one, which makes the index, and those
 * that come later.
 *
 * @module
 */
import { type Bench, type BenchCase, type Row, row } from "../bench.ts";
import { type CommandLine, timeOf } from "../child.ts";
import { createMachine, type Machine } from "../machine.ts";
import { inTurn, ratiosOf } from "../stats.ts";
import { createDice, type Dice } from "../words.ts";

const ROWS = 100_000;
const SESSIONS = 1000;
/** Milliseconds after the first run (issue 9). */
const MOST = 150;
const RUNS_PER_RUN = 3;
/** Different words in all texts; how often each comes follows what people write. */
const VOCABULARY = 60_000;

/** Rare and common words, a phrase, the beginning of one, a part of one. */
const QUERIES: readonly string[] = ["w100", "w1 w2 w3000", '"w3 w4"', "w40000 w12", "w59"];

/** The case: only what is installed is judged. */
export const search: BenchCase = { name: "search", run };

async function run(bench: Bench): Promise<readonly Row[]> {
  const [form] = bench.forms;
  const machine = createMachine(`${bench.scratch}/search`);
  const cwd = machine.project("kettle");
  bench.say(`search: writing ${SESSIONS} sessions`);
  writeSessions(machine, cwd);
  bench.say("search: learning them");
  await timeOf(form.line(["learn", "--json"], { env: machine.env }));
  bench.say("search: making the index");
  const line = (query: string) => form.line(["search", query, "--in", cwd, "--json"], { env: machine.env });
  const first = await timeOf(line("w7"));
  for (const query of QUERIES) expectRows(line(query));
  bench.say("search");
  const [bare = [], ...found] = await inTurn(bench.runs * RUNS_PER_RUN, [
    () => timeOf(bench.bare),
    ...QUERIES.map((query) => () => timeOf(line(query))),
  ]);
  return [
    { what: `the first search over ${ROWS} rows, ${form.name} (ms, once)`, figure: first.toFixed(0) },
    ...found.flatMap((values, index) => {
      const what = `search ${QUERIES[index]}, ${form.name}`;
      return [row(`${what} (ms)`, values, MOST), row(`${what} : bare`, ratiosOf(values, bare))];
    }),
  ];
}

/** What was measured has to be what it is called. */
function expectRows({ command, args, env }: CommandLine): void {
  const { stdout } = new Deno.Command(command, { args: [...args], env: { ...env }, clearEnv: true }).outputSync();
  const { rows } = JSON.parse(new TextDecoder().decode(stdout)) as { readonly rows: readonly unknown[] };
  if (rows.length < 10) throw new Error(`search found ${rows.length} rows`);
}

function writeSessions({ store }: Machine, cwd: string): void {
  const folder = `${store}/${cwd.replaceAll("/", "-")}`;
  Deno.mkdirSync(folder, { recursive: true });
  const dice = createDice(7);
  for (let session = 0; session < SESSIONS; session++) {
    const sessionId = `${String(session).padStart(8, "0")}-3d0e-4a53-9c55-2f6f0b7d9a10`;
    const rows = Array.from({ length: ROWS / SESSIONS }, (_, n) => exchange(dice, { sessionId, cwd, session, n }));
    Deno.writeTextFileSync(`${folder}/${sessionId}.jsonl`, rows.join(""));
  }
}

function exchange(
  dice: Dice,
  { sessionId, cwd, session, n }: {
    readonly sessionId: string;
    readonly cwd: string;
    readonly session: number;
    readonly n: number;
  },
): string {
  const at = (seconds: number) =>
    new Date(Date.UTC(2026, 0, 1) + session * 2e7 + (n * 60 + seconds) * 1000).toISOString();
  const common = { isSidechain: false, userType: "external", entrypoint: "cli", cwd, sessionId, version: "2.1.332" };
  const uuid = () => `${dice.hex(8)}-${dice.hex(4)}-4${dice.hex(3)}-8${dice.hex(3)}-${dice.hex(12)}`;
  const asked = uuid();
  const question = { role: "user", content: text(dice, 6 + dice.below(30)) };
  const reply = {
    id: `msg_01${dice.hex(22)}`,
    role: "assistant",
    content: [{ type: "text", text: text(dice, 20 + dice.below(120)) }],
  };
  return [
    {
      ...common,
      parentUuid: null,
      type: "user",
      uuid: asked,
      timestamp: at(0),
      promptSource: "typed",
      message: question,
    },
    { ...common, parentUuid: asked, type: "assistant", uuid: uuid(), timestamp: at(9), message: reply },
  ].map((row) => `${JSON.stringify(row)}\n`).join("");
}

/** Words by Zipf's law: the first is the most common, each rank comes as often as it is near the beginning. */
function text(dice: Dice, words: number): string {
  return Array.from({ length: words }, () => `w${Math.floor(VOCABULARY ** (dice.below(1_000_000) / 1_000_000))}`).join(
    " ",
  );
}
