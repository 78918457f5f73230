/**
 * Field reports about Claude Code's hooks, through the real program. `hook_test.ts` has the others;
 * `hooks/claude/README.md` maps every report to its tests.
 *
 * @module
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { conversation } from "./import_test_support.ts";
import { type HookMachine, hookTest } from "./hook_test_support.ts";
import { lines, pairs } from "./stored_talk_test_support.ts";

const SESSION = "aaaaaaaa-0000-4000-8000-000000000001";
const OTHER = "bbbbbbbb-0000-4000-8000-000000000002";

function reasons(machine: HookMachine): readonly unknown[] {
  return machine.heartbeats().map((beat) => beat["reason"] ?? beat["outcome"]);
}

hookTest(
  "claude stop learns the session that the payload is about when the path is another one's (report 8: https://github.com/anthropics/claude-code/issues/9188, https://github.com/anthropics/claude-code/issues/8564, https://github.com/anthropics/claude-code/issues/7911, https://github.com/anthropics/claude-code/issues/23932)",
  async (machine) => {
    const kettle = machine.project("kettle");
    const [old, own] = [conversation(SESSION, kettle), conversation(OTHER, kettle)];
    old.typed("yesterday");
    own.typed("today");
    own.reply("it boils");
    const stale = machine.transcript(SESSION, old.rows, { slug: "-old" });
    machine.transcript(OTHER, own.rows);
    const payload = machine.stop(OTHER, stale, { last_assistant_message: "it boils" });
    assertEquals((await machine.hook(["claude", "stop"], payload)).code, 0);
    assertEquals(pairs(machine, kettle), [["today", "it boils"]]);
    assertEquals(reasons(machine), ["other-session"]);
    // A session that has no file at all: nothing but the heartbeat, and the named file as it is.
    await machine.hook(["claude", "stop"], machine.stop("cccccccc-0000-4000-8000-000000000003", stale));
    assertEquals(pairs(machine, kettle, SESSION), [["yesterday"]]);
    assertEquals(pairs(machine, kettle, OTHER), [["today", "it boils"]]);
    assertEquals(reasons(machine), ["other-session", "session-not-in-file"]);
  },
);

hookTest(
  "claude stop reads the named file when rows of the session stand in it, whatever its name (report 9: https://github.com/anthropics/claude-code/issues/30802)",
  async (machine) => {
    const kettle = machine.project("kettle");
    const [old, own] = [conversation(SESSION, kettle), conversation(OTHER, kettle)];
    own.typed("today");
    machine.transcript(OTHER, own.rows);
    old.typed("yesterday");
    const wrong = machine.transcript(SESSION, [...old.rows, own.typed("resumed"), own.reply("in the wrong file")]);
    await machine.hook(["claude", "stop"], machine.stop(OTHER, wrong, { last_assistant_message: "in the wrong file" }));
    assertEquals(pairs(machine, kettle, OTHER), [["resumed", "in the wrong file"]]);
    assertEquals(reasons(machine), ["learned"]);
  },
);

hookTest(
  "claude stop takes a reply that stands in the file as another session's for none of its own (report 9: https://github.com/anthropics/claude-code/issues/30802)",
  async (machine) => {
    const kettle = machine.project("kettle");
    const [old, own] = [conversation(SESSION, kettle), conversation(OTHER, kettle)];
    own.typed("today");
    own.reply("it boils");
    old.typed("yesterday\nno-imprint");
    old.reply("a secret");
    const wrong = machine.transcript(OTHER, [...own.rows, ...old.rows]);
    await machine.hook(["claude", "stop"], machine.stop(OTHER, wrong, { last_assistant_message: "a secret" }));
    assertEquals(pairs(machine, kettle, OTHER), [["today", "it boils"]]);
    assertEquals(machine.everything(kettle).includes("a secret"), false);
  },
);

hookTest(
  "claude stop reads a store that the configuration records, wherever it lies (report 13: https://github.com/garrytan/gbrain/issues/4324)",
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = conversation(SESSION, kettle);
    talk.typed("boil");
    const elsewhere = `${machine.root}/config-of-claude`;
    Deno.mkdirSync(`${elsewhere}/projects/-kettle`, { recursive: true });
    const transcript = `${elsewhere}/projects/-kettle/${SESSION}.jsonl`;
    Deno.writeTextFileSync(transcript, lines(talk.rows));
    await machine.hook(["claude", "stop"], machine.stop(SESSION, transcript));
    machine.configure({
      version: 1,
      stores: [{ client: "claude-code", dir: elsewhere }],
      workspaces: { default: {} },
    });
    await machine.hook(["claude", "stop"], machine.stop(SESSION, transcript));
    assertEquals(reasons(machine), ["outside-stores", "learned"]);
    assertEquals(pairs(machine, kettle), [["boil"]]);
  },
);

hookTest(
  "claude stop understands UTF-8 with a BOM, and finds the file when a path came through another code page (report 21: https://github.com/Arize-ai/coding-harness-tracing/issues/119, https://github.com/anthropics/claude-plugins-official/issues/5334, https://github.com/puritysb/AgentDeck/issues/56)",
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = conversation(SESSION, kettle);
    talk.typed("やかんは?");
    const transcript = machine.transcript(SESSION, talk.rows, { slug: "-やかん" });
    await machine.hook(["claude", "stop"], `\ufeff${machine.stop(SESSION, transcript)}`);
    assertEquals(pairs(machine, kettle), [["やかんは?"]]);
    talk.reply("沸いています");
    Deno.writeTextFileSync(transcript, lines(talk.rows.slice(-1)), { append: true });
    // "やかん" in code page 932.
    const [before = "", after = ""] = machine.stop(SESSION, transcript).split("やかん");
    const utf8 = new TextEncoder();
    const cp932 = new Uint8Array([...utf8.encode(before), 0x82, 0xe2, 0x82, 0xa9, 0x82, 0xf1, ...utf8.encode(after)]);
    await machine.hook(["claude", "stop"], cp932);
    assertEquals(pairs(machine, kettle), [["やかんは?", "沸いています"]]);
    assertEquals(reasons(machine), ["learned", "learned"]);
  },
);

hookTest(
  "claude stop works without HOME, which the transcript's path tells (report 22: https://github.com/anthropics/claude-code/issues/79509)",
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = conversation(SESSION, kettle);
    talk.typed("boil");
    const transcript = machine.transcript(SESSION, talk.rows);
    const env = { HOME: "", USERPROFILE: "" };
    const run = await machine.hook(["claude", "stop"], machine.stop(SESSION, transcript), { env });
    assertEquals([run.code, run.stderr], [0, ""]);
    assertEquals(pairs(machine, kettle), [["boil"]]);
    assertEquals(reasons(machine), ["learned"]);
    const lost = await machine.hook(["claude", "stop"], machine.stop(SESSION, "/nowhere/s1.jsonl"), { env });
    assertEquals([lost.code, lost.stderr], [0, ""], "nothing tells where to work");
  },
);

hookTest(
  "claude stop stores once what several hooks of one turn are called for (report 23: https://github.com/anthropics/claude-code/issues/3465, https://github.com/code-yeongyu/oh-my-openagent/issues/1297, https://github.com/anthropics/claude-code/issues/9602)",
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = conversation(SESSION, kettle);
    talk.typed("remember: never boil it dry");
    const transcript = machine.transcript(SESSION, talk.rows);
    const payload = machine.stop(SESSION, transcript, { last_assistant_message: "noted" });
    const twice = () => Promise.all([1, 2].map(() => machine.hook(["claude", "stop"], payload)));
    assertEquals((await twice()).map(({ code }) => code), [0, 0], "before the reply is written");
    talk.reply("noted");
    Deno.writeTextFileSync(transcript, lines(talk.rows.slice(-1)), { append: true });
    assertEquals((await twice()).map(({ code }) => code), [0, 0]);
    assertEquals(pairs(machine, kettle), [["remember: never boil it dry", "noted"]]);
    assertEquals(machine.exchanges(kettle)[0]?.answers.map(({ provisional }) => provisional), [false]);
    assertEquals(JSON.stringify(machine.canonical(kettle)).match(/"never boil it dry"/g)?.length, 1);
  },
);

hookTest(
  "learn brings what no hook was called for (reports 23, 39: https://github.com/anthropics/claude-code/issues/15629, https://github.com/anthropics/claude-code/issues/16142, https://github.com/anthropics/claude-code/issues/32712, https://github.com/anthropics/claude-code/issues/70465)",
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = conversation(SESSION, kettle);
    talk.typed("boil");
    const transcript = machine.transcript(SESSION, talk.rows);
    await machine.hook(["claude", "stop"], machine.stop(SESSION, transcript));
    talk.reply("boiled");
    talk.typed("and off");
    machine.transcript(SESSION, talk.rows);
    const unheard = conversation(OTHER, kettle);
    unheard.typed("nobody was called");
    machine.transcript(OTHER, unheard.rows);
    const { code, stdout } = await machine.type(["learn"]);
    assertEquals(code, 0);
    assertStringIncludes(stdout, "2 new exchanges");
    assertEquals(pairs(machine, kettle, SESSION), [["boil", "boiled"], ["and off"]]);
    assertEquals(pairs(machine, kettle, OTHER), [["nobody was called"]]);
  },
);

hookTest(
  "claude session-end that is killed loses nothing: Stop has stored it, the next run the rest (report 39: https://github.com/anthropics/claude-code/issues/17885, https://github.com/anthropics/claude-code/issues/6428, https://github.com/chenhg5/cc-connect/issues/490)",
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = conversation(SESSION, kettle);
    talk.typed("boil");
    talk.reply("boiled");
    const transcript = machine.transcript(SESSION, talk.rows);
    await machine.hook(["claude", "stop"], machine.stop(SESSION, transcript));
    assertEquals(pairs(machine, kettle), [["boil", "boiled"]]);
    talk.typed("and off");
    machine.transcript(SESSION, talk.rows);
    const end = machine.stop(SESSION, transcript, { hook_event_name: "SessionEnd", reason: "other" });
    // Killed at some moment between its first instruction and its last.
    for (const killAfter of [20, 60, 100]) await machine.hook(["claude", "session-end"], end, { killAfter });
    await machine.hook(["claude", "session-end"], end);
    assertEquals(pairs(machine, kettle), [["boil", "boiled"], ["and off"]]);
  },
);

hookTest(
  "claude stop takes a turn that goes on after it into the same exchange (report 40: https://github.com/anthropics/claude-code/issues/24421, https://github.com/warpdotdev/claude-code-warp/issues/82)",
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = conversation(SESSION, kettle);
    talk.typed("boil it in the background");
    talk.reply("started");
    const transcript = machine.transcript(SESSION, talk.rows);
    const running = [{ id: "b1", type: "shell", status: "running", description: "kettle" }];
    await machine.hook(["claude", "stop"], machine.stop(SESSION, transcript, { background_tasks: running }));
    talk.row({
      type: "user",
      message: { role: "user", content: "<task-notification>\n<task-id>b1</task-id>\n</task-notification>" },
      origin: { kind: "task-notification" },
      promptSource: "system",
    });
    talk.reply("it boils");
    machine.transcript(SESSION, talk.rows);
    await machine.hook(["claude", "stop"], machine.stop(SESSION, transcript, { stop_hook_active: true }));
    assertEquals(pairs(machine, kettle), [["boil it in the background", "started", "it boils"]]);
    assertEquals(machine.exchanges(kettle)[0]?.evidence.map(({ origin }) => origin), ["task-notification"]);
  },
);

hookTest(
  "claude hooks learn nothing from UserPromptSubmit, SubagentStop and what runs inside a sub-agent (reports 42, 51: https://github.com/anthropics/claude-code/issues/94675, https://github.com/colbymchenry/codegraph/issues/1884, https://github.com/anthropics/claude-code/issues/92716, https://github.com/anthropics/claude-code/issues/82249, https://github.com/anthropics/claude-code/issues/83365, https://github.com/anthropics/claude-code/issues/9682)",
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = conversation(SESSION, kettle);
    talk.typed("boil");
    const transcript = machine.transcript(SESSION, talk.rows);
    const agent = `${machine.store}/-kettle/${SESSION}/subagents/agent-a1.jsonl`;
    const payloads = [
      { hook_event_name: "UserPromptSubmit", prompt: "the agent's own task" },
      { hook_event_name: "SubagentStop", agent_id: "a1", agent_type: "", agent_transcript_path: agent },
      { hook_event_name: "Stop", agent_id: "a1", agent_type: "Explore" },
    ];
    for (const payload of payloads) {
      const run = await machine.hook(["claude", "stop"], machine.stop(SESSION, transcript, payload));
      assertEquals([run.code, run.stderr], [0, ""]);
    }
    assertEquals(reasons(machine), ["no-work", "sub-agent", "sub-agent"]);
    assertEquals(machine.everything(kettle), "");
  },
);

hookTest(
  "claude stop takes the payload's directory for one more piece of evidence, not for the owner (report 46: https://github.com/anthropics/claude-code/issues/25031, https://github.com/anthropics/claude-code/issues/83636, https://github.com/anthropics/claude-code/issues/63675)",
  async (machine) => {
    const [kettle, research] = [machine.project("kettle"), machine.project("research")];
    machine.configure({
      version: 1,
      workspaces: { default: {}, tea: { roots: [kettle] }, research: { roots: [research] } },
    });
    const talk = conversation(SESSION, kettle);
    talk.typed("boil");
    const transcript = machine.transcript(SESSION, talk.rows);
    Deno.mkdirSync(`${kettle}/lid`);
    await machine.hook(["claude", "stop"], machine.stop(SESSION, transcript, { cwd: `${kettle}/lid` }));
    assertEquals(pairs(machine, kettle), [["boil"]], "a directory below says the same");
    await machine.hook(["claude", "stop"], machine.stop(SESSION, transcript, { cwd: machine.root }));
    assertEquals(pairs(machine, kettle), [["boil"]], "the launch directory belongs to nobody");
    await machine.hook(["claude", "stop"], machine.stop(SESSION, transcript, { cwd: research }));
    assertEquals(reasons(machine), ["learned", "nothing-new", "claimed"]);
    assert(!machine.everything(kettle).includes("boil"), "two workspaces' roots: nobody keeps it");
    assertEquals(machine.everything(research), "");
  },
);

hookTest(
  "claude stop leaves a heartbeat of everything that it did and did not do (report 54: https://github.com/anthropics/claude-code/issues/88578)",
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = conversation(SESSION, kettle);
    talk.typed("boil");
    const transcript = machine.transcript(SESSION, talk.rows);
    const stop = machine.stop(SESSION, transcript);
    await machine.hook(["claude", "stop"], stop);
    await machine.hook(["claude", "stop"], "{");
    Deno.removeSync(`${kettle}/.umwelten`, { recursive: true });
    // A file stands where a directory has to be made.
    Deno.writeTextFileSync(`${kettle}/.umwelten`, "");
    const failed = await machine.hook(["claude", "stop"], stop);
    assertEquals(failed.code, 1);
    assertStringIncludes(failed.stderr, `${kettle}/.umwelten`);
    const beats = machine.heartbeats();
    assertEquals(beats.map((beat) => [beat["event"], beat["outcome"], beat["session"]]), [
      ["Stop", "learned", SESSION],
      ["", "skipped", undefined],
      ["Stop", "failed", SESSION],
    ]);
    for (const beat of beats) {
      assert(!Number.isNaN(Date.parse(String(beat["at"]))) && Number.isSafeInteger(beat["ms"]), JSON.stringify(beat));
    }
    assert(String(beats[2]?.["reason"]).length > 0);
  },
);
