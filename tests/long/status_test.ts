import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { conversation, type Row, snapshot } from "../import_test_support.ts";
import { hasTerminal, type PersonMachine, personTest } from "../person_test_support.ts";

const SESSION = "aaaaaaaa-0000-4000-8000-000000000001";

/** Learns one turn by its Stop hook. */
async function turn(machine: PersonMachine, more: Row = {}): Promise<string> {
  const kettle = machine.project("kettle");
  const talk = conversation(SESSION, kettle);
  talk.typed("why does it boil dry?");
  talk.reply("the sensor sends a null");
  const transcript = machine.transcript(SESSION, talk.rows);
  await machine.hook(["claude", "stop"], machine.stop(SESSION, transcript, { cwd: kettle, ...more }));
  return kettle;
}

personTest(
  "status tells what ran, how long it took, and what went wrong (report 54: https://github.com/anthropics/claude-code/issues/88578)",
  async (machine) => {
    assertStringIncludes(await machine.ok(["status"]), "No hook has run yet.");
    await machine.ok(["install", "claude"]);
    await turn(machine);
    await turn(machine, { last_assistant_message: "not written yet" });
    machine.configure({ version: 1, workspaces: 7 });
    await turn(machine);
    await turn(machine);
    // A configuration that keeps hooks from working keeps nobody from seeing it.
    const text = await machine.ok(["status"]);
    assertMatch(text, /^Problem: cannot use ".*config\.jsonc": .*nothing is learned until it is mended\.$/m);
    assertMatch(text, /^claude-code Stop +4 +2 +0 +2 +\d+\/\d+ +\d\d:\d\d$/m);
    assertMatch(text, /^Last problem\n.* claude-code Stop, 2 times: cannot use ".*config\.jsonc"/m);
    assertStringIncludes(text, "Late replies: at 1 of 1 Stop the reply was not in the transcript in time.");
    assertMatch(text, /^wired +Claude Code at Stop, SessionEnd, PreCompact \(.*settings\.json\)$/m);
    machine.configure({ version: 1 });
    await turn(machine);
    const status = await machine.json(["status"]);
    const [failure] = status["failures"] as Row[];
    assertEquals([failure?.["count"], failure?.["goodSince"], failure?.["session"]], [2, 1, SESSION]);
    assertEquals(status["problems"], []);
    assertEquals(status["flush"], { stops: 1, misses: 1, inARow: 1 });
    const [stop] = status["runs"] as Row[];
    assertEquals([stop?.["event"], stop?.["runs"]], ["Stop", 5]);
    assertEquals(Object.keys(status).sort(), [
      "failures",
      "flush",
      "gone",
      "homes",
      "hooks",
      "pauses",
      "problems",
      "reviewed",
      "runs",
      "schema",
      "since",
      "version",
    ]);
  },
);

personTest(
  "status says what is gone after git clean, learn restores it, and so does the next Stop",
  async (machine) => {
    const kettle = await turn(machine);
    const other = "bbbbbbbb-0000-4000-8000-000000000002";
    const talk = conversation(other, kettle);
    talk.typed("and the lid?");
    machine.transcript(other, talk.rows);
    await machine.ok(["learn"]);
    assertEquals((await machine.json(["status"]))["gone"], []);
    const before = machine.canonical(kettle);
    Deno.removeSync(`${kettle}/.umwelten`, { recursive: true });
    const text = await machine.ok(["status"]);
    assertStringIncludes(text, `${kettle}: 2 stored conversations are gone.`);
    assertStringIncludes(text, '"imprint-hook learn" learns again what the transcripts still hold.');
    await turn(machine);
    assertEquals((await machine.json(["status"]))["gone"], [{
      workDir: kettle,
      exists: true,
      conversations: 1,
      restorable: 1,
    }]);
    await machine.ok(["learn"]);
    assertEquals([(await machine.json(["status"]))["gone"], machine.canonical(kettle)], [[], before]);
    // What has no transcript any more cannot be had again.
    Deno.removeSync(`${kettle}/.umwelten`, { recursive: true });
    Deno.removeSync(`${machine.store}/-kettle/${other}.jsonl`);
    assertStringIncludes(await machine.ok(["status"]), "1 cannot be had again, as the transcript is gone too");
    // Without the state it is known that something was there.
    Deno.removeSync(`${machine.userHome}/.local/state`, { recursive: true });
    assertStringIncludes(await machine.ok(["status"]), `${kettle}: what was stored there is gone.`);
  },
);

