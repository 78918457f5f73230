import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { conversation } from "../import_test_support.ts";
import { type PersonMachine, personTest } from "../person_test_support.ts";

const SESSION = "aaaaaaaa-0000-4000-8000-000000000001";

/** Questions that are stored. */
function questions(machine: PersonMachine, workDir: string): readonly (string | undefined)[] {
  return machine.exchanges(workDir).map(({ question }) => question?.text);
}

const now = (): string => new Date().toISOString();

personTest(
  "what is said during a pause is learned by no hook, no sweep, and not when all is read again",
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = conversation(SESSION, kettle);
    const store = () => machine.transcript(SESSION, talk.rows);
    const hook = (event: string, more: Record<string, unknown> = {}) =>
      machine.hook(
        ["claude", "stop"],
        machine.stop(SESSION, store(), { cwd: kettle, hook_event_name: event, ...more }),
      );
    talk.typed("question before", { timestamp: now() });
    talk.reply("answer before", { timestamp: now() });
    await hook("Stop");
    const text = await machine.ok(["pause"]);
    assertStringIncludes(text, "Paused: from now on until you resume, nothing is learned of any conversation.");
    assertStringIncludes(text, "imprint-hook resume ends it");
    talk.typed("question hushed", { timestamp: now() });
    // The reply is said by the payload before it is in the transcript.
    await hook("Stop", { last_assistant_message: "answer hushed" });
    talk.reply("answer hushed", { timestamp: now() });
    for (const event of ["Stop", "PreCompact", "SessionEnd"]) await hook(event);
    await machine.ok(["learn"]);
    assertEquals(questions(machine, kettle), ["question before"]);
    assertStringIncludes(await machine.ok(["resume"]), "What was said in between stays unlearned.");
    await machine.ok(["learn"]);
    talk.typed("question after", { timestamp: now() });
    talk.reply("answer after", { timestamp: now() });
    await hook("Stop");
    assertEquals(questions(machine, kettle), ["question before", "question after"]);
    // From the first byte: neither cache nor store know anything any more.
    Deno.removeSync(`${kettle}/.umwelten`, { recursive: true });
    Deno.removeSync(`${machine.userHome}/.local/state`, { recursive: true });
    await machine.ok(["learn"]);
    assertEquals(questions(machine, kettle), ["question before", "question after"]);
    assert(!machine.everything(kettle).includes("hushed"));
    assert(!machine.everything(`${machine.userHome}/.local`).includes("hushed"));
  },
);

personTest("a reply that comes during a pause is not kept from the payload either", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = conversation(SESSION, kettle);
  talk.typed("question before", { timestamp: now() });
  const transcript = machine.transcript(SESSION, talk.rows);
  await machine.ok(["pause"]);
  const payload = machine.stop(SESSION, transcript, { cwd: kettle, last_assistant_message: "answer hushed" });
  await machine.hook(["claude", "stop"], payload);
  assertEquals(machine.exchanges(kettle).map(({ question, answers }) => [question?.text, answers.length]), [
    ["question before", 0],
  ]);
  const during = now();
  await machine.ok(["resume"]);
  talk.reply("answer hushed", { timestamp: during });
  machine.transcript(SESSION, talk.rows);
  await machine.ok(["learn"]);
  assertEquals(machine.exchanges(kettle).map(({ answers }) => answers.length), [0]);
  assert(!machine.everything(kettle).includes("hushed"));
});

personTest("pause DIR means conversations at or below it, by every name of the directory", async (machine) => {
  const [kettle, teapot] = [machine.project("kettle"), machine.project("teapot")];
  const link = `${machine.root}/link`;
  Deno.mkdirSync(`${kettle}/src`);
  Deno.symlinkSync(kettle, link);
  const text = await machine.ok(["pause", "link"], { cwd: machine.root });
  assertStringIncludes(
    text.replaceAll("\n", " "),
    `Paused: from now on until you resume, nothing is learned of conversations in "${link}".`,
  );
  const cwds = [`${kettle}/src`, `${link}/src`, teapot];
  for (const [n, cwd] of cwds.entries()) {
    const id = `aaaaaaaa-0000-4000-8000-00000000000${n}`;
    const talk = conversation(id, cwd, { prefix: `aaaa000${n}` });
    talk.typed(`question in ${cwd}`, { timestamp: now() });
    machine.transcript(id, talk.rows);
  }
  await machine.ok(["learn"]);
  assertEquals([...questions(machine, kettle), ...questions(machine, teapot)], [`question in ${teapot}`]);
  // The link goes; what was said behind it stays unsaid.
  Deno.removeSync(link);
  Deno.removeSync(`${machine.userHome}/.local/state`, { recursive: true });
  await machine.ok(["learn"]);
  assertEquals(questions(machine, kettle), []);
  assertStringIncludes(await machine.ok(["resume", kettle]), "can be learned again");
  await machine.ok(["learn"]);
  assertEquals(questions(machine, kettle), []);
});

