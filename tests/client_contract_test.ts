/**
 * What every client's folder has to keep, whatever it reads: the same questions are put to each.
 */
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { CLIENTS } from "../hooks/clients.ts";
import { HOOK_CLIENTS } from "../hooks/hook_clients.ts";
import { disk } from "../lib/io/disk.ts";
import type { Files } from "../lib/io/files.ts";
import { exportRecords } from "../lib/exports/conversation.ts";
import type { ClientModule, ClientName, Collections, Json, Memories } from "../lib/types.ts";
import { canUseDisk, diskTest, withTemporaryDirectory } from "./disk_test_support.ts";
import { projectUrl } from "./project_files_test_support.ts";

const RUNS = { numRuns: 60 };
const ANY_JSON = fc.jsonValue({ maxDepth: 4 });

/** Values that records of some client have at the top, so that more than the first guard is passed. */
const RECORD = fc.record({
  type: fc.constantFrom("user", "assistant", "session.start", "user.message", "response_item", "say", 7, null),
  role: fc.constantFrom("user", "assistant", "system", null),
  message: fc.oneof(ANY_JSON, fc.record({ role: fc.constant("user"), content: ANY_JSON })),
  payload: ANY_JSON,
  data: ANY_JSON,
  content: ANY_JSON,
  sessionId: fc.oneof(fc.string(), fc.constant(null)),
  id: ANY_JSON,
  timestamp: ANY_JSON,
  uuid: fc.constant("c1"),
  mapping: ANY_JSON,
  chat_messages: fc.array(ANY_JSON),
  cline: fc.constantFrom("session", "message", "row"),
  cwd: ANY_JSON,
}, { requiredKeys: [] });
const ANY_RECORD = fc.oneof(ANY_JSON, RECORD);

/** A disk without anything, which tells what was asked of it. */
function emptyDisk(): { readonly files: Files; readonly asked: string[] } {
  const asked: string[] = [];
  const nothing = (path: string): undefined => void asked.push(path);
  const refuse = () => {
    throw new Error("a client's reader changes something");
  };
  const files: Files = {
    ...disk,
    stat: nothing,
    lstat: nothing,
    realPath: nothing,
    readLink: nothing,
    list: nothing,
    readBytes: nothing,
    readText: nothing,
    open: nothing,
    makeDirectory: refuse,
    append: refuse,
    replace: refuse,
    create: refuse,
    remove: refuse,
    removeTree: refuse,
    rename: refuse,
  };
  return { files, asked };
}

const HOSTILE_IDS = ["", ".", "..", "../../etc/passwd", "a/b", "a\\b", "C:\\x", "a\0b", "x".repeat(5000)];

function each(name: string, fn: (client: ClientModule) => void | Promise<void>): void {
  for (const client of CLIENTS) Deno.test(`client ${client.name} ${name}`, () => fn(client));
}

each("reads whatever a file holds without throwing, and says nothing of what is no record", (client) => {
  fc.assert(
    fc.property(fc.array(ANY_RECORD, { maxLength: 8 }), fc.option(ANY_JSON, { nil: undefined }), (records, state) => {
      client.recognises(records);
      client.isSubagentFile("/srv/a/b.jsonl", () => records);
      client.sessionOf?.("/srv/a/b.jsonl", () => records);
      for (const record of records) client.exported?.(record);
      const given = state === undefined ? {} : { state: state as Json };
      const reader = client.createReader({ sessionId: "5d2e", ...given });
      for (const record of records) {
        for (const { path } of client.evidence(record).directories) assertEquals(typeof path, "string");
        reader.holds(record);
        for (const event of reader.read(record)) {
          if (event.type === "typed") assert(event.key !== "" && event.text.trim() !== "", JSON.stringify(event));
        }
      }
      reader.finish();
      const snapshot = reader.snapshot((text) => text);
      assertEquals(JSON.parse(JSON.stringify(snapshot)), snapshot);
      client.createReader({ sessionId: "5d2e", state: snapshot });
    }),
    RUNS,
  );
  for (const nothing of [null, 7, "x", [], {}]) assertEquals(client.recognises([nothing]), false);
  assertEquals(client.recognises([]), false);
});

