/**
 * What a fault may interrupt: hooks of every client but Claude Code, those of its hooks that are called in another way, and
 * `learn` over what each client keeps.
 *
 * @module
 */
import { md5 } from "@noble/hashes/legacy.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { log } from "../../hooks/copilot/rows_test_support.ts";
import { thread, uuid7 } from "../../hooks/codex/rows_test_support.ts";
import { databaseSeeds } from "../fuzz/binary_seeds_test_support.ts";
import type { Row } from "../import_test_support.ts";
import {
  call,
  type FaultMachine,
  FORK,
  kettleOf,
  learned,
  projects,
  type Scenario,
  SESSION,
  typing,
} from "./scenario_test_support.ts";

const ASKED = "Remember: the kettle boils dry without its lid.";
const SAID = "It gets its lid, as it should.";
const WHEN = "2026-11-02T09:00:00.000Z";

const person = ({ root }: FaultMachine): string => `${root}/person`;

function write(path: string, rows: readonly unknown[] | Row): void {
  Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
  const text = Array.isArray(rows) ? rows.map((row) => `${JSON.stringify(row)}\n`).join("") : JSON.stringify(rows);
  Deno.writeTextFileSync(path, text);
}

/** One hook of a client, and a conversation as that client lays it down. */
interface ClientHook {
  readonly words: readonly [client: string, hook: string];
  put(machine: FaultMachine): void;
  payload(machine: FaultMachine): Readonly<Record<string, unknown>>;
}

function hookScenario({ words, put, payload }: ClientHook): Scenario {
  return {
    name: `${words.join(" ")} hook`,
    prepare(machine) {
      projects(machine);
      put(machine);
      return Promise.resolve();
    },
    act: (machine) => machine.hook(words, payload(machine)),
  };
}

const rollout = (machine: FaultMachine): string =>
  `${person(machine)}/.codex/sessions/2026/11/02/rollout-2026-11-02T09-00-00-${uuid7(1)}.jsonl`;

function putCodex(machine: FaultMachine): void {
  const writer = thread({ cwd: kettleOf(machine), id: uuid7(1) });
  writer.typed(ASKED);
  writer.reply(SAID);
  writer.end();
  write(rollout(machine), writer.rows);
}

const codexCall = (machine: FaultMachine, event: string): Readonly<Record<string, unknown>> => ({
  session_id: uuid7(1),
  transcript_path: rollout(machine),
  cwd: kettleOf(machine),
  hook_event_name: event,
  model: "sample",
  permission_mode: "default",
});

const CODEX: readonly ClientHook[] = [
  {
    words: ["codex", "stop"],
    put: putCodex,
    payload: (machine) => ({
      ...codexCall(machine, "Stop"),
      turn_id: "turn-1",
      stop_hook_active: false,
      last_assistant_message: SAID,
    }),
  },
  {
    words: ["codex", "session-end"],
    put: putCodex,
    payload: (machine) => ({ ...codexCall(machine, "SessionEnd"), reason: "other" }),
  },
  {
    words: ["codex", "session-start"],
    put: putCodex,
    payload: (machine) => ({ ...codexCall(machine, "SessionStart"), source: "startup" }),
  },
  {
    words: ["codex", "notify"],
    put: putCodex,
    payload: (machine) => ({
      type: "agent-turn-complete",
      "thread-id": uuid7(1),
      "turn-id": "turn-1",
      cwd: kettleOf(machine),
      "input-messages": [ASKED],
      "last-assistant-message": SAID,
    }),
  },
];

const COPILOT_ID = "6b6b6b6b-2222-4222-8222-000000000001";

const copilotLog = (machine: FaultMachine): string =>
  `${person(machine)}/.copilot/session-state/${COPILOT_ID}/events.jsonl`;

function putCopilot(machine: FaultMachine): void {
  const talk = log({ id: COPILOT_ID, cwd: kettleOf(machine) });
  talk.typed(ASKED);
  talk.reply(SAID);
  write(copilotLog(machine), talk.rows);
}

