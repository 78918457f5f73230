import { assert, assertEquals } from "@std/assert";
import { thread, type ThreadWriter, uuid7 } from "../hooks/codex/rows_test_support.ts";
import { codexEnd, type CodexHookMachine, codexHookTest, codexStop } from "./codex_hook_test_support.ts";

function talkIn(cwd: string, options: Parameters<typeof thread>[0] = {}): ThreadWriter {
  const talk = thread({ form: "paginated", cwd, ...options });
  talk.typed("why does it boil dry?");
  talk.reply("the sensor sends a null");
  return talk;
}

function told(machine: CodexHookMachine, workDir: string): unknown {
  return machine.exchanges(workDir).map((
    { question, answers },
  ) => [question?.text, ...answers.map(({ text }) => text)]);
}

const ONE = [["why does it boil dry?", "the sensor sends a null"]];

codexHookTest(
  "codex stop learns the turn before its task_complete, quietly, and codex session-end adds nothing (reports 15, 16: https://github.com/openai/codex/issues/18887, https://github.com/SethGammon/Citadel/issues/111, https://github.com/vinilana/dotcontext/issues/74, https://github.com/Kewton/CommandMate/pull/2408)",
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = talkIn(kettle);
    const path = machine.put(talk.id, talk.text());
    const stop = await machine.hook(["codex", "stop"], codexStop(talk.id, path, { cwd: kettle }));
    assertEquals([stop.code, stop.stdout, stop.stderr], [0, "", ""]);
    assertEquals(told(machine, kettle), ONE);
    talk.end();
    machine.put(talk.id, talk.text());
    const end = await machine.hook(["codex", "session-end"], codexEnd(talk.id, path, kettle));
    assertEquals([end.code, end.stdout, end.stderr], [0, "", ""]);
    assertEquals(told(machine, kettle), ONE);
    assertEquals(
      machine.heartbeats().map((beat) => [beat["client"], beat["event"], beat["session"], beat["outcome"]]),
      [
        ["codex", "Stop", talk.id, "learned"],
        ["codex", "SessionEnd", talk.id, "nothing-new"],
      ],
    );
  },
);

codexHookTest("codex session-end alone learns what was said, also a question without a reply", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = talkIn(kettle);
  talk.end();
  talk.typed("and the lid?");
  const path = machine.put(talk.id, talk.text());
  await machine.hook(["codex", "session-end"], codexEnd(talk.id, path, kettle));
  assertEquals(told(machine, kettle), [...ONE, ["and the lid?"]]);
});

codexHookTest("the bare program, and Claude's entry, learn what a Codex payload is about", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = talkIn(kettle);
  const path = machine.put(talk.id, talk.text());
  await machine.hook([], codexStop(talk.id, path, { cwd: kettle }));
  assertEquals(told(machine, kettle), ONE);
  await machine.hook(["claude", "session-end"], codexEnd(talk.id, path, kettle));
  assertEquals(machine.heartbeats().map((beat) => [beat["client"], beat["event"], beat["outcome"]]), [
    ["codex", "Stop", "learned"],
    ["codex", "SessionEnd", "nothing-new"],
  ]);
});

codexHookTest(
  "codex notify learns the thread that its last argument names, and needs nothing on standard input (report 22: https://github.com/openai/codex/issues/18309)",
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = talkIn(kettle);
    machine.put(talk.id, talk.text());
    const argument = (more: Record<string, unknown> = {}) =>
      JSON.stringify({
        "type": "agent-turn-complete",
        "thread-id": talk.id,
        "turn-id": talk.turn,
        "cwd": kettle,
        "client": "codex_exec",
        "input-messages": ["why does it boil dry?", "Another language model started to solve this problem"],
        "last-assistant-message": "the sensor sends a null",
        ...more,
      });
    const run = await machine.hook(["codex", "notify", argument()], "");
    assertEquals([run.code, run.stderr], [0, ""]);
    assertEquals(told(machine, kettle), ONE);
    for (const words of [["codex", "notify"], ["codex", "notify", "{"], ["codex", "notify", argument({ type: "x" })]]) {
      assertEquals((await machine.hook(words, "")).code, 0);
    }
    assertEquals(machine.heartbeats().map((beat) => [beat["event"], beat["outcome"], beat["reason"]]), [
      ["agent-turn-complete", "learned", undefined],
      ["", "skipped", "payload-empty"],
      ["", "skipped", "payload-not-json"],
      ["", "skipped", "payload-no-event"],
    ]);
    // The client's hand-over is no question of the user's.
    assert(!machine.everything(kettle).includes("Another language model"));
  },
);

codexHookTest(
  "codex stop learns nothing of what runs in memory, of sub-agents and of reviews (reports 17, 23: https://github.com/nowledge-co/community/issues/254, https://github.com/gadzan/xacpx/pull/78)",
  async (machine) => {
    const kettle = machine.project("kettle");
    const root = talkIn(kettle);
    machine.put(root.id, root.text());
    const child = talkIn(kettle, {
      id: uuid7(50),
      meta: { source: { subagent: "review" }, parent_thread_id: root.id },
    });
    const path = machine.put(child.id, child.text(), { time: "2026-11-02T09-01-00" });
    const payloads = [
      // `codex exec --ephemeral`, whose directory may be the root: no other file is meant.
      codexStop(root.id, null),
      // Its payload bears the root thread's id.
      codexStop(root.id, path, { cwd: kettle }),
      codexStop(root.id, path, { hook_event_name: "SubagentStop", agent_id: "a1" }),
    ];
    for (const payload of payloads) {
      const run = await machine.hook(["codex", "stop"], payload);
      assertEquals([run.code, run.stderr], [0, ""]);
    }
    assertEquals(machine.heartbeats().map((beat) => [beat["outcome"], beat["reason"]]), [
      ["skipped", "payload-no-transcript"],
      ["skipped", "sub-agent"],
      ["skipped", "sub-agent"],
    ]);
    assertEquals(machine.exchanges(kettle), []);
  },
);

