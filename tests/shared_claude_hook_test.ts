import { assertEquals } from "@std/assert";
import { type HookMachine, hookTest } from "./hook_test_support.ts";

const ID = "8d8d8d8d-aaaa-4aaa-8aaa-000000000001";
const AT = "2026-09-03T08:00:00.000Z";

function put(machine: HookMachine, name: string, rows: readonly object[]): string {
  const path = `${machine.userHome}/${name}`;
  Deno.mkdirSync(path.replace(/\/[^/]*$/, ""), { recursive: true });
  Deno.writeTextFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  return path;
}

hookTest(
  "claude stop learns for Copilot CLI and Cursor, which run Claude's entries too, and leaves VS Code's chats (https://github.com/usalu/semio/issues/638)",
  async (machine) => {
    const kettle = machine.project("kettle");
    const copilot = put(machine, `.copilot/session-state/${ID}/events.jsonl`, [
      {
        type: "session.start",
        id: "e1",
        parentId: null,
        timestamp: AT,
        data: { sessionId: ID, context: { cwd: kettle } },
      },
      { type: "user.message", id: "e2", parentId: "e1", timestamp: AT, data: { content: "of Copilot" } },
      { type: "assistant.message", id: "e3", parentId: "e2", timestamp: AT, data: { messageId: "m", content: "yes" } },
    ]);
    const cursor = put(machine, `.cursor/projects/empty-window/agent-transcripts/${ID}.jsonl`, [
      { role: "user", message: { content: [{ type: "text", text: "<user_query>\nof Cursor\n</user_query>" }] } },
      { role: "assistant", message: { content: [{ type: "text", text: "yes" }] } },
    ]);
    const chat = put(machine, `.config/Code/User/workspaceStorage/a1/GitHub.copilot-chat/transcripts/${ID}.jsonl`, [
      { type: "user.message", id: "e2", timestamp: AT, data: { content: "of VS Code" } },
    ]);
    const payloads = [
      {
        hook_event_name: "Stop",
        session_id: ID,
        timestamp: AT,
        cwd: kettle,
        transcript_path: copilot,
        stop_reason: "end_turn",
      },
      {
        conversation_id: ID,
        generation_id: "g",
        hook_event_name: "stop",
        cursor_version: "3.1",
        workspace_roots: [kettle],
        transcript_path: cursor,
      },
      { hookEventName: "Stop", sessionId: ID, timestamp: AT, cwd: kettle, transcript_path: chat },
    ];
    for (const payload of payloads) await machine.hook(["claude", "stop"], JSON.stringify(payload));
    assertEquals(machine.heartbeats().map(({ client, outcome, reason }) => [client, outcome, reason]), [
      ["copilot", "learned", undefined],
      ["cursor", "learned", undefined],
      ["vscode", "skipped", "foreign-client"],
    ]);
    assertEquals(machine.exchanges(kettle).map(({ question }) => question?.text).sort(), ["of Copilot", "of Cursor"]);
  },
);
