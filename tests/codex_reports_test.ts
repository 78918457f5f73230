/**
 * Field reports about Codex that concern reading and the store, through the real import: a rollout is written, learned, and
 * the store looked at. `hooks/codex/README.md` maps every report to its tests.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { codex } from "../hooks/codex/client.ts";
import { thread } from "../hooks/codex/rows_test_support.ts";
import { disk } from "../lib/io/disk.ts";
import { type CodexMachine, codexTest } from "./codex_test_support.ts";

/** Question and answers of each exchange. */
function pairs(machine: CodexMachine, workDir: string): readonly (readonly (string | undefined)[])[] {
  return machine.exchanges(workDir).map((
    { question, answers },
  ) => [question?.text, ...answers.map(({ text }) => text)]);
}

const lines = (rows: readonly unknown[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join("");

codexTest(
  "importTranscript() counts what many forks replay once (report 1: https://github.com/ccusage/ccusage/issues/1349, https://github.com/ccusage/ccusage/issues/1175)",
  async (machine) => {
    const kettle = machine.project("kettle");
    const parent = thread({ cwd: kettle });
    parent.typed("fill it");
    parent.reply("filled");
    parent.end();
    const paths = [machine.put(parent.id, parent.text())];
    for (let n = 1; n <= 5; n++) {
      const fork = thread({ cwd: kettle, at: n * 100, meta: { forked_from_id: parent.id } });
      fork.rows.push(...parent.rows.map((row) => ({ ...row, timestamp: "2026-11-02T10:00:00.000Z" })));
      fork.typed(`pour cup ${n}`);
      fork.reply(`poured cup ${n}`);
      paths.push(machine.put(fork.id, fork.text(), { time: `2026-11-02T1${n}-00-00` }));
    }
    for (const path of paths.toReversed()) await machine.learn(path);
    assertEquals(machine.messages(kettle).length, 12);
    assertEquals(machine.exchanges(kettle).length, 6);
  },
);

codexTest(
  "importTranscript() sees the user's turns of paginated threads, which have no user_message (report 2: https://github.com/org2AI/ORG2/issues/837)",
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = thread({ form: "paginated", cwd: kettle });
    talk.typed("fill it");
    talk.reply("filled");
    assert(!talk.text().includes("user_message"));
    await machine.learn(machine.put(talk.id, talk.text()));
    assertEquals(pairs(machine, kettle), [["fill it", "filled"]]);
  },
);

codexTest(
  "codex.transcripts() finds compressed and archived threads, which a sweep learns (reports 3 and 4: https://github.com/vshulcz/deja-vu/issues/3640, https://github.com/skillsynchq/txcript/issues/54)",
  async (machine) => {
    const kettle = machine.project("kettle");
    for (const [n, options] of [{ zst: true }, { archived: true }, { archived: true, zst: true }].entries()) {
      const talk = thread({ form: "paginated", cwd: kettle, at: n * 100 });
      talk.typed(`fill number ${n}`);
      talk.reply("filled");
      machine.put(talk.id, talk.text(), options);
    }
    for (const { path } of codex.transcripts(disk, machine.codexHome)) {
      await machine.learn(path, { asker: { kind: "hook" }, namedByPerson: false });
    }
    assertEquals(machine.exchanges(kettle).length, 3);
  },
);

codexTest(
  "importTranscript() skips a half-written record and takes the full one behind it, whatever the ordinals are (report 5: https://github.com/openai/codex/issues/24425, https://github.com/openai/codex/issues/45150)",
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = thread({ form: "paginated", cwd: kettle });
    talk.typed("fill it");
    talk.reply("filled");
    talk.typed("pour it");
    talk.reply("poured");
    const rows = talk.rows.map((row, index) =>
      index % 3 === 0 ? { ...row, ordinal: 4 } : { ...row, ordinal: undefined }
    );
    const whole = rows.map((row) => JSON.stringify(row));
    const torn = whole.map((line, index) => index % 2 === 0 ? `${line.slice(0, line.length / 2)}${line}` : line);
    const report = await machine.learn(machine.put(talk.id, `${torn.join("\n")}\n`));
    assertEquals(report.outcome, "learned");
    assertEquals(pairs(machine, kettle), [["fill it", "filled"], ["pour it", "poured"]]);
  },
);

codexTest(
  "importTranscript() reads a thread with a byte-order mark and broken bytes (report 6: https://github.com/openai/codex/issues/36802, https://github.com/openai/codex/issues/28139)",
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = thread({ cwd: kettle });
    talk.typed("fill it");
    talk.reply("filled @ last");
    talk.typed("pour it");
    talk.reply("poured");
    const path = machine.put(talk.id, `\ufeff${talk.text()}`);
    const bytes = Deno.readFileSync(path);
    for (let at = bytes.indexOf(0x40); at >= 0; at = bytes.indexOf(0x40, at + 1)) bytes[at] = 0xff;
    Deno.writeFileSync(path, bytes);
    await machine.learn(path);
    assertEquals(pairs(machine, kettle), [["fill it", "filled \ufffd last"], ["pour it", "poured"]]);
  },
);

codexTest(
  "importTranscript() splits lines at line feeds only (report 7: https://github.com/xiufengsun/TokenTracker/pull/373)",
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = thread({ form: "paginated", cwd: kettle });
    talk.typed("fill\u2028it\u2029now");
    talk.reply("filled\u0085");
    assert(talk.text().includes("\u2028"));
    await machine.learn(machine.put(talk.id, talk.text().replaceAll("\n", "\r\n")));
    assertEquals(pairs(machine, kettle), [["fill\u2028it\u2029now", "filled\u0085"]]);
  },
);