each("makes no call of a payload that is none, and never throws", (client) => {
  if (client.readPayload === undefined) return;
  const readPayload = (bytes: Uint8Array) => client.readPayload?.(bytes);
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), ANY_JSON.map(encoded)), (bytes) => {
      const { kind } = readPayload(bytes) ?? {};
      assert(kind === "call" || kind === "foreign" || kind === "unusable");
    }),
    RUNS,
  );
  for (const value of [{}, [], null, "x", { session_id: "../../x" }]) {
    assert(readPayload(encoded(value))?.kind !== "call", JSON.stringify(value));
  }
});

function encoded(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

each("looks for no session outside of its store, whatever the id", (client) => {
  for (const id of HOSTILE_IDS) {
    const { files, asked } = emptyDisk();
    assertEquals(client.findSession(files, "/home/kim/.store/projects/a/tasks/1/x.jsonl", id), undefined);
    assertEquals(client.findInStore?.(files, "/home/kim/.store", id), undefined);
    const out = asked.filter((path) => path.split(/[\\/]/).includes("..") || !path.startsWith("/home/kim/.store"));
    assertEquals(out, [], `id ${JSON.stringify(id)}`);
  }
});

each("finds nothing, and changes nothing, where there is no store", async (client) => {
  const { files } = emptyDisk();
  const environment = () => undefined;
  assertEquals(client.stores({ home: null, environment }), []);
  const stores = client.stores({ home: "/home/kim", environment });
  assertEquals(new Set(stores).size, stores.length);
  for (const store of stores) assert(store.startsWith("/home/kim/"), store);
  assertEquals(client.transcripts(files, "/home/kim/none"), []);
  const collections: Collections | undefined = await client.collections?.();
  assertEquals(collections?.list(files, "/home/kim/none") ?? [], []);
  assertEquals(collections?.open(files, "/home/kim/none/x"), undefined);
  const memories: Memories | undefined = await client.memories?.();
  assertEquals(memories?.list(files, "/home/kim/none") ?? [], []);
  assertEquals(client.documentRecords?.(files, "/home/kim/none.json"), undefined);
});

each("has a folder of its name with a README that tells the facts and the reports", (client) => {
  if (!canUseDisk) return;
  const readme = Deno.readTextFileSync(projectUrl(`hooks/${client.folder.replaceAll("-", "_")}/README.md`));
  for (const word of [/`client\.ts` is the door/, /report/i]) {
    assert(word.test(readme), `${client.name}: ${word}`);
  }
});

Deno.test("clients differ in name and folder, and each with hooks is found by the word of its entries", () => {
  for (const names of [CLIENTS.map(({ name }) => name), CLIENTS.map(({ folder }) => folder)] as readonly string[][]) {
    assertEquals(new Set(names).size, names.length);
  }
  const withHooks = CLIENTS.filter(({ readPayload }) => readPayload !== undefined);
  assertEquals(HOOK_CLIENTS.map(({ folder }) => folder), withHooks.map(({ folder }) => folder));
  for (const { hookWords } of withHooks) assert((hookWords?.length ?? 0) > 0);
});

/** A conversation of two questions with their replies, as each client keeps it (`fixtures/<client>`). */
const FIXTURES: Readonly<Record<ClientName, string>> = {
  "claude-code": "claude/demo/session.jsonl",
  codex: "codex/forms/0.98.0/rollout-2026-11-02T09-11-40-01a19b87-54e0-7007-8000-000000000007.jsonl",
  copilot: "copilot/session-state/4b7d1c20-6e11-4f0a-9b3e-1c5d7e9f0a01/events.jsonl",
  cline: "cline/sessions/1788000000000_ab12/1788000000000_ab12.messages.json",
  cursor: "cursor/projects/srv-kettle/agent-transcripts/5c8e2d31-7f22-4a1b-8c4f-2d6e8f0a1b02/" +
    "5c8e2d31-7f22-4a1b-8c4f-2d6e8f0a1b02.jsonl",
  gemini: "gemini/tmp/kettle/chats/session-2026-09-03T08-00-6d9f3e42.jsonl",
  "claude-export": "claude_export/conversations.json",
  "chatgpt-export": "chatgpt_export/conversations.json",
};
const ASKED = ["why does the pump boil dry?", "remember: run the heat tests before each commit"];
const ANSWERED = ["The sensor sends a null when it is cold.", "Noted: the heat tests come first."];

/** The records of a fixture, as an import gets them. */
function recordsOf(client: ClientModule, path: string): readonly unknown[] {
  const text = Deno.readTextFileSync(path);
  if (client.exported !== undefined) {
    const conversation = client.exported((JSON.parse(text) as unknown[])[0]);
    assert(typeof conversation === "object");
    return exportRecords(client.name, conversation);
  }
  return client.documentRecords?.(disk, path) ?? text.trimEnd().split("\n").map((line) => JSON.parse(line));
}

for (const client of CLIENTS) {
  diskTest(`client ${client.name} reads its fixture, it alone, and in two runs what it reads in one`, async () => {
    await withTemporaryDirectory(() => {
      const path = Deno.realPathSync(projectUrl(`fixtures/${FIXTURES[client.name]}`));
      const records = recordsOf(client, path);
      assertEquals(CLIENTS.filter((other) => other.recognises(records.slice(0, 30))).map(({ name }) => name), [
        client.name,
      ]);
      assertEquals(client.isSubagentFile(path, () => records), false);
      const sessionId = client.sessionOf?.(path, () => records) ?? "5d2e";
      const readFrom = (given: readonly unknown[], state?: Json) => {
        const reader = client.createReader({ sessionId, ...(state === undefined ? {} : { state }) });
        const events = given.flatMap((record) => reader.read(record));
        return { reader, events };
      };
      const whole = readFrom(records);
      const all = [...whole.events, ...whole.reader.finish()];
      const texts = (type: "typed" | "reply") => all.flatMap((event) => event.type === type ? [event.text] : []);
      if (client.name === "claude-code" || client.name === "codex") {
        assert(texts("typed").length > 0 && texts("reply").length > 0);
      } else assertEquals([texts("typed"), texts("reply")], [ASKED, ANSWERED]);
      for (let cut = 0; cut <= records.length; cut++) {
        const first = readFrom(records.slice(0, cut));
        const state = JSON.parse(JSON.stringify(first.reader.snapshot((text) => text)));
        const second = readFrom(records.slice(cut), state);
        assertEquals([...first.events, ...second.events, ...second.reader.finish()], all, `cut at ${cut}`);
      }
      for (const record of records) {
        const latin1 = new TextDecoder("latin1").decode(encoded(record));
        const matters = client.createReader({ sessionId }).read(record).some(({ type }) => type !== "link") ||
          client.evidence(record).directories.length > 0;
        assert(!matters || client.mayMatter(latin1), latin1.slice(0, 200));
      }
      assertEquals([...side(client, path, records)], client.exported === undefined ? ["/srv/kettle"] : []);
    });
  });
}

/** Every directory that is known of a fixture. */
function side(client: ClientModule, path: string, records: readonly unknown[]): ReadonlySet<string> {
  const own = records.flatMap((record) => client.evidence(record).directories).map(({ path }) => path);
  const beside = own.length > 0 ? [] : client.sideDirectories?.(disk, path) ?? [];
  return new Set([...own, ...beside.map(({ path }) => path)]);
}

/** A table row of a report, and what it names as its test. */
function mapped(readme: string): readonly (readonly [string, string, string])[] {
  return [...readme.matchAll(/^\|(.+?)\|.*?`([^`]+_test\.ts)` "([^"]+)"/gm)].map((
    [, report = "", path = "", name = ""],
  ) => [report.trim(), path, name]);
}

diskTest("every report in the clients' tables has the test that it names", async () => {
  await withTemporaryDirectory(() => {
    const folders = ["cline", "copilot", "cursor", "gemini", "claude_export", "chatgpt_export"];
    for (const folder of folders) {
      const readme = Deno.readTextFileSync(projectUrl(`hooks/${folder}/README.md`));
      const table = readme.slice(readme.lastIndexOf("| report"));
      const rows = table.split("\n").filter((line) => line.startsWith("|")).slice(2);
      const found = mapped(table);
      assertEquals(found.length, rows.length, `hooks/${folder}/README.md: a report without its test`);
      for (const [report, path, name] of found) {
        const source = Deno.readTextFileSync(projectUrl(path));
        assert(source.includes(name), `hooks/${folder}/README.md, ${report}: ${path} has no "${name}"`);
      }
    }
  });
});
