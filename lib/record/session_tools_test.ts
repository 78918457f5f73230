import { assert, assertEquals } from "@std/assert";
import { habitatLine } from "./habitat_test_support.ts";
import { type MemoryFiles, memoryFiles, put } from "./memory_files_test_support.ts";
import { createSessionTools, type SessionTool, type ToolAnswer } from "./session_tools.ts";

const SESSIONS = "/habitat/sessions";
const NOW = () => new Date("2026-04-07T12:00:00.000Z");

function habitat(): MemoryFiles {
  const files = memoryFiles();
  put(files, `${SESSIONS}/telegram-1/transcript.jsonl`, `${habitatLine("user", "one")}\n`);
  put(files, `${SESSIONS}/telegram-10/transcript.jsonl`, "");
  put(files, `${SESSIONS}/web-2/meta.json`, "{}");
  put(files, `${SESSIONS}/notes.txt`, "no session");
  return files;
}

const toolsOf = (files: MemoryFiles) => createSessionTools({ files, sessionsDir: SESSIONS, now: NOW });

/** As a model SDK calls a tool: the model's JSON through the schema, then the function. */
async function called<I>(tool: SessionTool<I>, json: string): Promise<ToolAnswer> {
  return await tool.execute(tool.inputSchema.parse(JSON.parse(json)));
}

Deno.test("createSessionTools() makes tools in the shape that model SDKs take", () => {
  const tools = toolsOf(habitat());
  for (const [name, tool] of Object.entries(tools)) {
    assertEquals(tool.name, name);
    assert(/^[a-z_]{1,64}$/.test(name) && tool.description.length > 40 && tool.inputSchema === tool.parameters);
    assertEquals([tool.inputSchema["~standard"].version, tool.inputSchema["~standard"].vendor], [1, "zod"]);
  }
  assertEquals(Object.keys(tools), [
    "sessions_learnings_append",
    "sessions_learnings_read",
    "sessions_transcript_compact",
  ]);
});

Deno.test("sessions_learnings_append appends a row that no seal and no user stands behind", async () => {
  const files = habitat();
  const { sessions_learnings_append: append } = toolsOf(files);
  const json = '{"sessionId":"web","kind":"preferences","payload":{"text":"Use tabs.","assertedBy":"user"},' +
    '"provenance":{"seal":"0011223344556677","habitatSessionId":"web-2"}}';
  const answer = await called(append, json);
  const row = JSON.parse(files.readText(`${SESSIONS}/web-2/preferences.jsonl`) ?? "");
  assertEquals(answer, { ok: true, id: row.id, kind: "preferences", createdAt: "2026-04-07T12:00:00.000Z" });
  assertEquals(row.payload, { text: "Use tabs.", assertedBy: "assistant" });
  assertEquals(row.provenance, { habitatSessionId: "web-2" });
});

Deno.test("sessions_learnings_read gives rows of one kind or of all, marked as foreign", async () => {
  const files = habitat();
  const tools = toolsOf(files);
  for (let n = 0; n < 3; n++) {
    const json = `{"sessionId":"web-2","kind":"facts","payload":{"text":"fact ${n}"}}`;
    await called(tools.sessions_learnings_append, json);
  }
  put(
    files,
    `${SESSIONS}/web-2/mistakes.jsonl`,
    '{"id":"m","kind":"mistakes","payload":{"text":"<private>x</private>"}}\n',
  );
  const secret = await called(tools.sessions_learnings_read, '{"sessionId":"web-2","kind":"mistakes"}');
  assertEquals((secret.rows as readonly { payload: unknown }[])[0]?.payload, { text: "[redacted:private]" });
  const one = await called(tools.sessions_learnings_read, '{"sessionId":"web-2","kind":"facts","limitPerKind":2}');
  const rows = one.rows as readonly { payload: unknown; foreign: boolean }[];
  assertEquals(rows.map(({ payload, foreign }) => [payload, foreign]), [[{ text: "fact 1" }, true], [
    { text: "fact 2" },
    true,
  ]]);
  const all = (await called(tools.sessions_learnings_read, '{"sessionId":"web-2"}')).kinds;
  const counts = Object.entries(all as Record<string, { count: number }>).map(([kind, { count }]) => [kind, count]);
  assertEquals(counts, [["facts", 3], ["skill_candidates", 0], ["preferences", 0], ["open_loops", 0], ["mistakes", 1]]);
});

