import { assert, assertEquals, assertMatch, assertRejects, assertStringIncludes } from "@std/assert";
import {
  createSessionTools,
  disk,
  ForgottenError,
  LEARNING_KINDS,
  openLearnings,
  resolveClaudeSession,
} from "../lib/record/mod.ts";
import { type CommandMachine, commandTest } from "./command_test_support.ts";
import { type Conversation, conversation } from "./import_test_support.ts";
import { readReviewMarks } from "../lib/record/review_marks.ts";
import { heard, notesIn, startOf } from "./session_start_test_support.ts";

const SESSION = "aaaaaaaa-0000-4000-8000-000000000001";
const FORK = "aaaaaaaa-0000-4000-8000-000000000002";
const SECRET = "remember: the samovar of aunt Olga stands in the cellar";
const LEARNED = "the samovar of aunt Olga stands in the cellar";
const NEEDLE = "samovar of aunt";

/** A conversation with something in it that is not to be remembered, and something that is. */
function talkOf(cwd: string): Conversation {
  const talk = conversation(SESSION, cwd);
  talk.typed("remember: indent with tabs in this project");
  talk.reply("noted, tabs");
  talk.typed(SECRET);
  talk.reply("noted: the samovar of aunt Olga is in the cellar");
  talk.typed("does the kettle leak, or the samovar of aunt Olga?");
  return talk;
}

/** Everything that this product wrote: projects, configuration, state, data. */
function written(machine: CommandMachine, kettle: string): string {
  return machine.everything(kettle) + machine.everything(machine.home);
}

async function listed(machine: CommandMachine, cwd: string): Promise<readonly string[]> {
  const { rows } = await machine.json(["list", "--home", machine.home], { cwd });
  return (rows as readonly { readonly payload: { readonly text: string } }[]).map(({ payload }) => payload.text);
}

async function idOf(machine: CommandMachine, cwd: string, words: string): Promise<string> {
  const { rows } = await machine.json(["list", "--home", machine.home], { cwd });
  const all = rows as readonly { readonly id: string; readonly payload: { readonly text: string } }[];
  return all.find(({ payload }) => payload.text.includes(words))?.id ?? "";
}

/** Everything that could bring a forgotten text back. */
async function tryAll(
  machine: CommandMachine,
  kettle: string,
  { talk, older }: { readonly talk: Conversation; readonly older: string },
): Promise<void> {
  const learn = (transcript: string, final = true) =>
    machine.learn(transcript, { asker: { kind: "hook" }, namedByPerson: false, final });
  // A Stop in the same session.
  talk.reply("it is tight");
  await learn(machine.transcript(SESSION, talk.rows), false);
  talk.typed("good, next");
  await learn(machine.transcript(SESSION, talk.rows));
  // A fork, as /branch writes it, and one that rewrote every row.
  const fork = talk.rows.map((row) => ({
    ...row,
    sessionId: FORK,
    forkedFrom: { sessionId: SESSION, messageUuid: row["uuid"] },
  }));
  await learn(machine.transcript(FORK, fork));
  await learn(machine.transcript(
    "aaaaaaaa-0000-4000-8000-000000000003",
    talk.rows.map((row) => ({
      ...row,
      sessionId: "aaaaaaaa-0000-4000-8000-000000000003",
    })),
  ));
  // A sweep from nothing, and everything learned anew.
  Deno.removeSync(`${machine.home}/state`, { recursive: true });
  for (const relearn of [[], ["--relearn"]]) {
    for (const id of [SESSION, FORK]) {
      const path = `${machine.store}/-kettle/${id}.jsonl`;
      await machine.ok(["learn", "--transcript", path, "--home", machine.home, ...relearn], { cwd: kettle });
    }
  }
  // An export that was made before.
  await machine.ok(["import", older, "--home", machine.home], { cwd: kettle });
  // Another program, and an agent's command, into the session itself.
  const session = resolveClaudeSession({ workDir: kettle, projectPath: kettle, sessionUuid: SESSION });
  const payload = { text: LEARNED };
  for (const kind of LEARNING_KINDS) {
    await assertRejects(
      () => openLearnings(disk, session, { data: `${machine.home}/data` }).append(kind, { payload }),
      ForgottenError,
      "this was forgotten",
    );
  }
  const named = ["--work-dir", kettle, "--claude-project", kettle, "--claude-uuid", SESSION];
  const append = ["sessions", "learnings", "append", ...named, "--kind", "facts", "--payload", JSON.stringify(payload)];
  assertEquals((await machine.run([...append, "--home", machine.home])).code, 1);
  // What readers make of all that: the index of `search`, an export, the next session's context.
  const { rows } = await machine.json(["search", "samovar", "cellar", "--home", machine.home], { cwd: kettle });
  assert(!JSON.stringify(rows).includes(NEEDLE));
  await machine.ok(["export", "--out", `${machine.root}/newer.jsonl`, "--home", machine.home]);
  assert(!Deno.readTextFileSync(`${machine.root}/newer.jsonl`).includes("stands in the cellar"));
  assert(!(await startOf(machine, { cwd: kettle, session: crypto.randomUUID() })).join().includes("cellar"));
}

