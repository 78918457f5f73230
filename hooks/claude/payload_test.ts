import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import { z } from "zod";
import { type ForeignClient, readClaudePayload } from "./payload.ts";

const SESSION = "5b0c1f7e-3a41-4c8e-9d0a-7c1f5a2e9b11";
const STOP = {
  session_id: SESSION,
  transcript_path: `/home/mira/.claude/projects/-srv-kettle/${SESSION}.jsonl`,
  cwd: "/srv/kettle",
  prompt_id: "0d1f9a52-6f0e-4a8e-8f57-1b1c9a7d2e30",
  permission_mode: "default",
  hook_event_name: "Stop",
  stop_hook_active: false,
  last_assistant_message: "The kettle test passes now.",
};

Deno.test("readClaudePayload() takes every field when Claude sends a Stop", () => {
  assertEquals(readClaudePayload(STOP), {
    kind: "claude",
    sessionId: SESSION,
    event: "Stop",
    transcriptPath: STOP.transcript_path,
    cwd: "/srv/kettle",
    lastAssistantMessage: "The kettle test passes now.",
    promptId: STOP.prompt_id,
    stopHookActive: false,
    agentId: null,
    subagent: false,
    reason: null,
    trigger: null,
    source: null,
  });
});

Deno.test("readClaudePayload() takes reason, trigger and source when the event has them", () => {
  const cases = [
    [{ hook_event_name: "SessionEnd", reason: "prompt_input_exit" }, ["prompt_input_exit", null, null]],
    [{ hook_event_name: "PreCompact", trigger: "auto", custom_instructions: null }, [null, "auto", null]],
    [{ hook_event_name: "SessionStart", source: "fork" }, [null, null, "fork"]],
  ] as const;
  for (const [fields, expected] of cases) {
    const payload = readClaudePayload({ session_id: SESSION, transcript_path: "/x/y.jsonl", cwd: "/srv", ...fields });
    assert(payload.kind === "claude");
    assertEquals([payload.reason, payload.trigger, payload.source], [...expected]);
  }
});

Deno.test("readClaudePayload() takes no reply when the field holds an error or a sub-agent's text", () => {
  for (const event of ["StopFailure", "SubagentStop", "SessionEnd"]) {
    const payload = readClaudePayload({ ...STOP, hook_event_name: event });
    assert(payload.kind === "claude");
    assertStrictEquals(payload.lastAssistantMessage, null);
  }
});

Deno.test("readClaudePayload() gives no path when the payload's is missing, empty, null or damaged", () => {
  for (const path of [undefined, "", null, 7, "C:\\Users\\Zo\ufffd\\.claude\\projects\\p\\s.jsonl"]) {
    const payload = readClaudePayload({ ...STOP, hook_event_name: "PreCompact", transcript_path: path, cwd: path });
    assert(payload.kind === "claude");
    assertEquals(payload.transcriptPath, null);
    // Where a damaged directory lies is not known, and that is not nowhere.
    assertEquals(payload.cwd, typeof path === "string" && path !== "" ? path : null);
  }
});

Deno.test("readClaudePayload() knows a sub-agent when id, event or transcript say so", () => {
  const projects = "/srv/subagents/.claude/projects/-srv-kettle";
  const cases: readonly [Record<string, unknown>, boolean][] = [
    [{ agent_id: "a1", agent_type: "reviewer" }, true],
    [{ hook_event_name: "SubagentStop", agent_id: "a1", agent_type: "" }, true],
    [{ hook_event_name: "SubagentStart" }, true],
    [{ transcript_path: `${projects}/${SESSION}/subagents/agent-a1.jsonl` }, true],
    [{ transcript_path: `${projects}/${SESSION}/subagents/workflows/wf_1/journal.jsonl` }, true],
    [{ transcript_path: "C:\\Users\\mira\\.claude\\projects\\C--kettle\\agent-a1.jsonl" }, true],
    [{ transcript_path: `${projects}/${SESSION}.jsonl` }, false],
    [{ agent_type: "reviewer" }, false],
    [{ agent_id: "" }, false],
  ];
  for (const [fields, expected] of cases) {
    const payload = readClaudePayload({ ...STOP, ...fields });
    assert(payload.kind === "claude");
    assertStrictEquals(payload.subagent, expected, JSON.stringify(fields));
  }
});

