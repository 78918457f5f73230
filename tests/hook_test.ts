import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { conversation } from "./import_test_support.ts";
import { assertQuick, hookTest, PATIENCE_MS } from "./hook_test_support.ts";

const SESSION = "aaaaaaaa-0000-4000-8000-000000000001";

hookTest(
  "claude stop learns the turn that just ended, quietly (reports 3, 41: https://github.com/thedotmack/claude-mem/issues/1290, https://github.com/povvo/claudikins-kernel/issues/7, https://github.com/affaan-m/ECC/issues/2090)",
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = conversation(SESSION, kettle);
    talk.typed("why does it boil dry?");
    talk.reply("the sensor sends a null");
    const transcript = machine.transcript(SESSION, talk.rows);
    const run = await machine.hook(["claude", "stop"], machine.stop(SESSION, transcript, { cwd: kettle }));
    assertEquals([run.code, run.stderr], [0, ""]);
    assertEquals(machine.exchanges(kettle).map(({ answers }) => answers.map(({ text }) => text)), [[
      "the sensor sends a null",
    ]]);
    const [beat] = machine.heartbeats();
    assertEquals([beat?.["client"], beat?.["event"], beat?.["session"], beat?.["outcome"]], [
      "claude-code",
      "Stop",
      SESSION,
      "learned",
    ]);
  },
);

hookTest("the bare program with a payload on stdin does the same", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = conversation(SESSION, kettle);
  talk.typed("one");
  talk.reply("first");
  const transcript = machine.transcript(SESSION, talk.rows);
  assertEquals((await machine.hook([], machine.stop(SESSION, transcript))).code, 0);
  assertEquals(machine.exchanges(kettle).length, 1);
});

hookTest(
  "a hook that the client does not have ends with 1, as more blocks Gemini CLI's turns without end",
  async (machine) => {
    const wrong = [["gemini", "stop"], ["gemini"], ["cursor", "after-agent", "--home", machine.home], [
      "claude",
      "stpo",
    ]];
    for (const words of wrong) {
      const { code, stdout, stderr } = await machine.hook(words, "{}");
      assertEquals([code, stdout], [1, ""], words.join(" "));
      assertStringIncludes(stderr, `imprint-hook: ${words[0]}: no hook `);
    }
  },
);

for (
  const [lag, when] of [[100, "100 ms later"], [400, "400 ms later"], [Infinity, "only with the next turn"]] as const
) {
  hookTest(
    `claude stop stores a reply once that is written ${when} (reports 1, 2: https://github.com/anthropics/claude-code/issues/15812, https://github.com/anthropics/claude-code/issues/40655, https://github.com/anthropics/claude-code/issues/74340)`,
    async (machine) => {
      const kettle = machine.project("kettle");
      const talk = conversation(SESSION, kettle);
      talk.typed("one");
      const transcript = machine.transcript(SESSION, talk.rows);
      talk.reply("the\n\nreply");
      const late = `${JSON.stringify(talk.rows.at(-1))}\n`;
      const growing = `${machine.store}/-kettle/${SESSION}.growing.jsonl`;
      Deno.renameSync(transcript, growing);
      const payload = machine.stop(SESSION, growing, { last_assistant_message: "the reply" });
      const append = () => Deno.writeTextFileSync(growing, late, { append: true });
      const timer = Number.isFinite(lag) ? setTimeout(append, lag + 400) : undefined;
      const run = await machine.hook(["claude", "stop"], payload);
      assertEquals(run.code, 0);
      clearTimeout(timer);
      if (!Deno.readTextFileSync(growing).includes("msg_1")) append();
      talk.typed("two");
      Deno.writeTextFileSync(growing, `${JSON.stringify(talk.rows.at(-1))}\n`, { append: true });
      await machine.hook(["claude", "stop"], machine.stop(SESSION, growing));
      const answers = machine.exchanges(kettle).map((exchange) => exchange.answers.map(({ text }) => text));
      assertEquals(answers, [["the\n\nreply"], []]);
      const again = await machine.hook(["claude", "stop"], machine.stop(SESSION, growing));
      assertEquals(again.code, 0);
      assertEquals(machine.exchanges(kettle).map((exchange) => exchange.answers.length), [1, 0]);
    },
  );
}

hookTest(
  "claude stop keeps the reply of the payload until the transcript holds it, and counts the miss",
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = conversation(SESSION, kettle);
    talk.typed("one");
    const transcript = machine.transcript(SESSION, talk.rows);
    const payload = machine.stop(SESSION, transcript, { last_assistant_message: "not written yet" });
    for (let run = 0; run < 2; run++) {
      await machine.hook(["claude", "stop"], payload);
      assertEquals(
        machine.exchanges(kettle)[0]?.answers.map(({ text, provisional }) => [text, provisional]),
        [["not written yet", true]],
      );
    }
    assertEquals(machine.heartbeats().map((beat) => beat["reason"]), ["flush-miss", "flush-miss"]);
  },
);

