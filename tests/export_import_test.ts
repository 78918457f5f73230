import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { type CommandMachine, commandTest } from "./command_test_support.ts";
import { fencedBlocks } from "./fenced_commands_test_support.ts";
import { type Conversation, conversation, type Row } from "./import_test_support.ts";
import { notesIn, startOf } from "./session_start_test_support.ts";

const SESSION = "aaaaaaaa-0000-4000-8000-000000000001";
const NEEDLE = "samovar of aunt";

function talkOf(cwd: string): Conversation {
  const talk = conversation(SESSION, cwd);
  talk.typed("remember: indent with tabs in this project");
  talk.reply("noted, tabs");
  talk.typed("remember: the samovar of aunt Olga stands in the cellar");
  talk.reply("noted: the samovar of aunt Olga is in the cellar");
  talk.typed("does the kettle leak?");
  return talk;
}

/** Exports with the machine's own home, or another one. */
async function exported(machine: CommandMachine, name: string, home = machine.home): Promise<readonly Row[]> {
  const file = `${machine.root}/${name}`;
  await machine.ok(["export", "--out", file, "--home", home]);
  return Deno.readTextFileSync(file).split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
}

async function imported(machine: CommandMachine, name: string, words: readonly string[] = []): Promise<Row> {
  return await machine.json(["import", `${machine.root}/${name}`, "--home", machine.home, ...words]);
}

/** Files of a directory without what names the run's time. */
function stored(machine: CommandMachine, kettle: string): string {
  return machine.everything(`${kettle}/.umwelten`).replaceAll(/"updatedAt": "[^"]*"/g, "");
}

commandTest("import brings back what export wrote, once", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = talkOf(kettle);
  await machine.learn(machine.transcript(SESSION, talk.rows));
  const before = machine.canonical(kettle);
  const lines = await exported(machine, "all.jsonl");
  assertEquals(lines[0]?.["type"], "session");
  assert(
    lines.every(({ schema, client, sessionId }) => schema === 1 && client === "claude-code" && sessionId === SESSION),
  );
  const told = await startOf(machine, { cwd: kettle });

  Deno.removeSync(`${kettle}/.umwelten`, { recursive: true });
  const first = await imported(machine, "all.jsonl");
  assertEquals([first["sessions"], first["foreign"], first["bad"], first["skipped"]], [1, 0, 0, {}]);
  assertEquals(machine.canonical(kettle), before);
  assertEquals(notesIn(await startOf(machine, { cwd: kettle, session: "later" })), notesIn(told));

  const files = stored(machine, kettle);
  const again = await imported(machine, "all.jsonl");
  assertEquals([again["messages"], again["learnings"]], [0, 0]);
  assertEquals(stored(machine, kettle), files);
  assertEquals(await exported(machine, "again.jsonl"), lines);

  // The transcript adds nothing to it, and what is said next goes on from there.
  talk.reply("it is tight");
  const report = await machine.learn(machine.transcript(SESSION, talk.rows));
  assertEquals(report.exchanges.new, 0);
  assertEquals(machine.exchanges(kettle).at(-1)?.answers.map(({ text }) => text), ["it is tight"]);
});

commandTest("import leaves learnings of another installation foreign", async (machine) => {
  const kettle = machine.project("kettle");
  await machine.learn(machine.transcript(SESSION, talkOf(kettle).rows));
  await exported(machine, "all.jsonl");
  Deno.removeSync(`${kettle}/.umwelten`, { recursive: true });
  Deno.removeSync(machine.home, { recursive: true });
  Deno.mkdirSync(machine.home);
  const { learnings, foreign } = await imported(machine, "all.jsonl");
  assert(Number(foreign) > 1 && foreign === learnings);
  const { rows } = await machine.json(["list", "--home", machine.home], { cwd: kettle });
  assert((rows as readonly Row[]).length > 1 && (rows as readonly Row[]).every((row) => row["foreign"] === true));
  assertEquals(notesIn(await startOf(machine, { cwd: kettle })), []);
  const [first] = rows as readonly Row[];
  const keep = ["keep", String(first?.["id"]), "--home", machine.home];
  assertStringIncludes((await machine.run(keep, { cwd: kettle })).stderr, `"imprint-hook workspace trust ${kettle}"`);
  await machine.ok(["workspace", "trust", kettle, "--home", machine.home]);
  assertEquals((await machine.run(keep, { cwd: kettle })).stderr, "");
  assertEquals(notesIn(await startOf(machine, { cwd: kettle })).length > 0, true);
  assertEquals((await imported(machine, "all.jsonl"))["learnings"], 0);
});