/** A statement that was named stays forgotten in every session, also in one of a habitat, whatever its source. */
async function tryElsewhere(machine: CommandMachine, kettle: string): Promise<void> {
  const data = `${machine.home}/data`;
  const sessionUuid = "aaaaaaaa-0000-4000-8000-00000000000f";
  const other = resolveClaudeSession({ workDir: kettle, projectPath: kettle, sessionUuid });
  const payload = { text: LEARNED };
  await assertRejects(() => openLearnings(disk, other, { data }).append("facts", { payload }), ForgottenError);
  const sessionsDir = `${kettle}/habitat`;
  Deno.mkdirSync(`${sessionsDir}/web-1`, { recursive: true });
  const { sessions_learnings_append: append } = createSessionTools({ sessionsDir, data });
  for (const said of [payload, { summary: `  ${LEARNED.toUpperCase()}! ` }]) {
    const answer = await append.execute({ sessionId: "web-1", kind: "mistakes", payload: said });
    assertEquals(answer["error"], "FORGOTTEN");
  }
  assertEquals([...Deno.readDirSync(`${sessionsDir}/web-1`)], []);
}

/** Exports everything. @returns the file */
async function exported(machine: CommandMachine): Promise<string> {
  const file = `${machine.root}/older.jsonl`;
  await machine.ok(["export", "--out", file, "--home", machine.home]);
  assert(Deno.readTextFileSync(file).includes(NEEDLE));
  return file;
}

const WAYS: Readonly<Record<string, (machine: CommandMachine, kettle: string) => Promise<readonly string[]>>> = {
  "a learning's id": async (machine, kettle) => ["forget", await idOf(machine, kettle, NEEDLE)],
  "a match": () => Promise.resolve(["forget", "--match", "Samovar  of AUNT"]),
  "its session": () => Promise.resolve(["forget", "--session", SESSION.slice(0, 12)]),
  "its directory": (_, kettle) => Promise.resolve(["forget", "--in", kettle]),
};

