import { assertEquals, assertStringIncludes } from "@std/assert";
import { type CommandMachine, commandTest } from "./command_test_support.ts";
import type { Row } from "./import_test_support.ts";
import { rawZip } from "./zip_test_support.ts";

const ROOT = "00000000-0000-4000-8000-000000000000";

const said = (uuid: string, sender: string, words: string, parent: string, more: Row = {}): Row => ({
  uuid,
  sender,
  text: words,
  content: [{ type: "thinking", thinking: "hm" }, { type: "text", text: words }],
  parent_message_uuid: parent,
  created_at: `2026-07-01T09:00:0${uuid.slice(1)}Z`,
  ...more,
});

const SOURDOUGH: readonly Row[] = [
  said("m1", "human", "why is the loaf flat?", ROOT),
  said("m2", "human", "it rose for an hour", "m1"),
  said("m3", "assistant", "Underproofed.", "m2"),
  said("m4", "human", "an older branch", "m3"),
  said("m5", "human", "and the crust?", "m3"),
  said("m6", "assistant", "More steam.", "m5"),
];
const claude = (messages: readonly Row[]): Row => ({ uuid: "c1", name: "Sourdough", chat_messages: messages });

const node = (id: string, parent: string | null, role: string, content: Row, more: Row = {}): [string, Row] => [id, {
  id,
  parent,
  message: { id, author: { role }, create_time: 1788000001.5, content, ...more },
}];
const parts = (...all: unknown[]): Row => ({ content_type: "multimodal_text", parts: all });
const BEES: Row = {
  conversation_id: "k1",
  current_node: "n5",
  mapping: Object.fromEntries([
    ["n0", { id: "n0", message: null, parent: null }],
    node("n1", "n0", "user", { content_type: "user_editable_context", user_profile: "I keep bees" }),
    node("n1b", "n1", "user", parts("hidden words"), { metadata: { is_visually_hidden_from_conversation: true } }),
    node("n2", "n1b", "user", parts({ asset_pointer: "sediment://a" }, "what bee is this?")),
    node("n3", "n2", "assistant", { content_type: "thoughts", thoughts: [] }),
    node("n3b", "n2", "assistant", parts("another branch")),
    node("n4", "n3", "assistant", parts("to a tool"), { recipient: "python" }),
    node("n5", "n4", "assistant", { parts: ["A carder bee."] }, { recipient: "all" }),
  ]),
};

async function put(path: string, elements: readonly unknown[], name = "conversations.json"): Promise<string> {
  Deno.mkdirSync(path.replace(/\/[^/]*$/, ""), { recursive: true });
  const data = new TextEncoder().encode(JSON.stringify(elements));
  Deno.writeFileSync(path, await rawZip([{ name, data, deflate: true }]));
  return path;
}

const outcomes = (report: Row): unknown =>
  (report["exports"] as readonly Row[]).map((
    { outcome, seen, learned, known, empty, unsupported, failed, skipped },
  ) => [
    outcome,
    { seen, learned, known, empty, unsupported, failed, ...(skipped as Row) },
  ]);
const counts = (more: Row): Row => ({ seen: 0, learned: 0, known: 0, empty: 0, unsupported: 0, failed: 0, ...more });

const told = (machine: CommandMachine, workspace: string): readonly (string | undefined)[] =>
  machine.exchanges(`${machine.home}/data/work/${workspace}`).flatMap((
    { question, answers },
  ) => [question?.text, ...answers.map(({ text }) => text)]).sort();

const WORDS = [
  "A carder bee.",
  "More steam.",
  "Underproofed.",
  "and the crust?",
  "what bee is this?",
  "why is the loaf flat?\n\nit rose for an hour",
];

commandTest(
  "learn --desktop learns an export once a workspace, of both services in one archive, and not without it",
  async (machine) => {
    machine.configure({ version: 1, workspaces: { default: {}, research: {} } });
    const elements = [
      claude(SOURDOUGH),
      BEES,
      { uuid: "c2", chat_messages: [] },
      {
        uuid: "c3",
        chat_messages: [{ uuid: "a1", sender: "human", text: "", content: [], files: [{ file_name: "loaf.jpg" }] }],
      },
      { title: "of nobody" },
    ];
    const zip = await put(`${machine.userHome}/Downloads/data-2026-batch-0000.zip`, elements);
    await put(`${machine.userHome}/Downloads/deeper/x.zip`, elements);
    Deno.symlinkSync(zip, `${machine.userHome}/Downloads/link.zip`);
    const before = Deno.statSync(zip);
    await machine.json(["learn"]);
    assertEquals(told(machine, "default"), []);
    const first = await machine.json(["learn", "--desktop"]);
    assertEquals(outcomes(first), [["imported", counts({ seen: 5, learned: 2, empty: 1, known: 1, unsupported: 1 })]]);
    assertEquals(told(machine, "default"), WORDS);
    assertEquals(told(machine, "research"), []);
    const [stored] = (await machine.json(["sessions", "list", "--all"]))["sessions"] as readonly {
      readonly id: string;
    }[];
    const { stderr } = await machine.run(["explain", stored?.id ?? ""]);
    assertStringIncludes(stderr, 'it came with an export, which only "learn --desktop" and "learn --path" read; "impr');
    assertEquals(outcomes(await machine.json(["learn", "--desktop"])), [["already-imported", counts({})]]);
    const other = await machine.json(["learn", "--desktop", "--workspace", "research"]);
    assertEquals((other["exports"] as Row[]).map(({ learned }) => learned), [2]);
    assertEquals(told(machine, "research"), WORDS);
    const again = await machine.json(["learn", "--desktop", "--workspace", "research"]);
    assertEquals(outcomes(again), [["already-imported", counts({})]]);
    assertEquals(told(machine, "default"), WORDS);
    assertEquals(Deno.statSync(zip).mtime, before.mtime);
  },
);

