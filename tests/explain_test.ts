import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { commandTest } from "./command_test_support.ts";
import { conversation, hasCorpus, type Row, SHARED } from "./import_test_support.ts";

const SESSION = "aaaaaaaa-0000-4000-8000-000000000001";
const OTHER = "aaaabbbb-0000-4000-8000-000000000002";

function talkIn(cwd: string, sessionId = SESSION) {
  const talk = conversation(sessionId, cwd);
  talk.typed("Where does the kettle boil dry?");
  talk.reply("In `readSensor`.");
  talk.typed("<task-notification>\n<status>completed</status>\n</task-notification>", {
    origin: { kind: "task-notification" },
  });
  talk.reply("The heat test passed.");
  return talk;
}

/** The only session of `explain --json`. */
function only(explained: Row): Row {
  const sessions = explained["sessions"] as Row[];
  assertEquals(sessions.length, 1);
  return sessions[0] ?? {};
}

commandTest("explain tells places, verdict and the author of each message", async (machine) => {
  const [kettle, garden] = [machine.project("kettle"), machine.project("garden")];
  const talk = talkIn(kettle);
  talk.typed("and in the garden?", { cwd: `${garden}/beds` });
  const transcript = machine.transcript(SESSION, talk.rows);
  machine.configure({ version: 1, workspaces: { default: { roots: [kettle] }, garden: { roots: [garden] } } });
  const session = only(await machine.json(["explain", transcript, "--as", "default"]));
  assertEquals((session["verdict"] as Row)["kind"], "claimed");
  assertMatch(String((session["verdict"] as Row)["sentence"]), /^claimed: .*root of workspace "garden"/);
  assertEquals(
    (session["directories"] as Row[]).map(({ recorded, source, recordedAt, place, workspace, disk, sentence }) => ({
      recorded,
      source,
      recordedAt,
      place,
      workspace,
      disk,
      sentence,
    })),
    [
      {
        recorded: kettle,
        source: "record",
        recordedAt: { line: 1, records: 4 },
        place: "inside",
        workspace: undefined,
        disk: "exists",
        sentence: `inside: it lies in the root "${kettle}" of workspace "default"`,
      },
      {
        recorded: `${garden}/beds`,
        source: "record",
        recordedAt: { line: 5, records: 1 },
        place: "claimed",
        workspace: "garden",
        disk: "missing",
        sentence: `claimed: it lies in the root "${garden}" of workspace "garden"`,
      },
    ],
  );
  assertEquals(
    (session["messages"] as Row[]).map(({ number, author, detail, text }) => [number, author, detail, text]),
    [
      [1, "typed", "typed", "Where does the kettle boil dry?"],
      [2, "reply", null, "In `readSensor`."],
      [3, "client", "task-notification", "<task-notification> <status>completed</status> </task-notification>"],
      [4, "reply", null, "The heat test passed."],
      [5, "typed", "typed", "and in the garden?"],
    ],
  );
  assert((session["messages"] as Row[]).every(({ author, rule }) => (author === "reply") === (rule === null)));
  assertEquals([session["target"], session["stored"], session["learner"]], [null, [], "named"]);
  assertEquals(only(await machine.json(["explain", transcript]))["learner"], "several-workspaces");

  const text = await machine.ok(["explain", transcript, "--as", "default"]);
  for (
    const part of [
      `recorded in  records (cwd), line 1 first, 4 records`,
      `claimed: it lies in the root "${garden}" of workspace "garden"`,
      "on disk      it does not exist any more",
      "3   2026-10-26",
      "task-notification",
    ]
  ) assertStringIncludes(text, part);
  const plain = await machine.ok(["explain", transcript, "--plain"]);
  assertStringIncludes(plain, "author: client\nas: task-notification\n");
});

