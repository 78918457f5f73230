import { assert, assertEquals } from "@std/assert";
import { isThere, rolloutsBelow, SHARED } from "../hooks/codex/fixtures_test_support.ts";
import { type TestRow, thread, type ThreadWriter, uuid7 } from "../hooks/codex/rows_test_support.ts";
import { codexTest, ordersOf } from "./codex_test_support.ts";

/** A thread of two questions. */
function kettleTalk(cwd: string, options: Parameters<typeof thread>[0] = {}): ThreadWriter {
  const talk = thread({ cwd, ...options });
  talk.typed("why does it boil dry?");
  talk.reply("the sensor sends a null");
  talk.end();
  talk.typed("remember: run the heat tests first");
  talk.reply("noted");
  talk.end();
  return talk;
}

/** A fork of old: the parent's lines behind its own first one, stamped anew. */
function forkByCopy(parent: ThreadWriter, cwd: string): ThreadWriter {
  const fork = thread({ cwd, at: 600, meta: { forked_from_id: parent.id } });
  fork.rows.push(...parent.rows.map((row) => ({ ...row, timestamp: "2026-11-02T09:10:01.000Z" })));
  fork.typed("pour it instead");
  fork.reply("poured");
  fork.end();
  return fork;
}

/** What `migrate-rollouts` makes of a thread whose turns have ids. */
function migrated(rows: readonly TestRow[], id: string): readonly TestRow[] {
  let turn: unknown;
  return rows.map((row, ordinal) => {
    const payload = row["payload"] as TestRow;
    if (payload["type"] === "task_started") turn = payload["turn_id"];
    const text = payload["message"];
    const item = payload["type"] === "user_message"
      ? { type: "UserMessage", id: `item-${ordinal}`, content: [{ type: "text", text }] }
      : payload["type"] === "agent_message"
      ? { type: "AgentMessage", id: `item-${ordinal}`, content: [{ type: "Text", text }] }
      : undefined;
    const completed = { type: "item_completed", thread_id: id, turn_id: turn, item };
    return { ...row, ordinal, payload: item === undefined ? payload : completed };
  });
}

codexTest(
  "importTranscript() learns a Codex thread, its preference included, and appends nothing again",
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = kettleTalk(kettle);
    const path = machine.put(talk.id, talk.text());
    const report = await machine.learn(path);
    assertEquals([report.client, report.sessionId, report.outcome], ["codex", talk.id, "learned"]);
    assertEquals(report.exchanges, { new: 2, extended: 0, total: 2 });
    assertEquals(report.learnings, { preferences: 1 });
    const before = machine.messages(kettle);
    assertEquals(before.filter((message) => / why does| the sensor| remember| noted/.test(message)).length, 4);
    for (const lose of [false, true]) {
      if (lose) Deno.removeSync(`${machine.home}/state`, { recursive: true });
      assertEquals((await machine.learn(path)).outcome, "nothing-new");
      assertEquals(machine.messages(kettle), before);
    }
  },
);

codexTest("importTranscript() recognises a rollout by its content, wherever it lies", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = kettleTalk(kettle, { form: "paginated" });
  const copy = `${machine.root}/client/copy.txt`;
  Deno.writeTextFileSync(copy, talk.text());
  const report = await machine.learn(copy);
  assertEquals([report.client, report.sessionId, report.exchanges.new], ["codex", talk.id, 2]);
});

