/**
 * Archives, databases and envelopes of the bridge, as short as they can be.
 *
 * @module
 */
import { DatabaseSync } from "node:sqlite";
import { inventedTranscripts } from "./invented_seeds_test_support.ts";
import type { Seed } from "./seeds_test_support.ts";
import { rawZip } from "../zip_test_support.ts";

const ID = "aaaaaaaa-0000-4000-8000-000000000001";
const KETTLE = "/srv/kettle";
const AT = "2026-07-01T09:00:00Z";
const encoder = new TextEncoder();
const bytesOf = (value: unknown): Uint8Array => encoder.encode(JSON.stringify(value));

const CLAUDE_EXPORT = [{
  uuid: "c1",
  name: "Sourdough",
  chat_messages: [
    { uuid: "m1", sender: "human", text: "remember: never boil it dry", created_at: AT, parent_message_uuid: null },
    { uuid: "m2", sender: "assistant", text: "Noted.", created_at: AT, parent_message_uuid: "m1" },
  ],
}];
const CHATGPT_EXPORT = [{
  conversation_id: "k1",
  current_node: "n2",
  mapping: {
    n1: {
      id: "n1",
      parent: null,
      message: {
        id: "n1",
        author: { role: "user" },
        create_time: 1788000001.5,
        content: { content_type: "text", parts: ["what bee is this?"] },
      },
    },
    n2: {
      id: "n2",
      parent: "n1",
      message: { id: "n2", author: { role: "assistant" }, content: { content_type: "text", parts: ["A carder bee."] } },
    },
  },
}];

/** Exports: packed, stored, with a name that leads out, for large archives, and one that is unpacked. */
export async function archiveSeeds(): Promise<readonly Seed[]> {
  const name = "conversations.json";
  const [one, other] = [bytesOf(CLAUDE_EXPORT), bytesOf(CHATGPT_EXPORT)];
  const zips = [
    [{ name, data: one, deflate: true }],
    [{ name, data: one }, { name: "conversations-1.json", data: other, deflate: true }],
    [{ name: `../../../${name}`, data: other, deflate: true }, { name: "x/", data: new Uint8Array() }],
    [{ name, data: other, deflate: true, zip64: true }],
  ];
  const packed = await Promise.all(zips.map(async (entries): Promise<Seed> => ({
    path: "export.zip",
    bytes: await rawZip(entries),
  })));
  return [...packed, { path: name, bytes: one }];
}

/**
 * Databases of Cursor: a chat of its CLI and the editor's, some with an open log.
 *
 * @param cwd the directory that the editor's names
 */
export function databaseSeeds(cwd = KETTLE): readonly Seed[] {
  const directory = Deno.makeTempDirSync({ prefix: "imprint-test-" });
  try {
    return [false, true].flatMap((isOpen) => [
      database(`${directory}/store${isOpen}.db`, { name: "store.db", isOpen, fill: fillChat }),
      database(`${directory}/state${isOpen}.vscdb`, { name: "state.vscdb", isOpen, fill: (db) => fillEditor(db, cwd) }),
    ]).flat();
  } finally {
    Deno.removeSync(directory, { recursive: true });
  }
}

function database(
  path: string,
  { name, isOpen, fill }: {
    readonly name: string;
    readonly isOpen: boolean;
    readonly fill: (db: DatabaseSync) => void;
  },
): readonly Seed[] {
  const db = new DatabaseSync(path);
  // Few and small pages: a changed byte then changes something that is read.
  db.exec(`pragma page_size=1024; pragma journal_mode=${isOpen ? "wal" : "delete"}`);
  fill(db);
  const log = isOpen ? [{ path: `${name}-wal`, bytes: Deno.readFileSync(`${path}-wal`) }] : [];
  const seeds = [{ path: name, bytes: Deno.readFileSync(path) }, ...log];
  db.close();
  return seeds;
}

function fillChat(db: DatabaseSync): void {
  db.exec("create table blobs (id text primary key, data blob)");
  const messages = [
    { role: "user", content: [{ type: "text", text: "<user_query>\nremember: run the heat tests\n</user_query>" }] },
    { role: "assistant", content: [{ type: "text", text: `noted. ${"It boils dry. ".repeat(200)}` }] },
  ];
  messages.forEach((message, n) => db.prepare("insert into blobs values (?, ?)").run(`b${n}`, bytesOf(message)));
}

function fillEditor(db: DatabaseSync, cwd: string): void {
  db.exec(
    "create table ItemTable (key text unique, value blob); create table cursorDiskKV (key text unique, value blob)",
  );
  const bubbles = ["why does it boil dry?", "the sensor sends a null"];
  const rows = {
    [`composerData:${ID}`]: {
      composerId: ID,
      fullConversationHeadersOnly: bubbles.map((_, n) => ({ bubbleId: `b${n}`, type: 1 + n })),
      workspaceIdentifier: { uri: { scheme: "file", fsPath: cwd, path: cwd } },
    },
    ...Object.fromEntries(
      bubbles.map((text, n) => [`bubbleId:${ID}:b${n}`, { bubbleId: `b${n}`, type: 1 + n, text, createdAt: AT }]),
    ),
  };
  for (const [key, value] of Object.entries(rows)) {
    db.prepare("insert into cursorDiskKV values (?, ?)").run(key, bytesOf(value));
  }
}

/** Calls of the other side: by path, with the transcript inside, and a batch. */
export function envelopeSeeds(): readonly Seed[] {
  const [transcript] = inventedTranscripts();
  const call = (mode: unknown) => ({
    bridge: 1,
    op: "stop",
    client: "claude-code",
    requestId: "5f0c0000-1111",
    origin: { env: "wsl", distro: "Ubuntu", home: "/home/mira", stores: ["/home/mira/.claude"] },
    payload: {
      hook_event_name: "Stop",
      session_id: ID,
      transcript_path: `/home/mira/.claude/projects/-srv-kettle/${ID}.jsonl`,
      cwd: KETTLE,
      roots: ["/home/mira/research"],
    },
    transcript: mode,
  });
  const path = { mode: "path", size: transcript?.bytes.length ?? 0, mtimeMs: 1_790_000_000_000 };
  const inline = { mode: "inline", base64: btoa(new TextDecoder().decode(transcript?.bytes)) };
  const windows = { env: "windows", home: "C:\\Users\\mira", stores: [] };
  return [
    { ...call(path), deadlineMs: 8000 },
    { ...call(inline), deadlineMs: 8000 },
    { ...call(inline), origin: windows, deadlineMs: 8000 },
    { bridge: 1, op: "batch", requestId: "5f0c0000-2222", deadlineMs: 8000, calls: [call(path), call(inline)] },
  ].map((envelope) => ({ path: "envelope.json", bytes: bytesOf(envelope) }));
}