commandTest("explain shows a directory once when it was recorded in several ways", async (machine) => {
  const [kettle, teapot] = [machine.project("kettle"), machine.project("teapot")];
  const { rows } = talkIn(kettle);
  for (const cwd of [kettle, teapot]) rows.push({ type: "relocated", sessionId: SESSION, relocatedCwd: cwd });
  const transcript = machine.transcript(SESSION, rows);
  const session = only(await machine.json(["explain", transcript]));
  assertEquals(
    (session["directories"] as Row[]).map(({ recorded, source }) => [recorded, source]),
    [[kettle, "record"], [kettle, "relocated"], [teapot, "relocated"]],
    "programs are told each",
  );
  const text = await machine.ok(["explain", transcript, "--plain"]);
  assertEquals(text.split("\n").filter((line) => line.startsWith("directory: ")), [
    `directory: ${kettle}`,
    `directory: ${teapot}`,
  ]);
  assertStringIncludes(
    text,
    "recorded in: records (cwd), line 1 first, 4 records; a record that the session moved, line 5\n",
  );
});

commandTest("explain tells where the files go and where they lie", async (machine) => {
  const kettle = machine.project("kettle");
  const transcript = machine.transcript(SESSION, talkIn(kettle).rows);
  const before = only(await machine.json(["explain", transcript]));
  assertEquals((before["target"] as Row)["because"], "marker");
  assertEquals([before["stored"], before["learner"]], [[], "active"]);
  const report = await machine.learn(transcript);
  const after = only(await machine.json(["explain", transcript]));
  assertEquals(after["target"], { workDir: kettle, because: "stored", directory: report.directory });
  assertEquals(after["stored"], [
    { workspace: "default", directory: report.directory, verdict: "unclaimed", removed: false, forgotten: false },
  ]);
  assertEquals((before["target"] as Row)["directory"], report.directory, "what it said came true");
});

commandTest(
  "explain names the workspace that learned an unclaimed conversation, as learn leaves it there",
  async (machine) => {
    const kettle = machine.project("kettle");
    const transcript = machine.transcript(SESSION, talkIn(kettle).rows);
    machine.configure({ version: 1, workspaces: { default: {}, research: { roots: [kettle] } } });
    const { directory } = await machine.learn(transcript, { workspace: "research" });
    machine.configure({ version: 1, workspaces: { default: {}, research: {} } });
    assertStringIncludes(await machine.ok(["learn", "--dry-run"]), "1 learned-elsewhere");
    const hooked = only(await machine.json(["explain", SESSION]));
    assertEquals([hooked["workspace"], hooked["learner"], hooked["keptBy"]], ["research", "holder", "research"]);
    assertEquals((hooked["target"] as Row)["directory"], directory, "where a hook goes on");
    const named = only(await machine.json(["explain", SESSION, "--as", "default"]));
    assertEquals([named["workspace"], named["target"], named["keptBy"]], ["default", null, "research"]);
    for (const words of [["explain", SESSION], ["explain", SESSION, "--as", "default"]]) {
      const text = await machine.ok(words);
      assertStringIncludes(text, 'so the one that learned it first keeps it, "research"');
      assertMatch(text, /^kept by +workspace "research": "learn" for another one leaves it there/m);
    }
    const own = only(await machine.json(["explain", SESSION, "--as", "research"]));
    assertEquals([own["workspace"], own["learner"], own["keptBy"]], ["research", "named", null]);

    const list = await machine.ok(["list", "--in", kettle]);
    assertStringIncludes(list, 'is not shown: workspace "research" has it (--workspace research).');
    assertStringIncludes(await machine.ok(["sessions", "list", "--in", kettle]), 'workspace "research" has it');
    machine.configure({ version: 1, workspaces: { default: {} } });
    assertStringIncludes(await machine.ok(["list", "--in", kettle]), "is not shown: today's configuration hides it.");
  },
);