for (const form of ["bare", "plain", "turns", "paginated"] as const) {
  codexTest(
    `importTranscript() stores the same of a ${form} thread in one run and after every few lines`,
    async (machine) => {
      const whole = machine.project("whole");
      const pieces = machine.project("pieces");
      const rowsIn = (cwd: string, id: string) => {
        const talk = kettleTalk(cwd, { form, id });
        talk.typed("paint it", {});
        if (form !== "bare" && form !== "plain") talk.typed("blue", { steer: true });
        talk.command("brush", { output: "done", code: 0 });
        talk.reply("painted");
        talk.event({ type: "thread_rolled_back", num_turns: 1 });
        talk.typed("leave it");
        talk.reply("left");
        return talk;
      };
      const once = rowsIn(whole, uuid7(0, 1));
      await machine.learn(machine.put(once.id, once.text()));
      const often = rowsIn(pieces, uuid7(0, 2));
      for (let length = 1; length <= often.rows.length; length += 3) {
        await machine.learn(machine.put(often.id, often.rows.slice(0, length)), { final: false });
      }
      await machine.learn(machine.put(often.id, often.rows));
      assertEquals(
        machine.exchanges(pieces).map(({ question, answers, state }) => [
          question?.text,
          answers.map(({ text }) => text),
          state,
        ]),
        machine.exchanges(whole).map((
          { question, answers, state },
        ) => [question?.text, answers.map(({ text }) => text), state]),
      );
    },
  );
}

codexTest(
  "importTranscript() stores each message once, whatever order parent, fork, archive and compressed twin come in",
  async (machine) => {
    const results = new Set<string>();
    const orders = ordersOf(["parent", "fork", "archived", "compressed"]).filter((_, index) => index % 3 === 0);
    for (const [index, order] of orders.entries()) {
      const kettle = machine.project(`kettle${index}`);
      // Each order has threads of its own: the store's files of the others stay where they are.
      const parent = kettleTalk(kettle, { id: uuid7(index * 10, 40) });
      const fork = forkByCopy(parent, kettle);
      for (const which of order) {
        const path = which === "fork"
          ? machine.put(fork.id, fork.text(), { time: `2026-11-02T10-00-${String(index).padStart(2, "0")}` })
          : machine.put(parent.id, parent.text(), { archived: which === "archived", zst: which === "compressed" });
        await machine.learn(path);
      }
      const texts = machine.messages(kettle).map((message) => message.slice(message.indexOf(" ") + 1));
      results.add(JSON.stringify(texts.filter((text) => !text.startsWith("<")).sort()));
    }
    assertEquals([...results].map((texts) => JSON.parse(texts)), [[
      "noted",
      "pour it instead",
      "poured",
      "remember: run the heat tests first",
      "the sensor sends a null",
      "why does it boil dry?",
    ]]);
  },
);

codexTest(
  "importTranscript() stores each message once before and after a migration, in both orders",
  async (machine) => {
    for (const [index, first] of (["legacy", "migrated"] as const).entries()) {
      const kettle = machine.project(`kettle${index}`);
      const talk = kettleTalk(kettle, { id: uuid7(index * 50, 9) });
      const forms = { legacy: talk.rows, migrated: migrated(talk.rows, talk.id) };
      await machine.learn(machine.put(talk.id, forms[first]));
      const before = machine.messages(kettle);
      const report = await machine.learn(machine.put(talk.id, forms[first === "legacy" ? "migrated" : "legacy"]));
      assertEquals(report.outcome, "nothing-new");
      assertEquals(machine.messages(kettle), before);
    }
  },
);

codexTest(
  "importTranscript() goes on where it was when a thread is archived, compressed and resumed",
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = kettleTalk(kettle, { form: "paginated" });
    const live = machine.put(talk.id, talk.text());
    await machine.learn(live);
    Deno.removeSync(live);
    const archived = machine.put(talk.id, talk.text(), { archived: true });
    assertEquals((await machine.learn(archived)).outcome, "nothing-new");
    Deno.removeSync(archived);
    const packed = machine.put(talk.id, talk.text(), { zst: true });
    assertEquals((await machine.learn(packed)).outcome, "nothing-new");
    Deno.removeSync(packed);
    talk.typed("one more");
    talk.reply("served");
    talk.end();
    const report = await machine.learn(machine.put(talk.id, talk.text()));
    assertEquals(report.exchanges, { new: 1, extended: 0, total: 3 });
    assertEquals(Object.keys(machine.sessions(kettle)), [talk.id]);
  },
);

