import { assert, assertEquals } from "@std/assert";
import { type EventRow, log, type LogWriter } from "../hooks/copilot/rows_test_support.ts";
import { CLIENTS } from "../hooks/clients.ts";
import { disk } from "../lib/io/disk.ts";
import { type Machine, machineTest, SHARED, walk } from "./import_test_support.ts";

const ID = "6b6b6b6b-2222-4222-8222-000000000001";

/** Writes the log as the client lays it down. */
function put(machine: Machine, id: string, text: string, files: Readonly<Record<string, string>> = {}): string {
  const folder = `${machine.root}/client/session-state/${id}`;
  Deno.mkdirSync(folder, { recursive: true });
  Deno.writeTextFileSync(`${folder}/events.jsonl`, text);
  for (const [name, content] of Object.entries(files)) Deno.writeTextFileSync(`${folder}/${name}`, content);
  return `${folder}/events.jsonl`;
}

function kettleTalk(cwd: string | undefined, id = ID): LogWriter {
  const talk = log(cwd === undefined ? { id } : { id, cwd });
  talk.typed("why does it boil dry?");
  talk.reply("the sensor sends a null");
  talk.typed("remember: run the heat tests first", { delivery: "steering" });
  talk.reply("noted");
  return talk;
}

function told(machine: Machine, workDir: string): readonly (string | undefined)[] {
  return machine.exchanges(workDir).flatMap((
    { question, answers },
  ) => [question?.text, ...answers.map(({ text }) => text)]);
}

const TALK = ["why does it boil dry?", "the sensor sends a null", "remember: run the heat tests first", "noted"];

machineTest("importTranscript() learns a Copilot session, and appends nothing again", async (machine) => {
  const kettle = machine.project("kettle");
  const path = put(machine, ID, kettleTalk(kettle).text());
  const report = await machine.learn(path);
  assertEquals([report.client, report.sessionId, report.outcome], ["copilot", ID, "learned"]);
  assertEquals(report.learnings, { preferences: 1 });
  assertEquals(told(machine, kettle), TALK);
  Deno.removeSync(`${machine.home}/state`, { recursive: true });
  assertEquals((await machine.learn(path)).outcome, "nothing-new");
});

machineTest("importTranscript() counts every directory that a Copilot session went to", async (machine) => {
  const [kettle, research] = [machine.project("kettle"), machine.project("research")];
  machine.configure({ version: 1, workspaces: { default: {}, research: { roots: [research] } } });
  const talk = kettleTalk(kettle);
  talk.add("session.context_changed", { cwd: research, pendingGitContext: true });
  const report = await machine.learn(put(machine, ID, talk.text()));
  assertEquals([report.outcome, report.verdict?.kind], ["skipped", "claimed"]);
  assertEquals(told(machine, kettle), []);
});

machineTest(
  "importTranscript() lets the directory that a Copilot sub-agent went to refuse the session",
  async (machine) => {
    const [kettle, research] = [machine.project("kettle"), machine.project("research")];
    machine.configure({ version: 1, workspaces: { default: {}, research: { roots: [research] } } });
    const changed = (cwd: string, id: string) =>
      `${kettleTalk(kettle, id).text()}${
        JSON.stringify({ type: "session.context_changed", id: "a0", agentId: "a1", data: { cwd } })
      }\n`;
    const report = await machine.learn(put(machine, ID, changed(research, ID)));
    assertEquals([report.outcome, report.verdict?.kind], ["skipped", "claimed"]);
    assertEquals(told(machine, kettle), []);
    // It grants nothing.
    const other = "6b6b6b6b-2222-4222-8222-000000000002";
    const asked = { asker: { kind: "hook" } } as const;
    const again = await machine.learn(put(machine, other, changed(research, other)), asked);
    assertEquals([again.outcome, again.verdict?.kind], ["skipped", "claimed"]);
    const own = "6b6b6b6b-2222-4222-8222-000000000003";
    assertEquals((await machine.learn(put(machine, own, changed(`${kettle}/lid`, own)), asked)).outcome, "learned");
  },
);

machineTest(
  "importTranscript() takes workspace.yaml for a witness only where the log names no directory",
  async (machine) => {
    const [kettle, teapot] = [machine.project("kettle"), machine.project("teapot")];
    const yaml = (id: string, cwd: string) =>
      `id: ${id}\ncwd: ${cwd}\nsummary: "boil"\ncreated_at: 2026-09-03T08:00:00Z\n`;
    const cases: readonly (readonly [string, string | undefined, string, string])[] = [
      ["7c7c7c7c-0000-4000-8000-000000000001", undefined, "7c7c7c7c-0000-4000-8000-000000000001", kettle],
      ["7c7c7c7c-0000-4000-8000-000000000002", teapot, "7c7c7c7c-0000-4000-8000-000000000002", teapot],
      ["7c7c7c7c-0000-4000-8000-000000000003", undefined, "7c7c7c7c-0000-4000-8000-00000000000f", ""],
    ];
    for (const [id, cwd, named, learned] of cases) {
      const report = await machine.learn(
        put(machine, id, kettleTalk(cwd, id).text(), { "workspace.yaml": yaml(named, kettle) }),
      );
      if (learned === "") assertEquals(report.verdict?.kind, "no-evidence");
      else assert(report.learningsRoot?.startsWith(learned), `${report.learningsRoot}`);
    }
  },
);

