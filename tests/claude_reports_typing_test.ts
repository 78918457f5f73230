/**
 * Field reports about Claude Code that concern who typed, through the real import.
 * `hooks/claude/README.md` maps every report to its tests.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { conversation, machineTest } from "./import_test_support.ts";
import { claudeCode, pairs, questions } from "./stored_talk_test_support.ts";

const SESSION = "aaaaaaaa-0000-4000-8000-000000000001";

machineTest(
  `importTranscript() starts no exchange with rows that nobody typed (report 43: https://github.com/warpdotdev/claude-code-warp/issues/78, https://github.com/warpdotdev/claude-code-warp/issues/79)`,
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = conversation(SESSION, kettle);
    talk.typed("boil");
    talk.reply("started");
    const note = "<task-notification>\n<task-id>b1</task-id>\n<status>completed</status>\n</task-notification>";
    const unmarked: readonly string[] = [
      note,
      "[Request interrupted by user]",
      '<teammate-message teammate_id="lid">pour</teammate-message>',
      "Stop hook feedback:\n- not yet",
      "<local-command-stdout>ok</local-command-stdout>",
      "This session is being continued from a previous conversation that ran out of context.",
    ];
    for (const content of unmarked) talk.row({ type: "user", message: { role: "user", content } });
    talk.row({
      type: "user",
      message: { role: "user", content: note },
      origin: { kind: "human" },
      promptSource: "typed",
    });
    talk.reply("the task is done");
    const report = await machine.learn(machine.transcript(SESSION, talk.rows));
    assertEquals(pairs(machine, kettle), [["boil", "started", "the task is done"]]);
    assertEquals(report.evidence, {
      "task-notification": 2,
      interrupt: 1,
      peer: 1,
      hook: 1,
      "command-output": 1,
      "compact-summary": 1,
    });
  },
);

machineTest(
  `importTranscript() learns prompts typed while the agent was busy, wherever they stand (report 44: https://github.com/simonw/claude-code-transcripts/issues/98, https://github.com/23blocks-OS/ai-maestro/issues/465, https://github.com/kenn-io/agentsview/issues/406)`,
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = conversation(SESSION, kettle);
    const queue = (operation: string, content: string) =>
      talk.rows.push({
        type: "queue-operation",
        operation,
        content,
        timestamp: "2026-10-26T09:01:00Z",
        sessionId: SESSION,
      });
    talk.typed("boil");
    queue("enqueue", "also the lid");
    queue("remove", "also the lid");
    const lid = {
      type: "queued_command",
      prompt: "also the lid",
      commandMode: "prompt",
      source_uuid: "s1",
      delivery_id: "d1",
    };
    talk.row({ type: "attachment", attachment: { ...lid, origin: { kind: "human" } } });
    talk.row({ type: "attachment", attachment: { ...lid, origin: { kind: "human" } } });
    talk.reply("lid too");
    queue("enqueue", "and the spout");
    queue("dequeue", "and the spout");
    talk.typed("and the spout", { promptSource: "queued" });
    talk.reply("spout too");
    // Without a uuid, as older versions wrote them.
    talk.row({ type: "attachment", uuid: undefined, attachment: { type: "queued_command", prompt: "and the cord" } });
    talk.reply("cord too");
    await machine.learn(machine.transcript(SESSION, talk.rows));
    assertEquals(pairs(machine, kettle), [
      ["boil"],
      ["also the lid", "lid too"],
      ["and the spout", "spout too"],
      ["and the cord", "cord too"],
    ]);
    assertEquals(machine.exchanges(kettle).map(({ label }) => label), ["typed", "queued", "queued", "queued"]);
  },
);

machineTest(
  "importTranscript() takes an enqueue alone for nothing, and enqueue with remove for a prompt up to 2.1.42 (report 45: Claude Code 2.0.50)",
  async (machine) => {
    for (const [version, expected] of [["2.0.50", ["boil", "pour"]], ["2.1.43", ["boil"]]] as const) {
      const kettle = machine.project(`kettle-${version}`);
      const talk = claudeCode(version, SESSION, kettle);
      const queue = (operation: string, content?: string) =>
        talk.rows.push({
          type: "queue-operation",
          operation,
          content,
          timestamp: "2026-02-01T10:00:00Z",
          sessionId: SESSION,
        });
      queue("enqueue", "boil");
      talk.typed("boil");
      queue("enqueue", "pour");
      queue("remove");
      talk.reply("poured");
      queue("enqueue", "never delivered");
      await machine.learn(machine.transcript(SESSION, talk.rows, { slug: version }));
      assertEquals(questions(machine, kettle), [...expected], version);
    }
  },
);

machineTest(
  "importTranscript() learns nothing from an interrupt marker, spurious or not (report 53: CHANGELOG 2.1.218)",
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = conversation(SESSION, kettle);
    talk.typed("boil");
    talk.reply("boiling");
    talk.row({
      type: "user",
      message: { role: "user", content: [{ type: "text", text: "[Request interrupted by user]" }] },
      rowSource: "harness",
    });
    talk.reply("boiled all the same");
    talk.typed("thanks");
    const report = await machine.learn(machine.transcript(SESSION, talk.rows));
    assertEquals([report.evidence, report.learnings], [{ interrupt: 1 }, {}]);
    assertEquals(pairs(machine, kettle), [["boil", "boiling", "boiled all the same"], ["thanks"]]);
  },
);