codexTest(
  "importTranscript() leaves what was typed behind a rollback alone when a copy of the thread is read",
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = thread({ cwd: kettle });
    talk.typed("paint it red");
    talk.reply("painted");
    talk.event({ type: "thread_rolled_back", num_turns: 1 });
    talk.typed("paint it blue");
    talk.reply("painted again");
    await machine.learn(machine.put(talk.id, talk.text()));
    for (const options of [{ archived: true }, { zst: true }]) {
      assertEquals((await machine.learn(machine.put(talk.id, talk.text(), options))).outcome, "nothing-new");
    }
    assertEquals(machine.exchanges(kettle).map(({ question, state }) => [question?.text, state]), [
      ["paint it red", "rewound"],
      ["paint it blue", null],
    ]);
  },
);

codexTest("importTranscript() learns a compressed thread that it never saw plain", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = kettleTalk(kettle, { form: "paginated" });
  const report = await machine.learn(machine.put(talk.id, talk.text(), { zst: true }));
  assertEquals([report.outcome, report.exchanges.new, report.sessionId], ["learned", 2, talk.id]);
});

codexTest(
  "importTranscript() reads both files of a reverted thread as one, in any order, and marks what was reverted",
  async (machine) => {
    const results = new Set<string>();
    for (const [index, order] of ordersOf(["old", "new", "old again"]).entries()) {
      const kettle = machine.project(`kettle${index}`);
      const old = thread({ form: "paginated", id: uuid7(index * 10, 3), cwd: kettle });
      old.typed("fill it");
      old.reply("filled");
      old.end();
      const cut = old.ordinal;
      old.typed("throw it away");
      old.reply("thrown");
      old.end();
      const base = { thread_id: old.id, end_ordinal_exclusive: cut };
      const next = thread({
        form: "paginated",
        id: old.id,
        cwd: kettle,
        at: 700,
        ordinal: cut,
        meta: { history_base: base },
      });
      next.typed("keep it");
      next.reply("kept");
      next.end();
      for (const which of order) {
        const path = which === "new"
          ? machine.put(old.id, next.text(), { time: "2026-11-02T09-12-00", rollout: uuid7(700, index + 1) })
          : machine.put(old.id, old.text());
        await machine.learn(path);
      }
      machine.messages(kettle);
      const sessions = Object.values(machine.sessions(kettle));
      assertEquals(sessions.length, 1);
      const exchanges = sessions.flat().map(({ question, answers, state }) => [
        question?.text ?? "",
        answers.map(({ text }) => text),
        state,
      ]);
      // Rows stand in the order in which they were learned.
      results.add(JSON.stringify(exchanges.sort(([a = ""], [b = ""]) => (a ?? "") < (b ?? "") ? -1 : 1)));
    }
    assertEquals([...results].map((result) => JSON.parse(result)), [[
      ["fill it", ["filled"], null],
      ["keep it", ["kept"], null],
      ["throw it away", ["thrown"], "rewound"],
    ]]);
  },
);

codexTest(
  "importTranscript() takes everything back when a revert leaves nothing of the first file",
  async (machine) => {
    const kettle = machine.project("kettle");
    const old = kettleTalk(kettle, { form: "paginated" });
    machine.put(old.id, old.text());
    const next = thread({ form: "paginated", id: old.id, cwd: kettle, at: 700 });
    next.typed("from the start");
    next.reply("gladly");
    const report = await machine.learn(
      machine.put(old.id, next.text(), { time: "2026-11-02T09-12-00", rollout: uuid7(700) }),
    );
    assertEquals(report.exchanges.total, 3);
    assertEquals(machine.exchanges(kettle).map(({ question, state }) => [question?.text, state]), [
      ["why does it boil dry?", "rewound"],
      ["remember: run the heat tests first", "rewound"],
      ["from the start", null],
    ]);
  },
);

