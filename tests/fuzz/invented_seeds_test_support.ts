/**
 * Conversations of clients that no fixture has yet, and payloads of all of them, as short as they can be.
 *
 * @module
 */
import { conversation } from "../import_test_support.ts";
import { log } from "../../hooks/copilot/rows_test_support.ts";
import type { Seed } from "./seeds_test_support.ts";

const ID = "aaaaaaaa-0000-4000-8000-000000000001";
const KETTLE = "/srv/kettle";
const WHEN = "2026-10-26T09:00:00.000Z";

const seed = (path: string, text: string): Seed => ({ path, bytes: new TextEncoder().encode(text) });
const lines = (rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

/** Conversations. */
export function inventedTranscripts(): readonly Seed[] {
  const claude = conversation(ID, KETTLE);
  claude.typed("remember: never boil it dry");
  claude.reply("noted");
  claude.typed("no, use the other lid");
  claude.reply("the lid was wrong");
  const copilot = log({ id: ID, cwd: KETTLE });
  copilot.typed("remember: run the heat tests first");
  copilot.reply("noted");
  return [
    seed("claude.jsonl", lines(claude.rows)),
    seed("copilot.jsonl", copilot.text()),
    seed(
      "cursor.jsonl",
      lines([
        { role: "user", message: { content: [{ type: "text", text: "<user_query>\nwhy dry?\n</user_query>" }] } },
        { role: "assistant", message: { content: [{ type: "text", text: "the sensor" }] } },
      ]),
    ),
    seed(
      "gemini.jsonl",
      lines([
        { sessionId: ID, projectHash: "0".repeat(64), startTime: WHEN, lastUpdated: WHEN, kind: "main" },
        { id: "a", timestamp: WHEN, type: "user", content: [{ text: "why does it boil dry?" }] },
        {
          id: "b",
          timestamp: WHEN,
          type: "gemini",
          content: "the sensor",
          toolCalls: [{ id: "t", name: "x", args: {} }],
        },
      ]),
    ),
    seed(
      `${ID}.messages.json`,
      JSON.stringify({
        version: 1,
        sessionId: ID,
        messages: [
          {
            id: "m1",
            role: "user",
            content: [{ type: "text", text: '<user_input mode="act">why?</user_input>' }],
            ts: 1,
          },
          { id: "m2", role: "assistant", content: [{ type: "text", text: "the sensor" }], ts: 2 },
        ],
      }),
    ),
    seed(
      "ui_messages.json",
      JSON.stringify([
        { ts: 1, type: "say", say: "task", text: "why does it boil dry?" },
        { ts: 4, type: "say", say: "text", text: "the sensor sends a null" },
        { ts: 6, type: "say", say: "user_feedback", text: "remember: run the heat tests first" },
      ]),
    ),
  ];
}

/** Payloads. */
export function inventedPayloads(): readonly Seed[] {
  const transcript = `/home/mira/.claude/projects/-srv-kettle/${ID}.jsonl`;
  return [
    {
      session_id: ID,
      transcript_path: transcript,
      cwd: KETTLE,
      hook_event_name: "Stop",
      last_assistant_message: "noted",
    },
    { session_id: ID, cwd: KETTLE, hook_event_name: "SessionStart", source: "startup", agent_id: "x" },
    { type: "agent-turn-complete", "thread-id": ID, "turn-id": "1", cwd: KETTLE, "last-assistant-message": "noted" },
    {
      sessionId: ID,
      timestamp: 1788000000000,
      cwd: KETTLE,
      transcriptPath: "../../../etc/passwd",
      stopReason: "end_turn",
    },
    {
      conversation_id: ID,
      generation_id: "g",
      hook_event_name: "stop",
      workspace_roots: [KETTLE],
      transcript_path: null,
    },
    { taskId: "1756000000000", hookName: "TaskComplete", clineVersion: "3.9", workspaceRoots: [KETTLE] },
  ].map((value) => seed("payload.json", JSON.stringify(value)));
}

/** Configuration, policy, and a mount table. */
export function inventedConfigs(): readonly Seed[] {
  return [
    `{ "version": 1, "active": "default", "inbox": "research", "exclude": ["**/clients/**", "{a,b}/*?"], "retainDays": 365,
  // a comment
  "redact": [{ "text": "Acme Corp", "as": "client" }], "stores": [{ "client": "claude-code", "dir": "/srv/store" }],
  "workspaces": { "default": { "shared": [{ "dir": "/home/mira/common", "with": ["research"] }] },
    "research": { "roots": ["/home/mira/research", "C:\\\\work"], "workDir": "/home/mira/research", "place": "project" } },
  "approvals": [{ "dir": "/srv/kettle", "sha256": "${"0".repeat(64)}", "workspace": "research" }] }`,
    `{ "exclude": ["**/x"], "retainDays": 3, "store": "learnings", "context": false }`,
    "36 35 98:0 / /mnt/c rw,noatime - 9p C:\\134 rw,aname=drvfs;path=C:\\\n",
  ].map((text) => seed("config.jsonc", text));
}
