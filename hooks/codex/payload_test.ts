import { assert, assertEquals } from "@std/assert";
import * as fc from "fast-check";
import { z } from "zod";
import { readClaudeCall } from "../claude/hook_call.ts";
import { readCodexCall, readCodexNotify } from "./payload.ts";
import { uuid7 } from "./rows_test_support.ts";

const THREAD = uuid7(0);
const CHILD = uuid7(9);
const DAY = "/home/mira/.codex/sessions/2026/11/02";
const ROLLOUT = `${DAY}/rollout-2026-11-02T09-00-00-${THREAD}.jsonl`;

const COMMON = {
  session_id: THREAD,
  transcript_path: ROLLOUT,
  cwd: "/srv/kettle",
  hook_event_name: "Stop",
  model: "sample",
  permission_mode: "default",
};
const STOP = { ...COMMON, turn_id: uuid7(1), stop_hook_active: false, last_assistant_message: "it boils" };
const END = {
  session_id: THREAD,
  transcript_path: ROLLOUT,
  cwd: "/srv/kettle",
  hook_event_name: "SessionEnd",
  reason: "other",
};

/** The input schemas of the binary of 0.171, as far as they are read. */
const SCHEMA = z.object({
  session_id: z.string(),
  transcript_path: z.string().nullable(),
  cwd: z.string(),
  hook_event_name: z.string(),
  turn_id: z.string().optional(),
  agent_id: z.string().optional(),
});

const bytes = (value: unknown) => new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value));

Deno.test("readCodexCall() reads Stop and SessionEnd", () => {
  assertEquals(readCodexCall(bytes(STOP)), {
    kind: "call",
    sessionId: THREAD,
    event: "stop",
    eventName: "Stop",
    transcript: ROLLOUT,
    cwd: "/srv/kettle",
    reply: null,
    subagent: false,
  });
  const end = readCodexCall(bytes(END));
  assert(end.kind === "call");
  assertEquals([end.event, end.transcript], ["session-end", ROLLOUT]);
});

const EVENTS: readonly (readonly [string, string, boolean])[] = [
  ["Stop", "stop", false],
  ["Interrupt", "stop", false],
  ["SessionEnd", "session-end", false],
  ["PreCompact", "pre-compact", false],
  ["SessionStart", "session-start", false],
  ["UserPromptSubmit", "other", false],
  ["PostToolUse", "other", false],
  ["SubagentStop", "other", true],
  ["SubagentStart", "other", true],
];

for (const [name, event, subagent] of EVENTS) {
  Deno.test(`readCodexCall() takes ${name} for ${event}`, () => {
    const call = readCodexCall(bytes({ ...STOP, hook_event_name: name }));
    assert(call.kind === "call");
    assertEquals([call.event, call.eventName, call.subagent], [event, name, subagent]);
  });
}

Deno.test("readCodexCall() names the thread of the file, not the root thread of the payload", () => {
  const path = `${DAY}/rollout-2026-11-02T09-00-09-${CHILD}.jsonl`;
  const call = readCodexCall(bytes({ ...STOP, transcript_path: path }));
  assert(call.kind === "call");
  assertEquals(call.sessionId, CHILD);
  const reverted = readCodexCall(bytes({ ...STOP, transcript_path: ROLLOUT.replace(".jsonl", `_${CHILD}.jsonl`) }));
  assertEquals(reverted.kind === "call" && reverted.sessionId, THREAD);
});

Deno.test("readCodexCall() knows a sub-agent by its id", () => {
  const call = readCodexCall(bytes({ ...STOP, agent_id: "a1", agent_type: "worker" }));
  assertEquals(call.kind === "call" && call.subagent, true);
});

Deno.test("readCodexCall() learns nothing without a transcript (report 17: https://github.com/nowledge-co/community/issues/254)", () => {
  for (const payload of [{ ...STOP, transcript_path: null }, { ...END, transcript_path: null, cwd: "/" }]) {
    assertEquals(readCodexCall(bytes(payload)), { kind: "unusable", reason: "no-transcript" });
  }
});

Deno.test("readCodexCall() salvages a payload that breaks off (report 13: https://github.com/openai/codex/issues/23784)", () => {
  const whole = JSON.stringify({ ...STOP, last_assistant_message: "der Wasserkocher läuft über" });
  const cuts = [
    whole.slice(0, whole.indexOf("läuft")),
    whole.replace('läuft über"', "l\u00e4uft"),
    `\ufeff${whole.slice(0, -9)}`,
  ];
  for (const cut of cuts) {
    const call = readCodexCall(bytes(cut));
    assert(call.kind === "call", cut);
    assertEquals([call.sessionId, call.transcript, call.event], [THREAD, ROLLOUT, "stop"]);
  }
  const latin1 = Uint8Array.from(
    JSON.stringify(STOP).replace("it boils", "es läuft"),
    (letter) => letter.charCodeAt(0),
  );
  assertEquals(readCodexCall(latin1).kind, "call");
});

Deno.test("readCodexCall() finds a file by its thread when the path came through a code page", () => {
  const call = readCodexCall(
    bytes({ ...STOP, transcript_path: ROLLOUT.replace("mira", "m\ufffdra"), cwd: "/srv/\ufffd" }),
  );
  assert(call.kind === "call");
  assertEquals([call.transcript, call.cwd, call.sessionId], [null, "/srv/\ufffd", THREAD]);
});

