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
/** So much may memory grow from the first part to the last, collected or not. */
const MOST_GROWTH = 256 * 1_048_576;

diskTest("200,000 wrong inputs lead to no uncaught error, no hang, no write elsewhere, no growth", async () => {
  const [seed = 2, inputs = 200_000] = Deno.args.map(Number);
  const part = { inputs: Math.ceil(inputs / 10), corpus: true };
  let grown = 0;
  let first = 0;
  for (let index = 0; index < 10; index++) {
    const reports = await fuzz({ ...part, seed: seed * 10 + index });
    console.log(fuzzText(reports));
    assertEquals(reports.flatMap(({ failures }) => failures), []);
    assert(Math.max(...reports.map(({ msPerMib }) => msPerMib)) < MOST_MS_PER_MIB);
    const { rss } = Deno.memoryUsage();
    if (index === 0) first = rss;
    grown = rss - first;
  }
  assert(grown < MOST_GROWTH, `memory grew by ${grown} bytes`);
});