codexTest("importTranscript() skips what a program asked, unless a person names it", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = kettleTalk(kettle, { form: "paginated", meta: { source: "exec" } });
  const path = machine.put(talk.id, talk.text());
  const hook = await machine.learn(path, { asker: { kind: "hook" }, namedByPerson: false });
  assertEquals([hook.outcome, hook.verdict?.kind], ["skipped", "automation"]);
  assertEquals(machine.exchanges(kettle), []);
  const named = await machine.learn(path);
  assertEquals(named.outcome, "learned");
  assertEquals(machine.exchanges(kettle).map(({ label }) => label), ["sdk", "sdk"]);
});

codexTest("importTranscript() learns a program's thread when a person goes on with it", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = thread({ form: "paginated", cwd: kettle, meta: { source: "exec" } });
  talk.begin({ extra: { turn_attribution: { turn_trigger: "exec" } } });
  talk.typed("fill it", { steer: true });
  talk.reply("filled");
  const learn = () =>
    machine.learn(machine.put(talk.id, talk.text()), { asker: { kind: "hook" }, namedByPerson: false });
  assertEquals((await learn()).verdict?.kind, "automation");
  talk.begin({ extra: { turn_attribution: { turn_trigger: null } } });
  talk.typed("and pour it", { steer: true });
  talk.reply("poured");
  assertEquals((await learn()).outcome, "learned");
  assertEquals(machine.exchanges(kettle).map(({ label }) => label), ["sdk", "typed"]);
});

codexTest("importTranscript() learns nothing of a sub-agent and remembers that", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = kettleTalk(kettle, {
    form: "paginated",
    meta: { source: { subagent: "review" }, parent_thread_id: uuid7(5) },
  });
  const path = machine.put(talk.id, talk.text());
  for (let run = 0; run < 2; run++) {
    const report = await machine.learn(path);
    assertEquals([report.outcome, report.reason, report.client], ["skipped", "sub-agent", "codex"]);
  }
  assertEquals(machine.exchanges(kettle), []);
  assert(machine.everything(`${machine.home}/state`).includes('"done":{'), "no sweep opens it again");
});

codexTest("importTranscript() skips a thread of 0.20, which says nowhere where it was", async (machine) => {
  machine.project("kettle");
  const talk = thread({ form: "bare" });
  talk.rows.splice(2, 1);
  talk.typed("fill it");
  talk.reply("filled");
  const report = await machine.learn(machine.put(talk.id, talk.text()));
  assertEquals([report.outcome, report.verdict?.kind], ["skipped", "no-evidence"]);
});

codexTest("importTranscript() keeps a fork out when its parent was in another workspace", async (machine) => {
  const kettle = machine.project("kettle");
  const secret = machine.project("secret");
  machine.configure({
    version: 1,
    active: "default",
    workspaces: { default: { roots: [kettle] }, research: { roots: [secret] } },
  });
  const parent = kettleTalk(secret, { form: "paginated" });
  const meta = { forked_from_id: parent.id, history_base: { thread_id: parent.id, end_ordinal_exclusive: 9 } };
  const fork = kettleTalk(kettle, { form: "paginated", at: 600, meta });
  const path = machine.put(fork.id, fork.text(), { day: "2026/11/05", time: "2026-11-05T09-00-00" });
  const before = await machine.learn(path, { dryRun: true });
  assertEquals(before.verdict?.kind, "owned", "a parent that is gone means nothing");
  machine.put(parent.id, parent.text(), { archived: true, zst: true });
  const report = await machine.learn(path);
  assertEquals([report.outcome, report.verdict?.kind, report.verdict?.other], ["skipped", "claimed", "research"]);
  assertEquals(report.verdict?.cwds.map(({ source }) => source).includes("parent-session"), true);
});

