import { assert, assertEquals } from "@std/assert";
import { type CommandMachine, commandTest } from "./command_test_support.ts";
import { conversation } from "./import_test_support.ts";
import { noise, TOPICS } from "./search_questions_test_support.ts";

interface Row {
  readonly id: string;
  readonly kind: string;
  readonly session: string;
  readonly project: string;
  readonly snippet: readonly { readonly text: string; readonly marked: boolean }[];
}

async function search(machine: CommandMachine, cwd: string, words: readonly string[]): Promise<readonly Row[]> {
  const { rows } = await machine.json(["search", ...words, "--home", machine.home], { cwd });
  return rows as readonly Row[];
}

let number = 0;
async function told(
  machine: CommandMachine,
  cwd: string,
  talk: readonly { readonly asked: string; readonly answered: string }[],
): Promise<string> {
  const session = `${String(++number).padStart(8, "0")}-0000-4000-8000-00000000000b`;
  const made = conversation(session, cwd);
  for (const { asked, answered } of talk) {
    made.typed(asked);
    made.reply(answered);
  }
  const slug = cwd.replaceAll(/[^A-Za-z0-9]/g, "-");
  await machine.learn(machine.transcript(session, made.rows, { slug }), { asker: { kind: "hook" } });
  return session;
}

const words = (row: Row): string => row.snippet.map(({ text }) => text).join("");

commandTest("search finds the right row among the first five for at least 55 of 60 questions", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = noise(600);
  // Each topic among the noise, in sessions of thirty exchanges.
  const step = Math.floor(talk.length / TOPICS.length);
  const all = TOPICS.flatMap((topic, index) => [...talk.slice(index * step, (index + 1) * step), topic]);
  for (let at = 0; at < all.length; at += 30) await told(machine, kettle, all.slice(at, at + 30));
  const questions = TOPICS.flatMap(({ asked, queries }) => queries.map((query) => ({ asked, query })));
  assertEquals(questions.length, 60);
  const missed: string[] = [];
  const listed = await machine.json(["list", "--kind", "exchanges", "--home", machine.home], { cwd: kettle });
  const texts = new Map(
    (listed["rows"] as readonly { readonly id: string; readonly question: { readonly text: string } }[])
      .map(({ id, question }) => [id, question.text]),
  );
  for (const { asked, query } of questions) {
    const rows = await search(machine, kettle, [query, "--limit", "5", "--kind", "exchanges"]);
    const found = rows.map(({ id }) => texts.get(id));
    if (!found.includes(asked)) missed.push(`${query}: ${found.join(" | ")}`);
  }
  assert(missed.length <= 5, `${60 - missed.length} of 60; missed:\n${missed.join("\n")}`);
  console.log(`search: ${60 - missed.length} of 60 questions`);
});

commandTest("search puts neither a tool's name nor the assistant's question in the user's mouth", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = conversation("aaaaaaaa-0000-4000-8000-00000000000b", kettle);
  const call = (id: string, name: string, input: unknown) =>
    talk.row({
      type: "assistant",
      message: { id: `m-${id}`, role: "assistant", content: [{ type: "tool_use", id, name, input }] },
    });
  const answered = (id: string, content: string, result: unknown) =>
    talk.row({
      type: "user",
      message: { role: "user", content: [{ type: "tool_result", tool_use_id: id, content, is_error: true }] },
      toolUseResult: result,
    });
  talk.typed("clean up the lids");
  call("t1", "Bash", { command: "rm lids" });
  const refused =
    "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file " +
    "edit, the new_string was NOT written to the file). To tell you how to proceed, the user said:\n";
  answered("t1", `${refused}never throw lids away, we mend them`, "User rejected tool use");
  talk.reply("Mended.");
  talk.typed("choose the port");
  const questions = [{ question: "Which port does the kettle take?", header: "Port", options: [], multiSelect: false }];
  call("t2", "AskUserQuestion", { questions });
  answered("t2", 'User has answered your questions: "Which port does the kettle take?"="4173".', {
    questions,
    answers: { "Which port does the kettle take?": "4173" },
  });
  talk.reply("Done.");
  await machine.learn(machine.transcript("aaaaaaaa-0000-4000-8000-00000000000b", talk.rows));
  const found = async (...asked: readonly string[]) =>
    (await search(machine, kettle, [...asked, "--kind", "exchanges"])).map(words);
  assertEquals(await found("mend", "lids"), ["never throw lids away, we mend them"]);
  assertEquals(await found("Bash"), []);
  assertEquals(await found("4173"), ["Which port does the kettle take? \u2192 4173"]);
  assertEquals(await found('"kettle take? 4173"'), []);
});

