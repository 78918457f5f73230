import { assertEquals } from "@std/assert";
import { createHash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { type CommandMachine, commandTest } from "./command_test_support.ts";
import { isTranscriptState } from "../lib/import/is_transcript_state.ts";
import { snapshot, walk } from "./import_test_support.ts";

const QUESTION = "why does it boil dry?";
const REPLY = "the sensor sends a null";
const AT = "2026-09-03T08:00:00.000Z";

const lines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

/** A conversation of each client where the client keeps it, by path below the person's home. */
function conversations(cwd: string, home: string): Readonly<Record<string, string>> {
  const sha256 = createHash("sha256").update(cwd).digest("hex");
  const uuid = (n: number) => `9e9e9e9e-5555-4555-8555-00000000000${n}`;
  const cline = ".cline/data/sessions/1788_ab/1788_ab";
  const codex = (type: string, payload: object) => ({ timestamp: AT, type, payload });
  const said = (role: string, type: string, text: string) =>
    codex("response_item", { type: "message", role, content: [{ type, text }] });
  return {
    [`.claude/projects/-kettle/${uuid(1)}.jsonl`]: lines([
      {
        type: "user",
        uuid: "u1",
        parentUuid: null,
        sessionId: uuid(1),
        cwd,
        timestamp: AT,
        message: { role: "user", content: QUESTION },
      },
      {
        type: "assistant",
        uuid: "a1",
        parentUuid: "u1",
        sessionId: uuid(1),
        cwd,
        timestamp: AT,
        message: { id: "m", role: "assistant", content: [{ type: "text", text: REPLY }] },
      },
    ]),
    [`.codex/sessions/2026/09/03/rollout-2026-09-03T08-00-00-${uuid(2)}.jsonl`]: lines([
      codex("session_meta", {
        id: uuid(2),
        timestamp: AT,
        cwd,
        originator: "codex_cli_rs",
        cli_version: "0.50.0",
        source: "cli",
      }),
      said("user", "input_text", QUESTION),
      codex("event_msg", { type: "user_message", message: QUESTION }),
      said("assistant", "output_text", REPLY),
      codex("event_msg", { type: "agent_message", message: REPLY }),
    ]),
    [`.copilot/session-state/${uuid(3)}/events.jsonl`]: lines([
      {
        type: "session.start",
        id: "e1",
        parentId: null,
        timestamp: AT,
        data: { sessionId: uuid(3), version: 1, context: { cwd } },
      },
      { type: "user.message", id: "e2", parentId: "e1", timestamp: AT, data: { content: QUESTION } },
      { type: "assistant.message", id: "e3", parentId: "e2", timestamp: AT, data: { messageId: "m1", content: REPLY } },
    ]),
    [`.copilot/history-session-state/session_1.json`]: JSON.stringify({ sessionId: "1", chatMessages: [] }),
    [`${cline}.json`]: JSON.stringify({ version: 1, session_id: "1788_ab", source: "cli", cwd, workspace_root: cwd }),
    [`${cline}.messages.json`]: JSON.stringify({
      version: 1,
      agent: "lead",
      sessionId: "1788_ab",
      messages: [
        {
          id: "m1",
          role: "user",
          content: [{ type: "text", text: `<user_input mode="act">${QUESTION}</user_input>` }],
        },
        { id: "m2", role: "assistant", content: [{ type: "text", text: REPLY }] },
      ],
    }),
    [`.gemini/tmp/kettle/.project_root`]: cwd,
    [`.gemini/tmp/kettle/chats/session-2026-09-03T08-00-${uuid(5).slice(0, 8)}.jsonl`]: lines([
      { sessionId: uuid(5), projectHash: sha256, startTime: AT, lastUpdated: AT, kind: "main" },
      { id: "a", timestamp: AT, type: "user", content: [{ text: QUESTION }] },
      { id: "b", timestamp: AT, type: "gemini", content: REPLY },
    ]),
    [`.cursor/chats/${createHash("md5").update(cwd).digest("hex")}/${uuid(6)}/meta.json`]: JSON.stringify({ cwd }),
    [`.config/Cursor/User/globalStorage/storage.json`]: JSON.stringify({ home }),
  };
}

/** The chat whose `meta.json` is among {@linkcode conversations}, closed as the client leaves it. */
function putChat(folder: string): void {
  const db = new DatabaseSync(`${folder}/store.db`);
  db.exec("pragma journal_mode=wal; create table blobs (id text primary key, data blob)");
  const messages = [
    { role: "user", content: [{ type: "text", text: `<user_query>\n${QUESTION}\n</user_query>` }] },
    { role: "assistant", content: [{ type: "text", text: REPLY }] },
  ];
  messages.forEach((message, n) =>
    db.prepare("insert into blobs values (?, ?)").run(`${n}`, new TextEncoder().encode(JSON.stringify(message)))
  );
  db.close();
}

function putEverything(machine: CommandMachine, cwd: string): void {
  for (const [name, text] of Object.entries(conversations(cwd, machine.userHome))) {
    // The Claude store of these machines lies elsewhere.
    const path = name.startsWith(".claude/")
      ? `${machine.root}/client/${name.slice(".claude/".length)}`
      : `${machine.userHome}/${name}`;
    const folder = path.replace(/\/[^/]*$/, "");
    Deno.mkdirSync(folder, { recursive: true });
    Deno.writeTextFileSync(path, text);
    if (name.endsWith("/meta.json")) putChat(folder);
  }
}

/** What the program remembers of transcripts, anywhere below a directory. */
function rememberedIn(directory: string): readonly Readonly<Record<string, unknown>>[] {
  return [...Deno.readDirSync(directory)].flatMap(({ name, isDirectory }) => {
    const path = `${directory}/${name}`;
    if (isDirectory) return rememberedIn(path);
    return /\/transcripts\/[^/]+\.json$/.test(path) ? [JSON.parse(Deno.readTextFileSync(path))] : [];
  });
}

const CLIENTS = ["claude-code", "codex", "copilot", "cline", "gemini", "cursor"];

commandTest(
  "learn sweeps the stores of every client, leaves each as it was, times included, and learns nothing twice",
  async (machine) => {
    const kettle = machine.project("kettle");
    putEverything(machine, kettle);
    const before = snapshot(machine.userHome);
    const sweep = async (count: "learned" | "known") => {
      const { clients } = await machine.json(["learn", "--json"]) as {
        readonly clients: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
      };
      assertEquals(Object.keys(clients).sort(), [...CLIENTS].sort());
      for (const client of CLIENTS) {
        const { found, failed, [count]: counted, skipped } = clients[client] ?? {};
        // Sessions that Copilot has not migrated are counted.
        const legacy = client === "copilot" ? 1 : 0;
        assertEquals({ client, found, failed, counted, skipped }, {
          client,
          found: 1 + legacy,
          failed: 0,
          counted: 1,
          skipped: legacy === 0 ? {} : { legacy },
        });
      }
    };
    await sweep("learned");
    await sweep("known");
    assertEquals(snapshot(machine.userHome), before);
    const told = machine.exchanges(kettle).map((
      { question, answers },
    ) => [question?.text, ...answers.map(({ text }) => text)]);
    assertEquals(told, CLIENTS.map(() => [QUESTION, REPLY]));
    const states = rememberedIn(machine.root);
    assertEquals(states.map(({ client }) => client).sort(), [...CLIENTS].sort());
    for (const state of states) {
      assertEquals(isTranscriptState(state), true, JSON.stringify(state));
      for (const key of Object.keys(state)) {
        assertEquals(isTranscriptState({ ...state, [key]: undefined }), false, key);
        assertEquals(isTranscriptState({ ...state, [key]: [{}] }), false, key);
      }
    }
  },
);

commandTest("learn --client and --since choose from the stores", async (machine) => {
  const kettle = machine.project("kettle");
  putEverything(machine, kettle);
  const old = new Date(Date.now() - 10 * 24 * 3_600_000);
  for (const path of walk(`${machine.userHome}/.codex`)) Deno.utimeSync(path, old, old);
  const learned = async (words: readonly string[]) => {
    const { clients } = await machine.json(["learn", ...words]) as {
      readonly clients: Readonly<Record<string, { readonly learned: number }>>;
    };
    return Object.entries(clients).map(([client, { learned }]) => `${client} ${learned}`);
  };
  assertEquals(await learned(["--client", "codex", "--since", "3d"]), ["codex 0"]);
  assertEquals(await learned(["--client", "claude", "--since", "3d"]), ["claude-code 1"]);
  const today = await learned(["--since", "3d"]);
  assertEquals(today.filter((line) => /^(?:claude-code|codex) /.test(line)), ["claude-code 0", "codex 0"]);
  assertEquals(await learned(["--since", "2020-01-01", "--client", "codex"]), ["codex 1"]);
  for (
    const [words, problem] of [
      [["--client", "teapot"], 'no client "teapot"; there is claude-code, codex'],
      [["--since", "soon"], 'cannot read the date "soon"'],
      [["--since", "3d", "--desktop"], "give them alone"],
      [["--client", "codex", "--transcript", "x"], "give them alone"],
    ] as const
  ) {
    const { code, stdout, stderr } = await machine.run(["learn", ...words]);
    assertEquals([code, stdout, stderr.includes(problem)], [64, "", true], stderr);
  }
});