codexHookTest(
  "codex stop salvages a payload that breaks off in the middle of a letter (report 13: https://github.com/openai/codex/issues/23784)",
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = talkIn(kettle);
    const path = machine.put(talk.id, talk.text());
    const bytes = new TextEncoder().encode(codexStop(talk.id, path, { last_assistant_message: "der Kessel läuft" }));
    const cut = bytes.slice(0, bytes.indexOf(0xc3) + 1);
    assertEquals((await machine.hook(["codex", "stop"], cut)).code, 0);
    assertEquals(told(machine, kettle), ONE);
  },
);

codexHookTest(
  "codex stop finds a thread that was archived, compressed or named by a path that never was",
  async (machine) => {
    const kettle = machine.project("kettle");
    const [moved, packed, lost] = [
      talkIn(kettle, { at: 10 }),
      talkIn(kettle, { at: 20 }),
      talkIn(kettle, { at: 30 }),
    ];
    machine.put(moved.id, moved.text(), { archived: true });
    machine.put(packed.id, packed.text(), { zst: true });
    machine.put(lost.id, lost.text(), { day: "2031/01/01" });
    for (const { id } of [moved, packed, lost]) {
      const gone = `${machine.codexHome}/sessions/2026/11/02/rollout-2026-11-02T09-00-00-${id}.jsonl`;
      await machine.hook(["codex", "stop"], codexStop(id, gone));
    }
    assertEquals(machine.heartbeats().map((beat) => [beat["session"], beat["outcome"]]), [
      [moved.id, "learned"],
      [packed.id, "learned"],
      [lost.id, "learned"],
    ]);
  },
);

codexHookTest("codex hooks read no file outside of Codex' stores, wherever links lead", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = talkIn(kettle);
  const outside = `${machine.root}/rollout-2026-11-02T09-00-00-${talk.id}.jsonl`;
  Deno.writeTextFileSync(outside, talk.text());
  const linked = machine.put(talk.id, "");
  Deno.removeSync(linked);
  Deno.symlinkSync(outside, linked);
  const notify = JSON.stringify({ "type": "agent-turn-complete", "thread-id": talk.id });
  await machine.hook(["codex", "stop"], codexStop(talk.id, outside));
  await machine.hook(["codex", "stop"], codexStop(talk.id, linked));
  await machine.hook(["codex", "notify", notify], "");
  await machine.hook(["codex", "stop"], codexStop("../../../etc/passwd", null));
  assertEquals(machine.heartbeats().map((beat) => [beat["outcome"], beat["reason"]]), [
    ["skipped", "outside-stores"],
    ["skipped", "outside-stores"],
    ["skipped", "missing"],
    ["skipped", "payload-no-transcript"],
  ]);
  assertEquals(machine.exchanges(kettle), []);
});

codexHookTest("codex stop and codex session-end at once for one thread store everything once", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = talkIn(kettle);
  for (let turn = 0; turn < 30; turn++) {
    talk.typed(`kettle ${turn}?`);
    talk.reply(`boils ${turn}`);
  }
  const path = machine.put(talk.id, talk.text());
  const notify = JSON.stringify({ "type": "agent-turn-complete", "thread-id": talk.id });
  const runs = await Promise.all([
    machine.hook(["codex", "stop"], codexStop(talk.id, path, { cwd: kettle })),
    machine.hook(["codex", "session-end"], codexEnd(talk.id, path, kettle)),
    machine.hook(["codex", "notify", notify], ""),
    machine.hook(["codex", "stop"], codexStop(talk.id, path, { cwd: kettle })),
  ]);
  assertEquals(runs.map(({ code, stderr }) => [code, stderr]), [[0, ""], [0, ""], [0, ""], [0, ""]]);
  assertEquals(machine.exchanges(kettle).length, 31);
  machine.messages(kettle);
});

codexHookTest(
  "codex stop ends with status 0 and without a word when nothing can be stored, and status tells",
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = talkIn(kettle);
    const path = machine.put(talk.id, talk.text());
    // A file where the directory should be.
    Deno.writeTextFileSync(`${kettle}/.umwelten`, "");
    for (const words of [["codex", "stop"], ["claude", "stop"]]) {
      const run = await machine.hook(words, codexStop(talk.id, path, { cwd: kettle }));
      assertEquals([run.code, run.stderr], [0, ""], words[0]);
    }
    assertEquals(machine.heartbeats().map((beat) => [beat["client"], beat["outcome"]]), [["codex", "failed"], [
      "codex",
      "failed",
    ]]);
  },
);

codexHookTest(
  "codex stop reads a store that the configuration records, and no other that CODEX_HOME names",
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = talkIn(kettle);
    const elsewhere = `${machine.root}/agents`;
    const path = machine.put(talk.id, talk.text()).replace(machine.codexHome, elsewhere);
    Deno.renameSync(machine.codexHome, elsewhere);
    Deno.mkdirSync(machine.codexHome);
    const stop = () => machine.hook(["codex", "stop"], codexStop(talk.id, path), { env: { CODEX_HOME: elsewhere } });
    await stop();
    assertEquals(machine.exchanges(kettle), []);
    machine.configure({ version: 1, stores: [{ client: "codex", dir: elsewhere }] });
    await stop();
    assertEquals(machine.heartbeats().map((beat) => beat["reason"] ?? beat["outcome"]), ["outside-stores", "learned"]);
  },
);
