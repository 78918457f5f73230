import { assertEquals } from "@std/assert";
import { claudeEvidence } from "./evidence.ts";

Deno.test("claudeEvidence() collects every directory a record names", () => {
  const cases: readonly (readonly [Record<string, unknown>, string[]])[] = [
    [{ type: "user", cwd: "/srv/kettle" }, ["record /srv/kettle"]],
    [{ type: "progress", cwd: "C:\\w\\kettle" }, ["record C:\\w\\kettle"]],
    [{ type: "mode" }, []],
    [{ type: "user", cwd: "" }, []],
    [{ type: "user", cwd: 5 }, []],
    [
      {
        type: "attachment",
        cwd: "/srv/fork",
        attachment: {
          type: "environment",
          snapshot: {
            workingDirectory: "/srv/kettle",
            additionalWorkingDirectories: ["/srv/lid", { path: "/srv/cup" }, 3],
          },
          changes: [{ field: "workingDirectory", from: "/srv/old", to: "/srv/kettle" }, { from: "main" }, {
            from: ["/srv/b", null],
          }],
        },
      },
      [
        "record /srv/fork",
        "environment /srv/kettle",
        "environment /srv/lid",
        "environment /srv/cup",
        "environment /srv/old",
        "environment /srv/b",
      ],
    ],
    [{ type: "attachment", attachment: { type: "file", snapshot: { workingDirectory: "/srv/no" } } }, []],
    [{ type: "relocated", relocatedCwd: "/srv/kettle/worktrees/a" }, ["relocated /srv/kettle/worktrees/a"]],
    [
      {
        type: "worktree-state",
        worktreeSession: {
          originalCwd: "/srv/a",
          preEnterOriginalCwd: "/srv/b",
          worktreePath: "/srv/c",
          worktreeName: "c",
        },
      },
      ["worktree-state /srv/a", "worktree-state /srv/b", "worktree-state /srv/c"],
    ],
    [{ type: "worktree-state", worktreeSession: null }, []],
  ];
  for (const [row, expected] of cases) {
    const { directories, originSessions } = claudeEvidence(row);
    assertEquals(directories.map(({ source, path }) => `${source} ${path}`), expected, JSON.stringify(row));
    assertEquals(originSessions, []);
  }
});

Deno.test("claudeEvidence() names the session a copied row comes from and never session_id", () => {
  const evidence = (row: Record<string, unknown>) => claudeEvidence(row);
  assertEquals(evidence({ sessionId: "s", session_id: "first", requestSessionId: "s" }), {
    sessionId: "s",
    directories: [],
    originSessions: [],
  });
  assertEquals(evidence({ sessionId: "s", requestSessionId: "old" }).originSessions, ["old"]);
  assertEquals(
    evidence({ sessionId: "s", requestSessionId: "old", forkedFrom: { sessionId: "old", messageUuid: "m" } })
      .originSessions,
    ["old"],
  );
  assertEquals(evidence({ sessionId: "s", requestSessionId: "a", forkedFrom: { sessionId: "b" } }).originSessions, [
    "a",
    "b",
  ]);
  assertEquals("sessionId" in evidence({ session_id: "first" }), false);
  for (const nothing of [null, 3, "x", [], undefined]) {
    assertEquals(claudeEvidence(nothing), { directories: [], originSessions: [] });
  }
});
