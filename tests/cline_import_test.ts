import { assert, assertEquals } from "@std/assert";
import { CLIENTS } from "../hooks/clients.ts";
import { readClineCall } from "../hooks/cline/payload.ts";
import { disk } from "../lib/io/disk.ts";
import { type Machine, machineTest, type Row, SHARED, walk } from "./import_test_support.ts";

const ID = "1788000000000_ab12";

/** A message of the session store. */
const message = (id: string, role: string, content: unknown, more: Row = {}): Row => ({
  id,
  role,
  content,
  ts: 1788000000000,
  ...more,
});

const typed = (text: string): string => `<user_input mode="act">${text}</user_input>`;

const TALK: readonly Row[] = [
  message("m1", "user", [{ type: "text", text: typed("why does it boil dry?") }]),
  message(
    "m2",
    "assistant",
    [{ type: "thinking", thinking: "hm" }, { type: "text", text: "the sensor sends a null" }],
    {
      metrics: { cost: 1 },
    },
  ),
  message("m3", "user", [{ type: "text", text: typed("remember: run the heat tests first") }]),
  message("m4", "assistant", [{ type: "text", text: "noted" }]),
];

const WORDS = ["why does it boil dry?", "the sensor sends a null", "remember: run the heat tests first", "noted"];

function write(path: string, content: unknown): string {
  Deno.mkdirSync(path.replace(/\/[^/]*$/, ""), { recursive: true });
  Deno.writeTextFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

interface Held {
  readonly id?: string;
  readonly messages?: readonly Row[];
  readonly manifest?: Row;
  readonly held?: Row;
}

/** Writes a session as the client lays it down. */
function putSession(
  machine: Machine,
  cwd: string,
  { id = ID, messages = TALK, manifest = {}, held = {} }: Held = {},
): string {
  const folder = `${machine.root}/client/sessions/${id}`;
  write(`${folder}/${id}.json`, {
    version: 1,
    session_id: id,
    source: "vscode",
    cwd,
    workspace_root: cwd,
    messages_path: "/elsewhere/stale.messages.json",
    ...manifest,
  });
  return write(`${folder}/${id}.messages.json`, {
    version: 1,
    updated_at: "2026-09-02T10:00:00.000Z",
    agent: "lead",
    sessionId: id,
    messages,
    ...held,
  });
}

/** Writes a task of the older layout. */
function putTask(machine: Machine, cwd: string | undefined, ui: unknown, id = "1756000000000"): string {
  write(`${machine.root}/client/state/taskHistory.json`, [{
    id,
    task: "x",
    ...(cwd === undefined ? {} : { cwdOnTaskInitialization: cwd }),
  }]);
  return write(`${machine.root}/client/tasks/${id}/ui_messages.json`, ui);
}

const UI: readonly Row[] = [
  { ts: 1, type: "say", say: "task", text: "why does it boil dry?" },
  { ts: 2, type: "say", say: "api_req_started", text: "{}" },
  { ts: 3, type: "say", say: "text", text: "half a", partial: true },
  { ts: 4, type: "say", say: "text", text: "the sensor sends a null" },
  { ts: 5, type: "say", say: "task_progress", text: "- [x] look\n- [ ] pour slowly" },
  { ts: 6, type: "say", say: "user_feedback", text: "remember: run the heat tests first" },
  { ts: 7, type: "say", say: "completion_result", text: "notedHAS_CHANGES" },
];

function told(machine: Machine, workDir: string): readonly (string | undefined)[] {
  return machine.exchanges(workDir).flatMap((
    { question, answers },
  ) => [question?.text, ...answers.map(({ text }) => text)]);
}

machineTest("importTranscript() learns a Cline session, and what is added to it once", async (machine) => {
  const kettle = machine.project("kettle");
  const path = putSession(machine, kettle);
  const report = await machine.learn(path);
  assertEquals([report.client, report.sessionId, report.outcome], ["cline", ID, "learned"]);
  assertEquals(report.learnings, { preferences: 1 });
  assertEquals(told(machine, kettle), WORDS);
  // The document is rewritten as a whole, with other costs in it.
  const [first, second, ...rest] = TALK;
  putSession(machine, kettle, {
    messages: [first ?? {}, { ...second, metrics: { cost: 2 } }, ...rest, message("m5", "user", typed("and now?"))],
  });
  const more = await machine.learn(path);
  assertEquals([more.outcome, more.exchanges.new, more.records.read], ["learned", 1, 1]);
  assertEquals(told(machine, kettle), [...WORDS, "and now?"]);
  Deno.removeSync(`${machine.home}/state`, { recursive: true });
  assertEquals((await machine.learn(path)).outcome, "nothing-new");
});

machineTest(
  "importTranscript() learns a task of older versions by the directory that the history names",
  async (machine) => {
    const kettle = machine.project("kettle");
    const report = await machine.learn(putTask(machine, kettle, UI));
    assertEquals([report.client, report.outcome], ["cline", "learned"]);
    assertEquals(report.learnings, { preferences: 1, open_loops: 1 });
    assertEquals(told(machine, kettle), WORDS);
  },
);

machineTest("importTranscript() takes no chat folder and no text for a Cline task's directory", async (machine) => {
  const chat = `${machine.root}/.cline/data/workspaces/chat-1`;
  const first = await machine.learn(putSession(machine, chat));
  const second = await machine.learn(putTask(machine, undefined, UI));
  assertEquals([first.verdict?.kind, second.verdict?.kind], ["no-evidence", "no-evidence"]);
});

machineTest("importTranscript() counts both directories of a Cline manifest", async (machine) => {
  const [kettle, research] = [machine.project("kettle"), machine.project("research")];
  machine.configure({ version: 1, workspaces: { default: {}, research: { roots: [research] } } });
  const report = await machine.learn(putSession(machine, kettle, { manifest: { workspace_root: research } }));
  assertEquals(report.verdict?.kind, "claimed");
});

machineTest(
  "importTranscript() lets the roots of a Cline payload refuse what the manifest would grant",
  async (machine) => {
    const [kettle, research] = [machine.project("kettle"), machine.project("research")];
    machine.configure({ version: 1, workspaces: { default: { roots: [kettle] }, research: { roots: [research] } } });
    const payload = readClineCall(
      new TextEncoder().encode(JSON.stringify({
        clineVersion: "4.1.13",
        hookName: "agent_end",
        taskId: ID,
        workspaceRoots: [kettle, research],
        workspaceInfo: { rootPath: research },
      })),
    );
    assert(payload.kind === "call");
    const report = await machine.learn(putSession(machine, kettle), { asker: { kind: "hook" }, payload });
    assertEquals([report.outcome, report.verdict?.kind], ["skipped", "claimed"]);
    assertEquals(told(machine, kettle), []);
  },
);

const KEPT_OUT: readonly (readonly [string, Held, string])[] = [
  ["of a sub-agent", { held: { agent: "subagent" } }, "sub-agent"],
  ["that a trigger began", { held: { origin: { mode: "user", trigger: "schedule" } } }, "automation"],
  ["of another mode", { manifest: { metadata: { sessionHistoryOrigin: { mode: "automation" } } } }, "automation"],
];

for (const [name, held, reason] of KEPT_OUT) {
  machineTest(`importTranscript() learns nothing of a Cline session ${name}`, async (machine) => {
    const kettle = machine.project("kettle");
    // What a person names is learned even if a program asked.
    const report = await machine.learn(putSession(machine, kettle, held), { namedByPerson: false });
    assertEquals([report.outcome, report.reason ?? report.verdict?.kind], ["skipped", reason]);
    assertEquals(told(machine, kettle), []);
  });
}

machineTest(
  "importTranscript() reads Cline documents that broke off (https://github.com/cline/cline/issues/2321)",
  async (machine) => {
    const [kettle, teapot] = [machine.project("kettle"), machine.project("teapot")];
    const cut = (value: unknown) => JSON.stringify(value).replace(/\][^\]]*$/, "");
    await machine.learn(putTask(machine, kettle, `${cut(UI)},{"ts":9,"type":"sa`));
    assertEquals(told(machine, kettle), WORDS);
    const path = putSession(machine, teapot);
    const whole = Deno.readTextFileSync(path);
    Deno.writeTextFileSync(path, whole.slice(0, -20));
    await machine.learn(path);
    assertEquals(told(machine, teapot), WORDS.slice(0, 3));
    Deno.writeTextFileSync(path, whole);
    await machine.learn(path);
    assertEquals(told(machine, teapot), WORDS);
  },
);

