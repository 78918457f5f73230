import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { thread } from "../hooks/codex/rows_test_support.ts";
import { nativePath } from "../scripts/native_path.ts";
import { type CommandMachine, commandTest } from "./command_test_support.ts";
import { habitatLine } from "../lib/record/habitat_test_support.ts";
import { conversation } from "./import_test_support.ts";

const HABITAT = nativePath(new URL("../fixtures/habitat/", import.meta.url));
const KINDS = ["facts", "skill_candidates", "preferences", "open_loops", "mistakes"];
const SESSION = "7b1f0c52-3d0e-4a53-9c55-2f6f0b7d9a10";

/** A copy of the sessions that umwelten wrote. @returns the directory that holds them */
function habitat(machine: CommandMachine): string {
  const sessions = machine.directory("habitat/sessions");
  Deno.mkdirSync(`${sessions}/telegram-4711`);
  for (const { name } of Deno.readDirSync(`${HABITAT}sessions/telegram-4711`)) {
    Deno.copyFileSync(`${HABITAT}sessions/telegram-4711/${name}`, `${sessions}/telegram-4711/${name}`);
  }
  return sessions;
}

commandTest("sessions learnings append and list exchange rows with umwelten", async (machine) => {
  const dir = `${habitat(machine)}/telegram-4711`;
  const before = Deno.readTextFileSync(`${dir}/facts.jsonl`);
  const words = ["sessions", "learnings", "append", "--session-dir", dir, "--kind", "facts"];
  const payload = '{"text":"Bed 1 holds ghp_0123456789abcdefghijABCDEFGHIJ012345.","assertedBy":"user"}';
  const provenance = '{"compactionRunId":"run-2","seal":"0011223344556677"}';
  const row = await machine.json([...words, "--payload", payload, "--provenance", provenance]);
  assertEquals(row["payload"], { text: "Bed 1 holds [redacted:github-token].", assertedBy: "tool" });
  assertMatch(
    JSON.stringify(row["provenance"]),
    /^\{"habitatSessionId":"telegram-4711","compactionRunId":"run-2","prod/,
  );
  assertEquals(row["foreign"], true);
  const { foreign: _, ...written } = row;
  assertEquals(Deno.readTextFileSync(`${dir}/facts.jsonl`), `${before}${JSON.stringify(written)}\n`);

  const list = ["sessions", "learnings", "list", "--session-dir", dir];
  const all = JSON.parse(await machine.ok([...list, "--json"]));
  assertEquals(Object.keys(all), KINDS);
  assertEquals(KINDS.map((kind) => all[kind].length), [3, 0, 0, 1, 0]);
  // Every field that umwelten wrote is there, and that nobody here wrote it.
  assertEquals(all.open_loops[0], {
    id: "0d9d3b52-6a2f-4a1e-8a52-1c1f6a0d7b13",
    kind: "open_loops",
    createdAt: "2026-04-07T12:31:00.000Z",
    payload: { summary: "water bed 2 at seven", owner: "gardener" },
    provenance: { discordChannelId: "1" },
    foreign: true,
  });
  const facts = JSON.parse(await machine.ok([...list, "--kind", "facts", "--json"]));
  assertEquals(facts, all.facts);
  const text = await machine.ok(list);
  assertMatch(text, /foreign {2}bed 2 holds the tomatoes\n/);
  assertStringIncludes(text, "water bed 2 at seven; gardener");
});

commandTest(
  "sessions learnings of a Claude session lie where umwelten looks for them, and resolving makes nothing",
  async (machine) => {
    const workDir = machine.directory("mirror");
    const named = ["--work-dir", workDir, "--claude-project", "/srv/kettle", "--claude-uuid", SESSION];
    assertStringIncludes(await machine.ok(["sessions", "learnings", "list", ...named]), "No learnings in");
    assertEquals([...Deno.readDirSync(workDir)], []);
    const append = ["sessions", "learnings", "append", ...named, "--kind", "preferences"];
    assertStringIncludes(await machine.ok([...append, "--payload", '{"text":"Use tabs."}']), "so it is foreign");
    const key = "39d1271cb6e43f2b3e5d838b09b7b955";
    const directory = `${workDir}/.umwelten/learnings/claude/${key}`;
    Deno.writeTextFileSync(
      `${directory}/preferences.jsonl`,
      Deno.readTextFileSync(`${HABITAT}mirror/${key}/preferences.jsonl`),
      { append: true },
    );
    const rows = JSON.parse(
      await machine.ok(["sessions", "learnings", "list", ...named, "--kind", "preferences", "--json"]),
    );
    const payloads = rows.map(({ payload, foreign }: { payload: unknown; foreign: boolean }) => [payload, foreign]);
    assertEquals(payloads, [[{ text: "Use tabs." }, true], [{ text: "Use tabs in this project.", weight: 3 }, true]]);
    // A workspace of its own excludes the project: nobody is shown it, nobody adds to it.
    machine.configure({ version: 1, exclude: ["/srv/**"], workspaces: { default: {} } });
    for (const words of [["sessions", "learnings", "list", ...named], [...append, "--payload", "{}"]]) {
      const { code, stderr } = await machine.run(words);
      assertEquals(code, 1);
      assertStringIncludes(stderr, "is hidden by today's configuration (excluded)");
    }
  },
);

commandTest(
  "sessions transcript compact, show and context follow a habitat session over its parts",
  async (machine) => {
    const dir = `${habitat(machine)}/telegram-4711`;
    const compact = ["sessions", "transcript", "compact", "--session-dir", dir];
    const answer = await machine.json([
      ...compact,
      "--summary",
      "Watering at seven.",
      "--learning-counts",
      '{"facts":1}',
    ]);
    assertMatch(String(answer["frozenRelative"]), /^transcript\.\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z\.jsonl$/);
    const marker = JSON.parse(Deno.readTextFileSync(`${dir}/transcript.jsonl`));
    assertEquals([marker.summary, marker.predecessorSegment, marker.learningCounts], [
      "Watering at seven.",
      answer["frozenRelative"],
      { facts: 1 },
    ]);
    const show = ["sessions", "show", "--session-dir", dir];
    const shown = await machine.json(show);
    const messages = shown["messages"] as { uuid: string }[];
    assertEquals(messages.map(({ uuid }) => uuid), ["a1", "a2", "a3", "a4", "b1", "b2"]);
    const last = (await machine.json([...show, "--limit", "3"]))["messages"];
    assertEquals(last, messages.slice(-3));
    assertStringIncludes(await machine.ok(show), "assistant, ");
    const context = ["sessions", "context", "--session-dir", dir];
    const told = await machine.run(context);
    assert(told.stdout.indexOf("Watering at seven.") < told.stdout.indexOf("bed 2 is dry"), told.stdout);
    assert(!told.stdout.includes("ten minutes"));
    assertStringIncludes(told.stderr, "Left out 3 that this installation did not write");
    await machine.ok(["workspace", "trust", `${dir}/..`]);
    const trusted = await machine.json(context);
    assertStringIncludes(JSON.stringify(trusted["messages"]), "The sensors report every ten minutes.");
    const short = await machine.json([...context, "--max-chars", "150"]);
    assert(JSON.stringify(short["messages"]).length < 250 && Number(short["left"]) > 0);
  },
);

commandTest(
  "sessions show --limit counts no questions of a long transcript, and shows the same messages",
  async (machine) => {
    const dir = machine.directory("habitat/telegram-9");
    const line = (n: number) =>
      habitatLine(
        n % 2 === 0 ? "user" : "assistant",
        `${n}: ${"tomatoes ".repeat(50)}`,
        `2026-04-07T12:${10 + n % 50}:00.000Z`,
      );
    Deno.writeTextFileSync(`${dir}/transcript.jsonl`, Array.from({ length: 800 }, (_, n) => `${line(n)}\n`).join(""));
    const show = async (...more: readonly string[]) => {
      const { session, messages } = await machine.json(["sessions", "show", "--session-dir", dir, ...more]);
      const { questions, title, first, last } = session as Record<string, unknown>;
      return { questions, title: String(title).slice(0, 12), first, last, messages: messages as readonly unknown[] };
    };
    const whole = await show();
    assertEquals([whole.questions, whole.title, whole.messages.length], [400, "0: tomatoes ", 800]);
    assertEquals(await show("--limit", "50"), { ...whole, questions: null, messages: whole.messages.slice(-50) });
  },
);

commandTest("sessions list and show tell what was learned of every client", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = conversation(SESSION, kettle);
  talk.typed("why does it boil dry?");
  talk.reply("the sensor sends a null");
  talk.typed("remember: run the heat tests first");
  talk.reply("noted");
  await machine.learn(machine.transcript(SESSION, talk.rows));
  const codex = thread({ cwd: kettle });
  codex.typed("pour the tea");
  codex.reply("poured");
  codex.end();
  const rollout = `${machine.root}/client/rollout-2026-11-02T09-00-00-${codex.id}.jsonl`;
  Deno.writeTextFileSync(rollout, codex.rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  await machine.ok(["learn", "--transcript", rollout]);

  const list = ["sessions", "list", "--in", kettle];
  const listed = (await machine.json(list))["sessions"] as Record<string, unknown>[];
  const figures = listed.map(({ id, client, questions, title, project }) => [id, client, questions, title, project]);
  assertEquals(figures, [
    [codex.id, "codex", 1, "pour the tea", kettle],
    [SESSION, "claude-code", 2, "why does it boil dry?", kettle],
  ]);
  assertEquals((listed[1]?.["learnings"] as Record<string, number>)["preferences"], 1);
  const only = (await machine.json([...list, "--source", "claude", "--limit", "5"]))["sessions"];
  assertEquals((only as unknown[]).length, 1);
  assertStringIncludes(await machine.ok(list), "2 questions, 0 min, 1 learned");
  const shown = await machine.json(["sessions", "show", SESSION.slice(0, 8), "--in", kettle]);
  const messages = shown["messages"] as { role: string; text: string }[];
  assertEquals(messages.map(({ role, text }) => `${role}: ${text}`), [
    "user: why does it boil dry?",
    "assistant: the sensor sends a null",
    "user: remember: run the heat tests first",
    "assistant: noted",
  ]);
  assertStringIncludes(await machine.ok(["sessions", "show", SESSION, "--in", kettle, "--limit", "1"]), "noted");
  // Another project's own list has none of them, and neither does a workspace that may not read it.
  const garden = machine.project("garden");
  assertEquals((await machine.json(["sessions", "list", "--in", garden]))["sessions"], []);
  machine.configure({ version: 1, workspaces: { default: {}, research: { roots: [kettle] } } });
  const hidden = await machine.json(["sessions", "list", "--all"]);
  assertEquals([hidden["sessions"], hidden["hidden"]], [[], 2]);
});

commandTest("sessions browse is line by line where there is no terminal", async (machine) => {
  const sessions = habitat(machine);
  const none = await machine.start(["sessions", "browse"]);
  assertEquals([none.code, none.stdout], [0, await machine.ok(["sessions", "list"])]);
  assertStringIncludes(none.stdout, 'No conversations here. "imprint-hook learn" learns what is new; "--all" lists');
  const { code, stdout } = await machine.start(["sessions", "browse", "--sessions-dir", sessions]);
  assertEquals(code, 0);
  assertStringIncludes(
    stdout,
    "telegram  Which of the tomatoes need water today?\n   2 questions, 3 h, 2 learned, 1 open",
  );
  assert(!stdout.includes("\x1b"));
});

const WRONG: readonly (readonly [words: readonly string[], code: number, message: string])[] = [
  [["learnings", "append", "--session-dir", "DIR", "--kind", "fact", "--payload", "{}"], 64, 'did you mean "facts"?'],
  [["learnings", "append", "--session-dir", "DIR", "--kind", "facts", "--payload", "[1]"], 64, "needs a JSON object"],
  [["learnings", "append", "--session-dir", "DIR", "--kind", "facts"], 64, "--kind and --payload say what"],
  [["learnings", "append", "--kind", "facts", "--payload", "{}"], 64, "name one session: --session-dir DIR, or"],
  [["learnings", "list", "--session-dir", "DIR", "--work-dir", "DIR"], 64, "name one session"],
  [["learnings", "list", "--work-dir", "DIR", "--claude-uuid", "x"], 64, "name one session"],
  [["learnings", "list", "--session-dir", "DIR/gone"], 1, "there is no such directory"],
  [["transcript", "compact", "--session-dir", "DIR"], 64, "--session-dir and --summary are needed"],
  [["transcript", "compact", "--session-dir", "DIR", "--summary", "s"], 1, "it has no transcript.jsonl"],
  [
    ["transcript", "compact", "--session-dir", "DIR", "--summary", "s", "--learning-counts", '{"fact":1}'],
    64,
    "needs a number for each kind",
  ],
  [["context", "--session-dir", "DIR", "--max-chars", "0"], 64, "needs a whole number above 0"],
  [["show"], 64, "name one session"],
  [["show", "abc"], 64, "is no id"],
  [["show", "abcdefgh"], 1, 'no conversation "abcdefgh" here'],
  [["list", "--source", "cloud"], 64, 'no client "cloud"'],
  [["list", "--sessions-dir", "DIR", "--all"], 64, "do not go with it"],
  [["browse", "--sessions-dir", "DIR/gone"], 1, "there is no such directory"],
];

commandTest("sessions commands say what is wrong with their arguments, and write nothing", async (machine) => {
  const dir = machine.directory("empty");
  for (const [words, code, message] of WRONG) {
    const run = await machine.run(["sessions", ...words.map((word) => word.replace("DIR", dir))]);
    assertEquals([run.code, run.stdout], [code, ""], words.join(" "));
    assertStringIncludes(run.stderr, message);
    assertEquals([...Deno.readDirSync(dir)], []);
  }
});

commandTest("sessions commands neither show nor take back what was forgotten", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = conversation(SESSION, kettle);
  talk.typed("remember: run the heat tests first");
  talk.reply("noted, heat tests first");
  await machine.learn(machine.transcript(SESSION, talk.rows));
  const named = ["--work-dir", kettle, "--claude-project", kettle, "--claude-uuid", SESSION];
  const list = ["sessions", "learnings", "list", ...named, "--kind", "preferences", "--json"];
  const [learned] = JSON.parse(await machine.ok(list));
  assertEquals([learned.payload.text, learned.foreign], ["run the heat tests first", false]);
  await machine.ok(["forget", learned.id, "--home", machine.home], { cwd: kettle });
  assertEquals(await machine.ok(list), "[]\n");
  const { stdout } = await machine.run(["sessions", "context", ...named]);
  assert(!stdout.includes("heat"), stdout);
  const payload = JSON.stringify({ text: learned.payload.text });
  const append = ["sessions", "learnings", "append", ...named, "--kind", "preferences", "--payload", payload];
  const { code, stderr } = await machine.run(append);
  assertEquals(code, 1);
  assertStringIncludes(stderr, "this was forgotten");
  await machine.ok(["forget", "--session", SESSION, "--home", machine.home], { cwd: kettle });
  assertEquals((await machine.json(["sessions", "list", "--in", kettle]))["sessions"], []);
  assertEquals((await machine.run(["sessions", "show", SESSION, "--in", kettle])).code, 1);
});
