import { assert, assertEquals } from "@std/assert";
import { evidenceOf, type Form, FORMS, outline, read, repliesOf, thread, typedOf, uuid7 } from "./rows_test_support.ts";

const EVENT_FORMS: readonly Form[] = ["plain", "turns", "paginated"];

for (const form of FORMS) {
  Deno.test(`reader() gives questions with the replies behind them when the thread is ${form}`, () => {
    const talk = thread({ form });
    talk.typed("why does it boil dry?");
    talk.reply("let me look", { phase: "commentary" });
    talk.command("cat sensor.log", { output: "null", code: 0 });
    talk.reply("the sensor sends a null");
    talk.end();
    talk.typed("then mend it");
    talk.reply("mended");
    talk.end();
    assertEquals(outline(talk.rows), [
      "typed why does it boil dry?",
      "reply let me look",
      "reply the sensor sends a null",
      "typed then mend it",
      "reply mended",
    ]);
    const labels = typedOf(talk.rows).map(({ label }) => label);
    assertEquals(labels, form === "bare" ? ["unmarked", "unmarked"] : ["typed", "typed"]);
  });
}

for (const form of EVENT_FORMS) {
  Deno.test(`reader() takes what the client adds to a ${form} thread as evidence, wherever it stands`, () => {
    const talk = thread({ form });
    talk.injected(
      "# AGENTS.md instructions for /srv/kettle\n\n<INSTRUCTIONS>\nbe kind\n</INSTRUCTIONS>",
      "agents_md.instructions",
    );
    talk.injected("put there before anything was typed");
    talk.typed("one");
    talk.reply("first");
    talk.injected("put there by a program");
    talk.call("update_plan", { plan: [] }, "Plan updated");
    talk.injected("<subagent_notification>\n{}\n</subagent_notification>", "multi_agent.subagent_notification");
    talk.typed("two");
    talk.reply("second");
    assertEquals(typedOf(talk.rows).map(({ text }) => text), ["one", "two"]);
    assertEquals(evidenceOf(talk.rows).map(({ origin, raw, text }) => [origin, text.slice(0, 30), raw !== ""]), [
      ["system-reminder", "# AGENTS.md instructions for /", true],
      ["other", "put there before anything was ", true],
      ["other", "put there by a program", true],
      ["task-notification", "<subagent_notification>\n{}\n</s", true],
    ]);
  });
}

Deno.test("reader() takes messages for the conversation when a thread has no events, however it is written", () => {
  const rows = [
    { timestamp: "2026-11-02T09:00:00.000Z", type: "session_meta", payload: { id: "t1", cwd: "/srv/kettle" } },
    { type: "response_item", timestamp: "2026-11-02T09:00:01.000Z", payload: { role: "user", content: "fill it" } },
    {
      type: "response_item",
      timestamp: "2026-11-02T09:00:02.000Z",
      payload: { type: "message", role: "assistant", content: [{ type: "text", text: "filled" }] },
    },
  ];
  assertEquals(outline(rows), ["typed fill it", "reply filled"]);
  assertEquals(typedOf(rows).map(({ label, rule }) => [label, rule]), [[
    "unmarked",
    "9 message, no events in the thread",
  ]]);
});

Deno.test("reader() does not wait for events for ever", () => {
  const rows: unknown[] = [{ type: "session_meta", payload: { id: "t1", cwd: "/srv/kettle" } }];
  const said = (role: string, text: string) => ({
    type: "response_item",
    payload: { type: "message", role, content: text },
  });
  for (let n = 0; n < 60; n++) rows.push(said("user", `question ${n}`), said("assistant", `answer ${n}`));
  assertEquals(typedOf(rows).length, 60);
  assertEquals(repliesOf(rows).length, 60);
});

Deno.test("reader() reads on when a bare thread is resumed by a version with events", () => {
  const old = thread({ form: "bare" });
  old.typed("asked long ago");
  old.reply("answered long ago");
  const later = thread({ form: "turns", id: old.id, at: 500 });
  later.typed("asked now");
  later.reply("answered now");
  assertEquals(outline([...old.rows, ...later.rows.slice(1)]), [
    "typed asked long ago",
    "reply answered long ago",
    "typed asked now",
    "reply answered now",
  ]);
});

