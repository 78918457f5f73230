import { assert, assertEquals } from "@std/assert";
import { type CodexClientMachine, codexClientTest, COMPOSER } from "./codex_machine_test_support.ts";
import { answerTo } from "./model_script_test_support.ts";
import { pause, until } from "./terminal_test_support.ts";

const DOWN = "\x1b[B";
const ENTER = "\r";
const CTRL_C = "\x03";

codexClientTest(
  "what was typed in a terminal is learned once: trust, turns, /quit, resume, SIGTERM, fork, another workspace",
  async (machine) => {
    const [kettle, teapot] = [machine.trusted("kettle"), machine.trusted("teapot")];
    machine.configure({ version: 1, workspaces: { default: {}, research: { roots: [teapot] } } });
    const told: (readonly string[])[] = [];

    // The first start: Codex asks what to do about the new hooks, and takes the second answer.
    const first = await machine.session({ cwd: kettle, shows: "2 hooks are new or changed" });
    try {
      await pause(500);
      await first.keys(DOWN);
      await pause(500);
      await first.keys(ENTER);
      await until("the composer", () => COMPOSER.test(first.screen().replace(/\s+/g, " ")));
      await pause(500);
      await first.turn("look into kettle-01 [[run echo kettle-01]]");
      await first.turn("and then kettle-02?");
      await quit(machine, first);
    } finally {
      await first.end(0);
    }
    told.push(["look into kettle-01 [[run echo kettle-01]]", answerTo("kettle-01")], [
      "and then kettle-02?",
      answerTo("kettle-02"),
    ]);
    assertEquals(machine.learned(kettle), told);
    const [thread = ""] = machine.threads();

    const resumed = await machine.session({ cwd: kettle, args: ["resume", thread] });
    try {
      await resumed.turn("next morning kettle-03");
      await resumed.kill("SIGTERM");
    } finally {
      await resumed.end(0);
    }
    told.push(["next morning kettle-03", answerTo("kettle-03")]);
    assertEquals(machine.learned(kettle), told);
    assertEquals(machine.count("SessionEnd"), 1);

    const forked = await machine.session({ cwd: kettle, args: ["fork", thread] });
    try {
      await forked.turn("or rather kettle-04");
      await quit(machine, forked);
    } finally {
      await forked.end(0);
    }
    told.push(["or rather kettle-04", answerTo("kettle-04")]);
    assertEquals(machine.threads().length, 2);
    assertEquals(machine.learned(kettle), told);

    const other = await machine.session({ cwd: teapot });
    try {
      await other.turn("in another workspace teapot-05");
      await quit(machine, other);
    } finally {
      await other.end(0);
    }
    assertEquals(machine.learned(teapot), [["in another workspace teapot-05", answerTo("teapot-05")]]);
    assertEquals(machine.learned(kettle), told);
    assertEquals(machine.exchanges(teapot).map(({ label }) => label), ["typed"]);
    assert(/"workspace": ?"research"/.test(machine.everything(teapot)));

    // Nothing is left for a sweep, and it brings nothing twice.
    await machine.type(["learn"]);
    assertEquals(machine.learned(kettle), told);
  },
  { terminal: true },
);

codexClientTest("with the session end alone, /quit and Ctrl-C leave the session learned", async (machine) => {
  const kettle = machine.trusted("kettle");
  machine.unwire("Stop");
  machine.trustHooks();
  const told: (readonly string[])[] = [];
  for (const [tag, end] of [["kettle-01", quit], ["kettle-02", interrupt]] as const) {
    const session = await machine.session({ cwd: kettle });
    try {
      await session.turn(`what about ${tag}?`);
      assertEquals(machine.learned(kettle), told);
      await end(machine, session);
    } finally {
      await session.end(0);
    }
    told.push([`what about ${tag}?`, answerTo(tag)]);
    assertEquals(machine.learned(kettle), told);
  }
  assertEquals(machine.heartbeats().map((beat) => [beat["event"], beat["outcome"]]), [
    ["SessionEnd", "learned"],
    ["SessionEnd", "learned"],
  ]);
}, { terminal: true });

codexClientTest("with the turn's end alone, SIGTERM leaves the session learned", async (machine) => {
  const kettle = machine.trusted("kettle");
  machine.unwire("SessionEnd");
  machine.trustHooks();
  const session = await machine.session({ cwd: kettle });
  try {
    await session.turn("what about kettle-01?");
    await session.kill("SIGTERM");
  } finally {
    await session.end(0);
  }
  assertEquals(machine.learned(kettle), [["what about kettle-01?", answerTo("kettle-01")]]);
  assertEquals(machine.heartbeats().map((beat) => [beat["event"], beat["outcome"]]), [["Stop", "learned"]]);
}, { terminal: true });

type Session = Awaited<ReturnType<CodexClientMachine["session"]>>;

/** Types `/quit` and waits for the end of the client. */
async function quit(_machine: CodexClientMachine, session: Session): Promise<void> {
  await session.line("/quit");
  assert(await session.end(20_000), session.screen().slice(-1000));
}

/** Ctrl-C on an idle composer, a second time where Codex asks for that. */
async function interrupt(_machine: CodexClientMachine, session: Session): Promise<void> {
  await session.keys(CTRL_C);
  await pause(600);
  await session.keys(CTRL_C);
  assert(await session.end(20_000), session.screen().slice(-1000));
}
