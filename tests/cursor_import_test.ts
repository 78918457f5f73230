import { assert, assertEquals } from "@std/assert";
import { createHash } from "node:crypto";
import { CLIENTS } from "../hooks/clients.ts";
import { disk } from "../lib/io/disk.ts";
import { type Machine, machineTest, type Row, SHARED, walk } from "./import_test_support.ts";

const ID = "8d8d8d8d-3333-4333-8333-000000000001";

const say = (role: string, ...content: readonly Row[]): Row => ({ role, message: { content } });
const text = (words: string): Row => ({ type: "text", text: words });
const query = (words: string): Row =>
  text(`<timestamp>Tuesday, Sep 8, 2026</timestamp>\n<user_query>\n${words}\n</user_query>`);

const TALK: readonly Row[] = [
  say("user", query("why does it boil dry?")),
  say("assistant", text("the sensor sends a null"), {
    type: "tool_use",
    name: "Shell",
    input: { command: "make test" },
  }),
  { type: "turn_ended", status: "success" },
  say("user", text("<rules>be kind</rules>"), query("remember: run the heat tests first")),
  say("assistant", text("noted\n\n[REDACTED]")),
];
const WORDS = ["why does it boil dry?", "the sensor sends a null", "remember: run the heat tests first", "noted"];

function write(path: string, content: string): string {
  Deno.mkdirSync(path.replace(/\/[^/]*$/, ""), { recursive: true });
  Deno.writeTextFileSync(path, content);
  return path;
}

/** The folder's name of a directory, as the client makes it of one without dots. */
const slugOf = (directory: string): string => directory.slice(1).replace(/[^0-9A-Za-z]/g, "-");

interface Placed {
  readonly slug: string;
  readonly rows?: readonly Row[];
  readonly id?: string;
}

function put(machine: Machine, { slug, rows = TALK, id = ID }: Placed): string {
  const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join("");
  return write(`${machine.root}/client/projects/${slug}/agent-transcripts/${id}/${id}.jsonl`, lines);
}

function told(machine: Machine, workDir: string): readonly (string | undefined)[] {
  return machine.exchanges(workDir).flatMap((
    { question, answers },
  ) => [question?.text, ...answers.map(({ text }) => text)]);
}

const HOOK = { kind: "hook" } as const;

machineTest("importTranscript() learns a Cursor conversation by the roots that the payload names", async (machine) => {
  const kettle = machine.project("kettle");
  const path = put(machine, { slug: "empty-window" });
  const payload = { sessionId: ID, cwd: kettle, reply: null };
  const report = await machine.learn(path, { asker: HOOK, payload });
  assertEquals([report.client, report.sessionId, report.outcome], ["cursor", ID, "learned"]);
  assertEquals(report.learnings, { preferences: 1 });
  assertEquals(told(machine, kettle), WORDS);
  // The hook is run twice where Claude's settings are read as well (https://github.com/usalu/semio/issues/638).
  assertEquals((await machine.learn(path, { asker: HOOK, payload })).outcome, "nothing-new");
});

machineTest("importTranscript() counts every root of a Cursor window", async (machine) => {
  const [kettle, research] = [machine.project("kettle"), machine.project("research")];
  machine.configure({ version: 1, workspaces: { default: {}, research: { roots: [research] } } });
  const payload = { sessionId: ID, cwd: kettle, roots: [research], reply: null };
  const report = await machine.learn(put(machine, { slug: "empty-window" }), { payload });
  assertEquals([report.outcome, report.verdict?.kind], ["skipped", "claimed"]);
  // Later, with the state lost and no payload at hand.
  Deno.removeSync(`${machine.home}/state`, { recursive: true });
  const again = await machine.learn(put(machine, { slug: "empty-window", id: ID }));
  assertEquals(again.verdict?.kind, "claimed");
});

machineTest("importTranscript() learns a Cursor conversation of a trusted folder", async (machine) => {
  const kettle = machine.project("kettle");
  const slug = slugOf(kettle);
  write(`${machine.root}/client/projects/${slug}/.workspace-trusted`, JSON.stringify({ workspacePath: kettle }));
  await machine.learn(put(machine, { slug }));
  assertEquals(told(machine, kettle), WORDS);
});

machineTest("importTranscript() takes no trusted folder for a witness whose name does not fit", async (machine) => {
  const kettle = machine.project("kettle");
  write(`${machine.root}/client/projects/elsewhere/.workspace-trusted`, JSON.stringify({ workspacePath: kettle }));
  assertEquals((await machine.learn(put(machine, { slug: "elsewhere" }))).verdict?.kind, "no-evidence");
});

