/**
 * Transcripts that grow, move, shrink and hold several sessions: whatever a run sees of them, the store ends as if they
 * had been read once.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { conversation, type Machine, machineTest, type Row, walk } from "./import_test_support.ts";
import { lines, pairs } from "./stored_talk_test_support.ts";

const SESSION = "aaaaaaaa-0000-4000-8000-000000000001";
const OTHER = "bbbbbbbb-0000-4000-8000-000000000002";

function command(name: string, args = ""): Row {
  const content =
    `<command-name>/${name}</command-name>\n<command-message>${name}</command-message>\n<command-args>${args}</command-args>`;
  return { type: "user", message: { role: "user", content } };
}

function fromUser(content: unknown, extra: Row = {}): Row {
  return { type: "user", message: { role: "user", content }, ...extra };
}

function fromAssistant(content: unknown): Row {
  return { type: "assistant", message: { id: "msg_t", role: "assistant", model: "sample", content: [content] } };
}

/** Two sessions in one file, with everything that makes a reader wait, look back or take back. */
function manySided(cwd: string): readonly Row[] {
  const [talk, other] = [conversation(SESSION, cwd), conversation(OTHER, cwd)];
  const todos = [{ content: "fill", status: "pending" }, { content: "boil", status: "completed" }];
  const rows: Row[] = [talk.typed("one"), talk.reply("first"), other.typed("other one")];
  // Without a session id: it belongs to the session before it.
  rows.push({ ...fromAssistant({ type: "text", text: "other first" }), uuid: "no-session" });
  rows.push(talk.typed("remember: tabs never"), talk.reply("second"), other.reply("other second"));
  rows.push({ type: "summary", summary: "tea", leafUuid: "leaf" });
  const fork = talk.last;
  rows.push(talk.typed("remember: a dead end"), talk.reply("dead"));
  rows.push(talk.typed("instead", { parentUuid: fork }), talk.reply("third"));
  rows.push(talk.row({ ...command("brew", "strong"), origin: { kind: "human" } }));
  rows.push({ type: "permission-mode", permissionMode: "plan", sessionId: SESSION });
  rows.push(talk.row(fromUser("Brew it.", { isMeta: true, turnCompanion: true })), talk.reply("brewed"));
  rows.push(talk.row(command("compact")), other.typed("other two"), other.reply("other third"));
  rows.push(talk.row(fromUser("<local-command-stdout>Compacted</local-command-stdout>")));
  rows.push(talk.row({ type: "system", subtype: "compact_boundary", parentUuid: null }));
  rows.push(talk.row(fromUser("This session is being continued from", { isCompactSummary: true })));
  rows.push(talk.reply("after the compaction"));
  rows.push(talk.row(command("exit")), talk.typed("remember: never at night"), talk.reply("fourth"));
  rows.push(talk.row(fromAssistant({ type: "tool_use", id: "t", name: "TodoWrite", input: { todos } })));
  rows.push(talk.row(fromUser([{ type: "tool_result", tool_use_id: "t", content: "ok" }])), talk.reply("listed"));
  rows.push(talk.row({ type: "attachment", attachment: { type: "queued_command", prompt: "and the lid" } }));
  rows.push(talk.reply("lid too"), talk.row({ ...command("odd", "end"), origin: { kind: "human" } }));
  return rows;
}

for (
  const [name, options] of Object.entries({
    "record by record": {},
    "record by record, as `learn` reads it": { final: true },
    "record by record, each first without its line feed and with a stub of the next": { torn: true },
    "record by record, its state lost each time": { torn: true, forgets: true },
  }) as [string, { final?: boolean; torn?: boolean; forgets?: boolean }][]
) {
  machineTest(`importTranscript() gives the same store when a transcript is read ${name}`, async (machine) => {
    const [whole, pieces] = [machine.project("whole"), machine.project("pieces")];
    const rows = manySided(machine.project("kettle"));
    const final = options.final === true;
    const forget = () => options.forgets && Deno.removeSync(`${machine.home}/state`, { recursive: true });
    await machine.learn(machine.transcript(SESSION, rows, { slug: "-whole" }), { workDir: whole });
    for (let n = 1; n <= rows.length; n++) {
      const text = lines(rows.slice(0, n));
      if (options.torn) {
        await machine.learn(machine.transcript(SESSION, [], { text: text.slice(0, -1) }), { workDir: pieces, final });
        forget();
      }
      const stub = options.torn ? lines(rows.slice(n, n + 1)).slice(0, 40) : "";
      await machine.learn(machine.transcript(SESSION, [], { text: text + stub }), { workDir: pieces, final });
      forget();
    }
    const last = await machine.learn(machine.transcript(SESSION, rows), { workDir: pieces });
    assertEquals(machine.canonical(pieces), machine.canonical(whole));
    assertEquals(last.exchanges.total, 8);
    assert(pairs(machine, whole, OTHER).some((pair) => pair.includes("other first")));
  });
}

