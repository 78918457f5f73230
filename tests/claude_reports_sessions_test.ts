/**
 * Field reports about Claude Code that concern whose session a row is, where it was, and what is there to read.
 * `hooks/claude/README.md` maps every report to its tests.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { claude } from "../hooks/claude/client.ts";
import { disk } from "../lib/io/disk.ts";
import { conversation, machineTest, type Row } from "./import_test_support.ts";
import { lines, pairs, twoTurns } from "./stored_talk_test_support.ts";

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
      const talk = twoTurns(SESSION, kettle);
      const rows = talk.rows.map((row, n) => n === at ? { ...row, cwd: `${research}/notes` } : row);
      const first = { ...rows[0], isMeta: true, uuid: "first", cwd: undefined };
      const report = await machine.learn(machine.transcript(`s${at}`, [first, ...rows]));
      assertEquals([report.verdict?.kind, report.verdict?.cwds.length], ["claimed", 2], `in row ${at}`);
    }
    assertEquals(machine.everything(kettle), "");
  },
);