machineTest(
  "importTranscript() reads what the model was sent where a task's rows are lost (https://github.com/cline/cline/issues/954)",
  async (machine) => {
    const kettle = machine.project("kettle");
    const path = putTask(machine, kettle, "\0\0 not json");
    write(path.replace("ui_messages", "api_conversation_history"), [
      {
        role: "user",
        content: [{
          type: "text",
          text: "<task>\nwhy does it boil dry?\n</task>\n<environment_details>x</environment_details>",
        }],
      },
      { role: "assistant", content: [{ type: "text", text: "the sensor sends a null" }] },
    ]);
    await machine.learn(path);
    assertEquals(told(machine, kettle), WORDS.slice(0, 2));
  },
);

machineTest(
  "importTranscript() hears what was typed while Cline worked, and no reminder of Cline's beside it",
  async (machine) => {
    const kettle = machine.project("kettle");
    const steered = message("m5", "user", [{ type: "text", text: typed("use the small pot") }], {
      metadata: { userRunSpan: 0 },
    });
    const reminder = message("m7", "user", "[SYSTEM] This run is not complete until you remember: pour slowly.", {
      metadata: { userRunSpan: 0 },
    });
    const rows = [
      ...TALK.slice(0, 2),
      steered,
      message("m6", "assistant", "with the small one"),
      reminder,
      message("m8", "assistant", "it is done"),
    ];
    await machine.learn(putSession(machine, kettle, { messages: rows }));
    assertEquals(told(machine, kettle), [
      ...WORDS.slice(0, 2),
      "use the small pot",
      "with the small one",
      "it is done",
    ]);
    assertEquals(machine.everything(kettle).includes('"kind":"preferences"'), false);
  },
);