for (const form of ["turns", "paginated"] as const) {
  Deno.test(`reader() joins what was typed before the first reply of a turn (${form})`, () => {
    const talk = thread({ form });
    talk.typed("fill the kettle");
    talk.command("ls", { output: "", code: 0 });
    talk.typed("the blue one", { steer: true });
    talk.reply("filled");
    talk.typed("and the lid", { steer: true });
    talk.reply("shut");
    talk.end();
    talk.typed("next");
    talk.reply("done");
    assertEquals(outline(talk.rows), [
      "typed fill the kettle\n\nthe blue one",
      "reply filled",
      "typed and the lid",
      "reply shut",
      "typed next",
      "reply done",
    ]);
    const typed = typedOf(talk.rows);
    assertEquals(typed.map(({ label }) => label), ["typed", "queued", "typed"]);
    const turn = typed[0]?.key.split(":")[0];
    assertEquals(typed.slice(0, 2).map(({ key }) => key), [`${turn}:u0`, `${turn}:u2`]);
  });

  Deno.test(`reader() keeps a question without a reply when its turn is over (${form})`, () => {
    const talk = thread({ form });
    talk.typed("fill the kettle");
    talk.injected(
      "<turn_aborted>\nThe user interrupted the previous turn on purpose.\n</turn_aborted>",
      "generic.turn_aborted",
    );
    talk.event({ type: "turn_aborted", turn_id: talk.turn, reason: "interrupted" });
    talk.typed("no, the pot");
    talk.reply("filled");
    assertEquals(outline(talk.rows), [
      "typed fill the kettle",
      "interrupt <turn_aborted>\nThe user interrupted the previous turn on purpose.\n</turn_aborted>",
      "interrupt",
      "typed no, the pot",
      "reply filled",
    ]);
  });
}

Deno.test("reader() decides about a question after a long turn without a word", () => {
  const talk = thread({ form: "turns" });
  talk.typed("fill the kettle");
  for (let n = 0; n < 80; n++) talk.command(`step ${n}`, { output: "", code: 0 });
  talk.typed("hurry", { steer: true });
  talk.reply("filled");
  assertEquals(outline(talk.rows), ["typed fill the kettle", "typed hurry", "reply filled"]);
});

Deno.test("reader() tells of a turn that another one replaced without an interrupt", () => {
  const talk = thread();
  talk.typed("one");
  talk.event({ type: "turn_aborted", turn_id: talk.turn, reason: "replaced" });
  talk.typed("two");
  talk.reply("second");
  assertEquals(outline(talk.rows), ["typed one", "typed two", "reply second"]);
});

Deno.test("reader() takes a legacy review as evidence, with both copies of its prompt", () => {
  const talk = thread({ form: "turns" });
  talk.typed("fill it");
  talk.reply("filled");
  talk.end();
  talk.event({ type: "entered_review_mode", target: { type: "custom" }, user_facing_hint: "the lid" });
  talk.event({ type: "task_started", turn_id: uuid7(300, 77) });
  talk.event({ type: "user_message", message: "review the lid" });
  talk.event({ type: "user_message", message: "review the lid" });
  talk.injected("<user_action>\n  <action>review</action>\n</user_action>\n");
  talk.event({ type: "exited_review_mode", review_output: {} });
  talk.item({ type: "message", role: "assistant", content: [{ type: "output_text", text: "the lid is loose" }] });
  talk.event({ type: "agent_message", message: "the lid is loose", phase: null });
  talk.event({ type: "task_complete", turn_id: uuid7(299, 76) });
  talk.typed("then fix it");
  talk.reply("fixed");
  assertEquals(outline(talk.rows).filter((line) => /^(?:typed|reply)/.test(line)), [
    "typed fill it",
    "reply filled",
    "typed then fix it",
    "reply fixed",
  ]);
  const keys = evidenceOf(talk.rows).filter(({ text }) => text === "review the lid").map(({ key }) => key);
  assertEquals(new Set(keys).size, 1, "both copies are one message");
});