commandTest("explain finds a session by its id or the beginning of it", async (machine) => {
  const kettle = machine.project("kettle");
  const first = machine.transcript(SESSION, talkIn(kettle).rows);
  machine.transcript(OTHER, talkIn(kettle, OTHER).rows, { slug: "-other" });
  assertEquals((await machine.json(["explain", SESSION]))["transcript"], first);
  assertEquals((await machine.json(["explain", "aaaaaaa"]))["transcript"], first);
  const unclear = await machine.run(["explain", "aaaa"]);
  assertEquals(unclear.code, 1);
  assertStringIncludes(unclear.stderr, `"aaaa" begins the ids of 2 sessions; give more of it: `);
  const gone = await machine.run(["explain", "ffff"]);
  assertMatch(
    gone.stderr.replace(machine.root, ""),
    /no session's id begins so, in "\/client" \(\d+ other places that clients use are not there\) or in what is stored; give/,
  );
  assertStringIncludes((await machine.run(["explain", "nowhere/x.jsonl"])).stderr, "no such file");
  assertStringIncludes((await machine.run(["explain", kettle])).stderr, "it is a directory");
  Deno.writeTextFileSync(`${machine.root}/notes.txt`, "not a transcript\n");
  assertStringIncludes((await machine.run(["explain", `${machine.root}/notes.txt`])).stderr, "it is no transcript of");
  const unknown = await machine.run(["explain", SESSION, "--as", "garden"]);
  assertEquals(unknown.code, 64);
});

commandTest("explain finds what was learned from elsewhere, and says when the transcript is gone", async (machine) => {
  const kettle = machine.project("kettle");
  const elsewhere = `${machine.root}/elsewhere.jsonl`;
  Deno.writeTextFileSync(elsewhere, talkIn(kettle).rows.map((row) => JSON.stringify(row) + "\n").join(""));
  await machine.learn(elsewhere);
  assertEquals((await machine.json(["explain", "aaaaaaaa"]))["transcript"], elsewhere);
  Deno.removeSync(elsewhere);
  const { code, stderr } = await machine.run(["explain", "aaaaaaaa"]);
  assertEquals(code, 1);
  assertStringIncludes(
    stderr,
    `its transcript "${elsewhere}" is gone; "imprint-hook sessions show ${SESSION} --all" shows`,
  );
});

commandTest(
  "explain names no file that never was: of what was imported, or stood in a file of many",
  async (machine) => {
    const kettle = machine.project("kettle");
    const told = async () => (await machine.run(["explain", SESSION])).stderr.replace(/^imprint-hook: /, "");
    const shows = `"imprint-hook sessions show ${SESSION} --all" shows what was learned of it\n`;
    const typed = { sessionId: SESSION, project: kettle, display: "why does it boil dry?", pastedContents: {} };
    const history = `${machine.root}/client/history.jsonl`;
    Deno.writeTextFileSync(history, `${JSON.stringify({ ...typed, timestamp: Date.now() - 3 * 86_400_000 })}\n`);
    await machine.ok(["learn"]);
    const held = `cannot explain session ${SESSION}: it is one of those in "${history}", which only "learn" reads; `;
    assertEquals(await told(), held + shows);
    const file = `${machine.root}/all.jsonl`;
    await machine.ok(["export", "--out", file]);
    Deno.removeSync(history);
    const gone = `cannot explain session ${SESSION}: it was one of those in "${history}", which is gone; `;
    assertEquals(await told(), gone + shows);

    Deno.removeSync(`${kettle}/.umwelten`, { recursive: true });
    Deno.removeSync(machine.home, { recursive: true });
    Deno.mkdirSync(machine.home);
    await machine.ok(["import", file]);
    const imported = `cannot explain session ${SESSION}: it was imported, and came without its transcript; `;
    assertEquals(await told(), imported + shows);
    assertStringIncludes(await machine.ok(["sessions", "show", SESSION, "--all"]), "why does it boil dry?");
  },
);

commandTest("explain shows no secrets and lets nothing steer the terminal", async (machine) => {
  const kettle = machine.project("kettle");
  machine.configure({ version: 1, redact: [{ text: "Acorn Mills", as: "customer" }, { text: "typed", as: "word" }] });
  const talk = conversation(SESSION, `${kettle}/Acorn Mills`);
  talk.typed(`\u001b[2J Acorn Mills sent <private>the recipe</private>, typed.\nSecond line`);
  const transcript = machine.transcript(SESSION, talk.rows);
  const text = await machine.ok(["explain", transcript]);
  assert(!/Acorn|recipe/.test(text));
  // deno-lint-ignore no-control-regex -- control characters are what must not be there
  assert(!/[\u0000-\u0009\u000b-\u001f]/.test(text));
  assertStringIncludes(text, "\\x1b[2J");
  const session = only(await machine.json(["explain", transcript]));
  assert(!/Acorn|recipe/.test(JSON.stringify(session)));
  assertEquals((session["messages"] as Row[])[0]?.["author"], "typed", "the program's own words stay");
});

