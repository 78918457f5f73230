import { assert, assertEquals } from "@std/assert";
import { diskTest } from "./disk_test_support.ts";
import { FAULTY_CALLS } from "./faults/faulty_system_test_support.ts";
import { LEARN_SCENARIOS } from "./faults/learn_scenarios_test_support.ts";
import { sampledTests } from "./faults/sampled_test_support.ts";

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

// Hooks and learn; tests/long takes a sample of every command.
sampledTests(LEARN_SCENARIOS, 211);