for (const [way, words] of Object.entries(WAYS)) {
  // A learning takes what it was made of and what repeats its words, and nothing that is only about the same.
  const needle = way.includes("id") ? "aunt Olga stands in the cellar" : NEEDLE;

  commandTest(`forget --purge by ${way} leaves the text nowhere, and nothing brings it back`, async (machine) => {
    const kettle = machine.project("kettle");
    const talk = talkOf(kettle);
    await machine.learn(machine.transcript(SESSION, talk.rows));
    assert(written(machine, kettle).includes(needle));
    const older = await exported(machine);
    const before = written(machine, kettle);
    const call = [...await words(machine, kettle), "--home", machine.home];
    const planned = await machine.json([...call, "--purge", "--dry-run"], { cwd: kettle });
    assertEquals(written(machine, kettle).length, before.length);
    const done = await machine.json([...call, "--purge"], { cwd: kettle });
    assertEquals([done["learnings"], done["exchanges"]], [planned["learnings"], planned["exchanges"]]);
    assert(!written(machine, kettle).includes(needle), "something is left");
    await tryAll(machine, kettle, { talk, older });
    if (!way.startsWith("its")) await tryElsewhere(machine, kettle);
    assert(!written(machine, kettle).includes(needle), "something came back");
    const whole = way.startsWith("its");
    assertEquals((await listed(machine, kettle)).includes("indent with tabs in this project"), !whole);
  });

  commandTest(`forget by ${way} shows it no more, and unforget does`, async (machine) => {
    const kettle = machine.project("kettle");
    const talk = talkOf(kettle);
    await machine.learn(machine.transcript(SESSION, talk.rows));
    const all = await listed(machine, kettle);
    const note = 'preference: "the samovar of aunt Olga stands in the cellar"';
    assert(notesIn(await startOf(machine, { cwd: kettle })).includes(note));
    const { act } = await machine.json([...await words(machine, kettle), "--home", machine.home], { cwd: kettle });
    assert(!(await listed(machine, kettle)).some((text) => text.includes("stands in the cellar")));
    assert(!notesIn(await startOf(machine, { cwd: kettle, session: "later" })).includes(note));
    const meta = machine.everything(`${kettle}/.umwelten`);
    assert(meta.includes('"forgotten"'));
    const told = await machine.json(["unforget", "--home", machine.home]);
    assertEquals((told["acts"] as readonly unknown[]).length, 1);
    await machine.ok(["unforget", String(act), "--home", machine.home]);
    assertEquals(await listed(machine, kettle), all);
    assert(!machine.everything(`${kettle}/.umwelten`).includes('"forgotten"'));
  });
}

const HIDDEN: Readonly<Record<string, (machine: CommandMachine, kettle: string) => Promise<readonly string[]>>> = {
  ...WAYS,
  "an exchange's id": async (machine, kettle) => {
    const asked = (await exchangesIn(machine, kettle)).find(({ question }) => question.text === SECRET);
    return ["forget", asked?.id ?? ""];
  },
  "a match in a reply": () => Promise.resolve(["forget", "--match", "Olga is in"]),
};

interface Asked {
  readonly id: string;
  readonly question: { readonly text: string };
  readonly answers: readonly { readonly text: string }[];
}

async function exchangesIn(machine: CommandMachine, cwd: string): Promise<readonly Asked[]> {
  const { rows } = await machine.json(["list", "--kind", "exchanges", "--home", machine.home], { cwd });
  return rows as readonly Asked[];
}

for (const [way, words] of Object.entries(HIDDEN)) {
  commandTest(`unforget of ${way} brings back what was learned anew meanwhile`, async (machine) => {
    const kettle = machine.project("kettle");
    const talk = talkOf(kettle);
    // In several pieces.
    talk.reply(`aunt Olga is in the cellar, which ${"is damp and ".repeat(2000)}dark`);
    talk.typed("and the kettle?");
    const path = machine.transcript(SESSION, talk.rows);
    await machine.learn(path);
    const home = ["--home", machine.home];
    const shown = async () => ({
      learnings: [...await listed(machine, kettle)].sort(),
      exchanges: (await exchangesIn(machine, kettle)).map(({ id, question, answers }) => ({
        id,
        question: question.text,
        answers: answers.map(({ text }) => text),
      })),
    });
    const before = await shown();
    const { act } = await machine.json([...await words(machine, kettle), ...home], { cwd: kettle });
    const hidden = await shown();
    for (let times = 0; times < 2; times++) await machine.ok(["learn", "--relearn", ...home]);
    assertEquals(await shown(), hidden);
    assertEquals(await machine.ok(["unforget", String(act), ...home]), "It is shown again.\n");
    assertEquals(await shown(), before);
    // Neither the next run nor one from the beginning adds it once more.
    for (const more of [[], ["--relearn"]]) {
      await machine.ok(["learn", ...more, ...home]);
      assertEquals(await shown(), before);
    }
  });
}

