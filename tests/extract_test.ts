import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { extract, type ExtractReport, readyExtractor } from "../lib/cli/extract/run.ts";
import { consolidatedOf } from "../lib/cli/list.ts";
import type { ListedLearning } from "../lib/cli/list_text.ts";
import { readableSessions } from "../lib/import/readable_sessions.ts";
import { CLIENTS } from "../hooks/clients.ts";
import { importTranscript } from "../lib/pipeline.ts";
import { createExtractor, type InventedExtractor } from "./extract_test_support.ts";
import { conversation, type Machine, machineTest } from "./import_test_support.ts";

const SESSION = "5e1ea000-0000-4000-8000-000000000021";
const OTHER = "5e1ea001-0000-4000-8000-000000000022";

interface Extracting {
  readonly machine: Machine;
  readonly extractor: InventedExtractor;
  readonly kettle: string;
  /** Runs the extractor in a mode. */
  run(mode: string, options?: { readonly dryRun?: boolean; readonly milliseconds?: number }): Promise<ExtractReport>;
  learnings(): Promise<readonly ListedLearning[]>;
}

/** A conversation that is learned, and an extractor. */
function extractTest(name: string, fn: (at: Extracting) => Promise<void>): void {
  machineTest(name, async (machine) => {
    const extractor = createExtractor(machine.root);
    const kettle = machine.project("kettle");
    const sessions = async () => {
      const product = await machine.product();
      return { product, readable: readableSessions(product, { kind: "all", workspace: undefined }) };
    };
    await learn(machine, kettle, { id: SESSION, questions: ["where is the lid driver?", "and the tests of it?"] });
    await fn({
      machine,
      extractor,
      kettle,
      async run(mode, { dryRun = false, milliseconds = 60_000 } = {}) {
        machine.configure({ version: 1, extractor: extractor.settings(mode) });
        const { product, readable } = await sessions();
        const settings = readyExtractor(product, { dryRun });
        return await extract(product, { sessions: readable.sessions, settings, dryRun, milliseconds });
      },
      async learnings() {
        const { product, readable } = await sessions();
        return consolidatedOf(product, readable, { key: await product.sealKey() });
      },
    });
  });
}

async function learn(
  machine: Machine,
  cwd: string,
  { id, questions }: { readonly id: string; readonly questions: readonly string[] },
): Promise<string> {
  const talk = conversation(id, cwd);
  for (const question of questions) {
    talk.typed(question);
    talk.reply(`It is in firmware, as far as "${question}" goes.`);
  }
  const transcript = machine.transcript(id, talk.rows);
  await machine.learn(transcript);
  return transcript;
}

const texts = (learnings: readonly ListedLearning[]): readonly string[] =>
  learnings.map(({ newest }) => newest.row.payload.text).sort();

extractTest(
  "extract() stores what the program says as a model's, sealed, with its exchange and message",
  async (at) => {
    const report = await at.run("more");
    assertEquals([report.conversations, report.exchanges, report.learnings, report.problem], [1, 2, 4, undefined]);
    const [given] = at.extractor.calls();
    assertEquals([given?.question, given?.replies.length], ["where is the lid driver?", 1]);
    const found = await at.learnings();
    assertEquals(texts(found), [
      "It was about: and the tests of it?",
      "It was about: where is the lid driver?",
      "Look at the lid",
    ]);
    const loop = found.find(({ kind }) => kind === "open_loops");
    assertEquals([loop?.sources.length, loop?.foreign, loop?.trusted], [2, false, true], "both exchanges say the same");
    const { payload, provenance } = loop?.newest.row ?? {};
    assertEquals([payload?.assertedBy, payload?.rule, payload?.confidence], ["model", "extractor", 0.7]);
    assert(at.extractor.calls().some(({ exchange }) => exchange === provenance?.exchangeId));
    assertEquals([provenance?.rules, provenance?.messageUuids?.length], [undefined, 1]);
  },
);

