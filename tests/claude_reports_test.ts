/**
 * Field reports about Claude Code that concern reading, typing, exchanges and the store, through the real import: a
 * transcript is written, learned, and the store looked at. `hooks/claude/README.md` maps every report to its tests.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { claude } from "../hooks/claude/client.ts";
import { disk } from "../lib/io/disk.ts";
import { conversation, type Machine, machineTest, type Row } from "./import_test_support.ts";
import { answersOf, claudeCode, lines, pairs, questions } from "./stored_talk_test_support.ts";

const SESSION = "aaaaaaaa-0000-4000-8000-000000000001";
const OTHER = "bbbbbbbb-0000-4000-8000-000000000002";

machineTest(
  `importTranscript() stores the last answer once, wherever its line was torn (report 2: https://github.com/Temikus/claude-watchdog/issues/15, https://github.com/grafana/agento11y/issues/287)`,
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = conversation(SESSION, kettle);
    talk.typed("why does it boil dry?");
    const before = lines(talk.rows);
    talk.reply("the sensor sends a null");
    const whole = lines(talk.rows);
    for (const cut of [before.length + 1, whole.length - 9, whole.length - 1]) {
      await machine.learn(machine.transcript(SESSION, [], { text: whole.slice(0, cut) }), { final: false });
    }
    await machine.learn(machine.transcript(SESSION, [], { text: whole }), { final: false });
    talk.typed("and now?");
    await machine.learn(machine.transcript(SESSION, talk.rows), { final: false });
    assertEquals(pairs(machine, kettle), [["why does it boil dry?", "the sensor sends a null"], ["and now?"]]);
  },
);

machineTest(
  `importTranscript() takes a file without any reply, without any record, and without any conversation (report 3: https://github.com/thedotmack/claude-mem/issues/2157, https://github.com/thedotmack/claude-mem/issues/2481)`,
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = conversation(SESSION, kettle);
    talk.typed("anyone there?");
    const alone = await machine.learn(machine.transcript(SESSION, talk.rows));
    assertEquals([alone.outcome, ...pairs(machine, kettle)], ["learned", ["anyone there?"]]);
    const empty = await machine.learn(machine.transcript(OTHER, [], { text: "" }));
    assertEquals([empty.outcome, empty.reason], ["skipped", "empty"]);
    const side: Row = { type: "permission-mode", permissionMode: "default", sessionId: OTHER };
    const quiet = await machine.learn(machine.transcript(OTHER, [side]));
    assertEquals([quiet.outcome, quiet.verdict?.kind], ["skipped", "no-evidence"]);
  },
);

machineTest(
  `importTranscript() finds the reply behind which system and attachment rows stand (report 4: https://github.com/asheshgoplani/agent-deck/issues/1422)`,
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = conversation(SESSION, kettle);
    talk.typed("boil");
    talk.reply("boiled");
    talk.row({ type: "system", subtype: "stop_hook_summary", hookCount: 1 });
    talk.row({ type: "attachment", attachment: { type: "total_tokens_reminder", text: "9" } });
    talk.rows.push({ type: "last-prompt", lastPrompt: "boil", leafUuid: talk.last, sessionId: SESSION });
    await machine.learn(machine.transcript(SESSION, talk.rows));
    assertEquals(pairs(machine, kettle), [["boil", "boiled"]]);
  },
);

machineTest(
  `importTranscript() groups rows by their session when /resume appended them to the wrong file (report 9: https://github.com/anthropics/claude-code/issues/30802)`,
  async (machine) => {
    const kettle = machine.project("kettle");
    const [mine, resumed] = [conversation(SESSION, kettle), conversation(OTHER, kettle)];
    resumed.typed("resumed one");
    resumed.reply("resumed first");
    await machine.learn(machine.transcript(OTHER, resumed.rows));
    mine.typed("mine one");
    mine.reply("mine first");
    const file: Row[] = [...mine.rows];
    await machine.learn(machine.transcript(SESSION, file));
    // From here on both sessions grow in the file of one.
    file.push(resumed.reply("resumed late"), resumed.typed("resumed two"));
    const report = await machine.learn(machine.transcript(SESSION, file));
    assertEquals(report.sessionId, SESSION, "the session that the file is named after comes first");
    assertEquals(report.otherSessions?.map(({ sessionId, exchanges }) => [sessionId, exchanges.new]), [[OTHER, 1]]);
    file.push(mine.reply("mine second"), resumed.reply("resumed second"));
    await machine.learn(machine.transcript(SESSION, file));
    assertEquals(pairs(machine, kettle, SESSION), [["mine one", "mine first", "mine second"]]);
    assertEquals(pairs(machine, kettle, OTHER), [
      ["resumed one", "resumed first", "resumed late"],
      ["resumed two", "resumed second"],
    ]);
    const again = await machine.learn(machine.transcript(OTHER, resumed.rows.slice(0, 2)));
    assertEquals(again.outcome, "nothing-new", "its own file says nothing more");
  },
);

machineTest(
  `importTranscript() decides about a session by all its directories when its rows stand in two files (report 9: https://github.com/anthropics/claude-code/issues/30802)`,
  async (machine) => {
    const [kettle, research] = [machine.project("kettle"), machine.project("research")];
    machine.configure({ version: 1, active: "default", workspaces: { default: {}, research: { roots: [research] } } });
    const [mine, resumed] = [conversation(SESSION, kettle), conversation(OTHER, research)];
    mine.typed("mine one");
    resumed.typed("secret one");
    const own = machine.transcript(OTHER, resumed.rows);
    const wrong = machine.transcript(SESSION, [...mine.rows, resumed.typed("secret two", { cwd: kettle })]);
    for (const order of [[own, wrong], [wrong, own]]) {
      for (const transcript of order) await machine.learn(transcript, { workspace: "default" });
      assertEquals(pairs(machine, kettle), [["mine one"]]);
      assert(!/secret/.test(machine.everything(kettle) + machine.everything(machine.home)));
      Deno.removeSync(`${machine.home}/state`, { recursive: true });
      Deno.removeSync(`${kettle}/.umwelten`, { recursive: true });
    }
  },
);

machineTest(
  `importTranscript() keeps a session out for which the user opted out in another file (report 9: https://github.com/anthropics/claude-code/issues/30802)`,
  async (machine) => {
    const kettle = machine.project("kettle");
    const [mine, resumed] = [conversation(SESSION, kettle), conversation(OTHER, kettle)];
    resumed.typed("resumed one");
    const own = machine.transcript(OTHER, resumed.rows);
    await machine.learn(own);
    mine.typed("mine one");
    await machine.learn(machine.transcript(SESSION, [...mine.rows, resumed.typed("no-imprint")]));
    assert(!machine.everything(kettle).includes("resumed one"));
    Deno.removeSync(`${machine.home}/state`, { recursive: true });
    const report = await machine.learn(own);
    assertEquals([report.outcome, report.verdict?.kind], ["skipped", "opted-out"]);
    assertEquals(pairs(machine, kettle, SESSION), [["mine one"]]);
    assert(!machine.everything(kettle).includes("resumed one"));
  },
);

machineTest(
  `importTranscript() owns each of several sessions in one file by itself and cuts no history (report 10: https://github.com/siteboon/claudecodeui/issues/1022)`,
  async (machine) => {
    const [kettle, research] = [machine.project("kettle"), machine.project("research")];
    machine.configure({ version: 1, active: "default", workspaces: { default: {}, research: { roots: [research] } } });
    const [mine, claimed] = [conversation(SESSION, kettle), conversation(OTHER, research)];
    const file: Row[] = [];
    for (let turn = 1; turn <= 3; turn++) {
      file.push(mine.typed(`mine ${turn}`), claimed.typed(`secret ${turn}`));
      file.push(mine.reply(`answer ${turn}`), claimed.reply(`secret answer ${turn}`));
    }
    const report = await machine.learn(machine.transcript("a-name-of-neither", file));
    assertEquals([report, ...report.otherSessions ?? []].map(({ sessionId, verdict }) => [sessionId, verdict?.kind]), [
      [SESSION, "unclaimed"],
      [OTHER, "claimed"],
    ]);
    assertEquals(pairs(machine, kettle), [["mine 1", "answer 1"], ["mine 2", "answer 2"], ["mine 3", "answer 3"]]);
    assert(!/secret/.test(machine.everything(kettle) + machine.everything(machine.home)));
  },
);

machineTest(
  `importTranscript() keeps what was learned when the client has removed the transcript and left its folder (report 12: https://github.com/anthropics/claude-code/issues/95403)`,
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = conversation(SESSION, kettle);
    talk.typed("boil");
    talk.reply("boiled");
    const transcript = machine.transcript(SESSION, talk.rows);
    const beside = `${machine.store}/-kettle/${SESSION}/subagents`;
    Deno.mkdirSync(beside, { recursive: true });
    const agent = `${beside}/agent-a1.jsonl`;
    Deno.writeTextFileSync(agent, lines(talk.rows.map((row) => ({ ...row, isSidechain: true, agentId: "a1" }))));
    await machine.learn(transcript);
    Deno.removeSync(transcript);
    assertEquals(
      claude.transcripts(disk, `${machine.root}/client`),
      [],
      "a folder without its file is no conversation",
    );
    assertEquals((await machine.learn(transcript)).reason, "missing");
    assertEquals((await machine.learn(agent)).reason, "sub-agent");
    assertEquals(pairs(machine, kettle), [["boil", "boiled"]]);
  },
);

/** A conversation of two turns and one learning, as one file held it first. */
function twoTurns(cwd: string) {
  const talk = conversation(SESSION, cwd);
  talk.typed("boil");
  talk.reply("boiled");
  talk.typed("remember: never boil it dry");
  talk.reply("noted");
  return talk;
}

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
    const { rows } = twoTurns(machine.project("kettle"));
    const forkedFrom = { sessionId: SESSION, messageUuid: "x" };
    await holdsTheSame(machine, rows, rows.flatMap((row) => [row, { ...row, forkedFrom }]));
  },
);