Deno.test("reader() takes a paginated review as evidence: its prompt names another thread", () => {
  const talk = thread({ form: "paginated" });
  talk.typed("fill it");
  talk.reply("filled");
  talk.end();
  const host = uuid7(299, 76);
  const child = uuid7(300, 77);
  const item = (turn_id: string, thread_id: string, entry: Record<string, unknown>) =>
    talk.event({ type: "item_completed", thread_id, turn_id, item: entry });
  item(host, talk.id, { type: "EnteredReviewMode", user_facing_hint: "the lid" });
  talk.event({ type: "task_started", turn_id: child });
  item(child, uuid7(300, 99), { type: "UserMessage", content: [{ type: "text", text: "review the lid" }] });
  item(host, talk.id, { type: "ExitedReviewMode", review_output: {} });
  item(host, talk.id, { type: "AgentMessage", content: [{ type: "Text", text: "the lid is loose" }] });
  talk.event({ type: "task_complete", turn_id: host });
  talk.typed("then fix it");
  talk.reply("fixed");
  assertEquals(outline(talk.rows), [
    "typed fill it",
    "reply filled",
    "command review the lid",
    "task-notification the lid is loose",
    "typed then fix it",
    "reply fixed",
  ]);
});

Deno.test("reader() reads on when a review was cut off", () => {
  const talk = thread({ form: "turns" });
  talk.typed("fill it");
  talk.reply("filled");
  talk.event({ type: "entered_review_mode", target: { type: "custom" } });
  talk.event({ type: "user_message", message: "review the lid" });
  talk.typed("resumed after the crash");
  talk.reply("good");
  assertEquals(typedOf(talk.rows).map(({ text }) => text), ["fill it", "resumed after the crash"]);
});

for (const form of ["turns", "paginated"] as const) {
  Deno.test(`reader() joins replies of a goal's continuation and of a sub-agent's wake-up to the question before (${form})`, () => {
    const talk = thread({ form });
    talk.typed("get all kettles to boil");
    talk.reply("one boils");
    talk.end();
    talk.begin();
    talk.injected('<codex_internal_context source="user_goal">\ngo on\n</codex_internal_context>', "user.goal");
    talk.reply("two boil");
    talk.end();
    assertEquals(outline(talk.rows).filter((line) => !line.startsWith("other")), [
      "typed get all kettles to boil",
      "reply one boils",
      "reply two boil",
    ]);
  });
}

Deno.test("reader() opens no exchange with a goal's continuation that comes as an event", () => {
  const talk = thread();
  talk.typed("get all kettles to boil");
  talk.reply("one boils");
  talk.typed("<goal_context>\ngo on\n</goal_context>");
  talk.reply("two boil");
  assertEquals(typedOf(talk.rows).length, 1);
  assertEquals(repliesOf(talk.rows).length, 2);
});

Deno.test("reader() takes back the last turns of a rollback, and counts only turns with typed text", () => {
  const talk = thread();
  talk.typed("one");
  talk.reply("first");
  talk.typed("two");
  talk.reply("second");
  talk.typed("and more", { steer: true });
  talk.reply("still second");
  talk.begin();
  talk.reply("woken up");
  talk.typed("three");
  talk.reply("third");
  talk.event({ type: "thread_rolled_back", num_turns: 2 });
  talk.typed("four");
  talk.reply("fourth");
  const events = read(talk.rows);
  const rewind = events.find((event) => event.type === "rewind");
  const keys = new Map(typedOf(talk.rows).map(({ key, text }) => [text, key]));
  const taken = ["two", "and more", "three"].map((text) => keys.get(text));
  assert(rewind?.type === "rewind");
  assertEquals<unknown>([rewind.keys, rewind.open], [taken, keys.get("one")]);
});

