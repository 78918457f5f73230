import { assert, assertEquals } from "@std/assert";
import { diskTest, withTemporaryDirectory } from "./disk_test_support.ts";
import { CLIENT_SCENARIOS } from "./faults/client_scenarios_test_support.ts";
import { everyCommand, everyHook, NOT_SWEPT, runBy } from "./faults/covered_test_support.ts";
import { FAULTY_CALLS } from "./faults/faulty_system_test_support.ts";
import { LEARN_SCENARIOS } from "./faults/learn_scenarios_test_support.ts";
import { sampledTests } from "./faults/sampled_test_support.ts";
import { SCENARIOS } from "./faults/scenarios_test_support.ts";
import { createFaultMachine } from "./faults/sweep_test_support.ts";

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

Deno.test("every command and every hook has a scenario, or a reason why there is none", async () => {
  const run = (await Promise.all(SCENARIOS.map(runBy))).flat();
  const isRun = (name: string): boolean =>
    run.some((words) => name === "" ? words.startsWith("--") : words === name || words.startsWith(`${name} `));
  const all = [...await everyCommand(), ...await everyHook()];
  assert(all.length > 60);
  assertEquals(all.filter((name) => !isRun(name)), Object.keys(NOT_SWEPT));
});

diskTest("each hook of a scenario stores the conversation, unless it begins a session", async () => {
  for (const scenario of CLIENT_SCENARIOS.filter(({ name }) => /(?<!session-start|as a) hook$/.test(name))) {
    await withTemporaryDirectory(async (root) => {
      const machine = createFaultMachine(root);
      await scenario.prepare(machine);
      await scenario.act(machine, "");
      assertEquals(machine.exchanges(`${root}/kettle`).map(({ answers }) => answers.length), [1], scenario.name);
    });
  }
});

// Hooks and learn; tests/long takes a sample of every command.
sampledTests(LEARN_SCENARIOS, 211);