commandTest("unforget brings back what was said of a learning before, in review as well", async (machine) => {
  const kettle = machine.project("kettle");
  await machine.learn(machine.transcript(SESSION, talkOf(kettle).rows));
  const home = ["--home", machine.home];
  const isKept = async () => {
    const { rows } = await machine.json(["list", ...home], { cwd: kettle });
    return (rows as readonly { readonly id: string; readonly kept: boolean }[]).find(({ id }) => id === kept)?.kept;
  };
  const [kept, other] = [await idOf(machine, kettle, NEEDLE), await idOf(machine, kettle, "indent with tabs")];
  await machine.ok(["keep", kept, ...home], { cwd: kettle });
  for (const id of [kept, other]) {
    const { act } = await machine.json(["forget", id, ...home], { cwd: kettle });
    const marks = () => readReviewMarks(disk, `${machine.home}/data`).all.map(({ verdict }) => verdict);
    assertEquals(marks().filter((verdict) => verdict === "forgotten").length, 1);
    await machine.ok(["unforget", String(act), ...home]);
    assertEquals(marks().filter((verdict) => verdict === "forgotten").length, 0);
  }
  assertEquals(await isKept(), true);
});

commandTest("unforget lets what was purged be learned again", async (machine) => {
  const kettle = machine.project("kettle");
  const path = machine.transcript(SESSION, talkOf(kettle).rows);
  await machine.learn(path);
  const all = [...await listed(machine, kettle)].sort();
  const home = ["--home", machine.home];
  const { act } = await machine.json(["forget", "--match", NEEDLE, "--purge", ...home], { cwd: kettle });
  assertStringIncludes(
    await machine.ok(["unforget", String(act), ...home]),
    '"imprint-hook learn --relearn" reads what',
  );
  await machine.ok(["learn", "--transcript", path, "--relearn", ...home]);
  assertEquals([...await listed(machine, kettle)].sort(), all);
});

commandTest("forget says that unforget brings no text back that was purged", async (machine) => {
  const kettle = machine.project("kettle");
  await machine.learn(machine.transcript(SESSION, talkOf(kettle).rows));
  const forget = (...words: string[]) => machine.ok(["forget", ...words, "--home", machine.home], { cwd: kettle });
  const hidden = await forget("--match", "does the kettle leak");
  assertMatch(hidden, /^Forgotten: \d/);
  assertMatch(hidden, /^"imprint-hook unforget \S+" takes this back\.$/m);
  const purged = await forget("--match", NEEDLE, "--purge");
  assertMatch(purged, /^"imprint-hook unforget \S+" lets it be learned again, and brings no text back: .* --relearn"/m);
  assert(!purged.includes("takes this back"));
});

commandTest("tombstones in meta.json bind when the kept data are lost", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = talkOf(kettle);
  await machine.learn(machine.transcript(SESSION, talk.rows));
  const older = await exported(machine);
  await machine.json(["forget", "--match", NEEDLE, "--purge", "--home", machine.home], { cwd: kettle });
  Deno.removeSync(`${machine.home}/data/tombstones.jsonl`);
  await tryAll(machine, kettle, { talk, older });
  const left = machine.everything(kettle).split("\n").filter((line) => line.includes(NEEDLE));
  assertEquals(left, []);
});

commandTest("tombstones of late replies bind what is written when the kept data are lost", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = conversation(SESSION, kettle);
  talk.typed("where does it stand?");
  const reply = `It is the ${NEEDLE} Olga.`;
  const stop = () =>
    machine.learn(machine.transcript(SESSION, talk.rows), {
      payload: { sessionId: SESSION, cwd: kettle, reply },
      final: false,
    });
  assertEquals((await stop()).provisional, true);
  await machine.json(["forget", "--match", NEEDLE, "--purge", "--home", machine.home], { cwd: kettle });
  Deno.removeSync(`${machine.home}/data/tombstones.jsonl`);
  talk.reply(reply);
  await stop();
  const path = machine.transcript(SESSION, talk.rows);
  await machine.ok(["learn", "--transcript", path, "--relearn", "--home", machine.home], { cwd: kettle });
  assertEquals(machine.exchanges(kettle).map(({ answers }) => answers), [[]]);
  assert(!machine.everything(kettle).includes(NEEDLE));
});

