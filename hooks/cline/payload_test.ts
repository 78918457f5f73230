import { assertEquals } from "@std/assert";
import { readClineCall } from "./payload.ts";

const call = (payload: unknown) => readClineCall(new TextEncoder().encode(JSON.stringify(payload)));
const BASE = { clineVersion: "4.1.13", taskId: "t1", workspaceRoots: ["/srv/kettle"] };

const CALLS: readonly (readonly [string, unknown, readonly unknown[]])[] = [
  ["the end of a turn", { ...BASE, hookName: "agent_end", sessionContext: { rootSessionId: "s1" } }, [
    "s1",
    "stop",
    false,
  ]],
  ["a 3.x task", { ...BASE, hookName: "TaskComplete" }, ["t1", "stop", false]],
  ["a sub-agent's end", { ...BASE, hookName: "agent_end", parent_agent_id: "a" }, ["t1", "stop", true]],
  ["the end of a session", { ...BASE, hookName: "SessionShutdown" }, ["t1", "session-end", false]],
  ["a tool's payload", { ...BASE, hookName: "PostToolUse" }, ["t1", "other", false]],
];

for (const [name, payload, expected] of CALLS) {
  Deno.test(`readClineCall() understands ${name}`, () => {
    const read = call(payload);
    const found: unknown = read.kind === "call" ? [read.sessionId, read.event, read.subagent] : read;
    assertEquals(found, expected);
  });
}

const TIMES: readonly (readonly [string, unknown, unknown])[] = [
  ["the time that a payload names", "2026-11-02T09:00:00.000Z", Date.UTC(2026, 10, 2, 9)],
  ["no time where it names none", undefined, undefined],
  ["no time that is none", "soon", undefined],
  ["no time of an object that cannot be a text", { toString: 1 }, undefined],
];

for (const [name, timestamp, expected] of TIMES) {
  Deno.test(`readClineCall() takes ${name}`, () => {
    const read = call({ ...BASE, hookName: "agent_end", timestamp });
    assertEquals(read.kind === "call" ? read.writesAfter : read, expected);
  });
}

Deno.test("readClineCall() leaves other clients' payloads and unsafe ids alone", () => {
  assertEquals(call({ session_id: "s1", hook_event_name: "Stop" }).kind, "foreign");
  assertEquals(call({ ...BASE, taskId: "../t" }), { kind: "unusable", reason: "no-session-id" });
});

const DIRECTORIES: readonly (readonly [string, Readonly<Record<string, unknown>>, readonly unknown[]])[] = [
  ["one root", {}, ["/srv/kettle", []]],
  ["the root that is worked in before the others", {
    workspaceRoots: ["/srv/kettle", "/srv/research", 7],
    workspaceInfo: { rootPath: "/srv/research" },
  }, ["/srv/research", ["/srv/kettle"]]],
  ["none in a chat folder", {
    workspaceRoots: ["/home/mira/.cline/data/workspaces/chat-1"],
    workspaceInfo: { rootPath: "/home/mira/.cline/data/workspaces/chat-1" },
  }, [null, []]],
  ["none where it says none", { workspaceRoots: [], workspaceInfo: null }, [null, []]],
];

for (const [name, payload, expected] of DIRECTORIES) {
  Deno.test(`readClineCall() names ${name}`, () => {
    const read = call({ ...BASE, hookName: "agent_end", ...payload });
    const found: unknown = read.kind === "call" ? [read.cwd, read.roots ?? []] : read;
    assertEquals(found, expected);
  });
}