machineTest(
  `importTranscript() stores each message once when a fork holds half of them again without parents (report 25: https://github.com/anthropics/claude-code/issues/48936)`,
  async (machine) => {
    const talk = twoTurns(machine.project("kettle"));
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
    const { rows } = twoTurns(machine.project("kettle"));
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
    const { rows } = twoTurns(machine.project("kettle"));
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

machineTest(
  `importTranscript() reads the record behind the stub of a killed write, and both of two glued ones (report 30: https://github.com/anthropics/claude-code/issues/52387)`,
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = twoTurns(kettle);
    const [one = "", two = "", three = "", four = ""] = talk.rows.map((row) => JSON.stringify(row));
    const stub = JSON.stringify(talk.reply("never finished")).slice(0, 300);
    const report = await machine.learn(
      machine.transcript(SESSION, [], { text: `${one}${two}\n${stub}${three}\n${four}\n` }),
    );
    assertEquals(pairs(machine, kettle), [["boil", "boiled"], ["remember: never boil it dry", "noted"]]);
    assertEquals([report.records.read, report.records.bad], [4, 1]);
  },
);

machineTest(
  `importTranscript() takes a session's directory from its rows, never from the folder's name (report 31: https://github.com/anthropics/claude-code/issues/40946, https://github.com/anthropics/claude-code/issues/91735)`,
  async (machine) => {
    const [kettle, colliding] = [machine.project("tea.kettle"), machine.project("tea_kettle")];
    const slug = "-tea-kettle";
    for (const [id, cwd] of [[SESSION, kettle], [OTHER, colliding]] as const) {
      const talk = conversation(id, cwd);
      talk.typed(`in ${cwd}`);
      await machine.learn(machine.transcript(id, talk.rows, { slug }));
    }
    assertEquals(pairs(machine, kettle), [[`in ${kettle}`]]);
    assertEquals(pairs(machine, colliding), [[`in ${colliding}`]]);
  },
);

machineTest(
  `importTranscript() reads on behind NULs in the middle and at the end (report 32: https://github.com/anthropics/claude-code/issues/49876, https://github.com/anthropics/claude-code/issues/76059)`,
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = twoTurns(kettle);
    const [one = "", two = "", three = "", four = ""] = talk.rows.map((row) => JSON.stringify(row));
    const nul = "\0".repeat(143 * 1024);
    const text = `${one}\n${nul}${two}\n\0\0\0\n${three}\n`;
    await machine.learn(machine.transcript(SESSION, [], { text: text + nul }));
    assertEquals(pairs(machine, kettle).length, 2);
    // After the power cut the client goes on behind the NULs.
    const report = await machine.learn(machine.transcript(SESSION, [], { text: `${text}${nul}${four}\n` }));
    assertEquals(report.records.bad, 0);
    assertEquals(pairs(machine, kettle), [["boil", "boiled"], ["remember: never boil it dry", "noted"]]);
  },
);