commandTest("forget names the exchanges that go, and those that lose a part", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = talkOf(kettle);
  talk.reply("neither leaks");
  talk.typed("and where does the teapot stand?");
  talk.reply("beside the samovar of aunt Olga");
  for (let n = 0; n < 11; n++) talk.typed(`does pot ${n} leak?`);
  await machine.learn(machine.transcript(SESSION, talk.rows));
  const forget = (...words: string[]) =>
    machine.ok(["forget", ...words, "--dry-run", "--home", machine.home], { cwd: kettle });
  const text = await forget("--match", "samovar of aunt", "--purge");
  assertMatch(text, /^Would be forgotten: 2 exchanges, parts of 1 exchange, 1 learning\.$/m);
  assertMatch(
    text,
    /^ {2}exchange [0-9a-f]{8} {2}[-0-9]{10} [:0-9]{5} {2}remember: the samovar of aunt Olga stands in/m,
  );
  assertMatch(text, /^ {2}exchange [0-9a-f]{8} {2}\S+ \S+ {2}does the kettle leak, or the samovar of aunt Olga\?$/m);
  assertMatch(text, /^ {2}part of exchange [0-9a-f]{8} {2}\S+ \S+ {2}and where does the teapot stand\?$/m);
  const all = await forget("--session", SESSION);
  assertMatch(all, /^Would be forgotten: 1 conversation, 15 exchanges, 3 learnings\.$/m);
  assertMatch(all, /^ {2}and 5 more$/m);
});

/** A Stop hook that came before its reply was written, then one that came after it. */
async function lateReply(
  machine: CommandMachine,
  kettle: string,
  { talk, reply, next }: { readonly talk: Conversation; readonly reply: string; readonly next: string },
): Promise<void> {
  const stop = (said: string) =>
    machine.learn(machine.transcript(SESSION, talk.rows), {
      ...{ asker: { kind: "hook" }, namedByPerson: false, final: false },
      payload: { sessionId: SESSION, cwd: kettle, reply: said },
    });
  assertEquals((await stop(reply)).provisional, true);
  talk.reply(reply);
  talk.typed(next);
  talk.reply("welcome");
  assertEquals((await stop("welcome")).provisional, false);
}

const LATE:
  readonly (readonly [string, string, string, (machine: CommandMachine, kettle: string) => Promise<string[]>])[] = [
    ["a match", "It is made of samovarium.", "thanks", () => Promise.resolve(["--match", "samovarium"])],
    [
      "a learning's id",
      "The root cause is that the samovarium sensor sends a null when the lid is open.",
      "yes, that was it, it works now",
      async (machine, kettle) => [await idOf(machine, kettle, "samovarium")],
    ],
  ];

for (const [way, reply, next, words] of LATE) {
  commandTest(
    `forget --purge by ${way} leaves no reply that a Stop hook stored before it was written`,
    async (machine) => {
      const kettle = machine.project("kettle");
      const talk = conversation(SESSION, kettle);
      talk.typed("what is it made of, and why does it fail?");
      await lateReply(machine, kettle, { talk, reply, next });
      const older = written(machine, kettle);
      assert(older.split(reply).length > 2, "the provisional row and the real one");
      const call = ["forget", ...await words(machine, kettle), "--purge", "--home", machine.home];
      assertStringIncludes(await machine.ok(call, { cwd: kettle }), "Its text is taken out of every file");
      assert(!written(machine, kettle).includes("samovarium"), "something is left");
      await machine.learn(machine.transcript(SESSION, talk.rows));
      assert(!written(machine, kettle).includes("samovarium"), "something came back");
      assertEquals(machine.exchanges(kettle)[0]?.answers, []);
    },
  );
}

/** A Stop hook that comes before its reply is written. @returns what the hook does the next time */
async function earlyReply(machine: CommandMachine, kettle: string, talk: Conversation): Promise<() => Promise<string>> {
  const stop = async (said: string): Promise<string> => {
    const { outcome, provisional } = await machine.learn(machine.transcript(SESSION, talk.rows), {
      ...{ asker: { kind: "hook" }, namedByPerson: false, final: false },
      payload: { sessionId: SESSION, cwd: kettle, reply: said },
    });
    return `${outcome} ${provisional}`;
  };
  talk.typed("does it leak?");
  talk.reply("no");
  talk.typed("which metal is it?");
  assertEquals(await stop("It is made of samovarium."), "learned true");
  return () => stop("It is made of samovarium.");
}