Deno.test("readClaudePayload() names the client when another one runs the hook", () => {
  const copilot = `/home/mira/.copilot/session-state/${SESSION}/events.jsonl`;
  const at = "2026-11-20T09:00:00.000Z";
  const snake = { session_id: SESSION, cwd: "/srv/kettle" };
  const cases: readonly [ForeignClient, string, Record<string, unknown>][] = [
    ["cursor", "stop", {
      conversation_id: SESSION,
      generation_id: "g1",
      hook_event_name: "stop",
      cursor_version: "2.4.1",
      workspace_roots: ["/srv/kettle"],
      transcript_path: null,
      status: "completed",
      loop_count: 0,
    }],
    ["cursor", "Stop", { ...STOP, conversation_id: SESSION, workspace_roots: [] }],
    ["cline", "agent_end", {
      clineVersion: "4.1.13",
      hookName: "agent_end",
      timestamp: at,
      taskId: SESSION,
      workspaceRoots: ["/srv/kettle"],
    }],
    ["copilot", "", {
      sessionId: SESSION,
      timestamp: 1763629200000,
      cwd: "/srv/kettle",
      transcriptPath: copilot,
      stopReason: "end_turn",
      stop_hook_active: false,
    }],
    ["copilot", "", { sessionId: SESSION, timestamp: 1763629200000, cwd: "/srv/kettle", reason: "complete" }],
    ["copilot", "Stop", {
      ...snake,
      hook_event_name: "Stop",
      timestamp: at,
      transcript_path: copilot,
      stop_reason: "end_turn",
      stop_hook_active: false,
    }],
    ["copilot", "Stop", {
      ...snake,
      hook_event_name: "Stop",
      transcript_path: `C:\\Users\\mira\\.copilot\\session-state\\${SESSION}\\events.jsonl`,
    }],
    ["copilot", "Stop", {
      ...snake,
      hook_event_name: "Stop",
      transcript_path: "/d/session-state/user-42-task-7.jsonl",
    }],
    ["copilot", "SessionEnd", { ...snake, hook_event_name: "SessionEnd", timestamp: at, reason: "user_exit" }],
    ["vscode", "Stop", {
      timestamp: at,
      cwd: "/srv/kettle",
      sessionId: SESSION,
      hookEventName: "Stop",
      transcript_path: "/home/mira/.config/Code/User/workspaceStorage/a1/chat.json",
      stop_hook_active: false,
    }],
    ["vscode", "Stop", {
      ...snake,
      hook_event_name: "Stop",
      timestamp: at,
      transcript_path:
        `/h/.vscode-server/data/User/workspaceStorage/a1/GitHub.copilot-chat/transcripts/${SESSION}.jsonl`,
    }],
    ["gemini", "SessionEnd", {
      ...snake,
      hook_event_name: "SessionEnd",
      timestamp: at,
      transcript_path: "/home/mira/.gemini/tmp/kettle/chats/session-2026-11-20T09-00-5b0c1f7e.jsonl",
      reason: "exit",
    }],
    ["codex", "Stop", {
      ...snake,
      hook_event_name: "Stop",
      turn_id: "t1",
      transcript_path: null,
      model: "m",
      permission_mode: "default",
      stop_hook_active: false,
      last_assistant_message: null,
    }],
    ["codex", "SessionEnd", {
      ...snake,
      hook_event_name: "SessionEnd",
      transcript_path: `/home/mira/.codex/sessions/2026/11/20/rollout-2026-11-20T09-00-00-${SESSION}.jsonl`,
      reason: "other",
    }],
    ["codex", "SessionEnd", { ...snake, hook_event_name: "SessionEnd", transcript_path: null, reason: "other" }],
  ];
  for (const [client, event, payload] of cases) {
    const expected = { kind: "foreign", client, sessionId: SESSION, event: event === "" ? null : event };
    assertEquals(readClaudePayload(payload) as unknown, expected, JSON.stringify(payload));
  }
});

Deno.test("readClaudePayload() stays with Claude when a field only resembles another client's", () => {
  const cases: readonly Record<string, unknown>[] = [
    { timestamp: "2026-11-20T09:00:00.000Z" },
    { transcript_path: `/home/mira/.claude/projects/-srv-session-state/${SESSION}.jsonl` },
    { conversation_id: "c1" },
    { workspace_roots: ["/srv/kettle"] },
    { taskId: "t1" },
    { hookEventName: "Stop" },
    { transcript_path: null },
    { hook_event_name: "SessionEnd", transcript_path: "", reason: "other" },
    { hook_event_name: "SessionEnd", transcript_path: null, reason: "clear" },
    { cwd: "/home/mira/.gemini/tmp/kettle" },
  ];
  for (const fields of cases) {
    assertStrictEquals(readClaudePayload({ ...STOP, ...fields }).kind, "claude", JSON.stringify(fields));
  }
});

Deno.test("readClaudePayload() refuses a session id when it could leave a directory", () => {
  for (const id of ["", ".", "..", "../x", "a/b", "a\\b", "a\0b", "a b", "-x", "x".repeat(129), 7, null]) {
    const payload = readClaudePayload({ ...STOP, session_id: id });
    assertEquals(payload as unknown, { kind: "unusable", reason: "no-session-id" });
  }
});

