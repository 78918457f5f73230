import { assertEquals } from "@std/assert";
import { CLIENTS } from "../hooks/clients.ts";
import { readGeminiCall } from "../hooks/gemini/payload.ts";
import { disk } from "../lib/io/disk.ts";
import { sha256Hex } from "../lib/record/ids.ts";
import { type Machine, machineTest, type Row } from "./import_test_support.ts";

const ID = "9e9e9e9e-4444-4444-8444-000000000001";
const CHAT = "session-2026-09-08T09-14-9e9e9e9e";

const message = (id: string, type: string, content: unknown, more: Row = {}): Row => ({
  id,
  timestamp: "2026-09-08T09:14:00.000Z",
  type,
  content,
  ...more,
});

const metadata = (root: string, more: Row = {}): Row => ({
  sessionId: ID,
  projectHash: sha256Hex(root),
  startTime: "2026-09-08T09:14:00.000Z",
  lastUpdated: "2026-09-08T09:14:00.000Z",
  kind: "main",
  ...more,
});

const TALK: readonly Row[] = [
  message("a", "user", [{ text: "<session_context>\nThis is Linux</session_context>" }]),
  message("b", "user", [{ text: "why does it " }, { text: "boil dry?" }]),
  message("c", "gemini", "the sensor sends a null"),
  message("c", "gemini", "the sensor sends a null", {
    toolCalls: [{
      id: "t1",
      name: "run_shell_command",
      args: { command: "make test" },
      status: "success",
      resultDisplay: "ok",
    }],
  }),
  message("d", "user", "/stats"),
  message("e", "user", "remember: run the heat tests first", { displayContent: "remember: run the heat tests first" }),
  message("f", "gemini", "noted"),
  message("g", "info", "update available"),
];
const WORDS = ["why does it boil dry?", "the sensor sends a null", "remember: run the heat tests first", "noted"];

function write(path: string, content: string): string {
  Deno.mkdirSync(path.replace(/\/[^/]*$/, ""), { recursive: true });
  Deno.writeTextFileSync(path, content);
  return path;
}

