import { assertEquals } from "@std/assert";
import { type CommandMachine, commandTest } from "./command_test_support.ts";
import { conversation, type Row, snapshot } from "./import_test_support.ts";

const ID = (n: number): string => `8d8d8d8d-9999-4999-8999-00000000000${n}`;

function talk(machine: CommandMachine, { id, project, slug }: { id: string; project: string; slug: string }): void {
  const said = conversation(id, project);
  said.typed("why does it boil dry?");
  said.reply("the sensor sends a null");
  machine.transcript(id, said.rows, { slug });
}

/** Writes a note and returns its path. */
function note(machine: CommandMachine, slug: string, name: string, text: string): string {
  const folder = `${machine.root}/client/projects/${slug}/memory`;
  Deno.mkdirSync(folder, { recursive: true });
  Deno.writeTextFileSync(`${folder}/${name}`, text);
  return `${folder}/${name}`;
}

const typed = (type: string, body: string): string =>
  `---\nname: a note\ndescription: in short\ntype: ${type}\n---\n${body}\n`;

async function sweep(machine: CommandMachine): Promise<Row> {
  const { clients } = await machine.json(["learn"]) as { clients: Record<string, Row> };
  const { found, learned, known, failed, skipped } = clients["claude-code"] ?? {};
  return { found, learned, known, failed, skipped };
}

async function learned(machine: CommandMachine, project: string): Promise<readonly string[]> {
  const { rows } = await machine.json(["list", "--in", project]) as { rows: readonly Row[] };
  return rows.map(({ kind, payload }) => {
    const { text, rule, assertedBy } = payload as Row;
    return `${kind} ${rule} ${assertedBy}: ${text}`;
  }).filter((row) => row.includes("memory.")).sort();
}

commandTest(
  "learn takes the notes of Claude's memory for what they say they are, and changes with them",
  async (machine) => {
    const kettle = machine.project("kettle");
    talk(machine, { id: ID(1), project: kettle, slug: "-kettle" });
    note(machine, "-kettle", "MEMORY.md", "- [a note](user_role.md)");
    const role = note(machine, "-kettle", "user_role.md", typed("user", "Likes short answers."));
    note(machine, "-kettle", "feedback.md", typed('"feedback"', "Run the heat tests first."));
    note(machine, "-kettle", "pump.md", typed("project", ""));
    note(machine, "-kettle", "plain.md", "no front matter");
    note(machine, "-kettle", "odd.md", typed("poem", "roses"));
    const before = snapshot(`${machine.root}/client`);
    assertEquals(await sweep(machine), { found: 2, learned: 2, known: 0, failed: 0, skipped: {} });
    const first = [
      "facts memory.fact assistant: in short",
      "preferences memory.preference assistant: Likes short answers.",
      "preferences memory.preference assistant: Run the heat tests first.",
    ];
    assertEquals(await learned(machine, kettle), first);
    assertEquals(await sweep(machine), { found: 2, learned: 0, known: 2, failed: 0, skipped: {} });
    assertEquals(snapshot(`${machine.root}/client`), before);
    note(machine, "-kettle", "feedback.md", typed("reference", "The heat tests are slow."));
    Deno.removeSync(role);
    assertEquals((await sweep(machine))["learned"], 1);
    assertEquals(await learned(machine, kettle), [
      "facts memory.fact assistant: The heat tests are slow.",
      "facts memory.fact assistant: in short",
    ]);
    assertEquals((await sweep(machine))["known"], 2);
  },
);

commandTest("learn takes no notes of which it cannot tell whose they are", async (machine) => {
  const [kettle, teapot, research] = ["kettle", "teapot", "research"].map((name) => machine.project(name));
  machine.configure({ version: 1, workspaces: { default: {}, research: { roots: [research] } } });
  // One folder's name for two projects, no transcript at all, another workspace's.
  talk(machine, { id: ID(1), project: kettle ?? "", slug: "-both" });
  talk(machine, { id: ID(2), project: teapot ?? "", slug: "-both" });
  talk(machine, { id: ID(3), project: research ?? "", slug: "-research" });
  for (const slug of ["-both", "-none", "-research"]) note(machine, slug, "user.md", typed("user", `of ${slug}`));
  const { learned: count, skipped } = await sweep(machine);
  assertEquals([count, skipped], [2, { claimed: 1, "no-owner": 3 }]);
  for (const project of [kettle, teapot, research]) assertEquals(await learned(machine, project ?? ""), []);
  // The workspace whose conversation lies beside them has them.
  await machine.json(["learn", "--workspace", "research"]);
  assertEquals(await learned(machine, research ?? ""), ["preferences memory.preference assistant: of -research"]);
});

