import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { commandTest } from "./command_test_support.ts";
import { isObject } from "../lib/record/read_rows.ts";
import type { Row } from "./import_test_support.ts";

const session = (n: number): string => `5e1ea000-0000-4000-8000-00000000001${n}`;

/** A message of the user, minutes ago, and a reply to it. */
function turn(at: number, text: string, { id, cwd }: { readonly id: string; readonly cwd: string }): readonly Row[] {
  const common = {
    sessionId: id,
    cwd,
    version: "2.1.332",
    timestamp: new Date(Date.now() - at * 60_000).toISOString(),
  };
  const key = `${id.slice(-2)}-${at}`;
  return [
    {
      ...{ ...common, type: "user", uuid: key, parentUuid: null, origin: { kind: "human" }, promptSource: "typed" },
      message: { role: "user", content: text },
    },
    {
      ...{ ...common, type: "assistant", uuid: `${key}-r`, parentUuid: key },
      message: { id: `m-${key}`, role: "assistant", content: [{ type: "text", text: "Understood, I will." }] },
    },
  ];
}

const rowsOf = (answer: Row): readonly Row[] => Array.isArray(answer.rows) ? answer.rows.filter(isObject) : [];
const textOf = (row: Row): unknown => isObject(row.payload) ? row.payload.text : undefined;

commandTest(
  "list and the day put together what several sessions of a project say, and of one project only",
  async (machine) => {
    const [kettle, teapot] = [machine.project("kettle"), machine.project("teapot")];
    const say = (n: number, cwd: string, ...said: readonly (readonly [number, string])[]) =>
      machine.transcript(session(n), said.flatMap(([at, text]) => turn(at, text, { id: session(n), cwd })));
    say(1, kettle, [50, "Remember: never boil it dry"], [49, "let's use pnpm instead of npm for the lid"]);
    say(2, kettle, [40, "remember: never boil it dry!"]);
    say(3, teapot, [30, "let's use npm instead of pnpm for the lid"], [29, "Remember: never boil it dry"]);
    await machine.ok(["learn"]);

    const here = rowsOf(await machine.json(["list", "--in", kettle]));
    assertEquals(here.map(textOf).sort(), ["let's use pnpm instead of npm for the lid", "never boil it dry!"]);
    const everywhere = rowsOf(await machine.json(["list", "--all"]));
    assertEquals(everywhere.length, 4, "what another project chose takes nobody's place");
    const boil = here.find((row) => textOf(row) === "never boil it dry!");
    const put = isObject(boil?.consolidated) ? boil.consolidated : {};
    assertEquals([put.sessions, Array.isArray(put.sources) && put.sources.length, put.trusted], [2, 2, true]);

    const text = await machine.ok(["list", "--in", kettle]);
    assertMatch(text, /^preferences \(2\)\nid +date +rule +conf +source +seal +text$/m);
    assertMatch(
      text,
      /^[0-9a-f]{8} +\d{4}-\d\d-\d\d +preference\.explicit +0\.9\d +user \u00d72 +own +never boil it dry!$/m,
    );
    const all = await machine.ok(["list", "--all"]);
    assertMatch(all, /^id .* seal +project +text$/m);
    assertMatch(all, /own +teapot +never boil it dry$/m);

    const day = await machine.json([]);
    const learned = Array.isArray(day.learnings) ? day.learnings.filter(isObject).map(({ text }) => text).sort() : [];
    assertEquals(learned.filter((one) => String(one).startsWith("never")), ["never boil it dry", "never boil it dry!"]);
  },
);

commandTest("list of exchanges and sessions list name the project when rows of several are shown", async (machine) => {
  const [kettle, teapot] = [machine.project("kettle"), machine.project("teapot")];
  Deno.mkdirSync(`${kettle}/lid`);
  for (const [n, cwd] of [[1, kettle], [2, `${kettle}/lid`], [3, teapot]] as const) {
    machine.transcript(session(n), turn(50 - n, `how long does pot ${n} take?`, { id: session(n), cwd }));
  }
  await machine.ok(["learn"]);
  for (const words of [["list", "--kind", "exchanges"], ["sessions", "list"]]) {
    const here = await machine.ok([...words, "--in", kettle]);
    assertStringIncludes(here, "pot 2");
    assert(!/^id .*project/m.test(here), "one project, whatever folder a conversation began in");
    const all = await machine.ok([...words, "--all"]);
    assertMatch(all, /^id .* project +(digest +first )?question$/m);
    assertMatch(all, / teapot +(1 question, \d+ min +)?how long does pot 3 take\?$/m);
    assertMatch(all, / kettle +(1 question, \d+ min +)?how long does pot 1 take\?$/m);
  }
  const rows = rowsOf(await machine.json(["list", "--kind", "exchanges", "--all"]));
  assert(rows.some((row) => row.project === teapot && isObject(row.question)), JSON.stringify(rows));
});

