import { assertEquals } from "@std/assert";
import fc from "fast-check";
import type { SessionEvent } from "../../lib/types.ts";
import { copilotEvidence } from "./evidence.ts";
import { mayMatter } from "./may_matter.ts";
import { createCopilotReader } from "./reader.ts";
import { type EventRow, log } from "./rows_test_support.ts";

const ID = "5a5a5a5a-1111-4111-8111-000000000001";

function read(rows: readonly unknown[]): readonly SessionEvent[] {
  const reader = createCopilotReader({ sessionId: ID });
  return rows.flatMap((row) => reader.read(row));
}

function told(events: readonly SessionEvent[]): readonly string[] {
  return events.flatMap((event) =>
    event.type === "typed"
      ? [`${event.label}: ${event.text}`]
      : event.type === "evidence"
      ? [`${event.origin}: ${event.text}`]
      : event.type === "reply"
      ? [`reply: ${event.text}`]
      : []
  );
}

/** What the data of a `user.message` makes of the text "hello". */
const AUTHORS: readonly (readonly [string, EventRow, EventRow, readonly string[]])[] = [
  ["no source is a person's", {}, {}, ["typed: hello"]],
  ["an unknown delivery is a person's all the same", { delivery: "cli" }, {}, ["typed: hello"]],
  ["steering is typed while the agent worked", { delivery: "steering" }, {}, ["queued: hello"]],
  ["queued is typed while the agent worked", { delivery: "queued" }, {}, ["queued: hello"]],
  ["source user", { source: "user" }, {}, ["typed: hello"]],
  ["a skill's body", { source: "skill-pdf" }, {}, ["skill: hello"]],
  ["another agent's words", { source: "agent-7" }, {}, ["peer: hello"]],
  ["a command's prompt", { source: "command-review" }, {}, ["command: hello"]],
  ["what was typed on another device", { source: "command-4711", delivery: "steering" }, {}, ["queued: hello"]],
  ["the same with an id of letters", { source: `command-${ID}` }, {}, ["typed: hello"]],
  ["a schedule's prompt", { source: "schedule-3" }, {}, ["scheduled: hello"]],
  ["instructions that were found", { source: "instruction-discovery" }, {}, ["system-reminder: hello"]],
  ["a source that nobody knows", { source: "oracle" }, {}, ["other: hello"]],
  ["autopilot goes on by itself", { isAutopilotContinuation: true }, {}, ["scheduled: hello"]],
  [
    "autopilot of 1.0.102, which shows nothing",
    {
      content: "",
      transformedContent: "hello",
      source: "autopilot",
      delivery: "idle",
    },
    {},
    ["scheduled: hello"],
  ],
  ["a reply that is to go on", { source: "thinking-exhausted-continuation" }, {}, ["scheduled: hello"]],
  ["another session's words", { inputOrigin: "authenticated-cross-session" }, {}, ["peer: hello"]],
  ["a sub-agent's prompt", {}, { agentId: "a1" }, ["coordinator: hello"]],
  ["a prompt below a tool call", { parentToolCallId: "c1" }, {}, ["coordinator: hello"]],
  [
    "a notification as a whole",
    { content: "\n<system_notification>\nmilk\n</system_notification>\n", source: "user" },
    {},
    ["task-notification: \n<system_notification>\nmilk\n</system_notification>\n"],
  ],
  [
    "a task's notification as a whole",
    { content: '<task-notification id="7">milk</task-notification>' },
    {},
    ['task-notification: <task-notification id="7">milk</task-notification>'],
  ],
  [
    "words with a notification in them",
    { content: "why <system_notification>milk</system_notification>?" },
    {},
    ["typed: why <system_notification>milk</system_notification>?"],
  ],
  [
    "an element of another name",
    { content: "<task-notifications>milk</task-notifications>" },
    {},
    ["typed: <task-notifications>milk</task-notifications>"],
  ],
  ["what should not be on the disk", {}, { ephemeral: true }, []],
];

for (const [name, data, more, expected] of AUTHORS) {
  Deno.test(`authorOf() decides: ${name}`, () => {
    assertEquals(
      told(read([{ type: "user.message", id: "e1", data: { content: "hello", ...data }, ...more }])),
      expected,
    );
  });
}

Deno.test("authorOf() gives a prompt to a sub-agent, sent under the session's id, to the client", () => {
  const row = { type: "user.message", agentId: "a1", data: { content: "look at the lid", source: `agent-${ID}` } };
  const reply = { type: "assistant.message", agentId: "a1", data: { content: "seen", parentToolCallId: "c1" } };
  assertEquals(told(read([row, reply])), ["coordinator: look at the lid"]);
});

Deno.test("authorOf() counts a source that nobody knows", () => {
  const reader = createCopilotReader({ sessionId: ID });
  reader.read({ type: "user.message", data: { content: "hello", source: "oracle" } });
  assertEquals(reader.counts.unknownMarkers, { "source=oracle": 1 });
});