const LATER: readonly (readonly [string, (machine: CommandMachine) => void])[] = [
  ["of another workspace's project", (machine) => {
    talk(machine, { id: ID(2), project: `${machine.root}/research`, slug: "-both" });
  }],
  ["of a second project", (machine) => talk(machine, { id: ID(2), project: `${machine.root}/teapot`, slug: "-both" })],
  ["that is kept out", (machine) => {
    const said = conversation(ID(2), `${machine.root}/kettle`);
    said.typed("no-imprint");
    said.reply("As you wish.");
    machine.transcript(ID(2), said.rows, { slug: "-both" });
  }],
];

for (const [name, put] of LATER) {
  commandTest(
    `learn withdraws the notes of Claude's memory when a conversation ${name} comes beside them`,
    async (machine) => {
      const [kettle = "", , research] = ["kettle", "teapot", "research"].map((each) => machine.project(each));
      machine.configure({ version: 1, workspaces: { default: {}, research: { roots: [research] } } });
      talk(machine, { id: ID(1), project: kettle, slug: "-both" });
      note(machine, "-both", "user.md", typed("user", "Likes short answers."));
      await sweep(machine);
      assertEquals(await learned(machine, kettle), ["preferences memory.preference assistant: Likes short answers."]);
      put(machine);
      await sweep(machine);
      assertEquals(await learned(machine, kettle), []);
      Deno.removeSync(`${machine.root}/client/projects/-both/${ID(2)}.jsonl`);
      await sweep(machine);
      assertEquals(await learned(machine, kettle), []);
    },
  );
}

commandTest("learn keeps the notes of Claude's memory when the transcripts beside them are gone", async (machine) => {
  const kettle = machine.project("kettle");
  talk(machine, { id: ID(1), project: kettle, slug: "-kettle" });
  note(machine, "-kettle", "user.md", typed("user", "Likes short answers."));
  await sweep(machine);
  Deno.removeSync(`${machine.root}/client/projects/-kettle/${ID(1)}.jsonl`);
  await sweep(machine);
  assertEquals(await learned(machine, kettle), ["preferences memory.preference assistant: Likes short answers."]);
});

commandTest("learn follows no link out of Claude's memory", async (machine) => {
  const kettle = machine.project("kettle");
  talk(machine, { id: ID(1), project: kettle, slug: "-kettle" });
  note(machine, "-kettle", "user.md", typed("user", "Likes short answers."));
  const elsewhere = machine.directory("elsewhere");
  Deno.writeTextFileSync(`${elsewhere}/secret.md`, typed("user", "from elsewhere"));
  Deno.symlinkSync(`${elsewhere}/secret.md`, `${machine.root}/client/projects/-kettle/memory/link.md`);
  Deno.symlinkSync(elsewhere, `${machine.root}/client/projects/-kettle/memory/deeper`);
  await sweep(machine);
  assertEquals(await learned(machine, kettle), ["preferences memory.preference assistant: Likes short answers."]);
});

for (const [name, end] of [["is opted out", "no-imprint"], ["enters another workspace", "and here?"]] as const) {
  commandTest(`learn takes a note's text back when the conversation beside it ${name}`, async (machine) => {
    const [kettle, research] = [machine.project("kettle"), machine.project("research")];
    machine.configure({ version: 1, workspaces: { default: {}, research: { roots: [research] } } });
    const said = conversation(ID(1), kettle);
    said.typed("why does it boil dry?");
    said.reply("the sensor sends a null");
    machine.transcript(ID(1), said.rows, { slug: "-kettle" });
    note(machine, "-kettle", "user_role.md", typed("user", "Likes short answers."));
    await sweep(machine);
    assertEquals((await learned(machine, kettle)).length, 1);
    said.typed(end, end === "no-imprint" ? {} : { cwd: research });
    machine.transcript(ID(1), said.rows, { slug: "-kettle" });
    await sweep(machine);
    assertEquals(machine.everything(machine.root).split("Likes short answers").length - 1, 1, "the note itself");
    const { learned: again, failed } = await sweep(machine);
    assertEquals([again, failed], [0, 0]);
  });
}