extractTest(
  "extract() gives nothing twice, and says once more what changed in the place of what it said",
  async (at) => {
    await at.run("more");
    assertEquals(await at.run("more").then(({ exchanges, learnings }) => [exchanges, learnings]), [0, 0]);
    assertEquals(at.extractor.calls().length, 2);
    const less = await at.run("plain");
    assertEquals([less.exchanges, less.learnings, less.withdrawn], [2, 0, 2], "another command is asked anew");
    assertEquals((await at.learnings()).filter(({ kind }) => kind === "open_loops"), []);
    await learn(at.machine, at.kettle, { id: OTHER, questions: ["what about the spout?"] });
    assertEquals((await at.run("plain")).exchanges, 1);
  },
);

for (
  const [mode, problem] of [
    ["fail", "it ended with status 3: no key for the model"],
    ["no-json", "line 2: it is no JSON"],
    ["no-kind", 'line 2: "kind":'],
    ["stranger", `line 2: exchange "${"0".repeat(32)}" was not given to it`],
    ["flood", "more than 8 learnings of one exchange"],
    ["slow", "it took longer than 2 s"],
  ] as const
) {
  extractTest(`extract() leaves everything as it was when the program does this: ${mode}`, async (at) => {
    const before = at.machine.everything(at.kettle);
    const report = await at.run(mode, mode === "slow" ? { milliseconds: 2000 } : {});
    assertStringIncludes(report.problem ?? "", problem);
    assertStringIncludes(report.problem ?? "", SESSION);
    assertEquals(at.machine.everything(at.kettle), before);
    assertEquals((await at.run("plain")).learnings, 2, "nothing counts as given");
  });
}

extractTest("extract() leaves out what quotes nothing of the exchange, and takes out secrets", async (at) => {
  const report = await at.run("made-up");
  assertEquals([report.learnings, report.unquoted], [2, 2]);
  await at.run("secret");
  assert(!at.machine.everything(at.kettle).includes("A1b2A1b2"));
  assert(texts(await at.learnings()).some((text) => text.includes("[redacted:")));
});

extractTest("extract() starts nothing in a dry run, and says how much it would give", async (at) => {
  const before = at.machine.everything(at.kettle);
  assertEquals((await at.run("plain", { dryRun: true })).exchanges, 2);
  assertEquals([at.extractor.calls().length, at.machine.everything(at.kettle) === before], [0, true]);
});

extractTest("extract() leaves the exchange alone that may still go on", async (at) => {
  const talk = conversation(OTHER, at.kettle);
  talk.typed("what about the spout?");
  talk.reply("It is fine.");
  talk.typed("and the base?");
  const now = new Date().toISOString();
  const rows = talk.rows.map((row) => ({ ...row, timestamp: now }));
  await at.machine.learn(at.machine.transcript(OTHER, rows));
  await at.run("plain");
  assertEquals(at.extractor.calls().map(({ question }) => question).sort(), [
    "and the tests of it?",
    "what about the spout?",
    "where is the lid driver?",
  ]);
});

extractTest("extract() rows stay when the session is learned again with other rules", async (at) => {
  await at.run("plain");
  const before = texts(await at.learnings());
  await importTranscript(await at.machine.product(), {
    ...{ clients: CLIENTS, namedByPerson: true, dryRun: false, final: true, relearn: true, rules: [] },
    transcript: `${at.machine.store}/-kettle/${SESSION}.jsonl`,
    asker: { kind: "person", workspace: undefined },
  });
  assertEquals(texts(await at.learnings()), before);
  assertEquals((await at.run("plain")).exchanges, 0, "the exchanges are the same");
});

machineTest("readyExtractor() says what is missing in the configuration", async (machine) => {
  const refused: readonly (readonly [unknown, string])[] = [
    [undefined, "no program is set"],
    [{}, "no command"],
    [{ command: [] }, "no command"],
    [{ command: ["/bin/x"], model: "big" }, "no command"],
    [{ command: ["tea", "--brew"] }, '"tea" is no absolute path'],
  ];
  for (const [extractor, message] of refused) {
    machine.configure({ version: 1, ...(extractor === undefined ? {} : { extractor }) });
    const product = await machine.product();
    assertThrows(() => readyExtractor(product, { dryRun: true }), Error, message);
  }
  machine.configure({ version: 1, store: "learnings", extractor: { command: ["/bin/x"] } });
  const product = await machine.product();
  assertThrows(() => readyExtractor(product, { dryRun: true }), Error, "no exchanges are kept");
});