/** The same rules, written once more with zod: the oracle for the guards. */
const text = z.string().min(1);
const any = z.unknown().refine((value) => value !== undefined);
const slashed = text.transform((path) => path.replaceAll("\\", "/"));
const noPath = z.custom((value) => typeof value !== "string" || value === "").optional();
const withPath = (pattern: RegExp) =>
  z.union([
    z.object({ transcript_path: slashed.pipe(z.string().regex(pattern)) }),
    z.object({ transcript_path: noPath, transcriptPath: slashed.pipe(z.string().regex(pattern)) }),
  ]);
const pathless = z.object({ transcript_path: noPath, transcriptPath: noPath });
const FOREIGN: readonly (readonly [ForeignClient, z.ZodType])[] = [
  ["cursor", z.object({ conversation_id: any, cursor_version: any })],
  ["cursor", z.object({ conversation_id: any, workspace_roots: any })],
  ["cline", z.object({ taskId: any, workspaceRoots: any })],
  [
    "copilot",
    z.object({
      sessionId: z.string(),
      timestamp: z.number(),
      cwd: z.string(),
      hook_event_name: z.undefined().optional(),
    }),
  ],
  ["copilot", withPath(/(^|\/)session-state\/([^/]+\/events|[^/]+)\.jsonl$/)],
  ["vscode", z.object({ hookEventName: any, transcript_path: any, timestamp: z.string() })],
  ["vscode", withPath(/\/github\.copilot-chat\//i)],
  ["gemini", withPath(/\/\.gemini\/tmp\//)],
  ["codex", z.object({ turn_id: z.string() })],
  ["codex", withPath(/(^|\/)rollout-[^/]*$/)],
  [
    "codex",
    z.object({ transcript_path: z.null(), hook_event_name: z.literal("SessionEnd"), reason: z.literal("other") }),
  ],
  ["copilot", pathless.extend({ timestamp: z.string(), stop_reason: z.string() })],
  ["copilot", pathless.extend({ timestamp: z.string(), hook_event_name: z.literal("SessionEnd") })],
];
const CLAUDE = z.object({ session_id: z.string().regex(/^[\dA-Za-z][\w-]{0,127}$/), hook_event_name: text });

function oracle(value: unknown): string {
  if (!z.looseObject({}).safeParse(value).success) return "unusable";
  const foreign = FOREIGN.find(([, schema]) => schema.safeParse(value).success);
  if (foreign !== undefined) return foreign[0];
  return CLAUDE.safeParse(value).success ? "claude" : "unusable";
}

const paths = fc.constantFrom(
  STOP.transcript_path,
  "",
  "/h/.copilot/session-state/s1/events.jsonl",
  "C:\\h\\session-state\\s1\\events.jsonl",
  "session-state/s1.jsonl",
  "/h/session-state/.jsonl",
  "/h/GitHub.copilot-chat/transcripts/s.jsonl",
  "/h/.gemini/tmp/p/chats/s.jsonl",
  "C:\\h\\rollout-1.jsonl",
);
const scalar = fc.oneof(fc.constantFrom<unknown>(null, true, 7, "x", "", SESSION, {}, []), fc.jsonValue());
const field = (own: fc.Arbitrary<unknown>) => fc.oneof({ weight: 4, arbitrary: own }, { weight: 1, arbitrary: scalar });
const common = fc.record({
  session_id: field(fc.constantFrom(SESSION, "../x", "")),
  hook_event_name: field(fc.constantFrom("Stop", "SessionEnd", "PreCompact", "Unheard")),
  transcript_path: field(paths),
  transcriptPath: field(paths),
  cwd: field(fc.constant("/srv/kettle")),
  timestamp: field(fc.constantFrom<unknown>("2026-11-20T09:00:00.000Z", 1763629200000)),
  reason: field(fc.constantFrom("other", "clear")),
}, { requiredKeys: [] });
const MARKS = [
  "conversation_id",
  "cursor_version",
  "workspace_roots",
  "taskId",
  "workspaceRoots",
  "sessionId",
  "hookEventName",
  "turn_id",
  "stop_reason",
  "agent_id",
];
// Few marks at a time: the first rows of the table would hide the later ones.
const marks = fc.subarray(MARKS, { maxLength: 3 }).chain((keys) =>
  fc.record(Object.fromEntries(keys.map((key) => [key, field(fc.constant("v"))])))
);
const payloads = fc.tuple(common, marks).map(([fields, marked]) => ({ ...fields, ...marked }));

Deno.test("readClaudePayload() decides as the zod schemas do when fields come and go in any combination", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.oneof({ weight: 9, arbitrary: payloads }, fc.anything()), (value) => {
      const payload = readClaudePayload(value);
      const decided = payload.kind === "foreign" ? payload.client : payload.kind;
      seen.add(decided);
      assertStrictEquals(decided, oracle(value));
    }),
    { numRuns: 2000 },
  );
  const every = ["claude", "cline", "codex", "copilot", "cursor", "gemini", "unusable", "vscode"];
  assertEquals([...seen].sort(), every);
});
