import { createHash } from "node:crypto";
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { isSafeKey, learningsRoot, ROW_FILES, safeKey, sessionPlace, under } from "./layout.ts";

Deno.test("safeKey() gives umwelten's key", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (projectPath, sessionId) => {
    // claudeLearningsSafeKey in umwelten's src/session-record/resolve-claude.ts
    const theirs = createHash("sha256").update(`${projectPath}\0${sessionId}`, "utf-8").digest("hex").slice(0, 32);
    assertEquals(safeKey({ projectPath, sessionId }), theirs);
  }));
});

Deno.test("sessionPlace() lets nothing of a session become a path part but its key", () => {
  const HOSTILE = ["../../etc", "/etc/passwd", "..\\..\\x", "a\0b", "", ".", "con", "x".repeat(5000)];
  for (const sessionId of HOSTILE) {
    const place = sessionPlace({ workDir: "/srv/kettle", folder: "claude", projectPath: sessionId, sessionId });
    assertEquals(place.directory, `/srv/kettle/.umwelten/learnings/claude/${place.safeKey}`);
    assert(isSafeKey(place.safeKey));
  }
});

Deno.test("sessionPlace() names the files of a working directory", () => {
  const place = sessionPlace({ workDir: "/srv/kettle/", folder: "codex", projectPath: "/srv/kettle", sessionId: "s1" });
  assertEquals(place.root, "/srv/kettle/.umwelten/learnings");
  assertEquals(place.lock, "/srv/kettle/.umwelten/learnings/.lock");
  assertEquals(place.folder, "/srv/kettle/.umwelten/learnings/codex");
});

Deno.test("under() uses the separator of the directory", () => {
  const CASES: readonly (readonly [string, string])[] = [
    ["/", "/x/y"],
    ["/srv", "/srv/x/y"],
    ["/srv/", "/srv/x/y"],
    ["C:\\", "C:\\x\\y"],
    ["C:\\kettle", "C:\\kettle\\x\\y"],
    ["\\\\nas\\share", "\\\\nas\\share\\x\\y"],
  ];
  for (const [directory, expected] of CASES) assertEquals(under(directory, "x", "y"), expected);
  assertEquals(learningsRoot("D:\\w"), "D:\\w\\.umwelten\\learnings");
});

Deno.test("isSafeKey() takes keys only", () => {
  for (const name of ["seen.bin", "", "0".repeat(31), "0".repeat(33), "G".repeat(32), "A".repeat(32)]) {
    assertEquals(isSafeKey(name), false, name);
  }
  assertEquals(isSafeKey("0".repeat(32)), true);
});

Deno.test("ROW_FILES names umwelten's five files beside the exchanges", () => {
  assertEquals([...ROW_FILES], [
    "exchanges.jsonl",
    "facts.jsonl",
    "skill_candidates.jsonl",
    "preferences.jsonl",
    "open_loops.jsonl",
    "mistakes.jsonl",
  ]);
});