machineTest(
  "importTranscript() keeps an awaited reply with the command that it answers, which still waits for its successor",
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = conversation(SESSION, kettle);
    talk.typed("one");
    talk.reply("first");
    talk.row({ ...command("brew", "strong"), origin: { kind: "human" } });
    const payload = { sessionId: SESSION, cwd: kettle, reply: "brewed" };
    await machine.learn(machine.transcript(SESSION, talk.rows), { final: false, payload });
    assertEquals(pairs(machine, kettle), [["one", "first"], ["/brew strong", "brewed"]]);
    talk.reply("brewed");
    await machine.learn(machine.transcript(SESSION, talk.rows), { final: false, payload });
    assertEquals(pairs(machine, kettle), [["one", "first"], ["/brew strong", "brewed"]]);
    const provisional = machine.exchanges(kettle).flatMap(({ answers }) => answers.map((answer) => answer.provisional));
    assertEquals(provisional, [false, false]);
  },
);

machineTest(
  "importTranscript() goes on where it was when the client moved the file to another slug",
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = conversation(SESSION, kettle);
    talk.typed("one");
    talk.reply("first");
    const before = machine.transcript(SESSION, talk.rows, { slug: "-a" });
    await machine.learn(before);
    Deno.removeSync(before);
    const moved = machine.project("moved");
    talk.rows.push({ type: "relocated", relocatedCwd: moved, sessionId: SESSION });
    talk.reply("second", { cwd: moved });
    const report = await machine.learn(machine.transcript(SESSION, talk.rows, { slug: "-b" }));
    assertEquals([report.records.read, report.exchanges], [2, { new: 0, extended: 1, total: 1 }]);
    assertEquals(report.verdict?.cwds.map(({ recorded }) => recorded), [kettle, moved, moved]);
    assertEquals(pairs(machine, kettle), [["one", "first", "second"]]);
    assertEquals(pairs(machine, moved), [], "the session stays where it is stored");
  },
);

machineTest(
  "importTranscript() knows a directory that only a payload named when the state is lost and the file has moved",
  async (machine) => {
    const [kettle, research] = [machine.project("kettle"), machine.project("research")];
    const talk = conversation(SESSION, kettle);
    talk.typed("one");
    const payload = { sessionId: SESSION, cwd: research, reply: null };
    const before = machine.transcript(SESSION, talk.rows, { slug: "-a" });
    assertEquals((await machine.learn(before, { payload })).outcome, "learned");
    Deno.removeSync(before);
    Deno.removeSync(`${machine.home}/state`, { recursive: true });
    machine.configure({ version: 1, active: "default", workspaces: { default: {}, research: { roots: [research] } } });
    const report = await machine.learn(machine.transcript(SESSION, talk.rows, { slug: "-b" }));
    assertEquals([report.verdict?.kind, report.verdict?.other], ["claimed", "research"]);
  },
);

machineTest(
  "importTranscript() keeps a session in its place when it is resumed from another directory",
  async (machine) => {
    const [kettle, pot] = [machine.project("kettle"), machine.project("pot")];
    const talk = conversation(SESSION, kettle);
    talk.typed("one");
    talk.reply("first");
    await machine.learn(machine.transcript(SESSION, talk.rows));
    talk.typed("two", { cwd: pot });
    talk.reply("second", { cwd: pot });
    const transcript = machine.transcript(SESSION, talk.rows);
    await machine.learn(transcript);
    Deno.removeSync(`${machine.home}/state`, { recursive: true });
    assertEquals((await machine.learn(transcript)).outcome, "nothing-new");
    assertEquals(pairs(machine, kettle), [["one", "first"], ["two", "second"]]);
    assertEquals(machine.everything(pot), "");
  },
);

machineTest("importTranscript() reads on when the client cut its file and wrote something else", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = conversation(SESSION, kettle);
  talk.typed("one");
  talk.reply("first");
  talk.typed("two");
  await machine.learn(machine.transcript(SESSION, talk.rows));
  // Shorter than the cursor, then empty, then longer than before.
  await machine.learn(machine.transcript(SESSION, talk.rows.slice(0, 1)));
  assertEquals((await machine.learn(machine.transcript(SESSION, [], { text: "" }))).reason, "empty");
  talk.rows.splice(2);
  talk.typed("another two", { uuid: "another", parentUuid: talk.rows[1]?.["uuid"] });
  talk.reply("second");
  await machine.learn(machine.transcript(SESSION, talk.rows));
  assertEquals(pairs(machine, kettle), [["one", "first"], ["two"], ["another two", "second"]]);
});