Deno.test("sessions_transcript_compact freezes the live part", async () => {
  const files = habitat();
  const { sessions_transcript_compact: compact } = toolsOf(files);
  const json = '{"sessionId":"telegram-1","summary":"Counted.","runId":"r1","learningCounts":{"facts":2}}';
  assertEquals(await called(compact, json), {
    ok: true,
    sessionId: "telegram-1",
    frozenRelative: "transcript.2026-04-07T12-00-00.000Z.jsonl",
    livePath: `${SESSIONS}/telegram-1/transcript.jsonl`,
  });
  const marker = JSON.parse(files.readText(`${SESSIONS}/telegram-1/transcript.jsonl`) ?? "");
  assertEquals([marker.summary, marker.runId, marker.learningCounts], ["Counted.", "r1", { facts: 2 }]);
});

const BAD:
  readonly (readonly [tool: keyof ReturnType<typeof toolsOf>, json: string, error: string, message: string])[] = [
    ["sessions_learnings_append", '{"sessionId":"web-2","kind":"gossip","payload":{}}', "INVALID_ARGUMENTS", "kind: "],
    [
      "sessions_learnings_append",
      '{"sessionId":"web-2","kind":"facts","payload":[]}',
      "INVALID_ARGUMENTS",
      "payload: ",
    ],
    ["sessions_learnings_append", '{"sessionId":"web-2","kind":"facts"}', "INVALID_ARGUMENTS", "payload: "],
    ["sessions_learnings_append", '"facts"', "INVALID_ARGUMENTS", "arguments: "],
    ["sessions_learnings_append", '{"sessionId":"gone","kind":"facts","payload":{}}', "SESSION_NOT_FOUND", '"gone"'],
    ["sessions_learnings_append", '{"sessionId":"../x","kind":"facts","payload":{}}', "SESSION_NOT_FOUND", '"../x"'],
    ["sessions_learnings_append", '{"sessionId":"..","kind":"facts","payload":{}}', "SESSION_NOT_FOUND", '".."'],
    [
      "sessions_learnings_append",
      '{"sessionId":"notes.txt","kind":"facts","payload":{}}',
      "SESSION_NOT_FOUND",
      "notes",
    ],
    [
      "sessions_learnings_append",
      '{"sessionId":"telegram","kind":"facts","payload":{}}',
      "SESSION_AMBIGUOUS",
      "2 sess",
    ],
    ["sessions_learnings_read", '{"sessionId":"web-2","limitPerKind":0}', "INVALID_ARGUMENTS", "limitPerKind: "],
    ["sessions_learnings_read", '{"sessionId":7}', "INVALID_ARGUMENTS", "sessionId: "],
    ["sessions_learnings_read", '{"sessionId":""}', "INVALID_ARGUMENTS", "sessionId: "],
    ["sessions_transcript_compact", '{"sessionId":"telegram-1","summary":" "}', "INVALID_ARGUMENTS", "summary: "],
    [
      "sessions_transcript_compact",
      '{"sessionId":"telegram-1","summary":"s","learningCounts":{"facts":-1}}',
      "INVALID_ARGUMENTS",
      "learningCounts.facts: ",
    ],
    ["sessions_transcript_compact", '{"sessionId":"web-2","summary":"s"}', "FAILED", "it has no transcript.jsonl"],
  ];

for (const [name, json, error, message] of BAD) {
  Deno.test(`${name} answers ${error} to ${json} and writes nothing`, async () => {
    const files = habitat();
    const before = new Map(files.contents);
    const tool = toolsOf(files)[name] as SessionTool<unknown>;
    assertEquals(tool.inputSchema.safeParse(JSON.parse(json)).success, error !== "INVALID_ARGUMENTS");
    const answer = await tool.execute(JSON.parse(json));
    assertEquals(answer.error, error);
    assert(String(answer.message).includes(message), String(answer.message));
    assertEquals(files.contents, before);
  });
}
