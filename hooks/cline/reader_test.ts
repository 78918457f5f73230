import { assertEquals } from "@std/assert";
import { createClineReader } from "./reader.ts";

Deno.test("createClineReader() takes an error that the client shows for no reply", () => {
  const reader = createClineReader({ sessionId: "s1" });
  const message = (metadata: Record<string, unknown>) => ({
    cline: "message",
    message: { id: "m1", role: "assistant", content: [{ type: "text", text: "The kettle is gone." }], metadata },
  });
  const told = (metadata: Record<string, unknown>) => reader.read(message(metadata)).map((event) => event.type);
  assertEquals(told({}), ["reply"]);
  assertEquals(told({ displayRole: "assistant" }), ["reply"]);
  assertEquals(told({ displayOnly: true, displayRole: "error" }), ["evidence"]);
  assertEquals(told({ displayRole: "Status" }), ["evidence"]);
});

Deno.test("createClineReader() counts markers that it does not know, and learns nothing from them", () => {
  const reader = createClineReader({ sessionId: "s1" });
  const told = [{ kind: "tea" }, { kind: "tea" }, { displayRole: "milk" }, { kind: "compaction" }].flatMap((
    metadata,
    n,
  ) => reader.read({ cline: "message", message: { id: `m${n}`, role: "user", content: "go on", metadata } }));
  assertEquals(told.map(({ type }) => type), ["evidence", "evidence", "evidence", "evidence"]);
  assertEquals(reader.counts.unknownMarkers, { "kind=tea": 2, "displayRole=milk": 1 });
});

Deno.test("createClineReader() tells rows of one time and kind apart, in runs of their own too", () => {
  const row = (ts: number, say: string, text: string) => ({ cline: "ui", row: { ts, type: "say", say, text } });
  const rows = [
    row(1, "task", "why?"),
    row(2, "text", "It boils."),
    row(2, "user_feedback", "and now?"),
    row(2, "text", "It is dry."),
    row(2, "user_feedback", "and then?"),
    row(3, "text", "Done."),
  ];
  const keys = ["s1:1:task", "s1:2:text", "s1:2:user_feedback", "s1:2:text:2", "s1:2:user_feedback:2", "s1:3:text"];
  const keyOf = (event: object | undefined) => event !== undefined && "key" in event ? event.key : undefined;
  const whole = createClineReader({ sessionId: "s1" });
  assertEquals(rows.map((one) => keyOf(whole.read(one)[0])), keys);
  let reader = createClineReader({ sessionId: "s1" });
  const told = rows.map((one) => {
    const [event] = reader.read(one);
    reader = createClineReader({ sessionId: "s1", state: JSON.parse(JSON.stringify(reader.snapshot((text) => text))) });
    return keyOf(event);
  });
  assertEquals(told, keys);
});

const session = (more: Record<string, unknown>) => ({ cline: "session", id: "s1", directories: [], ...more });
const message = (role: string, content: unknown) => ({ cline: "message", message: { id: role, role, content } });
const QUESTION = message("assistant", [
  { type: "tool_use", id: "c1", name: "ask_question", input: { question: "Which lid?", options: ["red", "blue"] } },
]);
const ANSWER = message("user", [{ type: "tool_result", tool_use_id: "c1", name: "ask_question", content: "blue" }]);

/** The rows that come, and the answers of the user's in them. */
const ANSWERS: readonly (readonly [string, readonly unknown[], readonly unknown[]])[] = [
  ["an answer", [session({ interactive: true }), QUESTION, ANSWER], [["Which lid?", "blue"]]],
  ["nothing that a one-shot run answered by itself", [session({}), QUESTION, ANSWER], []],
  ["nothing in a run that a trigger began", [session({ interactive: true, automated: true }), QUESTION, ANSWER], []],
  ["nothing in the result of another tool", [session({ interactive: true }), ANSWER], []],
  ["nothing in a question that failed", [
    session({ interactive: true }),
    QUESTION,
    message("user", [{ type: "tool_result", tool_use_id: "c1", is_error: true, content: "no terminal" }]),
  ], []],
];

for (const [name, rows, expected] of ANSWERS) {
  Deno.test(`createClineReader() hears ${name}`, () => {
    // Each row in a run of its own, as hooks read them.
    let reader = createClineReader({ sessionId: "s1" });
    const answers = rows.flatMap((row) => {
      const events = reader.read(row);
      reader = createClineReader({ sessionId: "s1", state: reader.snapshot((text) => text) });
      return events.flatMap((event) => event.type === "user-answer" ? [[event.asked, event.text]] : []);
    });
    assertEquals(answers, expected);
  });
}

Deno.test("messageSignals() says of several commands in one call whether all worked", () => {
  const result = (content: unknown) => {
    const [event] = createClineReader({ sessionId: "s1" }).read(
      message("user", [{ type: "tool_result", tool_use_id: "c1", name: "run_commands", content }]),
    );
    const signal = event?.type === "signal" ? event.signal : undefined;
    return signal?.type === "tool-result" ? [signal.ok, signal.text] : undefined;
  };
  const fine = { query: "ls", result: "lid.md", success: true };
  const failed = { query: "cat lid", result: "no such lid", error: "exited with code 1", success: false };
  assertEquals(result([fine]), [true, "lid.md"]);
  assertEquals(result([fine, failed]), [false, "lid.md\nno such lid"]);
  assertEquals(result([{ query: "x", result: "", error: "timed out", success: false }]), [false, "timed out"]);
});

Deno.test("createClineReader() labels what was typed while the agent worked", () => {
  const content = '<user_input mode="act">use the small pot</user_input>';
  const row = { cline: "message", message: { id: "m1", role: "user", content, metadata: { userRunSpan: 0 } } };
  const told = createClineReader({ sessionId: "s1" }).read(row);
  assertEquals(told.map((event) => event.type === "typed" ? [event.label, event.text] : []), [
    ["queued", "use the small pot"],
  ]);
  const automated = createClineReader({ sessionId: "s1" });
  automated.read(session({ automated: true }));
  assertEquals(automated.read(row).map((event) => event.type === "typed" ? event.label : ""), ["sdk"]);
});
