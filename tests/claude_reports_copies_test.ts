/**
 * Field reports about Claude Code that concern rows written several times, through the real import.
 * `hooks/claude/README.md` maps every report to its tests.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { conversation, type Machine, machineTest, type Row } from "./import_test_support.ts";
import { answersOf, twoTurns } from "./stored_talk_test_support.ts";

const SESSION = "aaaaaaaa-0000-4000-8000-000000000001";
const OTHER = "bbbbbbbb-0000-4000-8000-000000000002";

/** Learns rows into one project and the plain conversation into another; both stores must hold the same. */
async function holdsTheSame(machine: Machine, plain: readonly Row[], rows: readonly Row[]): Promise<void> {
  const [one, other] = [machine.project("one"), machine.project("other")];
  const expected = await machine.learn(machine.transcript(SESSION, plain), { workDir: one });
  const report = await machine.learn(machine.transcript(SESSION, rows, { slug: "-copies" }), { workDir: other });
  assertEquals(machine.canonical(other), machine.canonical(one));
  assertEquals(report.exchanges, expected.exchanges);
  assertEquals(report.learnings, expected.learnings);
}

machineTest(
  `importTranscript() stores each message once when /branch wrote every row twice (report 24: https://github.com/anthropics/claude-code/issues/40363)`,
  async (machine) => {
    const { rows } = twoTurns(SESSION, machine.project("kettle"));
    const forkedFrom = { sessionId: SESSION, messageUuid: "x" };
    await holdsTheSame(machine, rows, rows.flatMap((row) => [row, { ...row, forkedFrom }]));
  },
);

machineTest(
  `importTranscript() stores each message once when a fork holds half of them again without parents (report 25: https://github.com/anthropics/claude-code/issues/48936)`,
  async (machine) => {
    const talk = twoTurns(SESSION, machine.project("kettle"));
    const copies = talk.rows.map((row) => ({ ...row, parentUuid: null }));
    talk.row({ type: "system", subtype: "compact_boundary", parentUuid: null, logicalParentUuid: talk.last });
    const boundary = talk.rows.at(-1);
    const plain = [...talk.rows.slice(0, 4), talk.typed("and now?"), talk.reply("now it is off")];
    await holdsTheSame(machine, plain, [...plain.slice(0, 4), boundary ?? {}, ...copies, ...plain.slice(4)]);
  },
);

machineTest(
  `importTranscript() stores each message once when resume wrote the history five times with other surroundings (report 26: https://github.com/Clawdi-AI/clawdi/issues/81, https://github.com/letta-ai/trajectory/issues/40, https://github.com/anthropics/claude-code/issues/66947)`,
  async (machine) => {
    const { rows } = twoTurns(SESSION, machine.project("kettle"));
    const copies = [1, 2, 3, 4].flatMap((copy) =>
      rows.map((row) => ({ ...row, slug: `s${copy}`, version: `2.1.${332 + copy}`, promptId: `p${copy}` }))
    );
    await holdsTheSame(machine, rows, [...rows, ...copies]);
  },
);

machineTest(
  `importTranscript() stores a message that two sessions hold once, in any order of import (report 27: https://github.com/anthropics/claude-code/issues/66454)`,
  async (machine) => {
    const kettle = machine.project("kettle");
    for (const order of [[SESSION, OTHER], [OTHER, SESSION]]) {
      for (const id of order) {
        const talk = conversation(id, kettle, { prefix: "cccccccc" });
        talk.typed("to whom is this?");
        talk.reply("to one of us");
        talk.typed(`only ${id}`, { uuid: `${id.slice(0, 8)}-0000-4000-8000-00000000000f` });
        await machine.learn(machine.transcript(id, talk.rows));
      }
      const stored = machine.exchanges(kettle).flatMap((
        { question, answers },
      ) => [question?.text, ...answersOf(answers)]);
      assertEquals(stored.filter((text) => text === "to whom is this?").length, 1);
      assertEquals(stored.filter((text) => text === "to one of us").length, 1);
      assertEquals(stored.filter((text) => text?.startsWith("only ")).sort(), [`only ${SESSION}`, `only ${OTHER}`]);
      Deno.removeSync(`${kettle}/.umwelten`, { recursive: true });
      Deno.removeSync(`${machine.home}/state`, { recursive: true });
    }
  },
);

machineTest(
  `importTranscript() stores a first prompt that Desktop writes twice once (report 28: https://github.com/codemie-ai/codemie-code/issues/350)`,
  async (machine) => {
    const { rows } = twoTurns(SESSION, machine.project("kettle"));
    await holdsTheSame(machine, rows, [rows[0] ?? {}, ...rows]);
  },
);

machineTest(
  `importTranscript() stores one answer a record, grouped by message id, when an API message spans lines (report 29: https://github.com/ClaudeCodeUsage/ClaudeCodeUsage/issues/92, https://github.com/vibe-cafe/vibe-usage/issues/63)`,
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = conversation(SESSION, kettle);
    const block = (content: unknown) =>
      talk.row({ type: "assistant", message: { id: "msg_1", role: "assistant", model: "sample", content: [content] } });
    talk.typed("boil");
    block({ type: "thinking", thinking: "hm" });
    block({ type: "text", text: "first" });
    block({ type: "tool_use", id: "t1", name: "Read", input: {} });
    block({ type: "text", text: "second" });
    await machine.learn(machine.transcript(SESSION, talk.rows));
    const [exchange] = machine.exchanges(kettle);
    assertEquals(exchange?.answers.map(({ msg, text }) => [msg, text]), [["msg_1", "first"], ["msg_1", "second"]]);
  },
);