commandTest("list of exchanges has the newest last, whatever session it is of", async (machine) => {
  const kettle = machine.project("kettle");
  const pots = [[1, 50, 10], [2, 40, 5], [3, 45, 20]] as const;
  for (const [n, ...minutes] of pots) {
    const rows = minutes.flatMap((at) => turn(at, `pot ${at}?`, { id: session(n), cwd: kettle }));
    machine.transcript(session(n), rows);
  }
  await machine.ok(["learn"]);
  const text = await machine.ok(["list", "--all", "--kind", "exchanges"]);
  assertEquals(text.match(/pot \d+/g), ["pot 50", "pot 45", "pot 40", "pot 20", "pot 10", "pot 5"]);
});

commandTest("report says that there is nothing yet, and what to do, when it wrote an empty page", async (machine) => {
  const kettle = machine.project("kettle");
  const words = ["report", "--html", `${machine.root}/page.html`];
  const empty = await machine.ok([...words, "--in", kettle]);
  assertMatch(
    empty,
    /^Wrote 0 learnings and 0 exchanges to .*\nNothing is stored for ".*kettle" yet\. "imprint-hook learn" /,
  );
  assertMatch(await machine.ok(["list", "--all"]), /^Nothing is stored yet\. "imprint-hook learn" learns/);
  assertMatch(await machine.ok([...words, "--all"]), /\nNothing is stored yet\. "imprint-hook learn" learns/);
  machine.transcript(session(1), turn(50, "how long does it take?", { id: session(1), cwd: kettle }));
  await machine.ok(["learn"]);
  assertMatch(await machine.ok([...words, "--in", kettle]), /^Wrote 0 learnings and 1 exchange to [^\n]*\n$/);
  const [row] = rowsOf(await machine.json(["list", "--kind", "exchanges", "--in", kettle]));
  await machine.ok(["forget", String(row?.id)]);
  assertMatch(
    await machine.ok([...words, "--in", kettle]),
    /\nNeither stands in 1 stored conversation; "imprint-hook learn"/,
  );
});

commandTest("show tells where a learning comes from, and what took its place", async (machine) => {
  const kettle = machine.project("kettle");
  const say = (n: number, ...said: readonly (readonly [number, string])[]) =>
    machine.transcript(session(n), said.flatMap(([at, text]) => turn(at, text, { id: session(n), cwd: kettle })));
  say(1, [50, "Remember: never boil it dry"], [49, "let's use pnpm instead of npm for the lid"]);
  await machine.ok(["learn"]);
  const before = rowsOf(await machine.json(["list", "--in", kettle]));
  const pnpm = String(before.find((row) => String(textOf(row)).includes("pnpm"))?.id);
  say(2, [40, "Remember: never boil it dry"], [39, "let's use npm instead of pnpm for the lid"]);
  await machine.ok(["learn"]);

  const boil = rowsOf(await machine.json(["list", "--in", kettle])).find((row) => String(textOf(row)).includes("boil"));
  const text = await machine.ok(["show", String(boil?.id), "--in", kettle]);
  for (const part of ["said by    user", "seal       own", "preference.explicit (confidence 0.95)", "Comes from"]) {
    assertStringIncludes(text, part);
  }
  assertMatch(text, /you \(typed\) +\S+ \S+ \u2190 source\n +Remember: never boil it dry/);
  assertMatch(text, /reply +\S+ \S+\n +Understood/);
  assertMatch(text, /also said +\d{4}-\d\d-\d\d [0-9a-f]{8} never boil it dry/);
  assertStringIncludes(await machine.ok(["show", pnpm, "--in", kettle]), "something later took its place");
  const { learning } = await machine.json(["show", pnpm, "--in", kettle]);
  assert(isObject(learning) && learning.standing === false);
});

/** The agent writes its task list. */
function tasks(
  at: number,
  items: Readonly<Record<string, string>>,
  { id, cwd }: { readonly id: string; readonly cwd: string },
) {
  const common = {
    sessionId: id,
    cwd,
    version: "2.1.332",
    timestamp: new Date(Date.now() - at * 60_000).toISOString(),
  };
  const todos = Object.entries(items).map(([content, status]) => ({ content, status, activeForm: content }));
  const use = { type: "tool_use", id: `t-${id}-${at}`, name: "TodoWrite", input: { todos } };
  return {
    ...{ ...common, type: "assistant", uuid: `${id.slice(-2)}-l${at}`, parentUuid: null },
    message: { id: `m-${id}-${at}`, role: "assistant", content: [use] },
  };
}