codexTest(
  "importTranscript() takes the place of a thread from its own first directory, not its parent's",
  async (machine) => {
    const kettle = machine.project("kettle");
    const pot = machine.project("pot");
    const parent = kettleTalk(pot, { form: "paginated" });
    machine.put(parent.id, parent.text());
    const meta = { forked_from_id: parent.id, history_base: { thread_id: parent.id, end_ordinal_exclusive: 9 } };
    const fork = kettleTalk(kettle, { form: "paginated", at: 600, meta });
    await machine.learn(machine.put(fork.id, fork.text()));
    assertEquals(Object.keys(machine.sessions(kettle)), [fork.id]);
  },
);

codexTest("importTranscript() lets permission roots refuse and never grant", async (machine) => {
  const kettle = machine.project("kettle");
  const other = machine.project("other");
  const away = machine.project("away");
  machine.configure({
    version: 1,
    active: "default",
    workspaces: { default: { roots: [kettle] }, research: { roots: [other] } },
  });
  const moved = (root: string, id: string) => {
    const talk = kettleTalk(away, { form: "paginated", id, meta: { runtime_workspace_roots: [root] } });
    return machine.put(talk.id, talk.text());
  };
  assertEquals((await machine.learn(moved(other, uuid7(1)))).verdict?.kind, "claimed");
  assertEquals((await machine.learn(moved(kettle, uuid7(2)))).verdict?.kind, "unclaimed");
});

codexTest("importTranscript() keeps the whole thread out when one turn was in another workspace", async (machine) => {
  const kettle = machine.project("kettle");
  const other = machine.project("other");
  machine.configure({
    version: 1,
    active: "default",
    workspaces: { default: { roots: [kettle] }, research: { roots: [other] } },
  });
  const talk = kettleTalk(kettle, { form: "paginated" });
  const path = machine.put(talk.id, talk.text());
  assertEquals((await machine.learn(path)).verdict?.kind, "owned");
  talk.begin({ cwd: other });
  talk.typed("and here?", { steer: true });
  talk.reply("here too");
  const report = await machine.learn(machine.put(talk.id, talk.text()));
  assertEquals([report.verdict?.kind, report.removed], ["claimed", 1]);
  assertEquals(machine.everything(kettle).includes("boil dry"), false);
});

codexTest("importTranscript() honours an opt-out typed in Codex", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = kettleTalk(kettle);
  await machine.learn(machine.put(talk.id, talk.text()));
  talk.typed("no-imprint");
  talk.reply("as you like");
  const report = await machine.learn(machine.put(talk.id, talk.text()));
  assertEquals(report.verdict?.kind, "opted-out");
  assertEquals(machine.everything(kettle).includes("boil dry"), false);
});

codexTest("importTranscript() keeps a loop open that the task list left, and closes it later", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = thread({ cwd: kettle });
  const plan = (second: string) => ({
    plan: [{ step: "fill it", status: "completed" }, { step: "descale it", status: second }],
  });
  talk.typed("care for the kettle");
  talk.call("update_plan", plan("pending"), "Plan updated");
  talk.reply("half of it");
  const report = await machine.learn(machine.put(talk.id, talk.text()));
  assertEquals(report.learnings, { open_loops: 1 });
  talk.call("update_plan", plan("completed"), "Plan updated");
  talk.reply("all of it");
  const later = await machine.learn(machine.put(talk.id, talk.text()));
  assertEquals(later.learnings, { open_loops: 1 });
});

const CORPUS = `${SHARED}corpus/codex`;

codexTest("importTranscript() imports every public rollout without an exception", async (machine) => {
  for (const path of rolloutsBelow(CORPUS)) {
    const copy = machine.put(uuid7(0), Deno.readTextFileSync(path));
    const report = await machine.learn(copy);
    assert(report.outcome !== "failed", `${path}: ${report.reason}`);
    const again = await machine.learn(copy);
    assert(again.outcome !== "learned", path);
  }
}, !isThere(CORPUS));