Deno.test("reader() takes back everything when more turns are rolled back than there are, and nothing when there are none", () => {
  const talk = thread();
  talk.event({ type: "thread_rolled_back", num_turns: 3 });
  talk.typed("one");
  talk.reply("first");
  talk.event({ type: "thread_rolled_back", num_turns: 9 });
  talk.event({ type: "thread_rolled_back", num_turns: 1 });
  talk.event({ type: "thread_rolled_back", num_turns: 0 });
  assertEquals(outline(talk.rows), ["typed one", "reply first", "rewind"]);
});

Deno.test("reader() reads a compaction's summary as evidence, never its replacement history", () => {
  const talk = thread({ form: "paginated" });
  talk.typed("one");
  talk.reply("first");
  talk.begin();
  talk.item({ type: "message", role: "assistant", content: [{ type: "output_text", text: "Summary: it boiled" }] });
  const typed = { type: "message", role: "user", content: [{ type: "input_text", text: "one" }] };
  talk.line("compacted", { message: "Summary: it boiled", replacement_history: [typed] });
  talk.event({ type: "context_compacted" });
  talk.typed("two");
  talk.reply("second");
  assertEquals(outline(talk.rows), [
    "typed one",
    "reply first",
    "compaction",
    "compact-summary Summary: it boiled",
    "typed two",
    "reply second",
  ]);
});

Deno.test("reader() does not take a compaction's summary for a reply when the file begins with it", () => {
  const talk = thread({ form: "paginated" });
  talk.begin();
  talk.item({ type: "message", role: "assistant", content: [{ type: "output_text", text: "Summary: it boiled" }] });
  talk.line("compacted", { message: "Summary: it boiled", replacement_history: [] });
  talk.typed("two");
  talk.reply("second");
  assertEquals(repliesOf(talk.rows).map(({ text }) => text), ["second"]);
});

Deno.test("reader() passes by what a fork copied from its parent", () => {
  const parent = thread({ form: "turns" });
  parent.typed("asked in the parent");
  parent.reply("answered in the parent");
  parent.end();
  const fork = thread({ form: "turns", at: 600, meta: { forked_from_id: parent.id } });
  const copies = parent.rows.map((row) => ({ ...row, timestamp: "2026-11-02T09:10:01.500Z" }));
  fork.rows.push(...copies);
  fork.typed("asked in the fork");
  fork.reply("answered in the fork");
  assertEquals(outline(fork.rows), ["typed asked in the fork", "reply answered in the fork"]);
});

Deno.test("reader() gives a fork's copies the parent's keys when turns have no ids", () => {
  const parent = thread({ form: "plain", id: uuid7(0) });
  parent.typed("asked in the parent");
  parent.reply("answered in the parent");
  const fork = thread({ form: "plain", at: 600, meta: { forked_from_id: parent.id } });
  fork.rows.push(...parent.rows);
  fork.typed("asked in the fork");
  fork.reply("answered in the fork");
  const keys = (rows: readonly unknown[]) =>
    read(rows).flatMap((e) => e.type === "typed" || e.type === "reply" ? [e.key] : []);
  assertEquals(keys(fork.rows).slice(0, 2), keys(parent.rows));
  assertEquals(keys(fork.rows).length, 4);
  const forkOfFork = thread({ form: "plain", at: 900, meta: { forked_from_id: fork.id } });
  forkOfFork.rows.push(...fork.rows);
  assertEquals(keys(forkOfFork.rows), keys(fork.rows));
});

Deno.test("reader() reads a paginated fork from its first line: its parent's turns lie elsewhere", () => {
  const fork = thread({
    form: "paginated",
    at: 600,
    ordinal: 40,
    meta: { forked_from_id: uuid7(0), history_base: { thread_id: uuid7(0), end_ordinal_exclusive: 40 } },
  });
  fork.typed("asked in the fork");
  fork.reply("answered in the fork");
  assertEquals(outline(fork.rows), ["typed asked in the fork", "reply answered in the fork"]);
});

Deno.test("reader() asks no question in a sub-agent's thread", () => {
  for (const source of [{ subagent: "review" }, { subagent: { thread_spawn: { depth: 1 } } }]) {
    const talk = thread({ form: "paginated", meta: { source, parent_thread_id: uuid7(0) } });
    talk.typed("count the kettles");
    talk.reply("three");
    assertEquals(typedOf(talk.rows), []);
  }
});