commandTest(
  "explain says that a sub-agent's transcript is never learned, and copes with odd files",
  async (machine) => {
    const kettle = machine.project("kettle");
    const rows = talkIn(kettle).rows;
    const sub = machine.transcript("agent-1", rows, { slug: `-kettle/${SESSION}/subagents` });
    assertStringIncludes(await machine.ok(["explain", sub]), "A sub-agent's transcript");
    const torn = machine.transcript(SESSION, [], {
      text: `${JSON.stringify(rows[0])}\n{"broken\n${JSON.stringify(rows[1])}\n{"torn":`,
    });
    const text = await machine.ok(["explain", torn]);
    assertStringIncludes(text, "1 broken lines skipped");
    const several = machine.transcript(OTHER, [...rows, ...talkIn(kettle, OTHER).rows]);
    const explained = await machine.json(["explain", several]);
    assertEquals((explained["sessions"] as Row[]).map(({ sessionId }) => sessionId), [SESSION, OTHER]);
  },
);

commandTest("explain names opt-out, exclusion, automation, pauses and approvals that went stale", async (machine) => {
  const kettle = machine.project("kettle");
  const verdict = async (path: string) => (only(await machine.json(["explain", path]))["verdict"] as Row)["kind"];
  const talk = talkIn(kettle);
  const transcript = machine.transcript(SESSION, talk.rows);
  machine.configure({ version: 1, exclude: ["**/kettle"] });
  assertEquals(await verdict(transcript), "excluded");
  assertStringIncludes(await machine.ok(["explain", transcript]), 'excluded: a recorded directory matches "**/kettle"');
  machine.configure({ version: 1, workspaces: { research: {} } });
  Deno.writeTextFileSync(`${kettle}/.imprint-hook.jsonc`, '{ "workspace": "research" }');
  await machine.ok(["workspace", "approve", kettle]);
  const owned = only(await machine.json(["explain", transcript]));
  assertEquals([owned["workspace"], (owned["verdict"] as Row)["kind"]], ["research", "owned"]);
  Deno.writeTextFileSync(`${kettle}/.imprint-hook.jsonc`, '{ "workspace": "research" } // more');
  assertStringIncludes(
    await machine.ok(["explain", transcript, "--as", "research"]),
    "but the project file changed or is gone since",
  );
  machine.configure({ version: 1 });
  talk.typed("no-imprint");
  assertEquals(await verdict(machine.transcript(SESSION, talk.rows)), "opted-out");
  const program = conversation(OTHER, kettle);
  program.typed("count the beds", { origin: undefined, promptSource: "sdk", turnOrigin: "sdk", entrypoint: "sdk-cli" });
  assertEquals(await verdict(machine.transcript(OTHER, program.rows)), "automation");
});

commandTest("explain tells about links, worktrees and touched files", async (machine) => {
  const [kettle, garden] = [machine.project("kettle"), machine.project("garden")];
  Deno.symlinkSync(garden, `${kettle}/link`);
  const tree = machine.directory("spout");
  Deno.mkdirSync(`${garden}/.git/worktrees/spout`, { recursive: true });
  Deno.writeTextFileSync(`${garden}/.git/worktrees/spout/gitdir`, `${tree}/.git\n`);
  Deno.writeTextFileSync(`${garden}/.git/worktrees/spout/commondir`, "../..\n");
  Deno.writeTextFileSync(`${tree}/.git`, `gitdir: ${garden}/.git/worktrees/spout\n`);
  machine.configure({ version: 1, workspaces: { garden: { roots: [garden] } } });
  const talk = conversation(SESSION, `${kettle}/link`);
  talk.typed("Who waters the beds?");
  talk.typed("And here?", { cwd: tree });
  talk.typed("And there?", { cwd: "C:\\kettle" });
  talk.row({
    type: "assistant",
    message: {
      id: "msg_x",
      role: "assistant",
      model: "sample",
      content: [{ type: "tool_use", id: "t1", name: "Edit", input: { file_path: `${garden}/beds.ts` } }],
    },
  });
  const text = await machine.ok(["explain", machine.transcript(SESSION, talk.rows), "--as", "default"]);
  for (
    const part of [
      `real path    posix: ${garden}`,
      `claimed: its real path lies in the root "${garden}" of workspace "garden"`,
      `leads to     ${garden} (worktree)`,
      `claimed: it is a linked git worktree whose main tree lies in the root "${garden}" of workspace "garden"`,
      "identity     none (foreign-windows-path)",
      "unknown: it is a Windows path that was recorded on another system",
      'touched    1 file below roots of workspace "garden"',
    ]
  ) assertStringIncludes(text, part);
});

