import { assert, assertEquals } from "@std/assert";
import { type ClaudeMachine, claudeTest } from "./claude_test_support.ts";
import { answerTo, NOTICED } from "./model_script_test_support.ts";
import { pause, until } from "./terminal_test_support.ts";

claudeTest("what was typed in a terminal is learned once, and nothing else is", async (machine) => {
  const [kettle, teapot] = [machine.trusted("kettle"), machine.trusted("teapot")];
  Deno.mkdirSync(`${kettle}/sub`);
  Deno.mkdirSync(`${machine.userHome}/.claude/commands`);
  Deno.writeTextFileSync(`${machine.userHome}/.claude/commands/brew.md`, "Brew $ARGUMENTS as the user likes it.\n");
  const stops = () => machine.heartbeats().filter((beat) => beat["event"] === "Stop").length;
  const asks = (text: string) => machine.api.asked.some(({ last }) => last.includes(text));
  const told: (readonly string[])[] = [];

  const session = await machine.session({ cwd: kettle });
  try {
    // A tool call changes directory.
    const changing = "look into kettle-01 [[run cd sub && pwd]]";
    await session.turn(changing);
    told.push([changing, answerTo("kettle-01")]);

    // A background task ends after the turn: the client says so, the model replies to it.
    const background = "watch kettle-02 [[background sleep 2; echo boiled]]";
    await session.turn(background);
    await until("the reply to the notification", () => session.screen().includes(NOTICED), { explain: session.screen });
    await until("its Stop hook", () => stops() >= 3);
    told.push([background, answerTo("kettle-02"), NOTICED]);

    // A custom command.
    await session.turn("/brew kettle-03");
    told.push(["/brew kettle-03", answerTo("kettle-03")]);

    // A prompt typed while the agent works.
    const before = stops();
    const slow = "take your time with kettle-04 [[slow 4000]]";
    await session.line(slow);
    await until("the slow request", () => asks("kettle-04"));
    await pause(500);
    await session.line("meanwhile kettle-05");
    await until("the turn of the queued prompt", () => asks("kettle-05") && stops() >= before + 2);
    told.push([slow, answerTo("kettle-04")], ["meanwhile kettle-05", answerTo("kettle-05")]);

    // The same while a tool runs: it is folded into the running turn.
    const tool = "measure kettle-06 [[run sleep 3; echo hot]]";
    const calls = machine.api.asked.length;
    await session.line(tool);
    await until("the tool call", () => machine.api.asked.length > calls);
    await pause(700);
    await session.turn("and in the turn kettle-07");
    told.push([tool], ["and in the turn kettle-07", answerTo("kettle-07")]);

    // An interrupt, when some of the reply is there.
    const cut = "explain kettle-08 at length [[slow 20000]]";
    await session.line(cut);
    await until("the request to interrupt", () => asks("kettle-08"));
    await pause(8000);
    await session.keys("\x1b");
    await pause(1000);
    await session.turn("shorter please, kettle-09");
    told.push([cut, "..."], ["shorter please, kettle-09", answerTo("kettle-09")]);

    await session.line("/compact");
    await until("the end of /compact", () => machine.heartbeats().some((beat) => beat["event"] === "PreCompact"));
    await until("the summary", () => machine.transcripts().some((path) => has(path, '"isCompactSummary":true')));
    await session.turn("after all that, kettle-10");
    told.push(["after all that, kettle-10", answerTo("kettle-10")]);
    await session.exit();
  } finally {
    await session.end(0);
  }
  assertTold(machine, kettle, told);

  const [id = ""] = machine.transcripts().map((path) => /([^/]+)\.jsonl$/.exec(path)?.[1]);
  const resumed = await machine.session({ cwd: kettle, args: ["--resume", id] });
  try {
    await resumed.turn("next morning, kettle-11");
    await resumed.exit();
  } finally {
    await resumed.end(0);
  }
  told.push(["next morning, kettle-11", answerTo("kettle-11")]);
  assertTold(machine, kettle, told);

  const fork = await machine.session({ cwd: teapot, args: ["--resume", id, "--fork-session"] });
  try {
    await fork.turn("in another folder, teapot-12");
    await fork.exit();
  } finally {
    await fork.end(0);
  }
  const everywhere = [...machine.learned(kettle), ...machine.learned(teapot)].filter(([question]) =>
    question !== "(copy)"
  );
  console.log(JSON.stringify([machine.learned(kettle).length, machine.learned(teapot)]));
  assertEquals(everywhere.filter(([question]) => question === "in another folder, teapot-12"), [[
    "in another folder, teapot-12",
    answerTo("teapot-12"),
  ]]);
  assertEquals(everywhere.length, told.length + 1, "the copied messages are stored once");
}, { terminal: true });

/** Compares what was learned with what was said; "..." stands for any part of a reply. */
function assertTold(machine: ClaudeMachine, workDir: string, told: readonly (readonly string[])[]): void {
  const learned = machine.learned(workDir);
  assertEquals(learned.map(([question]) => question), told.map(([question]) => question));
  for (const [index, expected] of told.entries()) {
    const actual = learned[index] ?? [];
    if (expected.includes("...")) assert(actual.length <= expected.length, actual.join(" | "));
    else assertEquals(actual, expected);
  }
}

function has(path: string, text: string): boolean {
  return Deno.readTextFileSync(path).includes(text);
}