const replies = (machine: CommandMachine, kettle: string): readonly (readonly string[])[] =>
  machine.exchanges(kettle).map(({ answers }) => answers.map(({ text }) => text));

commandTest(
  "forget --match --purge takes a reply out that was not written yet, and nothing brings it back",
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = conversation(SESSION, kettle);
    const stopAgain = await earlyReply(machine, kettle, talk);
    const older = `${machine.root}/older.jsonl`;
    await machine.ok(["export", "--out", older, "--home", machine.home]);
    assert(Deno.readTextFileSync(older).includes("samovarium"));
    const call = ["forget", "--match", "Samovarium", "--purge", "--home", machine.home];
    const done = await machine.ok(call, { cwd: kettle });
    assertMatch(
      done,
      /^Forgotten: 0 exchanges, parts of 1 exchange, 0 learnings\.\n {2}part of .*which metal is it\?$/m,
    );
    const isGone = (when: string) => assert(!written(machine, kettle).includes("samovarium"), when);
    isGone("purged");
    assertEquals(replies(machine, kettle), [["no"], []]);
    assertEquals(await stopAgain(), "nothing-new false");
    isGone("told by the same hook again");
    await machine.ok(["import", older, "--home", machine.home], { cwd: kettle });
    isGone("imported");
    talk.reply("Well:\n\nIt is made of samovarium.");
    talk.typed("thanks, yes, that was it, it works now");
    talk.reply("welcome");
    await machine.learn(machine.transcript(SESSION, talk.rows));
    isGone("written by the client");
    assertEquals(replies(machine, kettle), [["no"], [], ["welcome"]]);
    await machine.ok(["learn", "--transcript", `${machine.store}/-kettle/${SESSION}.jsonl`, "--relearn"], {
      cwd: kettle,
    });
    isGone("learned anew");
    assertEquals((await machine.json(call, { cwd: kettle }))["act"], null);
  },
);

commandTest("forget --match hides a reply that was not written yet, and unforget shows it", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = conversation(SESSION, kettle);
  await earlyReply(machine, kettle, talk);
  const found = async () =>
    JSON.stringify((await machine.json(["search", "samovarium", "--home", machine.home], { cwd: kettle }))["rows"]);
  assertStringIncludes(await found(), "samovarium");
  const { act } = await machine.json(["forget", "--match", "samovarium", "--home", machine.home], { cwd: kettle });
  assertEquals(await found(), "[]");
  talk.reply("It is made of samovarium.");
  await machine.learn(machine.transcript(SESSION, talk.rows));
  assertEquals(await found(), "[]");
  await machine.ok(["unforget", String(act), "--home", machine.home]);
  assertStringIncludes(await found(), "samovarium");
});

commandTest("forget finds nothing where nothing matches, and writes nothing", async (machine) => {
  const done = await machine.json(["forget", "--match", "no such words", "--purge", "--home", machine.home]);
  assertEquals([done["act"], done["learnings"], done["exchanges"]], [null, 0, 0]);
  assertEquals((await machine.json(["unforget", "--home", machine.home]))["acts"], []);
});

commandTest("forget says what is wrong with its operands", async (machine) => {
  const kettle = machine.project("kettle");
  await machine.learn(machine.transcript(SESSION, talkOf(kettle).rows));
  const cases: readonly (readonly [readonly string[], number, RegExp])[] = [
    [["forget"], 64, /exactly one/],
    [["forget", "abcdef", "--match", "x"], 64, /exactly one/],
    [["forget", "nothex"], 64, /no id/],
    [["forget", "abcdef"], 1, /no learning or exchange "abcdef"/],
    [["forget", "--match", "x"], 64, /at least 3/],
    [["forget", "--session", "zzzzzz"], 1, /no stored conversation/],
    [["forget", "--in", `${machine.root}/elsewhere`], 1, /no stored conversation/],
    [["unforget", "abcdef"], 1, /nothing that was forgotten/],
    [["keep", "abcdef"], 1, /no learning "abcdef"/],
    [["promote", "abcdef"], 1, /no learning "abcdef"/],
    [["keep", "abcdef", "--in", machine.root], 1, /no learning "abcdef" in the project of/],
    [["keep", "abcdef", "--all"], 64, /--all works on a terminal only/],
    [["promote", "abcdef", "--all"], 64, /--all works on a terminal only/],
    [["keep", "abcdef", "--all", "--in", kettle], 64, /--all excludes --in and --workspace/],
  ];
  for (const [words, code, message] of cases) {
    const run = await machine.run([...words, "--home", machine.home], { cwd: kettle });
    assertEquals([run.code, run.stdout], [code, ""], run.stderr);
    assert(message.test(run.stderr), run.stderr);
  }
});