const CLINE = CLIENTS.find(({ name }) => name === "cline");

machineTest(
  "transcripts() lists Cline's conversations once, tasks that an index forgot too (https://github.com/cline/cline/issues/6183)",
  (machine) => {
    const session = putSession(machine, "/srv/kettle");
    const task = putTask(machine, "/srv/kettle", UI);
    write(`${machine.root}/client/tasks/${ID}/ui_messages.json`, UI);
    const lost = write(`${machine.root}/client/tasks/1756000000002/api_conversation_history.json`, []);
    write(`${machine.root}/client/sessions/${ID}/helper.messages.json`, {});
    const found = CLINE?.transcripts(disk, `${machine.root}/client`).map(({ path }) => path);
    assertEquals(found, [session, task, lost].sort());
    assertEquals(CLINE?.findSession(disk, session, "1756000000000"), task);
    return Promise.resolve();
  },
);

Deno.test("stores() names the places of every editor (https://github.com/cline/cline/issues/4359)", () => {
  const stores = CLINE?.stores({ home: "/home/mira", environment: () => undefined }) ?? [];
  assert(stores.includes("/home/mira/.cline/data"));
  assert(stores.includes("/home/mira/.vscode-server/data/User/globalStorage/saoudrizwan.claude-dev"));
  assert(stores.includes("/home/mira/.config/VSCodium/User/globalStorage/saoudrizwan.claude-dev"));
});

function hasClineCorpus(): boolean {
  try {
    return Deno.statSync(`${SHARED}corpus/cline`).isDirectory;
  } catch {
    return false;
  }
}

machineTest(
  "importTranscript() reads every public Cline file, beside which no history names a directory",
  async (machine) => {
    const files = [...walk(`${SHARED}corpus/cline`)];
    assert(files.length > 0);
    for (const file of files) {
      const report = await machine.learn(file, { workDir: machine.project("kettle") });
      const isTask = file.includes("Cline-Xray");
      assertEquals(
        [report.client, report.reason ?? report.verdict?.kind],
        isTask ? ["cline", "no-evidence"] : [null, "not-recognised"],
        file,
      );
    }
  },
  !hasClineCorpus(),
);

machineTest(
  "transcripts() lists the sessions of CLINE_SESSION_DATA_DIR (https://github.com/vshulcz/deja-vu/issues/253)",
  async (machine) => {
    const kettle = machine.project("kettle");
    const moved = `${machine.root}/client/elsewhere`;
    const session = putSession(machine, kettle);
    Deno.renameSync(`${machine.root}/client/sessions`, moved);
    const path = session.replace("/client/sessions/", "/client/elsewhere/");
    const stores = CLINE?.stores({
      home: "/home/mira",
      environment: (name) => name === "CLINE_SESSION_DATA_DIR" ? moved : undefined,
    });
    assertEquals(stores?.slice(0, 2), [moved, "/home/mira/.cline/data"]);
    assertEquals(CLINE?.transcripts(disk, moved).map(({ path }) => path), [path]);
    assertEquals(CLINE?.findSession(disk, path, ID), path);
    await machine.learn(path);
    assertEquals(machine.exchanges(kettle).map(({ question }) => question?.text), [WORDS[0], WORDS[2]]);
  },
);
