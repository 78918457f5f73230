import { assert, assertEquals, assertMatch } from "@std/assert";
import { nativePath } from "../scripts/native_path.ts";
import { diskTest, withTemporaryDirectory } from "./disk_test_support.ts";
import { programLine } from "./program_test_support.ts";
import { hasPseudoTerminals, onTerminal, type TerminalRun, type TerminalStep } from "./pseudo_terminal_test_support.ts";

const SESSIONS = nativePath(new URL("../fixtures/habitat/sessions", import.meta.url));
const ENTER = "\x1b[?1049h";
const LEAVE = "\x1b[?1049l";

/** Types a command on a terminal of a person's own. */
function onTerminalOf(
  home: string,
  words: readonly string[],
  steps: readonly TerminalStep[],
  more: Record<string, string> = {},
): Promise<TerminalRun> {
  const { command, args, env } = programLine(words);
  const person = { HOME: home, IMPRINT_HOOK_HOME: `${home}/imprint`, COLUMNS: "" };
  return onTerminal([command, ...args], { steps, cwd: home, env: { ...env, ...person, ...more } });
}

function terminalTest(name: string, fn: (home: string) => Promise<void>): void {
  if (hasPseudoTerminals) diskTest(name, () => withTemporaryDirectory(fn));
  else Deno.test({ name, ignore: true, fn: () => {} });
}

const BROWSE = ["sessions", "browse", "--sessions-dir", SESSIONS];

terminalTest("sessions browse opens, searches, scrolls and quits, and gives the terminal back", async (home) => {
  const { output, code, restored } = await onTerminalOf(home, BROWSE, [
    { after: "q quit", type: "/tomat" },
    { after: "/tomat_", type: "\r\r" },
    { after: "Q quit", resize: [40, 8] },
    // Narrower: the keys are cut.
    { after: "q b\u2026", type: "\x1b[B" },
    { after: "Line 2 of", type: "\x1b" },
    { after: "Conversation 1 of 1", type: "q" },
  ]);
  assertEquals([code, restored], [0, true], output);
  assert(output.startsWith(ENTER) && output.trimEnd().endsWith(LEAVE), output);
  assertEquals([output.split(ENTER).length, output.split(LEAVE).length], [2, 2]);
  assertMatch(output, /> 2026-04-0[78] \d\d:\d\d {2}telegram {2}Which of the tomatoes/);
  assert(output.includes("2 questions, 3 h, 2 learned, 1 open"));
  assert(output.includes("I look at the sensors."));
});

for (const signal of ["SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT"]) {
  terminalTest(`sessions browse gives the terminal back when ${signal} ends it`, async (home) => {
    const { output, code, restored } = await onTerminalOf(home, BROWSE, [{ after: "q quit", signal }]);
    assertEquals([code, restored], [0, true], output);
    assert(output.trimEnd().endsWith(LEAVE), output);
  });
}

terminalTest("sessions browse asks line by line on a dumb terminal and with --plain", async (home) => {
  for (const [words, env] of [[BROWSE, { TERM: "dumb" }], [[...BROWSE, "--plain"], {}]] as const) {
    const steps = [{ after: "q: quit", type: "1\n" }, { after: "I will, at seven.", type: "q\n" }];
    const { output, code } = await onTerminalOf(home, words, steps, env);
    assertEquals(code, 0, output);
    assert(!output.includes("\x1b"), output);
  }
});

terminalTest(
  "sessions learnings append seals what a person types on a terminal, and never as the user's word",
  async (home) => {
    const dir = `${home}/session`;
    Deno.mkdirSync(dir);
    const payload = '{"text":"Bed 2 holds the tomatoes.","assertedBy":"user"}';
    const append = ["sessions", "learnings", "append", "--session-dir", dir, "--kind", "facts", "--payload", payload];
    const { output, code } = await onTerminalOf(home, append, []);
    assertEquals(code, 0, output);
    assertMatch(output, /^Appended facts [0-9a-f-]{36} to "[^"]+"\.\r\n$/);
    const row = JSON.parse(Deno.readTextFileSync(`${dir}/facts.jsonl`));
    assertMatch(row.provenance.seal, /^[0-9a-f]{16}$/);
    assertEquals(row.payload.assertedBy, "tool");
    const context = await onTerminalOf(home, ["sessions", "context", "--session-dir", dir], []);
    assert(context.output.includes("Bed 2 holds the tomatoes."), context.output);
  },
);