commandTest(
  `explain e0378f7c of the public transcripts, which touched two projects${
    hasCorpus() ? "" : " (ignored: they are not here)"
  }`,
  async (machine) => {
    const folder = `${SHARED}corpus/claude/flop-labs__technocore-chat/W5GVW90Y0V`;
    const path = `${folder}/e0378f7c-f404-40a6-bae8-b0dbaa35aefd.jsonl`;
    const { directories } = only(await machine.json(["explain", path]));
    const [one, two] = [...new Set((directories as Row[]).map(({ recorded }) => String(recorded)))] as [string, string];
    const verdict = async (workspaces: Row) => {
      machine.configure({ version: 1, workspaces });
      const { workspace, verdict } = only(await machine.json(["explain", path]));
      return [workspace, (verdict as Row)["kind"]];
    };
    assertEquals(await verdict({}), ["default", "unclaimed"]);
    assertEquals(await verdict({ research: { roots: [one, two] } }), ["research", "owned"]);
    assertEquals(await verdict({ default: { roots: [one] }, research: { roots: [two] } }), ["default", "claimed"]);
    machine.configure({ version: 1, workspaces: { research: { roots: [two] } } });
    assertEquals((only(await machine.json(["explain", path, "--as", "default"]))["verdict"] as Row)["kind"], "claimed");
  },
  !hasCorpus(),
);

commandTest("explain knows the directories that an import would still know without its state", async (machine) => {
  const [kettle, garden] = [machine.project("kettle"), machine.project("garden")];
  const transcript = machine.transcript(SESSION, talkIn(kettle).rows);
  await machine.learn(transcript, { payload: { sessionId: SESSION, cwd: garden, reply: null } });
  Deno.removeSync(`${machine.home}/state`, { recursive: true });
  machine.configure({ version: 1, active: "default", workspaces: { default: {}, garden: { roots: [garden] } } });
  const explained = only(await machine.json(["explain", transcript, "--as", "default"]));
  const report = await machine.learn(transcript, { workspace: "default" });
  assertEquals(report.verdict?.kind, "claimed");
  assertEquals((explained["verdict"] as Row)["kind"], "claimed");
  assertEquals((explained["directories"] as Row[]).map(({ source, place }) => [source, place]), [
    ["record", "outside"],
    ["payload", "claimed"],
  ]);
});

commandTest("explain says that a conversation was forgotten, until that is taken back", async (machine) => {
  const transcript = machine.transcript(SESSION, talkIn(machine.project("kettle")).rows);
  await machine.ok(["learn", "--transcript", transcript]);
  const stored = async () => (only(await machine.json(["explain", transcript]))["stored"] as Row[])[0] ?? {};
  assertEquals((await stored())["forgotten"], false);
  await machine.ok(["forget", "--session", SESSION]);
  assertEquals((await stored())["forgotten"], true);
  assertStringIncludes(await machine.ok(["explain", transcript]), "nothing of it is shown or added until");
  const { acts } = await machine.json(["unforget"]) as { acts: readonly { readonly id: string }[] };
  await machine.ok(["unforget", acts[0]?.id ?? ""]);
  assertEquals((await stored())["forgotten"], false);
});
