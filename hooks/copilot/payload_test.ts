import { assertEquals } from "@std/assert";
import { readCopilotCall } from "./payload.ts";

const LOG = "/home/mira/.copilot/session-state/s1/events.jsonl";
const CAMEL = { sessionId: "s1", timestamp: 1788422400000, cwd: "/srv/kettle" };
const SNAKE = { session_id: "s1", timestamp: "2026-09-03T08:00:00.000Z", cwd: "/srv/kettle" };

const call = (payload: unknown) => readCopilotCall(new TextEncoder().encode(JSON.stringify(payload)));

const CALLS: readonly (readonly [string, unknown, readonly unknown[]])[] = [
  ["agentStop", { ...CAMEL, transcriptPath: LOG, stopReason: "end_turn", stop_hook_active: false }, [
    "stop",
    LOG,
    false,
  ]],
  ["Stop", { ...SNAKE, hook_event_name: "Stop", transcript_path: LOG, stop_reason: "end_turn" }, ["stop", LOG, false]],
  ["sessionEnd, which names no file", { ...CAMEL, reason: "complete" }, ["session-end", null, false]],
  ["SessionEnd", { ...SNAKE, hook_event_name: "SessionEnd", reason: "complete" }, ["session-end", null, false]],
  ["subagentStop", { ...CAMEL, transcriptPath: LOG, agentName: "x", stopReason: "end_turn" }, ["other", LOG, true]],
  ["agentStop of a sub-agent, whose own id it holds", {
    ...CAMEL,
    transcriptPath: LOG,
    stopReason: "end_turn",
    agentId: "s1",
    parentAgentId: "s0",
  }, ["stop", LOG, true]],
  ["Stop of a sub-agent", {
    ...SNAKE,
    hook_event_name: "Stop",
    transcript_path: LOG,
    agent_id: "s1",
  }, ["stop", LOG, true]],
  ["sessionStart of 1.0.102", { ...CAMEL, source: "resume", initialPrompt: "go on" }, ["session-start", null, false]],
  ["a tool's payload", { ...CAMEL, toolName: "bash", reason: "x" }, ["other", null, false]],
];

for (const [name, payload, expected] of CALLS) {
  Deno.test(`readCopilotCall() understands ${name}`, () => {
    const read = call(payload);
    const found: unknown = read.kind === "call" ? [read.event, read.transcript, read.subagent] : read;
    assertEquals(found, expected);
  });
}

Deno.test("readCopilotCall() leaves other clients' payloads and unsafe ids alone", () => {
  assertEquals(call({ session_id: "s1", hook_event_name: "Stop", cwd: "/srv" }).kind, "foreign");
  assertEquals(call({ ...CAMEL, sessionId: "../x", stopReason: "end_turn" }), {
    kind: "unusable",
    reason: "no-session-id",
  });
  assertEquals(call([]), { kind: "unusable", reason: "not-an-object" });
});

Deno.test("readCopilotCall() tells when the turn ended, in both forms, and nothing for what is no time", () => {
  const snake = { ...SNAKE, hook_event_name: "Stop", transcript_path: LOG };
  const payloads = [{ ...CAMEL, transcriptPath: LOG, stopReason: "end_turn" }, snake, { ...snake, timestamp: "soon" }];
  const times = payloads.map((payload) => {
    const read = call(payload);
    return read.kind === "call" ? read.writesAfter : read;
  });
  assertEquals(times, [1788422400000, 1788422400000, undefined]);
});
