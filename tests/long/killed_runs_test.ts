/**
 * Runs that are killed. A thousand of them: `deno test -A tests/long/killed_runs_test.ts -- 1000 SEED`.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { bundle } from "../../scripts/bundle.ts";
import { diskTest, withTemporaryDirectory } from "../disk_test_support.ts";
import { killBatch, type Killed } from "../kills/killed_runs_test_support.ts";

/** Kills on one machine; in CI there is one. */
const BATCH = 50;

diskTest("runs that are killed at random moments lose, duplicate and break nothing", async () => {
  const [kills = BATCH, seed = 1] = Deno.args.map(Number);
  const random = randomFrom(seed);
  await withTemporaryDirectory(async (directory) => {
    const script = `${directory}/imprint-hook.js`;
    await bundle(new URL("../../", import.meta.url), script);
    let total: Killed | undefined;
    for (let batch = 0; (total?.kills ?? 0) < kills; batch++) {
      const left = Math.min(BATCH, kills - (total?.kills ?? 0));
      const killed = await withTemporaryDirectory((root) =>
        killBatch(root, { script, kills: left, relearns: batch % 4 === 1, random })
      );
      total = total === undefined ? killed : sum(total, killed);
      console.log(Object.entries(total).map(([name, value]) => `${name} ${value}`).join(", "));
    }
    assert(total !== undefined && total.kills >= kills);
    // A kill that only ever hits the start or the end proves nothing.
    assert(total.afterFirstWrite > kills / 5, "hardly a run was killed while it wrote");
    assertEquals([total.lost, total.duplicated, total.unreadable], [0, 0, 0]);
  });
});

function sum(one: Killed, other: Killed): Killed {
  return {
    kills: one.kills + other.kills,
    afterFirstWrite: one.afterFirstWrite + other.afterFirstWrite,
    whileAppending: one.whileAppending + other.whileAppending,
    late: one.late + other.late,
    questions: one.questions + other.questions,
    lost: one.lost + other.lost,
    duplicated: one.duplicated + other.duplicated,
    unreadable: one.unreadable + other.unreadable,
    torn: one.torn + other.torn,
  };
}

/** Numbers that look random, the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