const copilotCall = (machine: FaultMachine): Readonly<Record<string, unknown>> => ({
  sessionId: COPILOT_ID,
  timestamp: 1_788_000_000_000,
  cwd: kettleOf(machine),
});

const COPILOT: readonly ClientHook[] = [
  {
    words: ["copilot", "agent-stop"],
    put: putCopilot,
    payload: (machine) => ({
      ...copilotCall(machine),
      transcriptPath: copilotLog(machine),
      stopReason: "end_turn",
    }),
  },
  {
    words: ["copilot", "session-end"],
    put: putCopilot,
    // It names no file: the id finds it.
    payload: (machine) => ({ ...copilotCall(machine), reason: "complete" }),
  },
  {
    words: ["copilot", "session-start"],
    put: putCopilot,
    payload: (machine) => ({ ...copilotCall(machine), source: "new" }),
  },
];

const CLINE_ID = "1788000000000_ab12";

function putCline(machine: FaultMachine): void {
  const folder = `${person(machine)}/.cline/data/sessions/${CLINE_ID}`;
  const [cwd, ts] = [kettleOf(machine), 1_788_000_000_000];
  write(`${folder}/${CLINE_ID}.json`, { version: 1, session_id: CLINE_ID, source: "vscode", cwd, workspace_root: cwd });
  write(`${folder}/${CLINE_ID}.messages.json`, {
    version: 1,
    sessionId: CLINE_ID,
    messages: [
      { id: "m1", role: "user", ts, content: [{ type: "text", text: `<user_input mode="act">${ASKED}</user_input>` }] },
      { id: "m2", role: "assistant", ts, content: [{ type: "text", text: SAID }] },
    ],
  });
}

const clineCall = (machine: FaultMachine, hookName: string): Readonly<Record<string, unknown>> => ({
  clineVersion: "3.9.0",
  hookName,
  timestamp: "1788000000000",
  taskId: CLINE_ID,
  workspaceRoots: [kettleOf(machine)],
});

const CLINE: readonly ClientHook[] = [
  { words: ["cline", "task-complete"], put: putCline, payload: (machine) => clineCall(machine, "TaskComplete") },
  { words: ["cline", "session-shutdown"], put: putCline, payload: (machine) => clineCall(machine, "SessionShutdown") },
];

const CURSOR_ID = "8d8d8d8d-3333-4333-8333-000000000001";

const cursorTranscript = (machine: FaultMachine): string =>
  `${person(machine)}/.cursor/projects/empty-window/agent-transcripts/${CURSOR_ID}/${CURSOR_ID}.jsonl`;

function putCursor(machine: FaultMachine): void {
  const text = (words: string): readonly Row[] => [{ type: "text", text: words }];
  write(cursorTranscript(machine), [
    { role: "user", message: { content: text(`<user_query>\n${ASKED}\n</user_query>`) } },
    { role: "assistant", message: { content: text(SAID) } },
    { type: "turn_ended", status: "success" },
  ]);
}

const cursorCall = (machine: FaultMachine, event: string): Readonly<Record<string, unknown>> => ({
  conversation_id: CURSOR_ID,
  generation_id: "g-1",
  cursor_version: "2.4.0",
  hook_event_name: event,
  workspace_roots: [kettleOf(machine)],
  transcript_path: cursorTranscript(machine),
});

const CURSOR: readonly ClientHook[] = [
  { words: ["cursor", "stop"], put: putCursor, payload: (machine) => cursorCall(machine, "stop") },
  { words: ["cursor", "session-end"], put: putCursor, payload: (machine) => cursorCall(machine, "sessionEnd") },
  { words: ["cursor", "session-start"], put: putCursor, payload: (machine) => cursorCall(machine, "sessionStart") },
];

const GEMINI_ID = "9e9e9e9e-4444-4444-8444-000000000001";

const geminiChat = (machine: FaultMachine): string =>
  `${person(machine)}/.gemini/tmp/kettle/chats/session-2026-11-02T09-00-9e9e9e9e.jsonl`;

