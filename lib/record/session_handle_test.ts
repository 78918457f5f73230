import { assertEquals } from "@std/assert";
import { updateHabitatMeta } from "./habitat_meta.ts";
import { memoryFiles, put } from "./memory_files_test_support.ts";
import { resolveClaudeSession, resolveHabitatSession } from "./session_handle.ts";

const DIR = "/habitat/sessions/discord-1";

Deno.test("resolveHabitatSession() tells the parts of the transcript and where messages are routed, and makes nothing", () => {
  const files = memoryFiles();
  put(files, `${DIR}/transcript.jsonl`, "");
  put(files, `${DIR}/transcript.2026-04-07T12-00-00.000Z.jsonl`, "");
  put(files, `${DIR}/meta.json`, '{"sessionId":"discord-1","discordChannelId":"77","chatId":"no number","x":[1]}');
  const before = new Map(files.contents);
  const session = resolveHabitatSession(files, `${DIR}/`);
  assertEquals(session, {
    source: "habitat",
    sessionKey: "habitat:discord-1",
    transcriptReadPaths: [`${DIR}/transcript.2026-04-07T12-00-00.000Z.jsonl`, `${DIR}/transcript.jsonl`],
    learningsRoot: DIR,
    habitatSessionDir: DIR,
    meta: {
      sessionId: "discord-1",
      discordChannelId: "77",
      metadata: {},
      raw: { sessionId: "discord-1", discordChannelId: "77", chatId: "no number", x: [1] },
    },
  });
  assertEquals(resolveHabitatSession(files, "/habitat/sessions/gone").transcriptReadPaths, []);
  assertEquals(files.contents, before);
});

Deno.test("updateHabitatMeta() keeps every field that it does not change", () => {
  const files = memoryFiles();
  put(
    files,
    `${DIR}/meta.json`,
    '{"sessionId":"discord-1","routeSignature":"main","nativeSessionRef":{"runtime":"pi"}}',
  );
  updateHabitatMeta(files, DIR, { lastUsed: "2026-04-07T12:00:00.000Z" });
  assertEquals(JSON.parse(files.readText(`${DIR}/meta.json`) ?? ""), {
    sessionId: "discord-1",
    routeSignature: "main",
    nativeSessionRef: { runtime: "pi" },
    lastUsed: "2026-04-07T12:00:00.000Z",
  });
});

Deno.test("resolveClaudeSession() computes umwelten's key and the client's path, on Windows too", () => {
  const session = resolveClaudeSession({
    workDir: "C:\\habitat",
    projectPath: "C:\\src\\kettle",
    sessionUuid: "5d2e",
    claudeDir: "C:\\Users\\mira\\.claude",
  });
  assertEquals(session.transcriptReadPaths, ["C:\\Users\\mira\\.claude\\projects\\C--src-kettle\\5d2e.jsonl"]);
  assertEquals(session.learningsRoot.startsWith("C:\\habitat\\.umwelten\\learnings\\claude\\"), true);
  assertEquals(session.sessionKey, `claude-code:${session.learningsRoot.slice(-32)}`);
  const { transcriptReadPaths } = resolveClaudeSession({ workDir: "/h", projectPath: "/p", sessionUuid: "5d2e" });
  assertEquals(transcriptReadPaths, []);
});
