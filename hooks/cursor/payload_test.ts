import { assertEquals } from "@std/assert";
import { readCursorCall } from "./payload.ts";

const call = (payload: unknown) => readCursorCall(new TextEncoder().encode(JSON.stringify(payload)));
const BASE = { conversation_id: "c1", cursor_version: "2.0", hook_event_name: "stop", user_email: "kim@example.org" };

const CALLS: readonly (readonly [string, unknown, readonly unknown[]])[] = [
  ["one root", { ...BASE, workspace_roots: ["/srv/kettle"] }, ["stop", "/srv/kettle", undefined]],
  ["several roots, all of which count", { ...BASE, workspace_roots: ["/a", "/b"] }, ["stop", "/a", ["/b"]]],
  ["no root", { ...BASE, workspace_roots: [] }, ["stop", null, undefined]],
  [
    "a drive (https://github.com/SonarSource/sonarqube-cli/pull/731)",
    { ...BASE, workspace_roots: ["/c:/Users/kim/p"] },
    ["stop", "c:/Users/kim/p", undefined],
  ],
  [
    "a space at the end (https://github.com/memorax-ai/memorax-code/pull/185)",
    { ...BASE, workspace_roots: ["/srv/kettle "] },
    ["stop", "/srv/kettle ", undefined],
  ],
  [
    "a garbled root (https://github.com/alibaba/loongsuite-pilot/pull/32)",
    { ...BASE, workspace_roots: ["C:\\Users\\J\ufffdrg"] },
    ["stop", "C:\\Users\\J\ufffdrg", undefined],
  ],
  ["the end of a session", { ...BASE, hook_event_name: "sessionEnd", workspace_roots: ["/a"] }, [
    "session-end",
    "/a",
    undefined,
  ]],
];

for (const [name, payload, expected] of CALLS) {
  Deno.test(`readCursorCall() understands ${name}`, () => {
    const read = call(payload);
    const found: unknown = read.kind === "call" ? [read.event, read.cwd, read.roots] : read;
    assertEquals(found, expected);
    assertEquals(JSON.stringify(read).includes("kim@example.org"), false);
  });
}

Deno.test("readCursorCall() leaves other clients' payloads and unsafe ids alone", () => {
  assertEquals(call({ session_id: "s1", hook_event_name: "Stop" }).kind, "foreign");
  assertEquals(call({ ...BASE, conversation_id: "../c" }), { kind: "unusable", reason: "no-session-id" });
});