machineTest(
  `importTranscript() skips a malformed line, counts it and goes on (report 33: https://github.com/anthropics/claude-code/issues/50347, https://github.com/delexw/claude-code-trace/issues/66, https://github.com/anthropics/claude-code/issues/20992)`,
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = twoTurns(kettle);
    const [one = "", ...rest] = talk.rows.map((row) => JSON.stringify(row));
    const broken = ['{"type":"user","message":{"role":', "}{", "not json", '["a list"]', "17"];
    const report = await machine.learn(
      machine.transcript(SESSION, [], { text: [one, ...broken, ...rest, ""].join("\n") }),
    );
    assertEquals(report.records.bad, broken.length);
    assertEquals(pairs(machine, kettle), [["boil", "boiled"], ["remember: never boil it dry", "noted"]]);
  },
);

machineTest(
  `importTranscript() skips rows whose message has a shape of its own (report 34: https://github.com/anthropics/claude-code/issues/24663)`,
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = conversation(SESSION, kettle);
    for (const message of [{ 0: "b", 1: "o" }, "boil", null, 7, [], { role: "user", content: { 0: "b" } }]) {
      talk.row({ type: "user", message, origin: { kind: "human" } });
    }
    talk.typed("boil");
    talk.reply("boiled");
    const report = await machine.learn(machine.transcript(SESSION, talk.rows));
    assertEquals(pairs(machine, kettle), [["boil", "boiled"]]);
    assertEquals(report.records.ignored, 6);
  },
);