for (const purge of [[], ["--purge"]]) {
  const name = `forget ${purge.join("")}`.trim();
  commandTest(`export leaves out what ${name} took, and an older export brings nothing back`, async (machine) => {
    const kettle = machine.project("kettle");
    await machine.learn(machine.transcript(SESSION, talkOf(kettle).rows));
    await exported(machine, "older.jsonl");
    await machine.ok(["forget", "--match", NEEDLE, ...purge, "--home", machine.home], { cwd: kettle });
    assert(!JSON.stringify(await exported(machine, "newer.jsonl")).includes(NEEDLE));
    const { forgotten } = await imported(machine, "older.jsonl");
    assert(Number(forgotten) > 0);
    if (purge.length > 0) assert(!machine.everything(`${kettle}/.umwelten`).includes(NEEDLE));
    Deno.removeSync(`${kettle}/.umwelten`, { recursive: true });
    await imported(machine, "older.jsonl");
    assert(!machine.everything(`${kettle}/.umwelten`).includes(NEEDLE));
    assert(machine.everything(`${kettle}/.umwelten`).includes("indent with tabs"));
  });
}

commandTest("import knows a forgotten statement again under any id and key", async (machine) => {
  const kettle = machine.project("kettle");
  await machine.learn(machine.transcript(SESSION, talkOf(kettle).rows));
  const lines = await exported(machine, "older.jsonl");
  const learnings = lines.filter(({ type, text }) => type === "learning" && String(text).includes(NEEDLE));
  const id = String((learnings[0]?.["row"] as Row)["id"]);
  await machine.ok(["forget", id, "--purge", "--home", machine.home], { cwd: kettle });
  const forged = learnings.map((line) => {
    const { payload, ...row } = line["row"] as Row;
    const other = { ...row, id: "f".repeat(32), payload: { ...payload as Row, key: "f".repeat(32) }, provenance: {} };
    return JSON.stringify({ ...line, row: other });
  });
  Deno.writeTextFileSync(`${machine.root}/forged.jsonl`, [JSON.stringify(lines[0]), ...forged].join("\n"));
  assertEquals((await imported(machine, "forged.jsonl"))["forgotten"], forged.length);
  assert(!machine.everything(`${kettle}/.umwelten`).includes(NEEDLE));
});

commandTest("import asks the ownership rule first", async (machine) => {
  const kettle = machine.project("kettle");
  await machine.learn(machine.transcript(SESSION, talkOf(kettle).rows));
  await exported(machine, "all.jsonl");
  Deno.removeSync(`${kettle}/.umwelten`, { recursive: true });
  machine.configure({ version: 1, workspaces: { default: {}, research: { roots: [kettle] } } });
  const { skipped, messages } = await imported(machine, "all.jsonl");
  assertEquals([skipped, messages], [{ claimed: 1 }, 0]);
  assertEquals((await imported(machine, "all.jsonl", ["--workspace", "research"]))["sessions"], 1);
});

commandTest("import says what is wrong with a file and changes nothing", async (machine) => {
  Deno.writeTextFileSync(`${machine.root}/other.jsonl`, '{"type":"user"}\nnot json\n');
  for (const [file, words] of [["other.jsonl", "none of its 2 lines"], ["none.jsonl", "no such file"]]) {
    const { code, stderr } = await machine.run(["import", `${machine.root}/${file}`, "--home", machine.home]);
    assertEquals([code, stderr.includes(words ?? "?")], [1, true], stderr);
  }
  const kettle = machine.project("kettle");
  await machine.learn(machine.transcript(SESSION, talkOf(kettle).rows));
  const lines = (await exported(machine, "all.jsonl")).map((line) => JSON.stringify({ ...line, workspace: "attic" }));
  Deno.writeTextFileSync(`${machine.root}/attic.jsonl`, lines.join("\n"));
  const { code, stderr } = await machine.run(["import", `${machine.root}/attic.jsonl`, "--home", machine.home]);
  assertEquals([code, stderr.includes('workspace "attic", which is not here')], [1, true]);
});