Deno.test("reader() knows whether a program or a person asks", () => {
  const flags = (rows: readonly unknown[]): readonly [boolean, readonly string[]] => {
    const events = read(rows);
    const labels = events.flatMap((event) => event.type === "typed" ? [event.label] : []);
    return [labels.every((label) => label === "sdk"), labels];
  };
  const ask = (source: unknown, extras: readonly (Record<string, unknown> | undefined)[]) => {
    const talk = thread({ form: "paginated", meta: { source } });
    extras.forEach((extra, n) => {
      talk.begin(extra === undefined ? {} : { extra });
      talk.typed(`question ${n}`, { steer: true });
      talk.reply("good");
    });
    return talk.rows;
  };
  const by = (turn_trigger: string | null) => ({ turn_attribution: { turn_trigger } });
  const cases: readonly (readonly [unknown, readonly (Record<string, unknown> | undefined)[], readonly string[]])[] = [
    ["exec", [undefined, undefined], ["sdk", "sdk"]],
    ["mcp", [undefined], ["sdk"]],
    ["mcp", [by(null)], ["sdk"]],
    ["exec", [by("exec")], ["sdk"]],
    // A person goes on with it, and a program with a person's.
    ["exec", [by("exec"), by(null)], ["sdk", "typed"]],
    ["cli", [undefined, by("exec")], ["typed", "sdk"]],
    ["vscode", [by(null)], ["typed"]],
    [undefined, [undefined], ["typed"]],
  ];
  for (const [source, extras, labels] of cases) {
    assertEquals(flags(ask(source, extras))[1], labels, `${source} ${JSON.stringify(extras)}`);
  }
});

Deno.test("reader() records where each question was asked, also when the turn says it behind the prompt", () => {
  const late = thread({ form: "plain" });
  late.item({ type: "message", role: "user", content: [{ type: "input_text", text: "one" }] });
  late.event({ type: "user_message", message: "one" });
  late.line("turn_context", { cwd: "/srv/kettle/lid" });
  late.reply("first");
  assertEquals(typedOf(late.rows).map(({ cwd }) => cwd), ["/srv/kettle"]);
  const turns = thread({ form: "turns" });
  turns.typed("one");
  turns.reply("first");
  turns.event({ type: "thread_settings_applied", thread_settings: { cwd: "/srv/pot" } });
  turns.begin({ cwd: "/srv/pot" });
  turns.typed("two", { steer: true });
  turns.reply("second");
  assertEquals(typedOf(turns.rows).map(({ cwd }) => cwd), ["/srv/kettle", "/srv/pot"]);
});

Deno.test("reader() keeps what an editor put in front as evidence, and asks nothing when nothing else was sent", () => {
  const talk = thread({ form: "paginated" });
  talk.typed("# Context from my IDE setup:\n\n## Open tabs:\n- lid.ts\n\n## My request for Codex:\nshut the lid");
  talk.reply("shut");
  talk.typed("# Files mentioned by the user:\n\n## pot.png: /srv/kettle/pot.png\n");
  talk.typed("", { parts: [{ type: "local_image", path: "/srv/kettle/pot.png" }] });
  talk.typed("and this?", {
    parts: [{ type: "local_image", path: "/srv/kettle/lid.png" }, { type: "skill", name: "tea" }],
  });
  talk.reply("a lid");
  assertEquals(outline(talk.rows), [
    "typed shut the lid",
    "ide-context # Context from my IDE setup:\n\n## Open tabs:\n- lid.ts",
    "reply shut",
    "ide-context # Files mentioned by the user:\n\n## pot.png: /srv/kettle/pot.png\n",
    "image-note local_image",
    "typed and this?",
    "image-note local_image",
    "reply a lid",
  ]);
});

