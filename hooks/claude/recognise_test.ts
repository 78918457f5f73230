import { assertEquals } from "@std/assert";
import { isSubagentFile } from "./client.ts";
import { recognisesClaude } from "./recognise.ts";
import { assistant, queueOperation, typedByHuman } from "./rows_test_support.ts";

Deno.test("recognisesClaude() knows rows of every age and hand-written ones", () => {
  const samples: readonly unknown[][] = [
    [typedByHuman("boil"), assistant("ok")],
    [{ type: "summary", summary: "Tea", leafUuid: "l" }],
    [{ type: "user", message: { content: "boil" } }],
    [{
      type: "user",
      message: { role: "user", content: [{ type: "text", text: "boil" }] },
      timestamp: "2026-01-01T00:00:00Z",
    }],
    [{ type: "user", agent: "claude_code", sessionId: "s", message: { content: "boil" } }],
    [queueOperation("enqueue", { content: "boil" })],
    [{ type: "file-history-snapshot", messageId: "m", snapshot: { trackedFileBackups: {} } }],
    [{ type: "mode", mode: "normal", sessionId: "s" }, 3, null, { type: "permission-mode", sessionId: "s" }],
    [{ type: "progress", data: { type: "hook_progress" } }, assistant("ok")],
  ];
  for (const sample of samples) assertEquals(recognisesClaude(sample), true, JSON.stringify(sample));
});

Deno.test("recognisesClaude() refuses look-alikes and other clients' rows", () => {
  const iflow = {
    uuid: "26ce631f-0000-4000-8000-000000000000",
    parentUuid: null,
    sessionId: "session-5de701fc-7454-4858-a249-95cac4fd3b51",
    type: "user",
    isSidechain: false,
    userType: "external",
    message: { role: "user", content: "boil" },
    cwd: "C:\\w\\kettle",
    gitBranch: null,
    version: "1.0.0",
  };
  const iflowReply = {
    ...iflow,
    sessionId: "x",
    type: "assistant",
    message: { id: "response-1768975012469-tool-call_e5", role: "assistant", content: [{ type: "text", text: "ok" }] },
  };
  const samples: readonly unknown[][] = [
    [],
    [null, 3, "x", []],
    [iflow],
    [iflowReply],
    [{ timestamp: "2026-07-09T04:13:55.870Z", type: "session_meta", payload: { id: "r", cwd: "/srv/kettle" } }],
    [{ type: "response_item", payload: { type: "message", role: "user" } }, {
      type: "user",
      message: { content: "x" },
    }],
    [{ type: "session.start", data: { sessionId: "c" } }],
    [{ type: "user", agentSlug: "aider", message: { content: "boil" } }],
    [{ type: "user", agent: "codex", message: { content: "boil" } }],
    [{ role: "user", message: { content: [{ type: "text", text: "boil" }] } }],
    [{ type: "user", message: { 0: "b", 1: "o" } }],
    [{ type: "started", key: "v2:a", agentId: "a" }],
  ];
  for (const sample of samples) assertEquals(recognisesClaude(sample), false, JSON.stringify(sample));
});

Deno.test("isSubagentFile() knows both layouts of sub-agent transcripts", () => {
  const root = "/home/mira/.claude/projects/-srv-kettle";
  const cases: readonly (readonly [string, boolean])[] = [
    [`${root}/5e55a000-0000-4000-8000-000000000001.jsonl`, false],
    [`${root}/5e55a000-0000-4000-8000-000000000001/subagents/agent-a77.jsonl`, true],
    [`${root}/5e55a000-0000-4000-8000-000000000001/subagents/workflows/wf_1/journal.jsonl`, true],
    [`${root}/agent-a77.jsonl`, true],
    ["C:\\Users\\mira\\.claude\\projects\\C--w\\s\\subagents\\agent-1.jsonl", true],
    ["/srv/agent-work/session.jsonl", false],
    ["/srv/agent-a/5e55a000.jsonl", false],
    ["", false],
  ];
  for (const [path, expected] of cases) assertEquals(isSubagentFile(path), expected, path);
});
