import { assertEquals, assertStringIncludes } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { type CommandMachine, commandTest } from "./command_test_support.ts";
import { type Row, snapshot } from "./import_test_support.ts";

const ID = (n: number): string => `8d8d8d8d-7777-4777-8777-00000000000${n}`;
const AT = "2026-09-03T08:00:00.000Z";

const SCHEMA = "create table if not exists ItemTable (key text unique on conflict replace, value blob);" +
  "create table if not exists cursorDiskKV (key text unique on conflict replace, value blob)";

/** Puts rows into a database of the editor; its log stays open until the result is called. */
function put(path: string, rows: Readonly<Record<string, unknown>>, table = "cursorDiskKV") {
  Deno.mkdirSync(path.replace(/\/[^/]*$/, ""), { recursive: true });
  const db = new DatabaseSync(path);
  db.exec(`pragma journal_mode=wal; ${SCHEMA}`);
  for (const [key, value] of Object.entries(rows)) {
    db.prepare(`insert into ${table} values (?, ?)`).run(key, new TextEncoder().encode(JSON.stringify(value)));
  }
  return () => db.close();
}

const user = (machine: CommandMachine): string => `${machine.userHome}/.config/Cursor/User`;
const global = (machine: CommandMachine): string => `${user(machine)}/globalStorage/state.vscdb`;
const uri = (fsPath: string): Row => ({ workspaceIdentifier: { uri: { scheme: "file", fsPath, path: fsPath } } });

/** A conversation of the newest layout. */
function talk(id: string, words: readonly string[], more: Row = {}): Record<string, unknown> {
  const ids = words.map((_, n) => `b${n}`);
  return {
    [`composerData:${id}`]: {
      composerId: id,
      fullConversationHeadersOnly: ids.map((bubbleId, n) => ({ bubbleId, type: 1 + n % 2 })),
      ...more,
    },
    ...Object.fromEntries(
      words.map((text, n) => [`bubbleId:${id}:b${n}`, { bubbleId: `b${n}`, type: 1 + n % 2, text, createdAt: AT }]),
    ),
  };
}

const told = (machine: CommandMachine, project: string): readonly (string | undefined)[] =>
  machine.exchanges(project).flatMap(({ question, answers }) => [question?.text, ...answers.map(({ text }) => text)]);

async function sweep(machine: CommandMachine): Promise<Row> {
  const { clients } = await machine.json(["learn", "--json"]) as { clients: Record<string, Row> };
  const { found, learned, known, failed, skipped } = clients["cursor"] ?? {};
  return { found, learned, known, failed, skipped };
}

commandTest(
  "learn reads the conversations of Cursor's editor with an open log, once, and leaves nothing beside the database",
  async (machine) => {
    const kettle = machine.project("kettle");
    const close = put(global(machine), {
      ...talk(ID(1), ["<b>why</b> does it boil dry?", "the sensor sends a null"], uri(kettle)),
      ...talk(ID(2), ["look for the pump", "it is in pump.ts"], { ...uri(kettle), subagentInfo: { type: "explore" } }),
      "composerData:empty": { composerId: "empty", fullConversationHeadersOnly: [] },
      "agentKv:blob:00": { role: "user", content: "no message" },
    });
    const before = snapshot(user(machine));
    assertEquals(await sweep(machine), { found: 1, learned: 1, known: 0, failed: 0, skipped: {} });
    assertEquals(await sweep(machine), { found: 1, learned: 0, known: 1, failed: 0, skipped: {} });
    assertEquals(told(machine, kettle), ["<b>why</b> does it boil dry?", "the sensor sends a null"]);
    assertEquals(snapshot(user(machine)), before);
    const more = ["<b>why</b> does it boil dry?", "the sensor sends a null", "and now?", "now it is well"];
    put(global(machine), talk(ID(1), more, uri(kettle)))();
    assertEquals(await sweep(machine), { found: 1, learned: 1, known: 0, failed: 0, skipped: {} });
    assertEquals(told(machine, kettle), more);
    close();
    // The log is folded in and gone: nobody may make it again.
    assertEquals([...Deno.readDirSync(`${user(machine)}/globalStorage`)].map(({ name }) => name), ["state.vscdb"]);
    await sweep(machine);
    assertEquals([...Deno.readDirSync(`${user(machine)}/globalStorage`)].map(({ name }) => name), ["state.vscdb"]);
    // What was stored is gone: the database did not change, and is read again.
    Deno.removeSync(`${kettle}/.umwelten`, { recursive: true });
    assertEquals((await sweep(machine))["learned"], 1);
    assertEquals(told(machine, kettle), more);
  },
);

