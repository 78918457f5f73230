/**
 * The last 50 messages of a habitat session, against a bare `deno run`: however large its transcript is, only its end is
 * read.
 *
 * @module
 */
import { type Bench, type BenchCase, type Row, row } from "../bench.ts";
import { timeOf } from "../child.ts";
import { createMachine } from "../machine.ts";
import { inTurn, ratiosOf } from "../stats.ts";

/** Against a bare Deno (issue 9). */
const MOST_OF_BARE = 2;
const RUNS_PER_RUN = 3;
const PIECE_BYTES = 16 * 1024 * 1024;

/** The case: only what is installed is judged. */
export const tailLoading: BenchCase = { name: "tail-loading", run };

async function run(bench: Bench): Promise<readonly Row[]> {
  const [form] = bench.forms;
  const machine = createMachine(`${bench.scratch}/tail-loading`);
  const rows: Row[] = [];
  for (const megabytes of bench.large ? [1, 1000] : [1, 100]) {
    const directory = `${bench.scratch}/habitat-${megabytes}`;
    bench.say(`tail loading: writing ${megabytes} MB`);
    writeTranscript(directory, megabytes * 1e6);
    bench.say(`tail loading: ${megabytes} MB`);
    const words = ["sessions", "show", "--session-dir", directory, "--limit", "50", "--json"];
    const [bare = [], values = []] = await inTurn(bench.runs * RUNS_PER_RUN, [
      () => timeOf(bench.bare),
      () => timeOf(form.line(words, { env: machine.env })),
    ]);
    const what = `the last 50 messages, ${form.name}, ${megabytes} MB`;
    rows.push(row(`${what} (ms)`, values), row(`${what} : bare`, ratiosOf(values, bare), MOST_OF_BARE));
    Deno.removeSync(directory, { recursive: true });
  }
  return rows;
}

/** Messages as umwelten writes them: most of their bytes are results of tools. */
function writeTranscript(directory: string, bytes: number): void {
  Deno.mkdirSync(directory);
  const file = Deno.openSync(`${directory}/transcript.jsonl`, { write: true, create: true });
  try {
    for (let written = 0, n = 0; written < bytes;) {
      let piece = "";
      while (piece.length < Math.min(PIECE_BYTES, bytes - written)) piece += `${JSON.stringify(message(n++))}\n`;
      const whole = new TextEncoder().encode(piece);
      for (let at = 0; at < whole.length;) at += file.writeSync(whole.subarray(at));
      written += whole.length;
    }
  } finally {
    file.close();
  }
}

function message(n: number): unknown {
  const timestamp = new Date(Date.UTC(2026, 3, 7) + n * 1000).toISOString();
  const role = n % 2 === 0 ? "user" : "assistant";
  const text = `Message ${n} about the tomatoes, the kettle and the weather in the garden behind the house. `.repeat(4);
  const result = { type: "tool_result", tool_use_id: `t${n}`, content: "bed 2: dry ".repeat(300), is_error: false };
  return { type: role, uuid: `u${n}`, timestamp, message: { role, content: n % 6 === 4 ? [result] : text } };
}