commandTest(
  "keep puts a learning first and lets a session be given it, review and status know of it",
  async (machine) => {
    const kettle = machine.project("kettle");
    await heard(machine, kettle, (talk) => {
      talk.typed("remember: indent with tabs in this project");
      talk.reply("noted");
      talk.typed("remember: never commit on fridays");
      talk.reply("noted");
      const todos = [{ content: "descale the kettle at 96 degrees", activeForm: "Descaling", status: "pending" }];
      const call = { type: "tool_use", id: "t1", name: "TodoWrite", input: { todos } };
      talk.typed("please plan the care of the kettle");
      talk.reply("", { message: { id: "msg_t", role: "assistant", content: [call] } });
      talk.reply("planned");
    });
    const home = ["--home", machine.home];
    const texts = await listed(machine, kettle);
    const task = texts.find((text) => text.includes("96 degrees"));
    assert(task !== undefined, texts.join("\n"));
    const isTold = async () =>
      (await startOf(machine, { cwd: kettle, session: crypto.randomUUID() })).join("\n").includes("96 degrees");
    assertEquals(await isTold(), false);
    const before = await machine.json(["review", ...home], { cwd: kettle });
    assertEquals((before["rows"] as readonly unknown[]).length, texts.length);
    await machine.ok(["keep", (await idOf(machine, kettle, "96 degrees")).slice(0, 8), ...home], { cwd: kettle });
    assertEquals((await listed(machine, kettle))[0], task);
    assertEquals(await isTold(), true);
    await machine.ok(["forget", await idOf(machine, kettle, "fridays"), ...home], { cwd: kettle });
    const after = await machine.json(["review", ...home], { cwd: kettle });
    assertEquals((after["rows"] as readonly unknown[]).length, texts.length - 2);
    const { reviewed } = await machine.json(["status", ...home]);
    const counts = reviewed as readonly { readonly kept: number; readonly forgotten: number }[];
    assertEquals([counts.map(({ kept }) => kept).join(), counts.map(({ forgotten }) => forgotten).join()], [
      "0,1",
      "1,0",
    ]);
    await machine.ok(["keep", "--undo", await idOf(machine, kettle, "96 degrees"), ...home], { cwd: kettle });
    assertEquals(await isTold(), false);
  },
);

commandTest("keep and promote with --in look in that project alone, of whatever workspace", async (machine) => {
  const [kettle, teapot] = [machine.project("kettle"), machine.project("teapot")];
  await machine.ok(["workspace", "add", "pots"]);
  await machine.ok(["workspace", "root", "add", kettle, "--workspace", "pots"]);
  await heard(machine, kettle, (talk) => {
    talk.typed("remember: indent with tabs in this project");
    talk.reply("noted");
  });
  const id = await idOf(machine, kettle, "tabs");
  for (const command of ["keep", "promote"]) {
    assertEquals((await machine.run([command, id])).code, 1, "the current directory belongs to the other workspace");
    const elsewhere = await machine.run([command, id, "--in", teapot]);
    assertEquals([elsewhere.code, elsewhere.stdout], [1, ""], elsewhere.stderr);
    assert((await machine.ok([command, id, "--in", kettle])).includes("indent with tabs"));
  }
  const { rows } = await machine.json(["list", "--in", kettle]);
  assertEquals((rows as readonly { readonly kept: boolean }[]).map(({ kept }) => kept), [true]);
});

