/**
 * The long run of `tests/fuzz_test.ts`, with the public transcripts where they are there. Other inputs, or more of them:
 * `deno test -A tests/long/fuzz_test.ts -- SEED INPUTS`; a failure names the seed and the number of its input.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { diskTest } from "../disk_test_support.ts";
import { fuzz, fuzzText } from "../fuzz/run_test_support.ts";

/** No input of 32 KiB and more may take longer for each MiB; ten times what was measured. */
const MOST_MS_PER_MIB = 20_000;
/**
 * So much may grow from the first part to the last: objects, once what is garbage is collected (`--expose-gc`, as `deno
 * task test:long` has it; 5 MiB were measured), and in any case objects and buffers together, of which as much as 130 MiB
 * waits to be collected. Not the memory of the process, which other test files share and which does not give back what it
 * once had: it grew by 65 to 263 MiB while nothing more was held.
 */
const MOST_GROWTH = { objects: 32 * 1_048_576, all: 256 * 1_048_576 };
const { gc } = globalThis as { gc?: () => void };

diskTest("200,000 wrong inputs lead to no uncaught error, no hang, no write elsewhere, no growth", async () => {
  const [seed = 2, inputs = 200_000] = Deno.args.map(Number);
  const part = { inputs: Math.ceil(inputs / 10), corpus: true };
  const held: { readonly objects: number; readonly all: number }[] = [];
  for (let index = 0; index < 10; index++) {
    const reports = await fuzz({ ...part, seed: seed * 10 + index });
    console.log(fuzzText(reports));
    assertEquals(reports.flatMap(({ failures }) => failures), []);
    assert(Math.max(...reports.map(({ msPerMib }) => msPerMib)) < MOST_MS_PER_MIB);
    gc?.();
    const { heapUsed, external } = Deno.memoryUsage();
    held.push({ objects: heapUsed, all: heapUsed + external });
  }
  const grown = (what: "objects" | "all") => (held.at(-1)?.[what] ?? NaN) - (held[0]?.[what] ?? NaN);
  if (gc !== undefined) assert(grown("objects") < MOST_GROWTH.objects, `objects grew by ${grown("objects")} bytes`);
  assert(grown("all") < MOST_GROWTH.all, `what is held grew by ${grown("all")} bytes`);
});