machineTest(
  `importTranscript() stores well-formed text, once, when a row holds lone surrogates (report 35: https://github.com/anthropics/claude-code/issues/61301, https://github.com/anthropics/claude-code/issues/45982)`,
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = conversation(SESSION, kettle);
    talk.typed("cup \ud83d");
    talk.reply("tea \udc00 and \ud83d\ude00");
    const transcript = machine.transcript(SESSION, talk.rows);
    assert(Deno.readTextFileSync(transcript).includes("\\ud83d"), "as the client escapes it");
    await machine.learn(transcript);
    assertEquals(pairs(machine, kettle), [["cup \ufffd", "tea \ufffd and \u{1f600}"]]);
    Deno.removeSync(`${machine.home}/state`, { recursive: true });
    assertEquals((await machine.learn(transcript)).outcome, "nothing-new");
  },
);

machineTest(
  `importTranscript() reads rows with NULs and bytes that are no UTF-8 (report 36: https://github.com/anthropics/claude-code/issues/94408)`,
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = conversation(SESSION, kettle);
    talk.typed("what is in it?");
    const result = [{ type: "tool_result", tool_use_id: "t", content: "RAW" }];
    talk.row({ type: "user", message: { role: "user", content: result }, toolUseResult: { stdout: "RAW" } });
    talk.reply("bytes: RAW");
    const transcript = machine.transcript(SESSION, []);
    const bytes = new TextEncoder().encode(lines(talk.rows).replaceAll("RAW", "R\0W"));
    for (let i = 0; i < bytes.length; i++) if (bytes[i] === 0x57 && bytes[i - 1] === 0) bytes[i] = 0xff;
    Deno.writeFileSync(transcript, bytes);
    const report = await machine.learn(transcript);
    assertEquals([report.records.read, report.records.bad], [3, 0]);
    assertEquals(pairs(machine, kettle), [["what is in it?", "bytes: R\ufffd\ufffd"]]);
  },
);

machineTest(
  `importTranscript() reads a transcript in pieces, never as one string (report 37: https://github.com/cobra91/better-ccusage/issues/53, https://github.com/slopus/happy/issues/1586, https://github.com/vectorize-io/hindsight/issues/3345)`,
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = conversation(SESSION, kettle);
    for (let turn = 1; turn <= 40; turn++) {
      talk.typed(`question ${turn} ${"é".repeat(40_000)}`);
      talk.reply(`answer ${turn}`);
    }
    const transcript = machine.transcript(SESSION, talk.rows);
    let largest = 0;
    const refuse = (path: string) => assert(path !== transcript, "the transcript is read whole");
    const files = {
      ...disk,
      readBytes: (path: string) => (refuse(path), disk.readBytes(path)),
      readText: (path: string) => (refuse(path), disk.readText(path)),
      open(path: string) {
        const handle = disk.open(path);
        if (path !== transcript || handle === undefined) return handle;
        return {
          ...handle,
          size: handle.size,
          read: (into: Uint8Array, at: number) => (largest = Math.max(largest, into.length), handle.read(into, at)),
          close: () => handle.close(),
        };
      },
    };
    await machine.learn(transcript, { files });
    assertEquals(questions(machine, kettle).length, 40);
    assert(largest > 0 && largest <= 256 * 1024, `${largest} bytes at once`);
    assert(Deno.statSync(transcript).size > 8 * largest);
  },
);