personTest("pause --for ends by itself, and pausing again changes the end", async (machine) => {
  const first = await machine.json(["pause", "--for", "1h30m"]);
  assertEquals(Date.parse(String(first["until"])) - Date.parse(String(first["from"])), 90 * 60_000);
  assertEquals(first["wasPaused"], false);
  const second = await machine.json(["pause"]);
  assertEquals([second["from"], second["until"], second["wasPaused"]], [first["from"], null, true]);
  assertMatch(
    await machine.ok(["pause", "--for", "2h"]),
    /^Paused: since [-0-9]{10} [:0-9]{5} and until [-0-9]{10} [:0-9]{5} \(UTC[-+:0-9]+\), nothing is learned of any /,
  );
  const status = await machine.json(["status"]);
  assertEquals((status["pauses"] as unknown[]).length, 1);
  // It is over: what is said now is learned.
  const file = `${machine.userHome}/.local/share/imprint-hook/pauses.jsonl`;
  const over = { dir: null, from: first["from"], until: new Date(Date.now() - 1).toISOString() };
  Deno.writeTextFileSync(file, `${JSON.stringify(over)}\n`, { append: true });
  const kettle = machine.project("kettle");
  const talk = conversation(SESSION, kettle);
  talk.typed("question after", { timestamp: now() });
  await machine.hook(["claude", "stop"], machine.stop(SESSION, machine.transcript(SESSION, talk.rows)));
  assertEquals(questions(machine, kettle), ["question after"]);
  assertEquals(await machine.ok(["resume"]), "Nothing is paused.\n");
});

personTest("a pause is kept behind a row that a crash tore", async (machine) => {
  const data = `${machine.userHome}/.local/share/imprint-hook`;
  Deno.mkdirSync(data, { recursive: true });
  Deno.writeTextFileSync(`${data}/pauses.jsonl`, '{"dir":null,"from":"2026-10-2');
  await machine.ok(["pause"]);
  assertEquals(((await machine.json(["status"]))["pauses"] as unknown[]).length, 1);
  await machine.ok(["resume"]);
  assertEquals((await machine.json(["status"]))["pauses"], []);
});

personTest("pause and resume refuse what would do nothing, and say what is paused", async (machine) => {
  const [kettle, teapot] = [machine.project("kettle"), machine.project("teapot")];
  Deno.writeTextFileSync(`${machine.root}/notes.txt`, "");
  const cases: readonly (readonly [readonly string[], number, RegExp])[] = [
    [["pause", `${machine.root}/nowhere`], 1, /there is no such directory; nothing is paused/],
    [["pause", `${machine.root}/notes.txt`], 1, /it is a file/],
    [["pause", "--for", "2 hours"], 64, /cannot read the time "2 hours"/],
    [["pause", "--for", "0m"], 64, /cannot read the time/],
    [["pause", "a", "b"], 64, /expected \[DIR\]/],
  ];
  for (const [words, status, told] of cases) {
    const { code, stdout, stderr } = await machine.type(words);
    assertEquals([code, stdout], [status, ""], words.join(" "));
    assertMatch(stderr, told);
  }
  assertEquals((await machine.json(["status"]))["pauses"], []);
  await machine.ok(["pause", kettle]);
  const all = await machine.type(["resume"]);
  assertEquals([all.code, all.stdout], [1, ""]);
  assertStringIncludes(all.stderr, `there is no pause of every conversation; paused are conversations in "${kettle}"`);
  const other = await machine.type(["resume", teapot]);
  assertEquals(other.code, 1);
  await machine.ok(["pause"]);
  const resumed = await machine.ok(["resume", kettle]);
  assertStringIncludes(resumed, "Still paused: every conversation, until resumed; imprint-hook resume ends it.");
  await machine.ok(["resume"]);
  assertEquals((await machine.json(["status"]))["pauses"], []);
});

personTest("pause warns when the hook keeps its things elsewhere", async (machine) => {
  await machine.ok(["install", "claude"]);
  const text = await machine.ok(["pause", "--home", `${machine.root}/other`]);
  assertMatch(text, /Warning: the hook in ".*settings\.json" keeps its things at the usual place.*does not reach it/);
  assert(!(await machine.ok(["pause"])).includes("Warning"));
});
