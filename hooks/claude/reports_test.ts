/**
 * Field reports of formats/claude_code.md section 3 that concern reading and typing; the README maps every row.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import {
  assistant,
  eventsOf,
  evidenceOf,
  newId,
  newReader,
  originsOf,
  queuedCommand,
  queueOperation,
  system,
  typedByHuman,
  typedOf,
  typedTexts,
  user,
} from "./rows_test_support.ts";

Deno.test("reader() finds the last reply when system and attachment rows follow it (report 4: https://github.com/asheshgoplani/agent-deck/issues/1422)", () => {
  const events = eventsOf([
    typedByHuman("boil"),
    assistant("boiled"),
    system("stop_hook_summary", { hookCount: 1 }),
    { type: "attachment", uuid: newId(), attachment: { type: "total_tokens_reminder", text: "9" } },
    { type: "last-prompt", lastPrompt: "boil", sessionId: "s" },
  ]);
  assertEquals(events.filter(({ type }) => type === "reply").length, 1);
});

Deno.test("reader() gives one reply a record, grouped by message id, when an API message spans lines (report 29: https://github.com/ClaudeCodeUsage/ClaudeCodeUsage/issues/92)", () => {
  const events = eventsOf([
    assistant([{ type: "thinking", thinking: "hm" }]),
    assistant("first"),
    assistant([{ type: "tool_use", id: "t", name: "Read", input: {} }]),
    assistant("second"),
  ]);
  const replies = events.filter((event) => event.type === "reply");
  assertEquals(replies.map(({ msg, text }) => [msg, text]), [["msg_1", "first"], ["msg_1", "second"]]);
});

Deno.test("reader() skips a row whose message is an object of numeric keys (report 34: https://github.com/anthropics/claude-code/issues/24663)", () => {
  const reader = newReader();
  const events = eventsOf([user("", { message: { 0: "b", 1: "o" } }), user("boil")], reader);
  assertEquals(events.filter(({ type }) => type === "typed").length, 1);
  assertEquals(reader.counts.ignored, 1);
});

Deno.test("reader() gives well-formed text when a row holds lone surrogates (report 35: https://github.com/anthropics/claude-code/issues/61301)", () => {
  const rows = [
    user("cup \ud83d"),
    queuedCommand("lid \udc00", { origin: { kind: "human" } }),
    assistant("tea \ud83d"),
  ];
  const texts = eventsOf(rows).flatMap((event) => "text" in event ? [event.text] : []);
  assertEquals(texts, ["cup \ufffd", "lid \ufffd", "tea \ufffd"]);
});

Deno.test("reader() keeps NULs and replacement characters of tool output out of its way (report 36: https://github.com/anthropics/claude-code/issues/94408)", () => {
  const rows = [
    user([{ type: "tool_result", tool_use_id: "t", content: "a\u0000\ufffdb" }]),
    typedByHuman("and now?"),
  ];
  assertEquals(typedTexts(rows), ["and now?"]);
  assertEquals(eventsOf(rows).filter(({ type }) => type === "signal").length, 1);
});

Deno.test("reader() calls user rows that nobody typed the client's (report 43: https://github.com/warpdotdev/claude-code-warp/issues/78)", () => {
  const note = "<task-notification>\n<task-id>b1</task-id>\n<status>completed</status>\n</task-notification>";
  const rows = [
    user(note),
    user(note, { origin: { kind: "task-notification" }, promptSource: "system", turnOrigin: "task_notification" }),
    user(note, { origin: { kind: "human" }, promptSource: "sdk" }),
    user(`${note}\nFull transcript available at: /tmp/tasks/b1.output`, { version: "2.1.17" }),
    user('<teammate-message teammate_id="lid">pour</teammate-message>'),
    user("Another Claude session sent a message:\n<cross-session-message>pour</cross-session-message>"),
    user("Operation stopped by hook: not now"),
  ];
  assertEquals(typedTexts(rows), []);
  assertEquals(originsOf(rows), [
    "task-notification",
    "task-notification",
    "task-notification",
    "task-notification",
    "peer",
    "peer",
    "hook",
  ]);
});

Deno.test("reader() reads queued_command attachments as typed prompts (report 44: https://github.com/simonw/claude-code-transcripts/issues/98)", () => {
  const rows = [
    queueOperation("enqueue", { content: "also the lid" }),
    queueOperation("remove", { content: "also the lid", reason: "absorbed_mid_turn" }),
    queuedCommand("also the lid", {
      commandMode: "prompt",
      source_uuid: "s1",
      delivery_id: "d1",
      origin: { kind: "human" },
      humanTurn: true,
    }),
    queuedCommand([{ type: "text", text: "see" }, { type: "image" }], { commandMode: "prompt" }, { version: "2.1.60" }),
    queuedCommand("<task-notification>x</task-notification>", { commandMode: "prompt" }),
    queuedCommand("pour", { commandMode: "prompt", origin: { kind: "peer", from: "lid" } }),
    queuedCommand("x", { commandMode: "prompt", isMeta: true }),
  ];
  assertEquals(typedOf(rows).map(({ key, text, label }) => [key === "s1", text, label]), [
    [true, "also the lid", "queued"],
    [false, "see", "queued"],
  ]);
  assertEquals(originsOf(rows), ["task-notification", "peer", "other"]);
});

Deno.test("reader() takes no enqueue for a prompt when remove and dequeue rows were not written (report 45, 2.0.50)", () => {
  const rows = [
    { type: "progress", version: "2.0.50" },
    queueOperation("enqueue", { content: "boil" }),
    user("boil", { version: "2.0.50" }),
    queueOperation("enqueue", { content: "pour" }),
  ];
  assertEquals(typedTexts(rows), ["boil"]);
});

Deno.test("reader() survives malformed attachments and rows that are their own parents (report 52: CHANGELOG 2.1.217, 2.1.30, 2.1.108, 2.1.85)", () => {
  const id = newId();
  const rows = [
    typedByHuman("boil", { uuid: id, parentUuid: id }),
    { type: "attachment", uuid: newId() },
    { type: "attachment", uuid: newId(), attachment: null },
    { type: "attachment", uuid: newId(), attachment: { type: "queued_command" } },
    { type: "attachment", uuid: newId(), attachment: { type: "queued_command", prompt: { x: 1 } } },
    assistant("ok", { parentUuid: id }),
  ];
  const events = eventsOf(rows);
  assertEquals(events.filter(({ type }) => type === "typed" || type === "reply").length, 2);
  assertEquals(events.filter(({ type }) => type === "link").length, 6);
});

Deno.test("reader() keeps an interrupt marker as evidence and says nothing more about it (report 53: CHANGELOG 2.1.218)", () => {
  const rows = [typedByHuman("boil"), user("[Request interrupted by user]"), typedByHuman("go on")];
  assertEquals(evidenceOf(rows).map(({ origin }) => origin), ["interrupt"]);
  assertEquals(typedTexts(rows), ["boil", "go on"]);
});

Deno.test("reader() does not count prompts again in api-request rows (2.1.332)", () => {
  const repeated = { message: { role: "user", content: "boil" }, sessionId: "s" };
  const rows = [
    typedByHuman("boil"),
    { type: "api-request", ...repeated },
    { type: "api-request-blob", ...repeated },
    { type: "api-request-shape", ...repeated },
  ];
  assertEquals(typedTexts(rows), ["boil"]);
});