commandTest("learn --desktop adds only what is new of a later export", async (machine) => {
  await put(`${machine.userHome}/Downloads/a.zip`, [claude(SOURDOUGH)]);
  await machine.json(["learn", "--desktop"]);
  const more = [said("m7", "human", "and the salt?", "m6"), said("m8", "assistant", "Two percent.", "m7")];
  await put(`${machine.userHome}/Downloads/b.zip`, [claude([...SOURDOUGH, ...more]), BEES], "conversations-000.json");
  const report = await machine.json(["learn", "--desktop"]);
  assertEquals((report["exports"] as Row[]).map(({ outcome, exchanges }) => [outcome, exchanges]), [
    ["already-imported", 0],
    ["imported", 2],
  ]);
  assertEquals(told(machine, "default"), [...WORDS, "Two percent.", "and the salt?"].sort());
});

commandTest("learn --desktop loses no reply to a question that a later export goes on with", async (machine) => {
  const asked = [...SOURDOUGH, said("m7", "human", "and the salt?", "m6")];
  await put(`${machine.userHome}/Downloads/a.zip`, [claude(asked)]);
  await machine.json(["learn", "--desktop"]);
  const more = [said("m8", "human", "in grams", "m7"), said("m9", "assistant", "Ten.", "m8")];
  await put(`${machine.userHome}/Downloads/b.zip`, [claude([...asked, ...more])]);
  await machine.json(["learn", "--desktop"]);
  const last = machine.exchanges(`${machine.home}/data/work/default`).at(-1);
  assertEquals([last?.question?.text, last?.answers.map(({ text }) => text)], ["and the salt?\n\nin grams", ["Ten."]]);
});

commandTest("learn --desktop lets only the inbox have exports where there is one", async (machine) => {
  machine.configure({ version: 1, inbox: "research", workspaces: { default: {}, research: {} } });
  await put(`${machine.userHome}/Downloads/a.zip`, [claude(SOURDOUGH)]);
  const refused = await machine.json(["learn", "--desktop"]);
  assertEquals(outcomes(refused), [["imported", counts({ seen: 1, "no-evidence": 1 })]]);
  assertEquals(told(machine, "default"), []);
  await machine.json(["learn", "--desktop", "--workspace", "research"]);
  assertEquals(told(machine, "research").length, 4);
  // What was refused was not imported: it is learned when there is no inbox any more.
  machine.configure({ version: 1, workspaces: { default: {}, research: {} } });
  await machine.json(["learn", "--desktop"]);
  assertEquals(told(machine, "default").length, 4);
});

commandTest("learn --path reads inside the workspace's roots only, and says so before it reads", async (machine) => {
  const inside = machine.directory("exports");
  const outside = machine.directory("elsewhere");
  machine.configure({ version: 1, workspaces: { default: { roots: [inside] }, research: {} } });
  const zip = await put(`${outside}/a.zip`, [claude(SOURDOUGH)]);
  Deno.symlinkSync(outside, `${inside}/link`);
  Deno.chmodSync(zip, 0o000);
  for (const path of [outside, zip, `${inside}/link`, `${inside}/../elsewhere`, `${outside}/none.zip`]) {
    const { code, stdout, stderr } = await machine.run(["learn", "--path", path]);
    assertEquals([code === 0, stdout], [false, ""], path);
    assertStringIncludes(stderr, 'it lies in no root of workspace "default"');
  }
  await put(`${inside}/a.zip`, [claude(SOURDOUGH)]);
  Deno.writeTextFileSync(`${inside}/conversations.json`, JSON.stringify([BEES]));
  Deno.writeTextFileSync(`${inside}/manifest-a.json`, '{"data_files":[]}');
  const report = await machine.json(["learn", "--path", inside]);
  assertEquals(outcomes(report), [
    ["imported", counts({ seen: 1, learned: 1 })],
    ["imported", counts({ seen: 1, learned: 1 })],
  ]);
  assertStringIncludes(String(report["notes"]), "is the index of an export");
});

commandTest("learn --desktop says what is wrong with an archive, and goes on with the others", async (machine) => {
  Deno.mkdirSync(`${machine.userHome}/Downloads`);
  Deno.writeTextFileSync(`${machine.userHome}/Downloads/a.zip`, "PK\u0003\u0004");
  await put(`${machine.userHome}/Downloads/b.zip`, [claude(SOURDOUGH)]);
  await put(`${machine.userHome}/Downloads/c.zip`, ["photos"], "index.json");
  const { code, stdout } = await machine.run(["learn", "--desktop"]);
  assertEquals(code, 1);
  assertStringIncludes(stdout, "it is damaged");
  assertStringIncludes(stdout, "2 new exchanges");
});