commandTest("an open loop is closed by the session that finishes it, at once or later", async (machine) => {
  const kettle = machine.project("kettle");
  const lists = async () => rowsOf(await machine.json(["list", "--in", kettle, "--kind", "open_loops"])).map(textOf);
  // What each of the two left open, as `sessions list` and `sessions show` count it.
  const counts = async () => {
    const { sessions } = await machine.json(["sessions", "list", "--in", kettle]);
    const ids = sessions as readonly { readonly id: string; readonly openLoops: number }[];
    for (const { id, openLoops } of ids) {
      const shown = (await machine.json(["sessions", "show", id, "--in", kettle]))["session"];
      assertEquals((shown as { readonly openLoops: number }).openLoops, openLoops);
    }
    return Object.fromEntries(ids.map(({ id, openLoops }) => [id, openLoops]));
  };
  const at = (n: number) => ({ id: session(n), cwd: kettle });
  const first = [
    ...turn(50, "plan the lid", at(4)),
    tasks(49, { "Guard the lid": "pending", "Write a note": "pending", "Rinse the pot": "completed" }, at(4)),
    ...turn(48, "fine so far, thanks", at(4)),
  ];
  machine.transcript(session(4), first);
  await machine.ok(["learn"]);
  assertEquals((await lists()).sort(), ["Guard the lid", "Write a note"]);
  assertEquals(await counts(), { [session(4)]: 2 });

  // The whole of it within one session, which never told it as open.
  const second = [
    ...turn(40, "go on with the plan", at(5)),
    tasks(39, { "Guard the lid": "in_progress", "Write a note": "pending" }, at(5)),
    tasks(38, { "Guard the lid": "completed", "Write a note": "pending" }, at(5)),
    ...turn(37, "thanks", at(5)),
  ];
  machine.transcript(session(5), second);
  await machine.ok(["learn"]);
  assertEquals(await lists(), ["Write a note"]);
  assertEquals(await counts(), { [session(4)]: 1, [session(5)]: 1 });
  machine.transcript(session(5), [...second, tasks(36, { "Write a note": "completed" }, at(5))]);
  await machine.ok(["learn"]);
  assertEquals(await lists(), []);
  assertEquals(await counts(), { [session(4)]: 0, [session(5)]: 0 });
  const stored = machine.everything(kettle);
  await machine.ok(["learn"]);
  assertEquals(machine.everything(kettle), stored, "nothing more is written");
});

commandTest("rows that only close what others told are neither shown nor counted", async (machine) => {
  const kettle = machine.project("kettle");
  const at = (n: number) => ({ id: session(n), cwd: kettle });
  machine.transcript(session(4), [
    ...turn(50, "plan the lid", at(4)),
    tasks(49, { "Guard the lid": "pending" }, at(4)),
    ...turn(48, "fine so far, thanks", at(4)),
  ]);
  await machine.ok(["learn"]);
  // It never told the task as open.
  machine.transcript(session(5), [
    ...turn(40, "go on with the plan", at(5)),
    tasks(39, { "Guard the lid": "in_progress" }, at(5)),
    tasks(38, { "Guard the lid": "completed" }, at(5)),
    ...turn(37, "remember: lids are guarded here", at(5)),
  ]);
  await machine.ok(["learn"]);
  const closing = Deno.readDirSync(`${kettle}/.umwelten/learnings/claude`).map(({ name }) =>
    `${kettle}/.umwelten/learnings/claude/${name}/open_loops.jsonl`
  ).flatMap((path) => {
    try {
      return Deno.readTextFileSync(path).trimEnd().split("\n").map((line) => JSON.parse(line));
    } catch {
      return [];
    }
  }).find(({ payload }) => payload.text === "");
  assertEquals(closing?.payload.status, "closed");

  const forgets = ["forget", "--session", session(5), "--dry-run"];
  assertEquals((await machine.json(forgets))["learnings"], 1);
  assertStringIncludes(await machine.ok(forgets), "2 exchanges, 1 learning.\n");
  assertEquals((await machine.ok(forgets)).split("\n").filter((line) => line.includes("open_loops")), []);
  for (const words of [["forget", closing.id, "--dry-run"], ["keep", closing.id], ["show", closing.id]]) {
    assertEquals((await machine.run(words, { cwd: kettle })).code, 1, words.join(" "));
  }
  const rows = await machine.ok([
    "sessions",
    "learnings",
    "list",
    "--work-dir",
    kettle,
    "--claude-project",
    kettle,
    "--claude-uuid",
    session(5),
  ]);
  assert(!rows.includes("open_loops"), rows);

  const file = `${machine.root}/all.jsonl`;
  await machine.ok(["export", "--out", file]);
  Deno.removeSync(`${kettle}/.umwelten`, { recursive: true });
  Deno.removeSync(machine.home, { recursive: true });
  Deno.mkdirSync(machine.home);
  assertEquals((await machine.json(["import", file, "--dry-run"]))["learnings"], 2);
  assertEquals((await machine.json(["import", file]))["learnings"], 2);
  assertEquals((await machine.json(["workspace", "trust", kettle]))["foreign"], 2);
  // They do close it.
  assertEquals(rowsOf(await machine.json(["list", "--in", kettle])).map(textOf), ["lids are guarded here"]);
});