Deno.test("reader() takes answers to the assistant's questions as the user's, inside the exchange", () => {
  const talk = thread();
  talk.typed("plan the lid");
  const questions = [{ id: "hinge", header: "Hinge", question: "Which hinge?" }, {
    id: "colour",
    question: "Which colour?",
  }];
  talk.call(
    "request_user_input",
    { questions },
    JSON.stringify({ answers: { hinge: { answers: ["brass"] }, colour: { answers: [] } } }),
  );
  talk.typed('<send_user_message_question_reply>["as before"]</send_user_message_question_reply>');
  talk.reply("planned");
  const answers = read(talk.rows).filter((event) => event.type === "user-answer");
  assertEquals(answers.map(({ kind, asked, text }) => [kind, asked, text]), [
    ["question", "Which hinge?", "brass"],
    ["question", null, '["as before"]'],
  ]);
  assertEquals(typedOf(talk.rows).length, 1);
});

Deno.test("reader() takes a proposed plan as a reply, once", () => {
  const talk = thread();
  talk.typed("plan the lid");
  talk.event({ type: "item_completed", thread_id: talk.id, turn_id: talk.turn, item: { type: "Plan", text: "# Lid" } });
  talk.item({
    type: "message",
    role: "assistant",
    content: [{ type: "output_text", text: "<proposed_plan>\n# Lid\n</proposed_plan>" }],
  });
  talk.end();
  assertEquals(outline(talk.rows), ["typed plan the lid", "reply # Lid"]);
});

Deno.test("reader() never takes one turn for another that only has the same line number", () => {
  // `migrate-rollouts` calls turns without an id after their line: every migrated file has a `rollout-4`.
  const migrated = (id: string, text: string) => {
    const talk = thread({ form: "paginated", id });
    talk.event({ type: "task_started", turn_id: "rollout-4" });
    const item = { type: "UserMessage", content: [{ type: "text", text }] };
    talk.event({ type: "item_completed", thread_id: id, turn_id: "rollout-4", item });
    talk.reply("good");
    return typedOf(talk.rows).map(({ key }) => key);
  };
  assertEquals(migrated(uuid7(0), "one") === migrated(uuid7(900), "one"), false);
  assertEquals(migrated(uuid7(0), "one")[0]?.includes("rollout-4"), false);
});

Deno.test("reader() gives the same keys before and after a migration, with and without turn ids", () => {
  for (const form of ["plain", "turns"] as const) {
    const before = thread({ form });
    before.typed("one");
    before.reply("first");
    before.end();
    before.typed("two");
    before.reply("second");
    before.end();
    const after = migrate(before.rows, before.id);
    const keys = (rows: readonly unknown[]) => read(rows).filter((event) => event.type !== "signal");
    assertEquals(
      keys(after).map((event) => "key" in event ? event.key : ""),
      keys(before.rows).map((event) => "key" in event ? event.key : ""),
    );
  }
});

/** What `migrate-rollouts` does to events (measured on 0.171): new items, turns named after lines where there were none. */
function migrate(rows: readonly Record<string, unknown>[], id: string): Record<string, unknown>[] {
  let turn: unknown;
  let made = 0;
  return rows.flatMap((row, index) => {
    const payload = row["payload"] as Record<string, unknown>;
    const line = (entry: Record<string, unknown>) => ({ ...row, ordinal: index, payload: entry });
    if (payload["type"] === "task_started") turn = payload["turn_id"];
    const isUser = payload["type"] === "user_message";
    const started: Record<string, unknown>[] = [];
    if (isUser && (turn === undefined || String(turn).startsWith("rollout"))) {
      turn = `rollout-${index}`;
      started.push(line({ type: "task_started", turn_id: turn }));
    }
    const text = payload["message"];
    const item = isUser
      ? { type: "UserMessage", content: [{ type: "text", text }] }
      : payload["type"] === "agent_message"
      ? { type: "AgentMessage", content: [{ type: "Text", text }] }
      : undefined;
    if (item === undefined) return [line(payload)];
    const completed = { type: "item_completed", thread_id: id, turn_id: turn, item: { id: `item-${++made}`, ...item } };
    return [...started, line(completed)];
  });
}
