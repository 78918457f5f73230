import { assertEquals } from "@std/assert";
import { codex } from "./client.ts";
import { codexEvidence } from "./evidence.ts";
import { FORMS, thread, uuid7 } from "./rows_test_support.ts";

const line = (type: string, payload: Record<string, unknown>) => ({
  timestamp: "2026-11-02T09:00:00.000Z",
  type,
  payload,
});
const message = (role: string, text: string) => ({ type: "message", role, content: [{ type: "input_text", text }] });
const CONTEXT = "<environment_context>\n  <cwd>/srv/kettle</cwd>\n</environment_context>";

const CASES: readonly (readonly [name: string, record: unknown, directories: readonly string[]])[] = [
  [
    "session_meta",
    line("session_meta", { id: "t", cwd: "/srv/kettle", runtime_workspace_roots: ["/srv/kettle", "/srv/pot"] }),
    ["record /srv/kettle", "workspace-root /srv/kettle", "workspace-root /srv/pot"],
  ],
  ["turn_context", line("turn_context", { cwd: "/srv/kettle", workspace_roots: ["/srv/pot"] }), [
    "turn-context /srv/kettle",
    "workspace-root /srv/pot",
  ]],
  [
    "thread_settings_applied",
    line("event_msg", { type: "thread_settings_applied", thread_settings: { cwd: "/srv/pot" } }),
    ["turn-context /srv/pot"],
  ],
  [
    "world_state",
    line("world_state", {
      full: true,
      state: { environments: { environments: { local: { cwd: "/srv/kettle" }, other: {} } } },
    }),
    ["environment /srv/kettle"],
  ],
  ["world_state of another shape", line("world_state", { state: { environments: { environments: [] } } }), []],
  ["a bare environment context", message("user", CONTEXT), ["environment /srv/kettle"]],
  ["a bare context that the assistant quotes", message("assistant", CONTEXT), []],
  ["a bare context inside a text", message("user", `what is ${CONTEXT}?`), []],
  ["a context in an envelope: the meta says it", line("response_item", message("user", CONTEXT)), []],
  [
    "a command's directory",
    line("response_item", { type: "function_call", name: "shell", arguments: '{"workdir":"/tmp"}' }),
    [],
  ],
  [
    "a command item's directory, which is a URL",
    line("event_msg", { type: "item_completed", item: { type: "CommandExecution", cwd: "file:///tmp" } }),
    [],
  ],
  ["replaced history", line("compacted", { message: "", replacement_history: [message("user", CONTEXT)] }), []],
  [
    "a directory that the Windows app rebuilt",
    line("session_meta", { id: "t", cwd: "/mnt/c/Program Files/WindowsApps/OpenAI.Codex_26.1_x64/app/resources/srv" }),
    [],
  ],
  [
    "a directory that the Windows app rebuilt, as Windows writes it",
    line("turn_context", { cwd: "C:\\Program Files\\WindowsApps\\OpenAI.Codex_26.1_x64\\app" }),
    [],
  ],
  ["a value of another type", line("turn_context", { cwd: 7, workspace_roots: "x" }), []],
  ["no object", 7, []],
];

for (const [name, record, directories] of CASES) {
  Deno.test(`codexEvidence() reads the directories of ${name}`, () => {
    assertEquals(codexEvidence(record).directories.map(({ source, path }) => `${source} ${path}`), directories);
  });
}

Deno.test("codexEvidence() names the parent of a fork and the repository's remote, and no session", () => {
  const meta = {
    id: uuid7(1),
    forked_from_id: uuid7(0),
    git: { repository_url: "https://git.example/kettle.git", branch: "main" },
  };
  const evidence = codexEvidence(line("session_meta", meta));
  assertEquals([evidence.parentSessions, evidence.remotes, evidence.sessionId], [[uuid7(0)], [
    "https://git.example/kettle.git",
  ], undefined]);
  assertEquals(codexEvidence(line("session_meta", { id: "t", git: {} })), { directories: [], originSessions: [] });
});

Deno.test("codexEvidence() keeps every directory of a thread that moves", () => {
  const talk = thread({ form: "paginated" });
  talk.typed("one");
  talk.begin({ cwd: "/srv/pot" });
  const found = talk.rows.flatMap((row) => codexEvidence(row).directories.map(({ path }) => path));
  assertEquals([...new Set(found)], ["/srv/kettle", "/srv/pot"]);
});

Deno.test("codexEvidence() gives something only for lines that hold a needle", () => {
  const records = [...CASES.map(([, record]) => record), ...FORMS.flatMap((form) => thread({ form }).rows)];
  for (const record of records) {
    const { directories, parentSessions = [], remotes = [] } = codexEvidence(record);
    if (directories.length + parentSessions.length + remotes.length === 0) continue;
    const line = JSON.stringify(record);
    assertEquals(codex.evidenceNeedles.some((needle) => line.includes(needle)), true, line);
  }
});
