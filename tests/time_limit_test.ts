/**
 * Imports that may not take as long as they would: what they leave, the next run takes up, and nothing is lost.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { type Form, thread } from "../hooks/codex/rows_test_support.ts";
import type { TimeLimit } from "../lib/import/time_limit.ts";
import type { ImportReport } from "../lib/import_report.ts";
import { type CodexMachine, codexTest } from "./codex_test_support.ts";
import { conversation, machineTest } from "./import_test_support.ts";

/** Time for so many looks at the clock. */
function looks(count: number): TimeLimit {
  let left = count;
  return { left: () => left-- };
}

/** A thread of 4 MB with commands, a preference, a task list and a rollback in it. */
function largeThread(cwd: string, { form = "paginated", source = "cli" }: { form?: Form; source?: string } = {}) {
  const talk = thread({ form, cwd, meta: { source } });
  for (let turn = 0; turn < 100; turn++) {
    talk.typed(turn % 10 === 3 ? `remember: heat kettle ${turn} slowly` : `what about kettle ${turn}?`);
    talk.command(`boil ${turn}`, { output: "x".repeat(40_000), code: turn % 7 === 0 ? 1 : 0 });
    if (turn % 5 === 0) talk.call("update_plan", { plan: [{ step: `pour ${turn}`, status: "in_progress" }] }, "ok");
    talk.reply(`kettle ${turn} boils`);
    talk.end();
    if (turn === 50) talk.event({ type: "thread_rolled_back", num_turns: 2 });
  }
  return talk;
}

/** Runs until one of them has nothing left. */
async function runUntilDone(
  machine: Pick<CodexMachine, "learn">,
  path: string,
  next: (run: number) => { readonly limit?: TimeLimit; readonly final?: boolean; readonly namedByPerson?: boolean },
): Promise<readonly ImportReport[]> {
  const reports: ImportReport[] = [];
  do reports.push(await machine.learn(path, next(reports.length))); while (
    reports.at(-1)?.reason === "unfinished" && reports.length < 60
  );
  return reports;
}

for (const form of ["turns", "paginated"] as const) {
  codexTest(
    `importTranscript() stores the same of a ${form} thread in one run and in many that ran out of time`,
    async (machine) => {
      const [whole, parts] = [machine.project("whole"), machine.project("parts")];
      const once = largeThread(whole, { form });
      await machine.learn(machine.put(once.id, once.text()));
      const often = largeThread(parts, { form });
      const path = machine.put(often.id, often.text(), { time: "2026-11-02T09-00-01" });
      // The first runs do not even come to the end of the survey.
      const reports = await runUntilDone(machine, path, (run) => ({ limit: looks(run < 3 ? 0 : 6) }));
      assert(reports.length > 5, `${reports.length} runs`);
      assertEquals(reports.slice(0, 3).map(({ outcome, reason, verdict }) => [outcome, reason, verdict]), [
        ["skipped", "unfinished", null],
        ["skipped", "unfinished", null],
        ["skipped", "unfinished", null],
      ]);
      const told = reports.map(({ exchanges }) => exchanges.total);
      assert(told.filter((total) => total > 0 && total < 100).length > 1, "several runs stored a part");
      assertEquals(reports.at(-1)?.exchanges.total, 100);
      const texts = (workDir: string) => JSON.stringify(machine.canonical(workDir)).replaceAll("whole", "parts");
      const plain = (text: string) => text.replaceAll(/[0-9a-f]{32}/g, "id");
      assertEquals(plain(texts(parts)), plain(texts(whole)));
      machine.messages(parts);
      // Without a limit there is nothing left to do.
      assertEquals((await machine.learn(path)).outcome, "nothing-new");
    },
  );
}

codexTest("importTranscript() remembers over runs that it ran out of time in front of an opt-out", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = largeThread(kettle);
  const opt = thread({ form: "paginated", id: talk.id, cwd: kettle, at: 40 });
  opt.typed("no-imprint");
  talk.rows.splice(12, 0, ...opt.rows.slice(1));
  const path = machine.put(talk.id, talk.text());
  // The line is passed in the first run, the verdict is reached in a later one.
  const reports = await runUntilDone(machine, path, (run) => ({ limit: looks(run < 4 ? 3 : 200) }));
  assert(reports.length > 1);
  assertEquals(reports.at(-1)?.verdict?.kind, "opted-out");
  assertEquals(machine.exchanges(kettle), []);
});

codexTest("importTranscript() remembers over runs that it ran out of time in a program's thread", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = largeThread(kettle, { source: "exec" });
  const path = machine.put(talk.id, talk.text());
  const reports = await runUntilDone(
    machine,
    path,
    (run) => ({ ...(run < 6 ? { limit: looks(4) } : {}), namedByPerson: false }),
  );
  assert(reports.length > 3);
  assertEquals(reports.at(-1)?.verdict?.kind, "automation");
  assertEquals(machine.exchanges(kettle), []);
});

codexTest(
  "importTranscript() writes nothing before a verdict that a later line decides, however often time runs out",
  async (machine) => {
    const [kettle, other] = [machine.project("kettle"), machine.project("other")];
    machine.configure({ version: 1, workspaces: { default: {}, research: { roots: [other] } } });
    const talk = largeThread(kettle);
    talk.begin({ cwd: other });
    talk.typed("and there?", { steer: true });
    const path = machine.put(talk.id, talk.text());
    const reports = await runUntilDone(machine, path, () => ({ limit: looks(4) }));
    assert(reports.length > 1);
    assertEquals(reports.at(-1)?.verdict?.kind, "claimed");
    assertEquals(machine.exchanges(kettle), []);
  },
);

codexTest(
  "importTranscript() goes on where time ran out when the thread grew meanwhile, and at its end",
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = largeThread(kettle);
    const path = machine.put(talk.id, talk.text());
    const first = await machine.learn(path, { limit: looks(14), final: true });
    assertEquals(first.reason, "unfinished");
    talk.typed("and the last one?");
    talk.reply("boils too");
    machine.put(talk.id, talk.text());
    await runUntilDone(machine, path, () => ({ limit: looks(20), final: true }));
    assertEquals(machine.exchanges(kettle).length, 101);
    assertEquals(machine.exchanges(kettle).at(-1)?.answers.map(({ text }) => text), ["boils too"]);
    machine.messages(kettle);
  },
);

machineTest(
  "importTranscript() stores the same of a Claude session in one run and in many that ran out of time",
  async (machine) => {
    const [whole, parts] = [machine.project("whole"), machine.project("parts")];
    const large = (cwd: string) => {
      const talk = conversation("aaaaaaaa-0000-4000-8000-000000000001", cwd);
      for (let turn = 0; turn < 100; turn++) {
        talk.typed(`what about kettle ${turn}?`);
        talk.reply("x".repeat(40_000));
      }
      return talk.rows;
    };
    await machine.learn(machine.transcript("aaaaaaaa-0000-4000-8000-000000000001", large(whole)));
    const path = machine.transcript("aaaaaaaa-0000-4000-8000-000000000001", large(parts), { slug: "-parts" });
    const reports = await runUntilDone(machine, path, () => ({ limit: looks(10) }));
    assert(reports.length > 2);
    const plain = (workDir: string) =>
      JSON.stringify(machine.canonical(workDir)).replaceAll("whole", "parts").replaceAll(/[0-9a-f]{32}/g, "id");
    assertEquals(plain(parts), plain(whole));
  },
);