personTest("status and the day write nothing at all", async (machine) => {
  await turn(machine);
  const before = snapshot(machine.userHome);
  for (const words of [["status"], ["status", "--json"], ["--plain"], ["--json"]]) await machine.ok(words);
  assertEquals(snapshot(machine.userHome), before);
});

personTest("status and the day redact once more what they print", async (machine) => {
  await turn(machine);
  machine.configure({ version: 1, redact: [{ text: "boil dry", as: "mishap" }, { text: "kettle", as: "device" }] });
  for (const words of [["status"], ["--plain"], ["--json"], ["status", "--json"]]) {
    const text = await machine.ok(words);
    assert(!/boil dry|kettle/.test(text), text);
  }
});

personTest("imprint-hook alone shows today's conversations, and what is still open", async (machine) => {
  assertStringIncludes(await machine.ok(["--plain"]), '"imprint-hook install claude" wires Claude Code');
  const kettle = machine.project("kettle");
  const yesterday = new Date(Date.now() - 30 * 3_600_000).toISOString();
  const now = new Date().toISOString();
  const talk = conversation(SESSION, kettle);
  talk.typed("asked yesterday", { timestamp: yesterday });
  talk.reply("answered yesterday", { timestamp: yesterday });
  talk.typed("Remember: run the heat tests before every commit", { timestamp: now });
  talk.reply("noted", { timestamp: now });
  machine.transcript(SESSION, talk.rows);
  await machine.ok(["learn"]);
  const day = await machine.json([]);
  assertEquals((day["sessions"] as Row[]).map(({ project, exchanges, question }) => [project, exchanges, question]), [
    [kettle, 1, "Remember: run the heat tests before every commit"],
  ]);
  assertEquals([day["stored"], day["wired"], day["lastProblem"]], [1, false, null]);
  assertEquals((day["learnings"] as Row[]).map(({ kind }) => kind).includes("preferences"), true);
  const text = await machine.ok(["--plain"]);
  assertStringIncludes(text, "1 conversation, 1 exchange");
  assertStringIncludes(text, "project: kettle");
  // Another workspace's roots hide it, here as everywhere.
  machine.configure({ version: 1, workspaces: { default: {}, research: { roots: [machine.project("research")] } } });
  assertEquals(((await machine.json([]))["sessions"] as Row[]).length, 1);
  machine.configure({ version: 1, workspaces: { default: {}, research: { roots: [kettle] } } });
  assertEquals((await machine.json([]))["sessions"], []);
});

personTest("imprint-hook alone takes its own options and names the ones it does not know", async (machine) => {
  const { code, stderr } = await machine.type(["--plian"]);
  assertEquals(code, 64);
  assertStringIncludes(stderr, 'no option "--plian"; did you mean "--plain"?; see "imprint-hook --help"');
  assertStringIncludes(await machine.ok(["--help"]), "Without a command: the day");
  machine.configure({ version: 1, workspaces: 7 });
  const broken = await machine.type(["--plain"]);
  assertEquals([broken.code, broken.stdout], [1, ""]);
  assertStringIncludes(broken.stderr, "config.jsonc");
});

personTest(
  `imprint-hook alone on a terminal is the day, in colour unless told otherwise${
    hasTerminal ? "" : " (ignored: no script)"
  }`,
  async (machine) => {
    await turn(machine);
    const home = `${machine.root}/other`;
    const bold = "\u001b[1m";
    for (
      const [words, env, coloured] of [
        [[], {}, true],
        [[], { NO_COLOR: "1" }, false],
        [[], { TERM: "dumb" }, false],
        [["--plain"], {}, false],
        [["--home", home], {}, true],
      ] as const
    ) {
      const { code, stdout } = await machine.atTerminal(words, { env });
      assertEquals([code, stdout.includes(bold)], [0, coloured], `${words} ${JSON.stringify(env)}: ${stdout}`);
      assertMatch(stdout, /\d{4}-\d\d-\d\d \(UTC[+-]\d\d:\d\d\): nothing of today was learned yet/);
      assertEquals(stdout.includes("wires Claude Code"), words[0] === "--home", stdout);
    }
    // It is a person who looks: no hook ran, and nothing was written.
    assertEquals(machine.heartbeats().length, 1);
    const status = await machine.atTerminal(["status"], { env: { COLUMNS: "80" } });
    assert(status.stdout.includes(bold) && status.stdout.includes("claude-code Stop"));
  },
  !hasTerminal,
);