hookTest("claude stop for a claimed session leaves no trace of which one it was", async (machine) => {
  const research = machine.project("research");
  machine.configure({
    version: 1,
    workspaces: { default: {}, research: { roots: [research] }, other: { roots: [machine.project("other")] } },
  });
  const talk = conversation(SESSION, research);
  talk.typed("turn 1 question");
  talk.typed("turn 2 question", { cwd: `${machine.root}/other` });
  const transcript = machine.transcript(SESSION, talk.rows);
  await machine.hook(["claude", "stop"], machine.stop(SESSION, transcript, { cwd: research }));
  const [beat] = machine.heartbeats();
  assertEquals([beat?.["outcome"], beat?.["reason"], beat?.["session"]], ["skipped", "claimed", undefined]);
  assert(!machine.everything(research).includes("turn 1"));
});

hookTest("claude session-end decides what a held command was, pre-compact does not wait for it", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = conversation(SESSION, kettle);
  talk.typed("one");
  talk.reply("first");
  talk.row({
    type: "user",
    message: {
      role: "user",
      content:
        "<command-message>brew</command-message>\n<command-name>/brew</command-name>\n<command-args>strong</command-args>",
    },
    origin: { kind: "human" },
  });
  const transcript = machine.transcript(SESSION, talk.rows);
  const call = (event: string) => machine.stop(SESSION, transcript, { hook_event_name: event });
  await machine.hook(["claude", "pre-compact"], call("PreCompact"));
  assertEquals(machine.exchanges(kettle).map(({ question }) => question?.text), ["one"]);
  await machine.hook(["claude", "session-end"], call("SessionEnd"));
  assertEquals(machine.exchanges(kettle).map(({ question }) => question?.text), ["one", "/brew strong"]);
});

const BAD: readonly { readonly name: string; readonly stdin: string | Uint8Array | null; readonly reason: RegExp }[] = [
  {
    name:
      "is empty (report 20: https://github.com/anthropics/claude-code/issues/36156, https://github.com/thedotmack/claude-mem/issues/2471)",
    stdin: "",
    reason: /stdin-empty/,
  },
  { name: "is white space", stdin: " \n", reason: /stdin-empty/ },
  {
    name:
      "is never closed (report 19: https://github.com/anthropics/claude-code/issues/46177, https://github.com/anthropics/claude-code/issues/53177, https://github.com/anthropics/claude-code/issues/78756, https://github.com/anthropics/claude-code/issues/79508)",
    stdin: null,
    reason: /stdin-timeout/,
  },
  { name: "is not JSON", stdin: "hello", reason: /payload-not-json/ },
  { name: "is a list", stdin: "[1]", reason: /payload-not-an-object/ },
  {
    name: "is 10 MB of nothing useful",
    stdin: JSON.stringify({ x: "y".repeat(10_000_000) }),
    reason: /payload-no-session-id/,
  },
  { name: "names no event", stdin: '{"session_id":"s1"}', reason: /payload-no-event/ },
  {
    name:
      "names a file that does not exist (report 5: https://github.com/anthropics/claude-code/issues/41310, https://github.com/manaflow-ai/cmux/issues/4079)",
    stdin: '{"session_id":"s1","hook_event_name":"Stop","transcript_path":"/nowhere/s1.jsonl"}',
    reason: /missing/,
  },
  {
    name: "has an empty path (report 7: https://github.com/anthropics/claude-code/issues/13668)",
    stdin: '{"session_id":"s1","hook_event_name":"PreCompact","transcript_path":""}',
    reason: /missing/,
  },
  {
    name: "has an unknown event",
    stdin: '{"session_id":"s1","hook_event_name":"TeaTime","transcript_path":"/x"}',
    reason: /no-work/,
  },
];
for (const { name, stdin, reason } of BAD) {
  hookTest(`claude stop is quiet and quick when the payload ${name}`, async (machine) => {
    const run = await machine.hook(["claude", "stop"], stdin);
    assertEquals([run.code, run.stderr], [0, ""]);
    assert(stdin !== null || run.ms < PATIENCE_MS, "it ended because the stream did");
    await assertQuick(machine, run, 4500);
    assert(reason.test(String(machine.heartbeats()[0]?.["reason"])), JSON.stringify(machine.heartbeats()));
  });
}