const linesOf = (rows: readonly Row[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

/** Writes a chat and what says where it took place. */
function put(
  machine: Machine,
  rows: readonly Row[],
  { root, name = `${CHAT}.jsonl` }: { root?: string; name?: string } = {},
): string {
  const folder = `${machine.root}/client/tmp/kettle`;
  if (root !== undefined) write(`${folder}/.project_root`, `${root}\n`);
  return write(`${folder}/chats/${name}`, linesOf(rows));
}

function told(machine: Machine, workDir: string): readonly (string | undefined)[] {
  return machine.exchanges(workDir).filter(({ state }) => state !== "rewound").flatMap((
    { question, answers },
  ) => [question?.text, ...answers.map(({ text }) => text)]);
}

machineTest("importTranscript() learns a Gemini chat, and what is added to it once", async (machine) => {
  const kettle = machine.project("kettle");
  const rows = [metadata(kettle), ...TALK];
  const report = await machine.learn(put(machine, rows, { root: kettle }));
  assertEquals([report.client, report.sessionId, report.outcome], ["gemini", ID, "learned"]);
  assertEquals(told(machine, kettle), WORDS);
  const path = put(machine, [
    ...rows,
    { $set: { lastUpdated: "2026-09-08T10:00:00.000Z" } },
    message("h", "user", "and now?"),
  ]);
  assertEquals((await machine.learn(path)).exchanges.new, 1);
  Deno.removeSync(`${machine.home}/state`, { recursive: true });
  assertEquals((await machine.learn(path)).outcome, "nothing-new");
  assertEquals(told(machine, kettle), [...WORDS, "and now?"]);
});

machineTest("importTranscript() takes back what a Gemini chat was rewound over", async (machine) => {
  const kettle = machine.project("kettle");
  const rows = [
    metadata(kettle),
    ...TALK,
    { $rewindTo: "e" },
    message("i", "user", "pour it"),
    message("j", "gemini", "poured"),
  ];
  await machine.learn(put(machine, rows, { root: kettle }));
  assertEquals(told(machine, kettle), [...WORDS.slice(0, 2), "pour it", "poured"]);
});

machineTest(
  "importTranscript() reads a Gemini chat that is one object, and what replaces its messages",
  async (machine) => {
    const kettle = machine.project("kettle");
    const object = { ...metadata(kettle), messages: TALK.slice(0, 3) };
    put(machine, [object], { root: kettle, name: `${CHAT}.json` });
    await machine.learn(`${machine.root}/client/tmp/kettle/chats/${CHAT}.json`);
    assertEquals(told(machine, kettle), WORDS.slice(0, 2));
    await machine.learn(put(machine, [metadata(kettle), { $set: { messages: TALK } }]));
    assertEquals(told(machine, kettle), WORDS);
  },
);

machineTest(
  "importTranscript() finds a Gemini chat's directory in the registry by its hash, and none without a witness (https://github.com/google-gemini/gemini-cli/issues/27275)",
  async (machine) => {
    const kettle = machine.project("kettle");
    write(
      `${machine.root}/client/projects.json`,
      JSON.stringify({ projects: { [`${kettle}/x`]: "a", [kettle]: "b" } }),
    );
    const { projectHash: _, ...without } = metadata(kettle);
    assertEquals((await machine.learn(put(machine, [without, ...TALK]))).verdict?.kind, "no-evidence");
    await machine.learn(put(machine, [metadata(kettle), ...TALK]));
    assertEquals(told(machine, kettle), WORDS);
  },
);

machineTest("importTranscript() lets the further directories of a Gemini chat refuse it", async (machine) => {
  const [kettle, research] = [machine.project("kettle"), machine.project("research")];
  machine.configure({ version: 1, workspaces: { default: {}, research: { roots: [research] } } });
  const report = await machine.learn(
    put(machine, [metadata(kettle, { directories: [research] }), ...TALK], { root: kettle }),
  );
  assertEquals(report.verdict?.kind, "claimed");
});

machineTest(
  "importTranscript() lets the registered directory of a Gemini chat's hash refuse what is written beside it",
  async (machine) => {
    const [kettle, research] = [machine.project("kettle"), machine.project("research")];
    machine.configure({ version: 1, workspaces: { default: { roots: [kettle] }, research: { roots: [research] } } });
    write(`${machine.root}/client/projects.json`, JSON.stringify({ projects: { [kettle]: "a", [research]: "b" } }));
    const report = await machine.learn(put(machine, [metadata(research), ...TALK], { root: kettle }));
    assertEquals([report.outcome, report.verdict?.kind, report.verdict?.other], ["skipped", "claimed", "research"]);
    assertEquals(told(machine, kettle), []);
  },
);

const GEMINI = CLIENTS.find(({ name }) => name === "gemini");

machineTest(
  "transcripts() lists Gemini chats of both forms once, and no sub-agent's (https://github.com/farion1231/cc-switch/issues/3145)",
  (machine) => {
    const lines = put(machine, []);
    put(machine, [], { name: `${CHAT}.json` });
    const old = put(machine, [], { name: "session-2025-01-01T00-00-aaaaaaaa.json" });
    const child = put(machine, [], { name: `${ID}/x.jsonl` });
    assertEquals(GEMINI?.transcripts(disk, `${machine.root}/client`).map(({ path }) => path), [old, lines].sort());
    assertEquals(GEMINI?.findSession(disk, old, ID), lines);
    assertEquals(GEMINI?.isSubagentFile(child, () => []), true);
    return Promise.resolve();
  },
);

Deno.test("readGeminiCall() understands the end of a turn and leaves others alone", () => {
  const call = (payload: unknown) => readGeminiCall(new TextEncoder().encode(JSON.stringify(payload)));
  const transcript_path = `/home/kim/.gemini/tmp/kettle/chats/${CHAT}.jsonl`;
  const payload = {
    session_id: ID,
    transcript_path,
    cwd: "/srv/kettle",
    hook_event_name: "AfterAgent",
    timestamp: "x",
  };
  const read = call(payload);
  assertEquals(read.kind === "call" ? [read.event, read.transcript, read.cwd] : [], [
    "stop",
    transcript_path,
    "/srv/kettle",
  ]);
  assertEquals(call({ session_id: "s1", hook_event_name: "Stop" }).kind, "foreign");
});

machineTest("importTranscript() asks nothing of what this product told a Gemini session itself", async (machine) => {
  const kettle = machine.project("kettle");
  const frame = '<imprint-hook-context>\n- 2026-09-01 preference: "remember: use tabs"\n</imprint-hook-context>';
  const rows = [
    metadata(kettle),
    message("a", "user", frame),
    message("b", "user", `${frame}\n\nwhy does it boil dry?`),
    message("c", "gemini", `You told me:\n${frame}\nthe sensor sends a null`),
  ];
  await machine.learn(put(machine, rows, { root: kettle }));
  const [only, ...others] = machine.exchanges(kettle);
  assertEquals([only?.question?.text, others.length], ["why does it boil dry?", 0]);
  assertEquals(machine.everything(kettle).includes('"kind":"preferences"'), false);
});

machineTest(
  "importTranscript() asks once what a Gemini chat records again and again in the user's name",
  async (machine) => {
    const kettle = machine.project("kettle");
    const response = { functionResponse: { id: "t1", name: "read_file", response: { output: "x" } } };
    const steering = "User steering update:\n<user_input>\nuse the small pot\n</user_input>\nInternal instruction: go.";
    const rows = [
      metadata(kettle),
      message("a", "user", [{ text: "Here is the user's editor context as a JSON object. This is for you.\n{}" }]),
      message("b", "user", [{ text: "why does it boil dry?" }, { text: "<hook_context>remember: tea</hook_context>" }]),
      message("c", "gemini", "the sensor sends a null"),
      message("d", "user", [response, { text: steering }]),
      message("e", "gemini", [{ text: "hm", thought: true }, { text: "with the small one" }]),
      message("f", "user", [{ text: "check the lid as well" }], {
        displayContent: [{ text: "why does it boil dry?" }],
      }),
      message("g", "gemini", "the lid is open"),
      message("h", "user", [{ text: "Please continue." }]),
      message("i", "gemini", "it is closed now"),
      message("j", "user", [{ text: "<state_snapshot>tea</state_snapshot>" }]),
      message("k", "gemini", "Got it. Thanks for the additional context!"),
    ];
    await machine.learn(put(machine, rows.slice(0, 4), { root: kettle }));
    await machine.learn(put(machine, rows, { root: kettle }));
    const questions = machine.exchanges(kettle).map(({ question, answers }) => [
      question?.text,
      ...answers.map(({ text }) => text),
    ]);
    const first = machine.exchanges(kettle)[0]?.question?.text;
    assertEquals(first, "why does it boil dry?");
    assertEquals(questions, [
      ["why does it boil dry?", "the sensor sends a null"],
      ["use the small pot", "with the small one", "the lid is open", "it is closed now"],
    ]);
    assertEquals(machine.everything(kettle).includes('"kind":"preferences"'), false);
  },
);