commandTest("search sees the current project alone, --workspace its workspace, and no other one", async (machine) => {
  const [kettle, teapot, secret] = [machine.project("kettle"), machine.project("teapot"), machine.project("secret")];
  machine.configure({ version: 1, workspaces: { default: {}, other: { roots: [secret] } } });
  for (const place of [kettle, teapot]) {
    await told(machine, place, [{ asked: "where is the descaler?", answered: place }]);
  }
  await told(machine, secret, [{ asked: "where is the descaler?", answered: secret }]);
  const projects = async (cwd: string, more: readonly string[] = []) =>
    (await search(machine, cwd, ["descaler", "--kind", "exchanges", ...more])).map(({ project }) => project).sort();
  assertEquals(await projects(kettle), [kettle]);
  assertEquals(await projects(`${kettle}/.git`), [kettle]);
  assertEquals(await projects(teapot), [teapot]);
  assertEquals(await projects(secret), [secret]);
  assertEquals(await projects(machine.root, ["--in", teapot]), [teapot]);
  assertEquals(await projects(kettle, ["--workspace", "default"]), [kettle, teapot]);
  assertEquals(await projects(kettle, ["--workspace", "other"]), [secret]);
  const all = await machine.run(["search", "descaler", "--all", "--home", machine.home], { cwd: kettle });
  assertEquals([all.code, all.stdout], [64, ""]);
  assert(all.stderr.includes("--all works on a terminal only"), all.stderr);
  // What today's configuration takes away is not found, whatever the index holds.
  machine.configure({ version: 1, exclude: ["**/teapot"], workspaces: { default: {}, other: { roots: [secret] } } });
  assertEquals(await projects(kettle, ["--workspace", "default"]), [kettle]);
  machine.configure({ version: 1, workspaces: { default: {}, other: { roots: [secret, kettle] } } });
  assertEquals(await projects(kettle, ["--workspace", "default"]), [teapot]);
});

commandTest("search sees what was said in the worktrees of the current project, from each of them", async (machine) => {
  const kettle = machine.project("kettle");
  const tree = `${machine.root}/kettle-tree`;
  Deno.mkdirSync(`${kettle}/.git/worktrees/tree`, { recursive: true });
  Deno.mkdirSync(tree);
  Deno.writeTextFileSync(`${tree}/.git`, `gitdir: ${kettle}/.git/worktrees/tree\n`);
  Deno.writeTextFileSync(`${kettle}/.git/worktrees/tree/gitdir`, `${tree}/.git\n`);
  for (const place of [kettle, tree]) {
    await told(machine, place, [{ asked: "where is the descaler?", answered: place }]);
  }
  for (const cwd of [kettle, tree]) {
    const found = await search(machine, cwd, ["descaler", "--kind", "exchanges"]);
    assertEquals(found.map(({ project }) => project).sort(), [kettle, tree]);
  }
});

commandTest("search keeps projects apart that share one working directory", async (machine) => {
  const [kettle, teapot] = [machine.project("kettle"), machine.project("teapot")];
  Deno.mkdirSync(`${machine.root}/all`);
  machine.configure({ version: 1, workspaces: { default: { workDir: `${machine.root}/all` } } });
  for (const place of [kettle, teapot]) {
    await told(machine, place, [{ asked: "where is the descaler?", answered: place }]);
  }
  const found = await search(machine, kettle, ["descaler", "--kind", "exchanges"]);
  assertEquals(found.map(({ project }) => project), [kettle]);
});

commandTest("search follows what changes: new turns, forgotten ones, files that are gone", async (machine) => {
  const kettle = machine.project("kettle");
  const first = await told(machine, kettle, [{ asked: "the samovar leaks at the valve", answered: "tighten it" }]);
  const count = async () => (await search(machine, kettle, ["samovar valve", "--kind", "exchanges"])).length;
  assertEquals(await count(), 1);
  await told(machine, kettle, [{ asked: "another samovar with a better valve", answered: "order it" }]);
  assertEquals(await count(), 2);
  await machine.ok(["forget", "--session", first, "--purge", "--home", machine.home], { cwd: kettle });
  assert(!machine.everything(machine.home).includes("tighten"), "the index keeps it");
  assertEquals(await count(), 1);
  Deno.removeSync(`${machine.home}/state`, { recursive: true });
  assertEquals(await count(), 1);
  const index = `${machine.home}/state/index`;
  for (const { name } of [...Deno.readDirSync(index)]) Deno.writeTextFileSync(`${index}/${name}`, "broken");
  assertEquals(await count(), 1);
  Deno.removeSync(`${kettle}/.umwelten`, { recursive: true });
  assertEquals(await count(), 0);
});