machineTest("importTranscript() takes back what a rewound prompt taught, in one run and in two", async (machine) => {
  const [once, twice] = [machine.project("once"), machine.project("twice")];
  const talk = conversation(SESSION, machine.project("kettle"));
  talk.typed("one");
  talk.reply("first");
  const fork = talk.last;
  talk.typed("remember: never at night");
  talk.reply("noted");
  await machine.learn(machine.transcript(SESSION, talk.rows), { workDir: twice });
  talk.typed("remember: only at night", { parentUuid: fork });
  const transcript = machine.transcript(SESSION, talk.rows);
  await machine.learn(transcript, { workDir: twice });
  await machine.learn(machine.transcript(SESSION, talk.rows, { slug: "-once" }), { workDir: once });
  const told = (workDir: string) => JSON.stringify(machine.canonical(workDir)).match(/(?:never|only) at night"/g);
  assertEquals(machine.exchanges(twice).map(({ state }) => state), [null, "rewound", null]);
  assertEquals(machine.canonical(twice), machine.canonical(once));
  assertEquals(
    told(once)?.filter((text) => text.startsWith("never")).length,
    1,
    "the question is kept, not the learning",
  );
});

machineTest(
  "importTranscript() keeps the exchanges of a session together when they stand in two files",
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = conversation(SESSION, kettle);
    talk.typed("one");
    talk.reply("first");
    await machine.learn(machine.transcript(SESSION, talk.rows));
    const fork = talk.last;
    talk.reply("late");
    talk.typed("two");
    talk.reply("second");
    talk.typed("instead of two", { parentUuid: fork });
    const other = machine.transcript(OTHER, talk.rows.slice(2));
    const report = await machine.learn(other);
    assertEquals(report.exchanges, { new: 2, extended: 1, total: 3 });
    assertEquals(pairs(machine, kettle), [["one", "first", "late"], ["two", "second"], ["instead of two"]]);
    assertEquals((await machine.learn(machine.transcript(SESSION, talk.rows.slice(0, 2)))).exchanges.total, 3);
  },
);

/** What stands open in a working directory, by session. */
function openLoops(machine: Machine, workDir: string): readonly (readonly string[])[] {
  const stored = machine.canonical(workDir) as readonly {
    readonly session: string;
    readonly learnings: readonly (readonly string[])[];
  }[];
  // Their directories have random names.
  return stored.toSorted((a, b) => a.session < b.session ? -1 : 1).map(({ learnings }) =>
    learnings.filter(([, kind]) => kind === "open_loops").map(([, , , text = ""]) => text)
  );
}

machineTest(
  "importTranscript() appends nothing in a second run when a question that nobody answered is a copy",
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = conversation(SESSION, kettle);
    talk.typed("why does the kettle boil dry at night?");
    // Found by fuzzing: a run that reads nothing new ends the other session once more.
    const text = lines([...talk.rows, ...talk.rows.map((row) => ({ ...row, sessionId: OTHER }))]);
    const transcript = machine.transcript(SESSION, [], { text });
    await machine.learn(transcript);
    const stored = openLoops(machine, kettle);
    assertEquals(stored, [["why does the kettle boil dry at night?"], []]);
    await machine.learn(transcript);
    assertEquals(openLoops(machine, kettle), stored);
    talk.reply("The sensor is broken.");
    talk.typed("and by day?");
    const rows = talk.rows.flatMap((row) => [row, { ...row, sessionId: OTHER }]);
    await machine.learn(machine.transcript(SESSION, rows));
    assertEquals(openLoops(machine, kettle), [["and by day?"], []]);
  },
);

machineTest("importTranscript() closes what stood open when the state was lost since it was told", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = conversation(SESSION, kettle);
  talk.typed("why does the kettle boil dry at night?");
  await machine.learn(machine.transcript(SESSION, talk.rows));
  assertEquals(openLoops(machine, kettle), [["why does the kettle boil dry at night?"]]);
  for (const path of walk(kettle)) if (path.endsWith("meta.json")) Deno.removeSync(path);
  // A turn that ends tells no open loops; what it read is not read again.
  await machine.learn(machine.transcript(SESSION, talk.rows), { final: false });
  talk.reply("The sensor is broken.");
  talk.typed("thank you");
  await machine.learn(machine.transcript(SESSION, talk.rows));
  assertEquals(openLoops(machine, kettle), [[]]);
});