Deno.test("authorOf() recovers words that stand only where the model reads them (https://github.com/entireio/cli/issues/1070)", () => {
  const message = (transformedContent: string) => ({ type: "user.message", data: { content: "", transformedContent } });
  const dated = "<current_datetime>2026-09-03</current_datetime>\n\nwhy so slow?\n\n<reminder>be brief</reminder>";
  assertEquals(told(read([message(dated)])), ["recovered: why so slow?"]);
  assertEquals(told(read([message("<reminder>be brief</reminder>")])), []);
  assertEquals(told(read([message("<reminder>cut off")])), []);
  assertEquals(told(read([message("<new_block>x</new_block>")])), []);
});

Deno.test("authorOf() takes for the client's what it hides, and what it shows in place of its own prompts", () => {
  const message = (content: string, transformedContent: string) => ({
    type: "user.message",
    data: { content, transformedContent },
  });
  const autopilot = "You have not yet marked the task as complete using the task_complete tool. Go on.";
  const reminded = `<reminder>be brief</reminder>\n\n${autopilot}`;
  assertEquals(told(read([message("", reminded)])), [`scheduled: ${autopilot}`]);
  const reader = createCopilotReader({ sessionId: ID });
  const typed = reader.read(message("why so slow?", "why so slow?"));
  assertEquals(told([...typed, ...reader.read(message("", "The plan was approved: build it."))]), [
    "typed: why so slow?",
    "scheduled: The plan was approved: build it.",
  ]);
  // The next run knows it as well.
  const later = createCopilotReader({ sessionId: ID, state: reader.snapshot((text) => text) });
  assertEquals(told(later.read(message("", "Begin."))), ["scheduled: Begin."]);
  assertEquals(
    told(read([
      message("Continue the work that was interrupted.", "Review it."),
      message("Fleet deployed", "Send them."),
      message("Fleet deployed: paint the lids", "Send them. paint the lids"),
      // Typed in those very words.
      { type: "user.message", data: { content: "Fleet deployed" } },
    ])),
    [
      "scheduled: Continue the work that was interrupted.",
      "scheduled: Fleet deployed",
      "typed: paint the lids",
      "typed: Fleet deployed",
    ],
  );
});

Deno.test("createCopilotReader() gives tool calls, results, task lists, interrupts and compactions as signals", () => {
  const talk = log({ id: ID, cwd: "/srv/kettle" });
  talk.add("tool.execution_start", { toolCallId: "c1", toolName: "bash", arguments: { command: "make test" } });
  talk.add("tool.execution_complete", {
    toolCallId: "c1",
    success: true,
    result: { content: "no rule\n<exited with exit code 2>" },
  });
  talk.add("tool.execution_start", { toolCallId: "c2", toolName: "edit", arguments: { path: "/srv/kettle/a.ts" } });
  talk.add("tool.execution_complete", { toolCallId: "c2", success: false, error: { code: "denied", message: "no" } });
  talk.add("tool.execution_start", {
    toolCallId: "c3",
    toolName: "update_todo",
    arguments: { todos: "- [x] boil\n- [ ] pour" },
  });
  talk.add("abort", { reason: "user_initiated" });
  talk.add("session.compaction_complete", { summaryContent: "so far" });
  const signals = read(talk.rows).flatMap((event) => event.type === "signal" ? [event.signal] : []);
  assertEquals(signals, [
    { type: "tool-call", id: "c1", name: "bash", command: "make test" },
    { type: "tool-result", id: "c1", ok: false, text: "no rule\n<exited with exit code 2>" },
    { type: "tool-call", id: "c2", name: "edit", paths: ["/srv/kettle/a.ts"], edits: true },
    { type: "tool-result", id: "c2", ok: false, refused: true, text: "no" },
    { type: "tool-call", id: "c3", name: "update_todo" },
    {
      type: "tasks",
      items: [{ id: "1", title: "boil", status: "completed" }, { id: "2", title: "pour", status: "pending" }],
    },
    { type: "interrupt" },
    { type: "compaction" },
  ]);
});

/** What the results of a shell's calls say, and whether the command worked. */
const RESULTS: readonly (readonly [string, EventRow, boolean])[] = [
  ["a status line", { result: { content: "no rule\n<exited with exit code 2>" } }, false],
  ["the line of a shell that is read again", {
    result: { content: "no rule\n<command with id: 0 exited with exit code 2>" },
  }, false],
  ["the line of 1.0.102", { result: { content: "no rule\n<shellId: 0 completed with exit code 3>" } }, false],
  ["a stated status", { result: { content: "no rule" }, shellExecution: { exitCode: 3 } }, false],
  ["a stated zero", {
    result: { content: "<exited with exit code 2>" },
    shellExecution: { exitCode: 0 },
  }, true],
  ["a line behind a long output", { result: { content: `${"x".repeat(9000)}\n<exited with exit code 1>` } }, false],
  ["zero", { result: { content: "fine\n<shellId: 0 completed with exit code 0>" } }, true],
];

