import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { learningsRoot, safeKey } from "../lib/record/layout.ts";
import { LEARNING_KINDS } from "../lib/types.ts";
import { conversation, hasCorpus, machineTest, SHARED, walk } from "./import_test_support.ts";

const SESSION = "aaaaaaaa-0000-4000-8000-000000000001";

machineTest("importTranscript() stores what was typed with the replies that followed", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = conversation(SESSION, kettle);
  talk.typed("why does it boil dry?");
  talk.reply("the sensor sends a null");
  talk.typed("remember: run the heat tests first");
  talk.reply("noted");
  const report = await machine.learn(machine.transcript(SESSION, talk.rows));
  assertEquals(report.outcome, "learned");
  assertEquals(report.verdict?.kind, "unclaimed");
  assertEquals(report.exchanges, { new: 2, extended: 0, total: 2 });
  assertEquals(report.learnings, { preferences: 1 });
  assertEquals(report.learningsRoot, learningsRoot(kettle));
  assertEquals(
    machine.exchanges(kettle).map(({ question, answers }) => [question?.text, ...answers.map(({ text }) => text)]),
    [["why does it boil dry?", "the sensor sends a null"], ["remember: run the heat tests first", "noted"]],
  );
});

machineTest("importTranscript() appends nothing when it runs again, with or without its state", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = conversation(SESSION, kettle);
  talk.typed("one");
  talk.reply("first");
  talk.typed("remember: tabs never");
  talk.reply("second");
  const transcript = machine.transcript(SESSION, talk.rows);
  await machine.learn(transcript);
  const stored = () =>
    [...walk(kettle)].filter((path) => path.endsWith(".jsonl")).map((path) => Deno.readTextFileSync(path));
  const before = stored();
  for (const lose of [[], ["state"], ["meta"], ["seen"], ["meta", "seen", "state"], ["empty meta"], ["alien meta"]]) {
    const meta = [...walk(kettle)].find((path) => path.endsWith("meta.json"));
    assert(meta !== undefined);
    if (lose.includes("state")) Deno.removeSync(`${machine.home}/state`, { recursive: true });
    if (lose.includes("meta")) Deno.removeSync(meta);
    if (lose.includes("empty meta")) Deno.writeTextFileSync(meta, "");
    if (lose.includes("alien meta")) Deno.writeTextFileSync(meta, '{"claudeProjectPath":"/srv/x","note":"mine"}');
    if (lose.includes("seen")) Deno.removeSync(`${learningsRoot(kettle)}/claude/seen.bin`);
    const report = await machine.learn(transcript);
    assertEquals(report.outcome, "nothing-new", `after losing ${lose.join(" and ")}`);
    assertEquals(stored(), before, `after losing ${lose.join(" and ")}`);
  }
  const meta = JSON.parse(machine.everything(kettle).match(/\{\s*"claudeProjectPath"[\s\S]*?\n\}/)?.[0] ?? "{}");
  assertEquals(meta.note, "mine", "keys of other programs are kept");
});

machineTest("importTranscript() goes on where it left off, inside an open exchange too", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = conversation(SESSION, kettle);
  talk.typed("one");
  talk.reply("first");
  await machine.learn(machine.transcript(SESSION, talk.rows));
  talk.reply("second");
  const report = await machine.learn(machine.transcript(SESSION, talk.rows));
  assertEquals(report.exchanges, { new: 0, extended: 1, total: 1 });
  assertEquals(report.records.read, 1, "only what is new was read");
  assertEquals(machine.exchanges(kettle).map(({ answers }) => answers.map(({ text }) => text)), [["first", "second"]]);
});

machineTest(
  "importTranscript() stores a last line without line feed once, also when it is completed later",
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = conversation(SESSION, kettle);
    talk.typed("one");
    talk.reply("first");
    const text = talk.rows.map((row) => JSON.stringify(row)).join("\n");
    await machine.learn(machine.transcript(SESSION, [], { text }));
    assertEquals(machine.exchanges(kettle)[0]?.answers.length, 1);
    talk.reply("second");
    const whole = talk.rows.map((row) => JSON.stringify(row)).join("\n");
    await machine.learn(machine.transcript(SESSION, [], { text: whole.slice(0, -20) }));
    assertEquals(machine.exchanges(kettle)[0]?.answers.length, 1, "a torn line is left for the next run");
    await machine.learn(machine.transcript(SESSION, [], { text: `${whole}\n` }));
    assertEquals(machine.exchanges(kettle)[0]?.answers.map((answer) => answer.text), ["first", "second"]);
  },
);

machineTest("importTranscript() reads a file from its start when the client rewrote it", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = conversation(SESSION, kettle);
  talk.typed("one");
  talk.reply("first");
  talk.reply("lost by the client");
  await machine.learn(machine.transcript(SESSION, talk.rows));
  talk.rows.splice(2, 1);
  talk.reply("second", { uuid: "bbbbbbbb-0000-4000-8000-000000000001" });
  await machine.learn(machine.transcript(SESSION, talk.rows));
  const answers = machine.exchanges(kettle)[0]?.answers.map(({ text }) => text);
  assertEquals(answers, ["first", "lost by the client", "second"]);
});

