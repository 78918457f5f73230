/**
 * Field reports about Claude Code that concern damaged and oversized files, through the real import.
 * `hooks/claude/README.md` maps every report to its tests.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { disk } from "../lib/io/disk.ts";
import { conversation, machineTest } from "./import_test_support.ts";
import { lines, pairs, questions, twoTurns } from "./stored_talk_test_support.ts";

const SESSION = "aaaaaaaa-0000-4000-8000-000000000001";

machineTest(
  `importTranscript() reads the record behind the stub of a killed write, and both of two glued ones (report 30: https://github.com/anthropics/claude-code/issues/52387)`,
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = twoTurns(SESSION, kettle);
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
  `importTranscript() reads on behind NULs in the middle and at the end (report 32: https://github.com/anthropics/claude-code/issues/49876, https://github.com/anthropics/claude-code/issues/76059)`,
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = twoTurns(SESSION, kettle);
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
    const talk = twoTurns(SESSION, kettle);
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