commandTest("learn reads the older layouts of Cursor's editor by the directory of their window", async (machine) => {
  const kettle = machine.project("kettle");
  const window = `${user(machine)}/workspaceStorage/0f0f`;
  put(`${window}/state.vscdb`, {
    "composer.composerData": {
      allComposers: [
        { composerId: ID(1), conversation: [{ type: 1, bubbleId: "a", text: "why does it boil dry?" }] },
        { composerId: ID(2) },
      ],
    },
    "workbench.panel.aichat.view.aichat.chatdata": {
      tabs: [{
        tabId: ID(3),
        bubbles: [{ type: "user", id: "c", text: "who made the pump?" }, { type: "ai", id: "d", rawText: "Mira" }],
      }],
    },
  }, "ItemTable")();
  Deno.writeTextFileSync(`${window}/workspace.json`, JSON.stringify({ folder: `file://${kettle}` }));
  // Moved to the database of all windows, which says no directory.
  put(global(machine), {
    [`composerData:${ID(2)}`]: {
      conversation: [{ type: 1, bubbleId: "x", text: "is it inline?" }, { type: 2, bubbleId: "y", text: "it is" }],
    },
  })();
  assertEquals(await sweep(machine), { found: 3, learned: 3, known: 0, failed: 0, skipped: {} });
  assertEquals(
    [...told(machine, kettle)].sort(),
    ["Mira", "is it inline?", "it is", "who made the pump?", "why does it boil dry?"],
  );
});

/** What a conversation or a message says of its directory, and what comes of it. */
const PLACES: readonly (readonly [string, (kettle: string) => Row, Row, string])[] = [
  ["the conversation's own URI", (kettle) => ({ workspaceUri: `file://${kettle}` }), {}, "learned"],
  ["a message's directory", () => ({}), { workspaceProjectDir: "KETTLE" }, "learned"],
  ["a message's URI", () => ({}), { workspaceUris: ["file://KETTLE"] }, "learned"],
  ["nothing", () => ({}), {}, "no-evidence"],
  [
    "another machine's directory alone",
    () => ({ workspaceUri: "vscode-remote://ssh-remote+prod/home/kim/orchard" }),
    {},
    "unplaceable-cwd",
  ],
  ["a directory of another workspace beside its own", uri, { workspaceProjectDir: "RESEARCH" }, "claimed"],
];

commandTest("learn places a conversation of Cursor's editor by what it and its messages name", async (machine) => {
  const [kettle, research] = [machine.project("kettle"), machine.project("research")];
  machine.configure({ version: 1, workspaces: { default: {}, research: { roots: [research] } } });
  const rows = PLACES.map(([name, row, bubble], n): Row => {
    const id = ID(n);
    const text = JSON.stringify(bubble).replaceAll("KETTLE", kettle).replaceAll("RESEARCH", research);
    const all = talk(id, [name, "because"], row(kettle));
    return { ...all, [`bubbleId:${id}:b0`]: { ...all[`bubbleId:${id}:b0`] as Row, ...JSON.parse(text) } };
  });
  put(global(machine), Object.assign({}, ...rows))();
  const { skipped } = await sweep(machine);
  const skips = PLACES.map(([, , , expected]) => expected).filter((expected) => expected !== "learned");
  assertEquals(skipped, Object.fromEntries(skips.map((verdict) => [verdict, 1])));
  const learned = PLACES.filter(([, , , expected]) => expected === "learned").flatMap(([name]) => [name, "because"]);
  assertEquals([...told(machine, kettle)].sort(), learned.sort());
});

