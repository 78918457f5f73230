import { assert, assertEquals } from "@std/assert";
import { canUseDisk, withTemporaryDirectory } from "./disk_test_support.ts";
import { SCENARIOS } from "./faults/scenarios_test_support.ts";
import { sweepScenario } from "./faults/sweep_test_support.ts";

/** A short part of what tests/long sweeps in full; each scenario begins at another place. */
for (const [from, scenario] of SCENARIOS.entries()) {
  Deno.test({
    name: `${scenario.name}: the next run mends what a fault left`,
    ignore: !canUseDisk || Deno.build.os === "windows",
    // What is killed closes no file, and a lock that was given up is granted later.
    sanitizeResources: false,
    sanitizeOps: false,
    fn: () =>
      withTemporaryDirectory(async (root) => {
        const { faults, failures } = await sweepScenario(root, scenario, { every: 67, from });
        assert(faults > 0);
        assertEquals(failures, []);
      }),
  });
}