Deno.test("readCodexCall() takes the verbatim prefix off (report 11: https://github.com/openai/codex/issues/26059)", () => {
  const cases: readonly (readonly [string, string])[] = [
    [`\\\\?\\C:\\Users\\mira\\.codex\\rollout-x.jsonl`, "C:\\Users\\mira\\.codex\\rollout-x.jsonl"],
    [`\\\\?\\UNC\\wsl.localhost\\Ubuntu\\home\\rollout-x.jsonl`, "\\\\wsl.localhost\\Ubuntu\\home\\rollout-x.jsonl"],
    ["C:\\Users\\mira\\rollout-x.jsonl", "C:\\Users\\mira\\rollout-x.jsonl"],
  ];
  for (const [path, expected] of cases) {
    const call = readCodexCall(bytes({ ...STOP, transcript_path: path }));
    assertEquals(call.kind === "call" && call.transcript, expected);
  }
});

Deno.test("readCodexCall() leaves other clients' payloads to them", () => {
  const cases: readonly (readonly [unknown, string])[] = [
    [
      { session_id: "s1", transcript_path: "/home/mira/.claude/projects/-srv/s1.jsonl", hook_event_name: "Stop" },
      "claude-code",
    ],
    [{ conversation_id: "c", cursor_version: "3", hook_event_name: "stop" }, "cursor"],
    [{ sessionId: "s", timestamp: 1, cwd: "/srv" }, "copilot"],
  ];
  for (const [payload, client] of cases) {
    const read = readCodexCall(bytes(payload));
    assertEquals(read.kind === "foreign" && read.client, client);
  }
});

Deno.test("readCodexCall() has a reason for what it cannot use", () => {
  const cases: readonly (readonly [unknown, string])[] = [
    ["", "empty"],
    ["tea", "not-json"],
    ["[]", "not-an-object"],
    [{ ...STOP, hook_event_name: "" }, "no-event"],
    [{ ...STOP, session_id: "../x", transcript_path: "/tmp/rollout-copy.jsonl" }, "no-session-id"],
  ];
  for (const [payload, reason] of cases) {
    assertEquals(readCodexCall(bytes(payload)), { kind: "unusable", reason });
  }
});

Deno.test("readCodexNotify() takes the one event of notify as a trigger for its thread (report 22: https://github.com/openai/codex/issues/18309)", () => {
  const argument = {
    type: "agent-turn-complete",
    "thread-id": THREAD,
    "turn-id": uuid7(1),
    cwd: "/srv/kettle",
    client: "codex_exec",
    "input-messages": ["Another language model started to solve this problem"],
    "last-assistant-message": "it boils",
  };
  const expected = {
    kind: "call",
    sessionId: THREAD,
    event: "stop",
    eventName: "agent-turn-complete",
    transcript: null,
    cwd: "/srv/kettle",
    reply: null,
    subagent: false,
  };
  assertEquals<unknown>(readCodexNotify(JSON.stringify(argument)), expected);
  assertEquals<unknown>(readCodexCall(bytes(argument)), expected);
  assertEquals<unknown>(readCodexNotify(JSON.stringify(argument).slice(0, -20)), expected);
  assertEquals(readCodexNotify("{}"), { kind: "unusable", reason: "no-event" });
  assertEquals(readCodexNotify('{"type":"agent-turn-complete","thread-id":7}'), {
    kind: "unusable",
    reason: "no-session-id",
  });
  assertEquals(readCodexNotify(""), { kind: "unusable", reason: "empty" });
});

Deno.test("readCodexCall() takes every payload that the schema takes and that names a rollout", () => {
  const field = fc.oneof(fc.string(), fc.constantFrom(ROLLOUT, THREAD, "/srv/kettle", null, 7, undefined));
  const payload = fc.record({
    session_id: field,
    transcript_path: field,
    cwd: field,
    hook_event_name: field,
    turn_id: field,
    agent_id: field,
    extra: fc.jsonValue(),
  });
  fc.assert(fc.property(payload, (value) => {
    const read = readCodexCall(bytes(value));
    const valid = SCHEMA.safeParse(JSON.parse(JSON.stringify(value)));
    if (valid.success && valid.data.transcript_path === ROLLOUT && valid.data.hook_event_name !== "") {
      assertEquals(read.kind, "call");
    }
    if (read.kind === "call") assert(/^[0-9A-Za-z][0-9A-Za-z_-]*$/.test(read.sessionId));
  }));
});

Deno.test("readCodexCall() never throws", () => {
  fc.assert(fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.json().map(bytes)), (input) => {
    assert(["call", "foreign", "unusable"].includes(readCodexCall(input).kind));
    readCodexNotify(new TextDecoder().decode(input));
  }));
});

Deno.test("readCodexCall() and readClaudeCall() take an event that only looks like one for none that has work", () => {
  for (const name of ["constructor", "toString", "hasOwnProperty", "__proto__", "stop", "Stop "]) {
    const call = readCodexCall(bytes({ ...STOP, hook_event_name: name }));
    assertEquals(call.kind === "call" && call.event, "other", name);
    const { turn_id: _, ...rest } = STOP;
    const other = readClaudeCall(bytes({ ...rest, transcript_path: "/home/mira/s1.jsonl", hook_event_name: name }));
    assertEquals(other.kind === "call" && other.event, "other", name);
  }
});

Deno.test("readCodexCall() opens no path with a NUL in it: the thread finds its file", () => {
  const call = readCodexCall(bytes({ ...STOP, transcript_path: "/srv/\0/rollout.jsonl", cwd: "/srv/\0" }));
  assert(call.kind === "call");
  assertEquals([call.transcript, call.cwd], [null, "/srv/\0"]);
});