commandTest("a command says which file it cannot write when a person names one where none can be", async (machine) => {
  const kettle = machine.project("kettle");
  await machine.learn(machine.transcript(SESSION, talkOf(kettle).rows));
  const { rows } = await machine.json(["list", "--home", machine.home], { cwd: kettle });
  const id = (rows as readonly { id: string }[])[0]?.id ?? "";
  assert(id !== "");
  Deno.writeTextFileSync(`${machine.root}/a file`, "");
  const places: readonly (readonly [string, string])[] = [
    [`${machine.root}/not there/file`, `the directory "${machine.root}/not there" does not exist; make it, or name`],
    [`${machine.root}/a file/file`, `"${machine.root}/a file" is no directory; name another file with --`],
    [machine.root, "it is a directory; name a file in it"],
  ];
  for (const [place, why] of places) {
    for (
      const words of [
        ["export", "--out", place],
        ["report", "--html", place],
        ["promote", id, "--file", place, "--write"],
      ]
    ) {
      const { code, stdout, stderr } = await machine.run(words, { cwd: kettle });
      assertEquals([code, stdout], [1, ""], `${words.join(" ")}: ${stderr}`);
      assert(stderr.includes(`cannot write "${place}": ${why}`) && !/bug|imprint-tmp/.test(stderr), stderr);
    }
  }
});

commandTest("import --dry-run says how many of the conversations are here already", async (machine) => {
  const kettle = machine.project("kettle");
  await machine.learn(machine.transcript(SESSION, talkOf(kettle).rows));
  await exported(machine, "all.jsonl");
  const words = ["import", `${machine.root}/all.jsonl`, "--dry-run"];
  const here = "Here already, so that only what is new is added: 1 conversation of them.";
  const told = await machine.ok([...words, "--home", machine.home]);
  assert(told.startsWith("Would import at most ") && told.includes(here), told);
  assertEquals((await machine.json([...words, "--home", machine.home]))["known"], 1);
  const elsewhere = await machine.ok([...words, "--home", `${machine.root}/other`]);
  assert(!elsewhere.includes("Here already"), elsewhere);
  const { known } = await machine.json(["import", `${machine.root}/all.jsonl`, "--home", machine.home]);
  assertEquals(known, undefined);
});

commandTest("the README's jq over an export says what is still open", async (machine) => {
  const kettle = machine.project("kettle");
  const [first, second] = ["aaaaaaaa-0000-4000-8000-000000000011", "bbbbbbbb-0000-4000-8000-000000000012"];
  const tasks = (talk: Conversation, items: Readonly<Record<string, string>>, at: string) => {
    const todos = Object.entries(items).map(([content, status]) => ({ content, status, activeForm: content }));
    const content = [{ type: "tool_use", id: `t-${at}`, name: "TodoWrite", input: { todos } }];
    talk.row({ type: "assistant", timestamp: at, message: { id: `m-${at}`, role: "assistant", content } });
  };
  const before = conversation(first, kettle);
  before.typed("leave the flaky lid test for later");
  tasks(before, { "Guard the lid": "pending", "Rinse the pot": "pending" }, "2026-10-26T09:00:02.000Z");
  before.reply("I noted it.");
  const after = conversation(second, kettle);
  const at = (n: number) => ({ timestamp: `2026-10-27T09:00:0${n}.000Z` });
  after.typed("guard the lid now", at(1));
  tasks(after, { "Guard the lid": "completed" }, "2026-10-27T09:00:02.000Z");
  after.reply("The lid is guarded.", at(3));
  after.typed("what is left to do?", at(4));
  await machine.learn(machine.transcript(first, before.rows));
  await machine.learn(machine.transcript(second, after.rows));
  await exported(machine, "memory.jsonl");
  const { rows } = await machine.json(["list", "--kind", "open_loops", "--home", machine.home], { cwd: kettle });
  const open = (rows as readonly { readonly createdAt: string; readonly payload: { readonly text: string } }[])
    .map(({ createdAt, payload }) => `${createdAt.slice(0, 10)} ${payload.text}`);
  assertEquals(open.length, 3);
  const [jq, ...others] = fencedBlocks(Deno.readTextFileSync(new URL("../README.md", import.meta.url)), "jq");
  assert(jq !== undefined && others.length === 0);
  const { success, stdout } = await new Deno.Command("sh", { args: ["-c", jq.text], cwd: machine.root }).output();
  assertEquals([success, new TextDecoder().decode(stdout).trimEnd().split("\n").sort()], [true, open.sort()]);
}, !isThere("jq"));

function isThere(command: string): boolean {
  try {
    return new Deno.Command(command, { args: ["--version"], stdout: "null", stderr: "null" }).outputSync().success;
  } catch {
    return false;
  }
}