/** Public reports (formats/other_clients.md A.7). */
const DAMAGES: readonly (readonly [string, string, (rows: readonly EventRow[]) => string])[] = [
  [
    "with the NULs that a crash left (https://github.com/github/copilot-cli/issues/2217)",
    "all",
    (rows) => `${textOf(rows)}${"\0".repeat(1728)}`,
  ],
  [
    "with raw line separators in strings (https://github.com/github/copilot-cli/issues/2012)",
    "all",
    (rows) => textOf([...rows, { type: "assistant.reasoning", data: { content: "a\u2028b\u2029c" } }]),
  ],
  [
    "with a tool's result broken over lines (https://github.com/github/copilot-cli/issues/2649)",
    "all",
    (rows) => {
      const broken =
        '{"type":"tool.execution_complete","data":{"toolCallId":"c1","success":true,"result":{"content":"a\nb\nc"}}}';
      return `${textOf(rows.slice(0, 3))}${broken}\n${textOf(rows.slice(3))}`;
    },
  ],
  [
    "of an unknown event type and without ephemeral marks (https://github.com/github/copilot-cli/issues/3520)",
    "all",
    (rows) => textOf([{ type: "session.aurora", data: { x: 1 } }, ...rows, { type: "user_input.completed", data: {} }]),
  ],
  [
    "that holds nothing but its start (https://github.com/github/copilot-cli/issues/3908)",
    "none",
    (rows) => textOf(rows.slice(0, 1)),
  ],
];

function textOf(rows: readonly EventRow[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}

for (const [name, expected, damage] of DAMAGES) {
  machineTest(`importTranscript() reads a Copilot log ${name}`, async (machine) => {
    const kettle = machine.project("kettle");
    await machine.learn(put(machine, ID, damage(kettleTalk(kettle).rows)));
    assertEquals(told(machine, kettle), expected === "all" ? TALK : []);
  });
}

machineTest(
  "importTranscript() says so when a file's events are none it knows (https://github.com/vectorize-io/hindsight/pull/3081)",
  async (machine) => {
    const report = await machine.learn(put(machine, ID, '{"kind":"prompt","text":"hi"}\n'));
    assertEquals([report.outcome, report.reason], ["skipped", "not-recognised"]);
  },
);

const COPILOT = CLIENTS.find(({ name }) => name === "copilot");

machineTest("transcripts() lists a Copilot session once, whichever way it is laid down", async (machine) => {
  const kettle = machine.project("kettle");
  const path = put(machine, ID, kettleTalk(kettle).text());
  const sessions = `${machine.root}/client/session-state`;
  Deno.writeTextFileSync(`${sessions}/${ID}.jsonl`, "{}\n");
  Deno.writeTextFileSync(`${sessions}/old.jsonl`, kettleTalk(kettle, "old").text());
  const found = COPILOT?.transcripts(disk, `${machine.root}/client`).map((each) => each.path);
  assertEquals(found, [path, `${sessions}/old.jsonl`]);
  assertEquals(COPILOT?.findSession(disk, path, "old"), `${sessions}/old.jsonl`);
  assertEquals((await machine.learn(`${sessions}/old.jsonl`)).sessionId, "old");
});

function hasCopilotCorpus(): boolean {
  try {
    return Deno.statSync(`${SHARED}corpus/copilot`).isDirectory;
  } catch {
    return false;
  }
}

/** What becomes of public files, by the end of their names; all that is not named here is no event log of the client. */
const PUBLIC: Readonly<Record<string, string>> = {
  "copilot/small.jsonl": "learned unclaimed",
  "events.jsonl": "learned unclaimed",
  "copilot/large.jsonl": "skipped no-evidence",
  "copilot/schema_drift.jsonl": "skipped no-evidence",
};

machineTest(
  "importTranscript() imports or skips every public Copilot file for its reason",
  async (machine) => {
    const files = [...walk(`${SHARED}corpus/copilot`)];
    assert(files.length > 0);
    for (const file of files) {
      const report = await machine.learn(file, { workDir: machine.project("kettle") });
      const expected = Object.entries(PUBLIC).find(([name]) => file.endsWith(`/${name}`))?.[1] ??
        "skipped not-recognised";
      assertEquals(`${report.outcome} ${report.reason ?? report.verdict?.kind}`, expected, file);
    }
  },
  !hasCopilotCorpus(),
);
