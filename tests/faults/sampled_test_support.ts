/**
 * A sample of what `deno task test:faults` does in full, as tests.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { canUseDisk, withTemporaryDirectory } from "../disk_test_support.ts";
import type { Scenario } from "./scenario_test_support.ts";
import { sweepScenario } from "./sweep_test_support.ts";

/** Registers a test a scenario; each begins at another pair of call and fault, and takes each so many-th. */
export function sampledTests(scenarios: readonly Scenario[], every: number): void {
  for (const [from, scenario] of scenarios.entries()) {
    Deno.test({
      name: `${scenario.name}: the next run mends what a fault left`,
      ignore: !canUseDisk || Deno.build.os === "windows",
      // What is killed closes no file, and a lock that was given up is granted later.
      sanitizeResources: false,
      sanitizeOps: false,
      fn: () =>
        withTemporaryDirectory(async (root) => {
          const { calls, failures } = await sweepScenario(root, scenario, { every, from });
          assert(calls > 0);
          assertEquals(failures, []);
        }),
    });
  }
}
