/**
 * The short form of `deno task soak`: every turn is stored once, and hooks do not get slower or leave more than they may.
 *
 * @module
 */
import { assert } from "@std/assert";
import { MOST_HEARTBEATS } from "../../lib/record/heartbeats.ts";
import { scriptForm } from "../../scripts/bench/forms.ts";
import { comparisonText, growthText, soak } from "../../scripts/soak/soak.ts";
import { diskTest, withTemporaryDirectory } from "../disk_test_support.ts";

/** A busy machine is no fault, so this is more than the task allows. */
const MOST_RATIO = 1.5;

diskTest(
  "two hundred hook runs store each turn once, and are as fast at their end as at their beginning",
  () =>
    withTemporaryDirectory(async (scratch) => {
      const { growth, comparisons } = await soak(await scriptForm(scratch), { scratch, runs: 200, say: () => {} });
      for (const each of comparisons) console.log(comparisonText(each));
      for (const each of growth) console.log(growthText(each));
      const last = growth.at(-1);
      assert(last !== undefined && last.heartbeats < MOST_HEARTBEATS * 200);
      // A session leaves one file of a few KiB in the state; four sessions were held.
      assert(last.state.bytes - last.heartbeats < 4 * 8 * 1024, growthText(last));
      assert((comparisons.at(-1)?.ratio.median ?? Infinity) < MOST_RATIO);
    }),
);
