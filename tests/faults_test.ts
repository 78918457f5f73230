import { assert, assertEquals } from "@std/assert";
import { canUseDisk, diskTest, withTemporaryDirectory } from "./disk_test_support.ts";
import { FAULTY_CALLS } from "./faults/faulty_system_test_support.ts";
import { SCENARIOS } from "./faults/scenarios_test_support.ts";
import { sweepScenario } from "./faults/sweep_test_support.ts";

/** What `lib/io` asks of the system that is no file: nothing is lost when it fails. */
const NO_FILES: ReadonlySet<string> = new Set([
  "addSignalListener",
  "removeSignalListener",
  "exit",
  "cwd",
  "execPath",
  "consoleSize",
  "isTerminal",
  "setRaw",
  "close",
]);

diskTest("every call of lib/io that touches a file is one that can fail here", () => {
  const folder = new URL("../lib/io/", import.meta.url);
  const called = [...Deno.readDirSync(folder)].filter(({ name }) => /(?<!_test|_test_support)\.ts$/.test(name)).flatMap(
    ({ name }) => {
      const source = Deno.readTextFileSync(new URL(name, folder));
      return [...source.matchAll(/\b(?:Deno|file|directory)\.([a-z]\w*)\(/g)].map(([, call = ""]) => call);
    },
  );
  assert(called.length > 30);
  assertEquals([...new Set(called)].filter((call) => !FAULTY_CALLS.has(call) && !NO_FILES.has(call)), []);
});

/** A short part of what `deno task test:faults` sweeps in full; each scenario begins at another place. */
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