hookTest("the bare program without a payload is no hook run, one with a payload is", async (machine) => {
  for (const stdin of ["", " \n"]) {
    const run = await machine.hook([], stdin);
    assertEquals([run.code, run.stderr, machine.heartbeats()], [0, "", []]);
  }
  await machine.hook([], "hello");
  assertEquals(machine.heartbeats().map(({ reason }) => reason), ["payload-not-json"]);
});

hookTest(
  "claude stop reads no file outside the client's stores (reports 13, 48: https://github.com/garrytan/gbrain/issues/4324, https://github.com/anthropics/claude-code/issues/71473)",
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = conversation(SESSION, kettle);
    talk.typed("one");
    const outside = `${machine.root}/${SESSION}.jsonl`;
    Deno.writeTextFileSync(outside, talk.rows.map((row) => JSON.stringify(row)).join("\n"));
    await machine.hook(["claude", "stop"], machine.stop(SESSION, outside));
    assertEquals(machine.heartbeats().map((beat) => beat["reason"]), ["outside-stores"]);
    const link = `${machine.store}/-kettle`;
    Deno.mkdirSync(link, { recursive: true });
    Deno.symlinkSync(outside, `${link}/${SESSION}.jsonl`);
    await machine.hook(["claude", "stop"], machine.stop(SESSION, `${link}/${SESSION}.jsonl`));
    assertEquals(machine.heartbeats().map((beat) => beat["reason"]), ["outside-stores", "outside-stores"]);
    assertEquals(machine.exchanges(kettle), []);
  },
);

hookTest(
  "claude stop finds the file by the session's id when the path was never made (report 6: https://github.com/thedotmack/claude-mem/issues/1234, https://github.com/thedotmack/claude-mem/issues/2434)",
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = conversation(SESSION, kettle);
    talk.typed("one");
    machine.transcript(SESSION, talk.rows);
    await machine.hook(["claude", "stop"], machine.stop(SESSION, `${machine.store}/-kettle-worktree/${SESSION}.jsonl`));
    assertEquals(machine.exchanges(kettle).length, 1);
  },
);

hookTest("claude stop is not steered by the session's environment", async (machine) => {
  const [kettle, research] = [machine.project("kettle"), machine.project("research")];
  machine.configure({
    version: 1,
    workspaces: { default: {}, research: { roots: [research] }, own: { roots: [kettle] } },
    active: "default",
  });
  const talk = conversation(SESSION, kettle);
  talk.typed("turn 1 question");
  const transcript = machine.transcript(SESSION, talk.rows);
  const trap = `${machine.root}/trap`;
  Deno.mkdirSync(trap);
  const env = {
    IMPRINT_HOOK_HOME: trap,
    IMPRINT_HOOK_WORKSPACE: "research",
    XDG_CONFIG_HOME: trap,
    XDG_STATE_HOME: trap,
    XDG_DATA_HOME: trap,
    APPDATA: trap,
    LOCALAPPDATA: trap,
    CLAUDE_CONFIG_DIR: trap,
    DENO_NO_PROMPT: "0",
  };
  const run = await machine.hook(["claude", "stop"], machine.stop(SESSION, transcript), { env });
  assertEquals(run.code, 0);
  assertEquals([...Deno.readDirSync(trap)].map(({ name }) => name), []);
  assertEquals(machine.heartbeats().map((beat) => beat["outcome"]), ["learned"]);
  const meta = machine.everything(kettle).match(/"imprintHook": \{.*?"workspace":"([^"]+)"/)?.[1];
  assertEquals(meta, "own");
  // A faked home leads to a quiet skip: the transcript lies in no store of that home.
  const faked = await machine.hook(["claude", "stop"], machine.stop(SESSION, transcript), { env: { HOME: trap } });
  assertEquals(faked.code, 0);
  assert(!machine.everything(trap).includes("turn 1"));
});

hookTest(
  "claude stop says once an hour what it could not do, and goes on (report 54: https://github.com/anthropics/claude-code/issues/88578)",
  async (machine) => {
    const kettle = machine.project("kettle");
    machine.configure({ version: 1, workspaces: 7 });
    const talk = conversation(SESSION, kettle);
    talk.typed("one");
    const transcript = machine.transcript(SESSION, talk.rows);
    const first = await machine.hook(["claude", "stop"], machine.stop(SESSION, transcript));
    assertEquals(first.code, 1);
    assertStringIncludes(first.stderr, "config.jsonc");
    assertEquals(first.stderr.trimEnd().split("\n").length, 1);
    const second = await machine.hook(["claude", "stop"], machine.stop(SESSION, transcript));
    assertEquals([second.code, second.stderr], [0, ""]);
    assertEquals(machine.heartbeats().map((beat) => beat["outcome"]), ["failed", "failed"]);
  },
);
