import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { type CommandMachine, commandTest } from "./command_test_support.ts";
import { conversation, type Row } from "./import_test_support.ts";
import { notesIn, startOf } from "./session_start_test_support.ts";

const ID = (n: number): string => `aaaaaaaa-0000-4000-8000-00000000000${n}`;
const OPEN = "leave the descaling of the kettle for a later release";

function say(machine: CommandMachine, n: number, words: readonly string[], project: string): void {
  const talk = conversation(ID(n), project);
  for (const text of words) {
    talk.typed(text);
    talk.reply("Noted.");
  }
  machine.transcript(ID(n), talk.rows);
}

async function open(machine: CommandMachine, project: string): Promise<readonly Row[]> {
  const { rows } = await machine.json(["list", "--kind", "open_loops", "--in", project]) as { rows: readonly Row[] };
  return rows;
}

commandTest(
  "done closes what was left open, everywhere, until a later conversation leaves it open again",
  async (machine) => {
    const kettle = machine.project("kettle");
    say(machine, 1, [OPEN, "remember: indent with tabs in this project"], kettle);
    await machine.json(["learn"]);
    const [loop] = await open(machine, kettle);
    const id = String(loop?.["id"]);
    const context = async (session: string) =>
      notesIn(await startOf(machine, { cwd: kettle, session })).filter((note) => note.includes("descaling")).length;
    const sessions = async () => await machine.ok(["sessions", "list", "--in", kettle]);
    assertEquals(await context("before"), 1);
    assertStringIncludes(await sessions(), "1 open");

    assertStringIncludes(await machine.ok(["done", id.slice(0, 8)], { cwd: kettle }), "is done: ");
    const isClosed = async (when: string) => {
      assertEquals(await open(machine, kettle), [], when);
      assert(!(await sessions()).includes("1 open"), when);
      assertEquals(await context(when), 0, when);
    };
    await isClosed("done");
    await machine.json(["learn"]);
    await machine.ok(["learn", "--relearn"]);
    await isClosed("learned again");

    const undone = await machine.json(["done", id, "--undo"], { cwd: kettle });
    assertEquals([undone["id"], undone["done"]], [id, false]);
    assertEquals((await open(machine, kettle)).length, 1);
    await machine.ok(["done", id], { cwd: kettle });
    await isClosed("done again");

    const later = conversation(ID(2), kettle, { prefix: "bbbbbbbb" });
    later.typed(OPEN, { timestamp: new Date(Date.now() + 60_000).toISOString() });
    later.reply("Noted.");
    machine.transcript(ID(2), later.rows);
    await machine.json(["learn"]);
    assertEquals((await open(machine, kettle)).length, 1);
  },
);

commandTest("done refuses what is no open end, and knows no other ids", async (machine) => {
  const kettle = machine.project("kettle");
  say(machine, 1, ["remember: indent with tabs in this project"], kettle);
  await machine.json(["learn"]);
  const { rows } = await machine.json(["list", "--in", kettle]) as { rows: readonly Row[] };
  const refused = await machine.run(["done", String(rows[0]?.["id"])], { cwd: kettle });
  assertEquals(refused.code, 1);
  assertStringIncludes(refused.stderr, 'is no open end: "indent with tabs in this project"; "imprint-hook forget');
  assertStringIncludes((await machine.run(["done", "abcdef"], { cwd: kettle })).stderr, 'no learning "abcdef"');
});