for (const form of ["plain", "turns", "paginated"] as const) {
  codexTest(`importTranscript() learns from the commands of a ${form} thread and their outcomes`, async (machine) => {
    const kettle = machine.project("kettle");
    const talk = thread({ form, cwd: kettle });
    talk.typed("build it");
    talk.command("go build -o ./kettle ./cmd/...", {
      output: "go: cannot write multiple packages to ./kettle",
      code: 1,
    });
    talk.command("go build -o ./kettle ./cmd/main.go", { output: "", code: 0 });
    talk.reply("built");
    talk.end();
    for (let turn = 0; turn < 4; turn++) {
      talk.typed(`and once more ${turn}`);
      talk.command("make fmt && make lint && make test", { output: "ok", code: 0 });
      talk.reply("done");
      talk.end();
    }
    const report = await machine.learn(machine.put(talk.id, talk.text()));
    assertEquals(report.learnings, { skill_candidates: 2 });
  });
}

codexTest("importTranscript() stores each message once, whatever becomes of a thread in between", async (machine) => {
  const results = new Set<string>();
  // What a store holds from one run to the next: the thread grows no more, its files come, go and change.
  const states = ["live", "migrated", "zst of the migrated", "archived", "fork by copy", "fork by reference"] as const;
  const orders = ordersOf(states).filter((_, index) => index % 103 === 0);
  for (const [index, order] of orders.entries()) {
    const kettle = machine.project(`pot${index}`);
    const parent = kettleTalk(kettle, { id: uuid7(index * 10, 70) });
    const copy = forkByCopy(parent, kettle);
    const reference = thread({
      form: "paginated",
      cwd: kettle,
      at: 700,
      id: uuid7(700 + index, 71),
      meta: { forked_from_id: parent.id, history_base: { thread_id: parent.id, end_ordinal_exclusive: 9 } },
    });
    reference.typed("or paint it");
    reference.reply("painted");
    const after = migrated(parent.rows, parent.id);
    const time = `2026-11-02T11-00-${String(index).padStart(2, "0")}`;
    const put = {
      "live": () => machine.put(parent.id, parent.rows),
      "migrated": () => machine.put(parent.id, after),
      "zst of the migrated": () =>
        machine.put(parent.id, after.map((row) => `${JSON.stringify(row)}\n`).join(""), { zst: true }),
      "archived": () => machine.put(parent.id, parent.rows, { archived: true }),
      "fork by copy": () => machine.put(copy.id, copy.text(), { time }),
      "fork by reference": () => machine.put(reference.id, reference.text(), { time }),
    };
    for (const state of order) await machine.learn(put[state]());
    const texts = machine.messages(kettle).map((message) => message.slice(message.indexOf(" ") + 1));
    results.add(JSON.stringify(texts.filter((text) => !text.startsWith("<")).sort()));
  }
  assertEquals([...results].map((texts) => JSON.parse(texts)), [[
    "noted",
    "or paint it",
    "painted",
    "pour it instead",
    "poured",
    "remember: run the heat tests first",
    "the sensor sends a null",
    "why does it boil dry?",
  ]]);
});

codexTest("importTranscript() learns from a turn that the user stopped in Codex", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = thread({ form: "paginated", cwd: kettle });
  talk.typed("descale the kettle");
  talk.command("rm -rf lib/kettle", { output: "", code: 0 });
  talk.injected(
    "<turn_aborted>\nThe user interrupted the previous turn on purpose.\n</turn_aborted>",
    "generic.turn_aborted",
  );
  talk.event({ type: "turn_aborted", turn_id: talk.turn, reason: "interrupted" });
  talk.typed("read the manual first, in docs/kettle.md");
  talk.reply("You're right, I should have read docs/kettle.md before I removed anything.");
  talk.end();
  const report = await machine.learn(machine.put(talk.id, talk.text()));
  assertEquals(report.learnings, { mistakes: 1 });
  assertEquals(machine.exchanges(kettle).map(({ evidence }) => evidence.map(({ origin }) => origin)), [
    ["interrupt"],
    [],
  ]);
});