commandTest("learn takes what Cursor's editor wrote for the user for no question", async (machine) => {
  const kettle = machine.project("kettle");
  const rows = talk(ID(1), ["why?", "because", "go on", "done", "a thought", "half a"], {
    ...uri(kettle),
    generatingBubbleIds: ["b5"],
  });
  const change = (n: number, more: Row) =>
    rows[`bubbleId:${ID(1)}:b${n}`] = { ...rows[`bubbleId:${ID(1)}:b${n}`] as Row, ...more };
  change(2, { isSimulatedMsg: true });
  change(4, { type: 2, isThought: true });
  put(global(machine), rows)();
  await sweep(machine);
  assertEquals(told(machine, kettle), ["why?", "because", "done"]);
  assertEquals(machine.exchanges(kettle)[0]?.evidence.map(({ text }) => text), ["go on"]);
});

commandTest(
  "learn reads a conversation of Cursor's editor that has a transcript in the transcript",
  async (machine) => {
    const kettle = machine.project("kettle");
    put(global(machine), talk(ID(1), ["why?", "because"], uri(kettle)))();
    const folder = `${machine.userHome}/.cursor/projects/empty-window/agent-transcripts`;
    Deno.mkdirSync(folder, { recursive: true });
    Deno.writeTextFileSync(`${folder}/${ID(1)}.jsonl`, '{"role":"user","message":{"content":"why?"}}\n');
    assertEquals(await sweep(machine), { found: 1, learned: 0, known: 0, failed: 0, skipped: { "no-evidence": 1 } });
  },
);

commandTest(
  "learn leaves Cursor's database alone while it is being changed, and reads it the next time (https://github.com/AstroQore/vibe-bar/pull/184)",
  async (machine) => {
    const kettle = machine.project("kettle");
    put(global(machine), talk(ID(1), ["why?", "because"], uri(kettle)))();
    const db = new DatabaseSync(global(machine));
    try {
      db.exec("pragma journal_mode=delete; pragma cache_size=1; pragma cache_spill=1; begin immediate");
      const add = db.prepare("insert into cursorDiskKV values (?, ?)");
      for (let n = 0; n < 300; n++) add.run(`late:${n}`, "x".repeat(2000));
      assertEquals((await sweep(machine))["skipped"], { busy: 1 });
      const { code, stderr } = await machine.run(["learn", "--transcript", global(machine)]);
      assertEquals(code, 1);
      assertStringIncludes(stderr, "changing it right now");
      // Nobody waited for us: no lock was taken (https://github.com/specstoryai/getspecstory/issues/77).
      db.exec("commit");
    } finally {
      db.close();
    }
    assertEquals((await sweep(machine))["learned"], 1);
  },
);

commandTest("learn --transcript learns every conversation of a database of Cursor's editor", async (machine) => {
  const kettle = machine.project("kettle");
  put(global(machine), {
    ...talk(ID(1), ["why?", "because"], uri(kettle)),
    ...talk(ID(2), ["who?", "Mira"], uri(kettle)),
  })();
  const copy = `${machine.directory("copies")}/global-state.vscdb`;
  Deno.copyFileSync(global(machine), copy);
  const report = await machine.json(["learn", "--transcript", copy]);
  assertEquals([report["client"], report["sessionId"], report["outcome"]], ["cursor", ID(1), "learned"]);
  assertEquals((report["otherSessions"] as readonly Row[]).map(({ sessionId }) => sessionId), [ID(2)]);
  assertEquals([...told(machine, kettle)].sort(), ["Mira", "because", "who?", "why?"]);
});