commandTest("promote prints the patch, and writes only when told", async (machine) => {
  const kettle = machine.project("kettle");
  await heard(machine, kettle, (talk) => {
    talk.typed("remember: indent with tabs in this project");
    talk.reply("noted");
  });
  const home = ["--home", machine.home];
  const id = await idOf(machine, kettle, "tabs");
  const file = `${kettle}/CLAUDE.md`;
  const before = "# Kettle\n\nBoil.\n\n## Learned\n\n- ask first\n\n## Build\n\nmake\n";
  Deno.writeTextFileSync(file, before);
  Deno.chmodSync(file, 0o640);
  const patch = await machine.ok(["promote", id, ...home], { cwd: kettle });
  assertEquals(Deno.readTextFileSync(file), before);
  assertEquals(
    patch,
    "--- a/CLAUDE.md\n+++ b/CLAUDE.md\n@@ -5,6 +5,7 @@\n ## Learned\n \n - ask first\n" +
      "+- indent with tabs in this project\n \n ## Build\n \n",
  );
  const written = await machine.ok(["promote", id, "--write", ...home], { cwd: kettle });
  assertEquals(written, `${patch}Written to "${Deno.realPathSync(file)}".\n`);
  const after = before.replace("- ask first\n", "- ask first\n- indent with tabs in this project\n");
  assertEquals(Deno.readTextFileSync(file), after);
  assertEquals((Deno.statSync(file).mode ?? 0) & 0o777, 0o640);
  const again = await machine.ok(["promote", id, "--write", ...home], { cwd: kettle });
  assertEquals(again, `"${Deno.realPathSync(file)}" says that already.\n`);
  assertEquals(Deno.readTextFileSync(file), after);
});

commandTest("forget --match --purge takes a command out that only the rules remember", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = conversation(SESSION, kettle);
  talk.typed("run the tests");
  talk.reply("ok");
  const command = `npm run "${NEEDLE}"`;
  talk.row({
    type: "assistant",
    message: {
      id: "msg_call",
      role: "assistant",
      model: "sample",
      content: [{ type: "tool_use", id: "call1", name: "Bash", input: { command } }],
    },
  });
  await machine.learn(machine.transcript(SESSION, talk.rows));
  assertStringIncludes(machine.everything(kettle), NEEDLE);
  const call = ["forget", "--match", NEEDLE, "--home", machine.home];
  assertMatch(await machine.ok(call, { cwd: kettle }), /^What is remembered .* of 1 conversation holds that/);
  const before = written(machine, kettle);
  assertMatch(
    await machine.ok([...call, "--purge", "--dry-run"], { cwd: kettle }),
    / would be taken out; nothing else/,
  );
  assertEquals(written(machine, kettle), before);
  const stored = machine.canonical(kettle);
  const { carried, act } = await machine.json([...call, "--purge"], { cwd: kettle });
  assertEquals([carried, act], [1, null]);
  assert(!written(machine, kettle).includes(NEEDLE));
  assertEquals(await machine.ok([...call, "--purge"], { cwd: kettle }), "Nothing in this workspace holds that.\n");
  await machine.ok(["learn", "--home", machine.home], { cwd: kettle });
  assertEquals([machine.canonical(kettle), written(machine, kettle).includes(NEEDLE)], [stored, false]);
});

commandTest("forget --match --purge takes a reply out that only the rules remember, for good", async (machine) => {
  const kettle = machine.project("kettle");
  machine.configure({ version: 1, store: "learnings" });
  const talk = conversation(SESSION, kettle);
  talk.typed("please never use copper");
  talk.reply("ok");
  talk.typed("what about the lid?");
  talk.reply(`Looked around. The root cause is that the ${NEEDLE} Olga sends a null.`);
  await machine.learn(machine.transcript(SESSION, talk.rows));
  assertStringIncludes(machine.everything(kettle), NEEDLE);
  const call = ["forget", "--match", NEEDLE, "--purge", "--home", machine.home];
  assertMatch(
    await machine.ok(call, { cwd: kettle }),
    /^Forgotten: 0 exchanges, 0 learnings, what is remembered of the last turns of 1 conversation\.$/m,
  );
  assert(!written(machine, kettle).includes(NEEDLE));
  talk.typed("yes, that was it, it works now");
  talk.reply("good");
  await machine.learn(machine.transcript(SESSION, talk.rows));
  assert(!written(machine, kettle).includes(NEEDLE));
  assertEquals(await listed(machine, kettle), ["never use copper"]);
});