codexTest(
  "importTranscript() reads past inline images and compacted records of many megabytes (report 8: https://github.com/openai/codex/issues/40111, https://github.com/ccusage/ccusage/issues/1124)",
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = thread({ form: "paginated", cwd: kettle });
    talk.typed("what is on this?");
    const image = `data:image/png;base64,${"iVBORw0KGgo".repeat(500_000)}`;
    talk.item({ type: "message", role: "user", content: [{ type: "input_image", image_url: image }] });
    talk.reply("a kettle");
    const history = Array.from(
      { length: 40_000 },
      () => ({ type: "message", role: "user", content: "what is on this? ".repeat(5) }),
    );
    talk.line("compacted", { message: "Summary: a kettle", replacement_history: history });
    talk.typed("and now?");
    talk.reply("still a kettle");
    const report = await machine.learn(machine.put(talk.id, talk.text()));
    assertEquals(report.records.oversized, 1);
    assertEquals(pairs(machine, kettle), [["what is on this?", "a kettle"], ["and now?", "still a kettle"]]);
  },
);

codexTest(
  "importTranscript() does not place a Linux directory that Windows resolved against its drive (report 9: https://github.com/openai/codex/issues/42292, https://github.com/openai/codex/issues/28094)",
  async (machine) => {
    const other = machine.project("other");
    machine.configure({ version: 1, active: "default", workspaces: { default: {}, research: { roots: [other] } } });
    for (const [n, cwd] of ["C:\\mnt\\e\\kettle", "C:\\home\\mira\\kettle"].entries()) {
      const talk = thread({ form: "paginated", cwd, at: n * 100 });
      talk.typed("fill it");
      talk.reply("filled");
      const report = await machine.learn(machine.put(talk.id, talk.text()));
      assertEquals([report.outcome, report.verdict?.kind], ["skipped", "unplaceable-cwd"], cwd);
    }
  },
);

codexTest(
  "importTranscript() takes a directory that the app rebuilt below its own resources for none (report 12: https://github.com/openai/codex/issues/41525)",
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = thread({ form: "paginated", cwd: kettle });
    talk.begin({ cwd: "/mnt/c/Program Files/WindowsApps/OpenAI.Codex_26.1.0_x64/app/resources/srv/kettle" });
    talk.typed("fill it", { steer: true });
    talk.reply("filled");
    const report = await machine.learn(machine.put(talk.id, talk.text()));
    assertEquals([...new Set(report.verdict?.cwds.map(({ recorded }) => recorded))], [kettle]);
  },
);

codexTest(
  "importTranscript() learns a turn before its task_complete, which is written after the hook, and once (report 16: https://github.com/Kewton/CommandMate/pull/2408)",
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = thread({ form: "paginated", cwd: kettle });
    talk.typed("fill it");
    talk.reply("filled");
    const atStop = await machine.learn(machine.put(talk.id, talk.text()), { final: false });
    assertEquals(atStop.exchanges.new, 1);
    talk.end();
    const atEnd = await machine.learn(machine.put(talk.id, talk.text()));
    assertEquals(atEnd.outcome, "nothing-new");
    assertEquals(pairs(machine, kettle), [["fill it", "filled"]]);
  },
);

codexTest(
  "importTranscript() learns an interrupted turn at session end (report 18: https://github.com/openai/codex/issues/22858)",
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = thread({ form: "paginated", cwd: kettle });
    talk.typed("paint the kettle");
    talk.injected(
      "<turn_aborted>\nThe user interrupted the previous turn on purpose.\n</turn_aborted>",
      "generic.turn_aborted",
    );
    talk.event({ type: "turn_aborted", turn_id: talk.turn, reason: "interrupted" });
    await machine.learn(machine.put(talk.id, talk.text()));
    const [exchange] = machine.exchanges(kettle);
    assertEquals([exchange?.question?.text, exchange?.evidence.map(({ origin }) => origin)], ["paint the kettle", [
      "interrupt",
    ]]);
  },
);

codexTest(
  "importTranscript() learns nothing of sub-agents that share their parent's directory (report 23: https://github.com/gadzan/xacpx/pull/78, https://github.com/openai/codex/pull/9740)",
  async (machine) => {
    const kettle = machine.project("kettle");
    const parent = thread({ form: "paginated", cwd: kettle });
    parent.typed("count the kettles");
    parent.reply("three");
    await machine.learn(machine.put(parent.id, parent.text()));
    const spawn = { thread_spawn: { parent_thread_id: parent.id, depth: 1, agent_nickname: "Herschel" } };
    const child = thread({
      form: "paginated",
      cwd: kettle,
      at: 300,
      meta: { source: { subagent: spawn }, session_id: parent.id },
    });
    child.typed("count the ones on the left");
    child.reply("one");
    const report = await machine.learn(machine.put(child.id, child.text()));
    assertEquals(report.reason, "sub-agent");
    assertEquals(pairs(machine, kettle), [["count the kettles", "three"]]);
  },
);

codexTest(
  "importTranscript() counts a goal's continuation for nobody's turn (report 24: https://github.com/kenn-io/agentsview/pull/886)",
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = thread({ cwd: kettle });
    talk.typed("get every kettle to boil");
    talk.reply("one boils");
    talk.end();
    talk.begin();
    talk.injected('<codex_internal_context source="user_goal">\ncontinue\n</codex_internal_context>');
    talk.reply("two boil");
    talk.end();
    talk.typed("<goal_context>\ncontinue\n</goal_context>");
    talk.reply("all boil");
    talk.end();
    await machine.learn(machine.put(talk.id, lines(talk.rows)));
    assertEquals(pairs(machine, kettle), [["get every kettle to boil", "one boils", "two boil", "all boil"]]);
  },
);