machineTest("importTranscript() writes nothing when asked for a dry run", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = conversation(SESSION, kettle);
  talk.typed("one");
  talk.reply("first");
  const report = await machine.learn(machine.transcript(SESSION, talk.rows), { dryRun: true });
  assertEquals([report.outcome, report.exchanges.new, report.dryRun], ["learned", 1, true]);
  assertEquals([...walk(kettle)], []);
});

machineTest("importTranscript() keeps umwelten's conventions", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = conversation(SESSION, kettle);
  talk.typed("remember: run the heat tests first");
  talk.reply("noted");
  await machine.learn(machine.transcript(SESSION, talk.rows));
  const directory = `${learningsRoot(kettle)}/claude/${safeKey({ projectPath: kettle, sessionId: SESSION })}`;
  const meta = JSON.parse(Deno.readTextFileSync(`${directory}/meta.json`));
  assertEquals([meta.claudeProjectPath, meta.claudeSessionUuid, meta.learningsRoot], [kettle, SESSION, directory]);
  // A reader that knows one file a kind, and of each row `kind`, `id` and `payload.text`.
  const texts = LEARNING_KINDS.flatMap((kind) => {
    const path = `${directory}/${kind}.jsonl`;
    const file = [...walk(directory)].includes(path) ? Deno.readTextFileSync(path) : "";
    return file.split("\n").filter((line) => line !== "").map((line) => {
      const row = JSON.parse(line);
      assertEquals([row.kind, typeof row.id], [kind, "string"]);
      return row.payload.text;
    });
  });
  assertEquals(texts, ["run the heat tests first"]);
});

machineTest("importTranscript() makes files only their owner can read", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = conversation(SESSION, kettle);
  talk.typed("one");
  await machine.learn(machine.transcript(SESSION, talk.rows));
  for (const path of walk(`${kettle}/.umwelten`)) {
    assertEquals((Deno.statSync(path).mode ?? 0) & 0o777, 0o600, path);
    assertEquals((Deno.statSync(path.slice(0, path.lastIndexOf("/"))).mode ?? 0) & 0o777, 0o700, path);
  }
  assertEquals(Deno.readTextFileSync(`${learningsRoot(kettle)}/.gitignore`), "*\n");
  assertStringIncludes(Deno.readTextFileSync(`${learningsRoot(kettle)}/README.md`), "imprint-hook");
});

machineTest("importTranscript() redacts before it stores", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = conversation(SESSION, kettle);
  const token = ["ghp", "_", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("");
  talk.typed(`push with ${token} please <private>the boss is ill</private>`);
  talk.reply(`I used ${token}`);
  const report = await machine.learn(machine.transcript(SESSION, talk.rows));
  assert(report.redactions >= 3, `${report.redactions} redactions`);
  const everything = machine.everything(machine.root + "/kettle") + machine.everything(machine.home);
  assert(!everything.includes(token), "the token is stored");
  assert(!everything.includes("boss"), "private words are stored");
});

const STAGES = [
  "24-672feafdde-0",
  "63-590d292e96-0",
  "e3-67e53d89ee-0",
  "f8-39a29c35ef-0",
  "a3-c1ef347792-0",
  "7d-66f047ac98-0",
];
const STAGED = "3a782158-6c7c-4d4d-9c73-eae031da5b18";

machineTest(
  "importTranscript() of six stages of one session equals the last stage alone (report 30)",
  async (machine) => {
    const [grown, whole] = [machine.project("grown"), machine.project("whole")];
    const text = (stage: string) =>
      Deno.readTextFileSync(`${SHARED}corpus/claude/entireio__cli/${stage}/${STAGED}.jsonl`);
    for (const [index, stage] of STAGES.entries()) {
      const transcript = machine.transcript(STAGED, [], { text: text(stage) });
      await machine.learn(transcript, { workDir: grown });
      if (index % 2 === 1) Deno.removeSync(`${machine.home}/state`, { recursive: true });
    }
    const last = machine.transcript(STAGED, [], { text: text(STAGES.at(-1) ?? ""), slug: "-whole" });
    const report = await machine.learn(last, { workDir: whole });
    assert(report.exchanges.total > 10);
    assertEquals(machine.canonical(grown), machine.canonical(whole));
    // Both halves of the glued line are read: one record more than there are lines, and nothing broken.
    const lines = text(STAGES.at(-1) ?? "").split("\n").filter((line) => line !== "").length;
    assertEquals([report.records.read, report.records.bad], [lines + 1, 0]);
    const before = machine.everything(grown);
    for (const stage of STAGES) {
      await machine.learn(machine.transcript(STAGED, [], { text: text(stage) }), { workDir: grown });
    }
    assertEquals(rowsOf(machine.everything(grown)), rowsOf(before), "importing any stage again appends nothing");
  },
  !hasCorpus(),
);

function rowsOf(text: string): number {
  return text.split("\n").filter((line) => line.startsWith("{") && line.endsWith("}")).length;
}