commandTest(
  "search looks at every session again when one was written, and ten minutes later for others' rows",
  async (machine) => {
    const kettle = machine.project("kettle");
    const session = await told(machine, kettle, [{ asked: "the samovar leaks at the valve", answered: "tighten it" }]);
    const learnings = `${kettle}/.umwelten/learnings`;
    const [{ name: key } = { name: "" }] = [...Deno.readDirSync(`${learnings}/claude`)].filter((one) =>
      one.isDirectory
    );
    let rows = 0;
    const append = (text: string) => {
      const id = String(++rows).padStart(32, "0");
      const row = { id, kind: "facts", createdAt: "2026-10-26T09:00:00.000Z", payload: { text }, provenance: {} };
      Deno.writeTextFileSync(`${learnings}/claude/${key}/facts.jsonl`, `${JSON.stringify(row)}\n`, { append: true });
    };
    const found = async () => (await search(machine, kettle, ["samovar"])).length;
    const trusted = () =>
      [...Deno.readDirSync(`${machine.home}/state/index`)].find(({ name }) => name.includes(".trusted."));
    const settle = () => {
      // The folders changed a while ago.
      for (const path of [learnings, `${learnings}/claude`]) Deno.utimeSync(path, 1.7e9, 1.7e9);
    };
    append("the samovar is made of brass");
    assertEquals(await found(), 2);
    assertEquals(trusted(), undefined, "a folder that has just changed may change again");
    settle();
    assertEquals(await found(), 2);
    const path = `${machine.home}/state/index/${trusted()?.name}`;
    append("the samovar is seldom used");
    assertEquals(await found(), 2);
    const { at, ...others } = JSON.parse(Deno.readTextFileSync(path));
    Deno.writeTextFileSync(path, JSON.stringify({ ...others, at: at - 10 * 60_000 }));
    assertEquals(await found(), 3);
    // When this program appends, everything is looked at, and while somebody writes nothing is believed.
    append("the samovar stands in the hall");
    assertEquals(await found(), 3);
    const named = ["--work-dir", kettle, "--claude-project", kettle, "--claude-uuid", session];
    const payload = ["--kind", "facts", "--payload", '{"text":"a present"}', "--home", machine.home];
    await machine.ok(["sessions", "learnings", "append", ...named, ...payload], { cwd: kettle });
    assertEquals(await found(), 4);
    append("the samovar was a present");
    assertEquals(await found(), 4);
    Deno.writeTextFileSync(`${learnings}/claude/.writing`, "");
    settle();
    assertEquals(await found(), 5);
  },
);

commandTest("search finds everything once, however often conversations go on", async (machine) => {
  const kettle = machine.project("kettle");
  const talks = [1, 2, 3].map((n) => {
    const session = `cccccccc-0000-4000-8000-00000000000${n}`;
    return { session, talk: conversation(session, kettle, { prefix: `cccccc0${n}` }) };
  });
  const expected = new Set<string>();
  for (let round = 0; round < 12; round++) {
    const { session, talk } = talks[(round * round) % 3] ?? talks[0] as typeof talks[number];
    const asked = `the samovar leaks for the time number ${round}`;
    talk.typed(asked);
    talk.reply("tighten it");
    expected.add(asked);
    await machine.learn(machine.transcript(session, talk.rows), { asker: { kind: "hook" } });
    const rows = await search(machine, kettle, ["samovar leaks", "--kind", "exchanges", "--limit", "100"]);
    assertEquals(rows.map(words).sort(), [...expected].sort(), `round ${round}`);
  }
  const names = [...Deno.readDirSync(`${machine.home}/state/index`)].map(({ name }) => name);
  assert(names.length <= 9, names.join(" "));
});

commandTest("search takes phrases, beginnings, kinds, clients and dates, and marks what it found", async (machine) => {
  const kettle = machine.project("kettle");
  await told(machine, kettle, [
    { asked: "should it switch off early?", answered: "yes, the switch is off the shelf" },
    { asked: "remember: off switches are red", answered: "noted, switch off means red" },
  ]);
  const find = async (...given: readonly string[]) =>
    (await search(machine, kettle, given)).map((row) => `${row.kind} ${words(row).slice(0, 20)}`);
  assertEquals((await find('"switch off"', "--kind", "exchanges")).length, 2);
  assertEquals((await find('"switch off early"')).length, 1);
  assertEquals((await find('"off switch early"')).length, 0);
  assertEquals((await find("swit", "--kind", "preferences")).length, 1);
  assertEquals((await find("switch", "--client", "codex")).length, 0);
  assertEquals((await find("switch", "--client", "claude-code")).length > 0, true);
  assertEquals((await find("switch", "--since", "2026-10-27")).length, 0);
  assertEquals((await find("switch", "--since", "2026-10-20")).length > 0, true);
  const [row] = await search(machine, kettle, ["early", "--kind", "exchanges"]);
  assertEquals(row?.snippet.filter(({ marked }) => marked).map(({ text }) => text), ["early"]);
  const text = await machine.ok(["search", "early", "--plain", "--home", machine.home], { cwd: kettle });
  assert(text.includes("[early]"), text);
  for (
    const [given, message] of [
      [["search", "!!"], /no word/],
      [["search", "x", "--kind", "tea"], /no kind "tea"/],
      [["search", "x", "--client", "tea"], /no client "tea"/],
      [["search", "x", "--since", "tea"], /cannot read the date/],
      [["search", "x", "--limit", "0"], /--limit/],
    ] as const
  ) {
    const run = await machine.run([...given, "--home", machine.home], { cwd: kettle });
    assertEquals([run.code, run.stdout], [64, ""]);
    assert(message.test(run.stderr), run.stderr);
  }
});