machineTest("importTranscript() takes the CLI's meta.json for a witness in its own place only", async (machine) => {
  const kettle = machine.project("kettle");
  const md5 = createHash("md5").update(kettle).digest("hex");
  const meta = JSON.stringify({ schemaVersion: 1, cwd: kettle, hasConversation: true });
  write(`${machine.root}/client/chats/0123456789abcdef0123456789abcdef/${ID}/meta.json`, meta);
  const path = put(machine, { slug: "empty-window" });
  assertEquals((await machine.learn(path)).verdict?.kind, "no-evidence");
  write(`${machine.root}/client/chats/${md5}/${ID}/meta.json`, meta);
  await machine.learn(path);
  assertEquals(told(machine, kettle), WORDS);
});

machineTest(
  "importTranscript() lets a Cursor conversation's own meta.json refuse what its folder's trust would grant",
  async (machine) => {
    const [dashed, nested] = [machine.project("w/a-b"), machine.project("w/a/b")];
    machine.configure({ version: 1, workspaces: { default: { roots: [dashed] }, research: { roots: [nested] } } });
    const slug = slugOf(dashed);
    assertEquals(slug, slugOf(nested));
    write(`${machine.root}/client/projects/${slug}/.workspace-trusted`, JSON.stringify({ workspacePath: dashed }));
    const md5 = createHash("md5").update(nested).digest("hex");
    const meta = write(`${machine.root}/client/chats/${md5}/${ID}/meta.json`, JSON.stringify({ cwd: nested }));
    const report = await machine.learn(put(machine, { slug }));
    assertEquals([report.outcome, report.verdict?.kind, report.verdict?.other], ["skipped", "claimed", "research"]);
    assertEquals(told(machine, dashed), []);
    // One of the client's other layout.
    Deno.removeSync(meta);
    const other = "8d8d8d8d-3333-4333-8333-000000000002";
    write(`${machine.root}/client/acp-sessions/${other}/meta.json`, JSON.stringify({ cwd: nested }));
    assertEquals((await machine.learn(put(machine, { slug, id: other }))).verdict?.kind, "claimed");
  },
);

machineTest(
  "importTranscript() takes a Cursor folder's name for evidence when one directory alone has it (https://github.com/Dicklesworthstone/coding_agent_session_search/issues/459)",
  async (machine) => {
    const app = machine.project("my-app");
    const path = put(machine, { slug: slugOf(app) });
    await machine.learn(path);
    assertEquals(told(machine, app), WORDS);
    machine.project("my/app");
    const other = "8d8d8d8d-3333-4333-8333-000000000002";
    assertEquals((await machine.learn(put(machine, { slug: slugOf(app), id: other }))).verdict?.kind, "no-evidence");
  },
);

const CURSOR = CLIENTS.find(({ name }) => name === "cursor");

machineTest(
  "transcripts() lists both layouts and no sub-agent (https://github.com/entireio/cli/pull/522)",
  (machine) => {
    const nested = put(machine, { slug: "srv-kettle" });
    const folder = nested.slice(0, -`/${ID}/${ID}.jsonl`.length);
    const flat = write(`${folder}/9e.jsonl`, "");
    const child = write(`${folder}/${ID}/subagents/x.jsonl`, "");
    write(`${folder}/${ID}/${ID}.txt`, "old");
    assertEquals(CURSOR?.transcripts(disk, `${machine.root}/client`).map(({ path }) => path), [nested, flat].sort());
    assertEquals(CURSOR?.findSession(disk, nested, "9e"), flat);
    assertEquals(CURSOR?.isSubagentFile(child, () => []), true);
    return Promise.resolve();
  },
);

function hasCursorCorpus(): boolean {
  try {
    return Deno.statSync(`${SHARED}corpus/cursor`).isDirectory;
  } catch {
    return false;
  }
}

/** Public files that are no transcript of the client, by a part of their path; the databases are not read. */
const NO_TRANSCRIPT: readonly (readonly [string, string])[] = [
  ["headers_only_", "not-recognised"],
  ["html_export/", "not-recognised"],
  ["message_grouping/", "no-evidence"],
  [".vscdb", "not-recognised"],
  ["test-store.db", "empty"],
  ["transcripts/empty.jsonl", "empty"],
  ["error-only.jsonl", "not-recognised"],
  ["/subagents/", "sub-agent"],
];

machineTest(
  "importTranscript() reads or skips every public Cursor file for its reason",
  async (machine) => {
    const files = [...walk(`${SHARED}corpus/cursor`)];
    assert(files.length > 0);
    for (const file of files) {
      const report = await machine.learn(file, { workDir: machine.project("kettle") });
      const expected = NO_TRANSCRIPT.find(([part]) => file.includes(part))?.[1] ?? "no-evidence";
      assertEquals(report.reason ?? report.verdict?.kind, expected, file);
    }
  },
  !hasCursorCorpus(),
);
