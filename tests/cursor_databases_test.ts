import { assertEquals } from "@std/assert";
import { createHash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { CLIENTS } from "../hooks/clients.ts";
import { disk } from "../lib/io/disk.ts";
import { hookTest } from "./hook_test_support.ts";
import { type Machine, machineTest } from "./import_test_support.ts";

const ID = "8d8d8d8d-4444-4444-8444-000000000001";
const CURSOR = CLIENTS.find(({ name }) => name === "cursor");
const md5 = (text: string) => createHash("md5").update(text).digest("hex");

const MESSAGES = [
  { role: "system", content: "You are careful." },
  { role: "user", content: [{ type: "text", text: "<user_info>\nOS: linux\n</user_info>" }] },
  { role: "user", content: [{ type: "text", text: "<user_query>\nwhy does it boil dry?\n</user_query>" }] },
  {
    role: "assistant",
    content: [
      { type: "text", text: "the sensor sends a null" },
      { type: "tool-call", toolCallId: "t1", toolName: "Shell", args: { command: "make test" } },
    ],
  },
  { role: "tool", content: [{ type: "tool-result", toolCallId: "t1", result: "<user_query>no</user_query>" }] },
  {
    role: "user",
    content: [{ type: "text", text: "<user_query>\nremember: run the heat tests first\n</user_query>" }],
  },
  { role: "assistant", content: [{ type: "text", text: "noted" }] },
];
const WORDS = ["why does it boil dry?", "the sensor sends a null", "remember: run the heat tests first", "noted"];

/** Makes the CLI's database of a conversation in `directory`; its log stays open until the result is called. */
function putChat(machine: Machine, directory: string, messages: readonly object[] = MESSAGES) {
  const folder = `${machine.root}/client/chats/${md5(directory)}/${ID}`;
  Deno.mkdirSync(folder, { recursive: true });
  Deno.writeTextFileSync(`${folder}/meta.json`, JSON.stringify({ schemaVersion: 1, cwd: directory }));
  const path = `${folder}/store.db`;
  const db = new DatabaseSync(path);
  db.exec("pragma journal_mode=wal; create table if not exists blobs (id text primary key, data blob)");
  const add = (message: object | Uint8Array) => {
    const data = message instanceof Uint8Array ? message : new TextEncoder().encode(JSON.stringify(message));
    db.prepare("insert into blobs values (?, ?)").run(createHash("sha256").update(data).digest("hex"), data);
  };
  messages.forEach(add);
  // A node of the tree: hashes of others.
  add(new Uint8Array([0x0a, 0x20, ...new Uint8Array(32).fill(7)]));
  return { path, folder, add, close: () => db.close() };
}

function told(machine: Machine, workDir: string): readonly (string | undefined)[] {
  return machine.exchanges(workDir).flatMap(({ question, answers }) => [
    question?.text,
    ...answers.map(({ text }) => text),
  ]);
}

machineTest(
  "importTranscript() learns a chat of the Cursor CLI from its database, open log and all",
  async (machine) => {
    const kettle = machine.project("kettle");
    const chat = putChat(machine, kettle, MESSAGES.slice(0, 4));
    try {
      const names = disk.list(chat.folder);
      const report = await machine.learn(chat.path);
      assertEquals([report.client, report.sessionId, report.outcome], ["cursor", ID, "learned"]);
      assertEquals(told(machine, kettle), WORDS.slice(0, 2));
      MESSAGES.slice(4).forEach(chat.add);
      await machine.learn(chat.path);
      assertEquals(told(machine, kettle), WORDS);
      assertEquals((await machine.learn(chat.path)).outcome, "nothing-new");
      assertEquals(disk.list(chat.folder), names);
    } finally {
      chat.close();
    }
    // A plain open would leave a log and its index beside a database that was closed.
    await machine.learn(chat.path);
    assertEquals(disk.list(chat.folder), ["meta.json", "store.db"]);
  },
);

machineTest(
  "importTranscript() takes the meta.json beside a Cursor database for no witness of another place",
  async (machine) => {
    const kettle = machine.project("kettle");
    const chat = putChat(machine, kettle);
    chat.close();
    Deno.writeTextFileSync(`${chat.folder}/meta.json`, JSON.stringify({ cwd: machine.project("teapot") }));
    assertEquals((await machine.learn(chat.path)).verdict?.kind, "no-evidence");
  },
);

machineTest("transcripts() lists a Cursor chat once when it has a transcript, too", (machine) => {
  const chat = putChat(machine, machine.project("kettle"));
  chat.close();
  const list = () => CURSOR?.transcripts(disk, `${machine.root}/client`).map(({ path }) => path);
  assertEquals(list(), [chat.path]);
  const folder = `${machine.root}/client/projects/srv-kettle/agent-transcripts`;
  Deno.mkdirSync(folder, { recursive: true });
  Deno.writeTextFileSync(`${folder}/${ID}.jsonl`, "");
  assertEquals(list(), [`${folder}/${ID}.jsonl`]);
  return Promise.resolve();
});

machineTest(
  "transcripts() sees a change that stands in a Cursor database's log alone (https://github.com/AstroQore/vibe-bar/pull/184)",
  (machine) => {
    const chat = putChat(machine, machine.project("kettle"));
    try {
      const stat = () => CURSOR?.transcripts(disk, `${machine.root}/client`).map(({ stat }) => stat.size);
      const before = stat();
      chat.add({ role: "user", content: "and now?".repeat(2000) });
      assertEquals(stat()?.[0] === before?.[0], false);
    } finally {
      chat.close();
    }
    return Promise.resolve();
  },
);

hookTest(
  "a hook opens no database, whichever client's payload names one (https://github.com/rajbos/ai-engineering-fluency/pull/2036)",
  async (machine) => {
    const kettle = machine.project("kettle");
    const chat = putChat(machine, kettle);
    chat.close();
    const store = `${machine.userHome}/.cursor/chats/0f/${ID}`;
    Deno.mkdirSync(store, { recursive: true });
    Deno.copyFileSync(chat.path, `${store}/store.db`);
    const claudes = `${machine.userHome}/.claude/projects/state.vscdb`;
    Deno.copyFileSync(chat.path, claudes);
    const common = { conversation_id: ID, generation_id: "g", hook_event_name: "stop", cursor_version: "3.1" };
    const payload = { ...common, workspace_roots: [kettle], transcript_path: `${store}/store.db` };
    await machine.hook(["cursor", "stop"], JSON.stringify(payload));
    await machine.hook(["claude", "stop"], machine.stop(ID, claudes, { cwd: kettle }));
    assertEquals(machine.heartbeats().map(({ outcome, reason }) => [outcome, reason]), [
      ["skipped", "database"],
      ["skipped", "database"],
    ]);
    assertEquals(disk.list(`${kettle}/.umwelten`), undefined);
    assertEquals(disk.list(store), ["store.db"]);
  },
);