function putGemini(machine: FaultMachine): void {
  const folder = `${person(machine)}/.gemini/tmp/kettle`;
  write(geminiChat(machine), [
    { sessionId: GEMINI_ID, projectHash: "0".repeat(64), startTime: WHEN, lastUpdated: WHEN, kind: "main" },
    { id: "a", timestamp: WHEN, type: "user", content: [{ text: ASKED }] },
    { id: "b", timestamp: WHEN, type: "gemini", content: SAID },
  ]);
  Deno.writeTextFileSync(`${folder}/.project_root`, `${kettleOf(machine)}\n`);
}

const geminiCall = (machine: FaultMachine, event: string): Readonly<Record<string, unknown>> => ({
  session_id: GEMINI_ID,
  transcript_path: geminiChat(machine),
  cwd: kettleOf(machine),
  hook_event_name: event,
  timestamp: WHEN,
});

const GEMINI: readonly ClientHook[] = [
  {
    words: ["gemini", "after-agent"],
    put: putGemini,
    payload: (machine) => ({ ...geminiCall(machine, "AfterAgent"), prompt: ASKED, prompt_response: SAID }),
  },
  {
    words: ["gemini", "session-end"],
    put: putGemini,
    payload: (machine) => ({ ...geminiCall(machine, "SessionEnd"), reason: "exit" }),
  },
  {
    words: ["gemini", "session-start"],
    put: putGemini,
    payload: (machine) => ({ ...geminiCall(machine, "SessionStart"), source: "startup" }),
  },
];

/** The databases of Cursor: a chat of its CLI, and the editor's beside its open log. */
function putDatabases(machine: FaultMachine): void {
  const cwd = kettleOf(machine);
  const chat = `${person(machine)}/.cursor/chats/${bytesToHex(md5(utf8ToBytes(cwd)))}/${CURSOR_ID}`;
  const editor = `${person(machine)}/.config/Cursor/User/globalStorage`;
  write(`${chat}/meta.json`, { schemaVersion: 1, cwd });
  Deno.mkdirSync(editor, { recursive: true });
  for (const { path, bytes } of databaseSeeds(cwd)) {
    Deno.writeFileSync(`${path.startsWith("store") ? chat : editor}/${path}`, bytes);
  }
}

/** A session whose transcript is gone, and notes of the client's own. */
function putRemains(machine: FaultMachine): void {
  const project = kettleOf(machine);
  const line = { display: ASKED, pastedContents: {}, timestamp: Date.UTC(2026, 5, 1), project, sessionId: FORK };
  write(`${person(machine)}/.claude/history.jsonl`, [line]);
  const memory = `${machine.store}/-kettle/memory`;
  Deno.mkdirSync(memory, { recursive: true });
  Deno.writeTextFileSync(`${memory}/role.md`, "---\nname: a note\ntype: user\n---\nLikes short answers.\n");
}

/** All of them. */
export const CLIENT_SCENARIOS: readonly Scenario[] = [
  ...[...CODEX, ...COPILOT, ...CLINE, ...CURSOR, ...GEMINI].map(hookScenario),
  {
    name: "bare program as a hook",
    prepare: learned,
    act: (machine) =>
      machine.hook([], {
        session_id: SESSION,
        transcript_path: `${machine.store}/-kettle/${SESSION}.jsonl`,
        cwd: kettleOf(machine),
        hook_event_name: "Stop",
        stop_hook_active: false,
      }),
  },
  {
    name: "learn, other clients",
    prepare(machine) {
      projects(machine);
      for (const put of [putCodex, putCopilot, putCline, putGemini]) put(machine);
      return Promise.resolve();
    },
    act: typing(() => ["learn"]),
  },
  {
    name: "learn, databases",
    prepare(machine) {
      projects(machine);
      putDatabases(machine);
      return Promise.resolve();
    },
    act: typing(() => ["learn"]),
  },
  {
    name: "learn, history and memory",
    async prepare(machine) {
      await learned(machine);
      putRemains(machine);
    },
    act: typing(() => ["learn"]),
  },
  {
    name: "session start, with context",
    async prepare(machine) {
      await learned(machine);
      machine.configure({ version: 1, active: "default", workspaces: { default: {} }, context: true });
    },
    act: (machine) => call(machine, "session-start", "SessionStart"),
  },
];