machineTest(
  `importTranscript() elides giant strings, skips what is still too long, and reads on (report 38: https://github.com/pingdotgg/t3code/issues/7258, https://github.com/org2AI/ORG2/issues/654, https://github.com/phiat/claude-esp/issues/4, https://github.com/anthropics/claude-code/issues/20470)`,
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = conversation(SESSION, kettle);
    talk.typed("look at the picture");
    const image = { type: "image", source: { type: "base64", data: "iVBO".repeat(900_000) } };
    talk.row({
      type: "user",
      message: { role: "user", content: [{ type: "tool_result", tool_use_id: "t", content: [image] }] },
      toolUseResult: { data: "iVBO".repeat(900_000) },
    });
    talk.reply("it is a kettle");
    const many = Array.from({ length: 20_000 }, (_, n) => ({ line: `${n} ${"x".repeat(120)}` }));
    talk.row({ type: "user", message: { role: "user", content: [{ type: "tool_result", content: many }] } });
    talk.typed("p".repeat(1_200_000));
    talk.reply("a long one");
    const report = await machine.learn(machine.transcript(SESSION, talk.rows));
    assertEquals(report.records, { read: 5, bad: 0, oversized: 1, ignored: 0 });
    const [first, second] = pairs(machine, kettle);
    assertEquals(first, ["look at the picture", "it is a kettle"]);
    assertEquals(second, ["[elided 1200000 bytes]", "a long one"]);
  },
);

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
  `importTranscript() places a session by the real path when its root is a link, and by its text when it is gone (report 47: https://github.com/anthropics/claude-code/issues/87958, https://github.com/anthropics/claude-code/issues/86575, https://github.com/anthropics/claude-code/issues/74043)`,
  async (machine) => {
    const research = machine.project("disk/research");
    Deno.symlinkSync(research, `${machine.root}/link`);
    machine.configure({ version: 1, workspaces: { default: {}, research: { roots: [`${machine.root}/link`] } } });
    const talk = conversation(SESSION, research);
    talk.typed("boil");
    // `/cd` leaves the file where it is; the directory was removed since.
    talk.reply("boiled", { cwd: `${research}/gone` });
    const transcript = machine.transcript(SESSION, talk.rows);
    assertEquals((await machine.learn(transcript)).verdict?.kind, "claimed");
    const report = await machine.learn(transcript, { workspace: "research" });
    assertEquals([report.verdict?.kind, report.verdict?.cwds.map(({ place }) => place)], ["owned", [
      "inside",
      "inside",
    ]]);
    assertEquals(pairs(machine, `${machine.root}/link`), [["boil", "boiled"]]);
  },
);

machineTest(
  `importTranscript() collects every directory, whichever row it stands in (report 50: https://github.com/anyme123/Any-code/issues/145, https://github.com/wilbeibi/catchup/issues/17)`,
  async (machine) => {
    const [kettle, research] = [machine.project("kettle"), machine.project("research")];
    machine.configure({ version: 1, workspaces: { default: {}, research: { roots: [research] } } });
    for (const at of [0, 1, 2, 3]) {
      const talk = twoTurns(kettle);
      const rows = talk.rows.map((row, n) => n === at ? { ...row, cwd: `${research}/notes` } : row);
      const first = { ...rows[0], isMeta: true, uuid: "first", cwd: undefined };
      const report = await machine.learn(machine.transcript(`s${at}`, [first, ...rows]));
      assertEquals([report.verdict?.kind, report.verdict?.cwds.length], ["claimed", 2], `in row ${at}`);
    }
    assertEquals(machine.everything(kettle), "");
  },
);

machineTest(
  "importTranscript() survives malformed attachments, circles of parents and rows that are their own (report 52: CHANGELOG 2.1.217, 2.1.30, 2.1.108, 2.1.85)",
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = conversation(SESSION, kettle);
    talk.typed("boil", { uuid: "a", parentUuid: "b" });
    talk.reply("boiled", { uuid: "b", parentUuid: "a" });
    for (
      const attachment of [undefined, null, 7, {}, { type: "queued_command" }, { type: "queued_command", prompt: {} }]
    ) {
      talk.row({ type: "attachment", attachment });
    }
    talk.typed("pour", { uuid: "c", parentUuid: "c" });
    talk.reply("poured", { uuid: "d", parentUuid: "nowhere" });
    await machine.learn(machine.transcript(SESSION, talk.rows));
    assertEquals(pairs(machine, kettle), [["boil", "boiled"], ["pour", "poured"]]);
    assertEquals(machine.exchanges(kettle).map(({ state }) => state), [null, null]);
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