for (const [name, data, expected] of RESULTS) {
  Deno.test(`resultSignal() tells whether a command worked by ${name}`, () => {
    const [event] = read([{ type: "tool.execution_complete", data: { toolCallId: "c1", success: true, ...data } }]);
    const signal = event?.type === "signal" ? event.signal : undefined;
    assertEquals(signal?.type === "tool-result" ? signal.ok : undefined, expected);
  });
}

/** What an answer of the user's is recorded as, and what is made of it. */
const ANSWERS: readonly (readonly [string, EventRow, readonly unknown[]])[] = [
  ["a form", {
    responseKind: "ask_user",
    message: "Which lid?",
    content: { lid: "the green one", knob: true, colours: ["red", "blue"], more: null },
  }, [["question", "Which lid?", "the green one\ntrue\nred, blue"]]],
  ["a question", { responseKind: "user_input", question: "Which lid?", answer: " blue " }, [
    ["question", "Which lid?", "blue"],
  ]],
  ["what is to change in a plan", { responseKind: "exit_plan_mode", approved: false, feedback: "use the blue lid" }, [
    ["plan", null, "use the blue lid"],
  ]],
  ["a plan approved without a word", { responseKind: "exit_plan_mode", approved: true }, []],
  ["a kind that nobody knows", { responseKind: "wink", feedback: "x" }, []],
];

for (const [name, response, expected] of ANSWERS) {
  Deno.test(`recordedAnswers() reads ${name}`, () => {
    const row = (actor: string) => ({ type: "human_response.recorded", data: { actor, toolCallId: "c1", response } });
    const answers = read([row("human_response")]).map((event): unknown =>
      event.type === "user-answer" ? [event.kind, event.asked, event.text] : event.type
    );
    assertEquals(answers, expected);
    // What a program answered is nobody's word.
    assertEquals([...read([row("host_automation")]), ...read([row("unknown")])], []);
    assertEquals(mayMatter(JSON.stringify(row("human_response"))), true);
  });
}

Deno.test("createCopilotReader() takes a command that the user ran for no call of the agent's", () => {
  const call = { toolCallId: "c1", toolName: "local_shell", arguments: { command: "ls" } };
  const result = { toolCallId: "c1", isUserRequested: true, success: false, result: { content: "no such file" } };
  const rows = [{ type: "tool.user_requested", data: call }, { type: "tool.execution_complete", data: result }];
  assertEquals(told(read(rows)), ["shell: ls"]);
  assertEquals(read(rows).filter((event) => event.type === "signal"), []);
});

Deno.test("mayMatter() passes over copies of what the model was sent", () => {
  const messages = JSON.stringify([{ role: "user", content: "why so slow?" }]);
  assertEquals(mayMatter(JSON.stringify({ type: "model.messages_snapshot", data: { messages } })), false);
});

Deno.test("createCopilotReader() keeps ids of hand-made files apart by session", () => {
  const keyOf = (sessionId: string) => {
    const [event] = createCopilotReader({ sessionId }).read({
      type: "user.message",
      id: "e1",
      data: { content: "hi" },
    });
    return event?.type === "typed" ? event.key : undefined;
  };
  assertEquals([keyOf("one"), keyOf("two")], ["one:e1", "two:e1"]);
});

Deno.test("createCopilotReader() goes on from a snapshot as if it had read all", () => {
  const talk = log({ id: ID, cwd: "/srv/kettle" });
  talk.typed("one");
  talk.add("session.context_changed", { cwd: "/srv/teapot", pendingGitContext: true });
  talk.typed("two");
  talk.rows.push({ type: "user.message", data: { content: "no id" } });
  for (let cut = 0; cut <= talk.rows.length; cut++) {
    const first = createCopilotReader({ sessionId: ID });
    const events = talk.rows.slice(0, cut).flatMap((row) => first.read(row));
    const second = createCopilotReader({ sessionId: ID, state: first.snapshot((text) => text) });
    assertEquals([...events, ...talk.rows.slice(cut).flatMap((row) => second.read(row))], read(talk.rows));
  }
});

Deno.test("createCopilotReader(), copilotEvidence() and mayMatter() never throw, and no line is passed over that counts", () => {
  const types = [
    "user.message",
    "assistant.message",
    "session.start",
    "hook.start",
    "abort",
    "tool.execution_start",
    "session.info",
    "human_response.recorded",
    "tool.user_requested",
    "model.message",
  ];
  const rows = fc.record({
    type: fc.oneof(fc.constantFrom(...types), fc.string()),
    id: fc.oneof(fc.string(), fc.integer()),
    data: fc.oneof(
      fc.jsonValue(),
      fc.record({
        content: fc.jsonValue(),
        context: fc.jsonValue(),
        arguments: fc.jsonValue(),
        response: fc.jsonValue(),
      }),
    ),
  }, { requiredKeys: [] });
  fc.assert(fc.property(fc.array(fc.oneof(rows, fc.jsonValue())), (records) => {
    for (const record of records) {
      const made = read([record]).length + copilotEvidence(record).directories.length;
      if (made > 0) assertEquals(mayMatter(JSON.stringify(record)), true);
    }
  }));
});
