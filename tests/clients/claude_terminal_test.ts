import { assertEquals } from "@std/assert";
import { type ClaudeMachine, type ClaudeSession, claudeTest, tail } from "./claude_test_support.ts";
import { answerTo, NOTICED } from "./model_script_test_support.ts";
import { pause, until } from "./terminal_test_support.ts";
import { assertLearned, type Told } from "./told_test_support.ts";

const ESCAPE = "\x1b";
const CLEAR_LINE = "\x15";

claudeTest("what was typed in a terminal is learned once, and nothing else starts an exchange", async (machine) => {
  const [kettle, teapot] = [machine.trusted("kettle"), machine.trusted("teapot")];
  Deno.mkdirSync(`${kettle}/sub`);
  Deno.mkdirSync(`${machine.userHome}/.claude/commands`);
  Deno.writeTextFileSync(`${machine.userHome}/.claude/commands/brew.md`, "Brew $ARGUMENTS as the user likes it.\n");

  const session = await machine.session({ cwd: kettle });
  const told: Told[] = [];
  try {
    told.push(...await toolsAndTasks(machine, session));
    told.push(...await typedWhileWorking(machine, session));
    told.push(...await interrupts(machine, session));
    told.push(...await shellAndCompaction(machine, session));
    await session.exit();
  } finally {
    await session.end(0);
  }
  assertLearned(machine, kettle, told);

  const [id = ""] = machine.transcripts().map((path) => /([^/]+)\.jsonl$/.exec(path)?.[1]);
  told.push(await oneTurn(machine, { cwd: kettle, args: ["--resume", id], prompt: "next morning, kettle-31" }));
  assertLearned(machine, kettle, told);

  // The copy of the whole conversation says that all of it happened in the other folder (formats, 2.6).
  const args = ["--resume", id, "--fork-session"];
  told.push(await oneTurn(machine, { cwd: teapot, args, prompt: "in another folder, teapot-32" }));
  assertEquals(machine.transcripts().length, 2);
  assertLearned(machine, kettle, told);
  assertEquals([...Deno.readDirSync(teapot)].map(({ name }) => name), [".git"]);
}, { terminal: true });

/** A tool call that changes directory, a background task that ends after its turn, a custom command. */
async function toolsAndTasks(machine: ClaudeMachine, session: ClaudeSession): Promise<readonly Told[]> {
  const changing = "look into kettle-01 [[run cd sub && pwd]]";
  await session.turn(changing);
  const background = "watch kettle-02 [[background sleep 2; echo boiled]]";
  await session.turn(background);
  await until("the reply to the notification", () => session.screen().includes(NOTICED), {
    explain: () => tail(session.screen()),
  });
  await until("its Stop hook", () => stops(machine) >= 3);
  await session.turn("/brew kettle-03");
  return [
    { question: changing, answers: [answerTo("kettle-01")] },
    { question: background, answers: [answerTo("kettle-02"), NOTICED], evidence: ["task-notification"] },
    { question: "/brew kettle-03", label: "command", answers: [answerTo("kettle-03")], evidence: ["skill"] },
  ];
}

/** During a reply, which makes a turn of its own, and during a tool call, which folds it into the running turn. */
async function typedWhileWorking(machine: ClaudeMachine, session: ClaudeSession): Promise<readonly Told[]> {
  const before = stops(machine);
  const slow = "take your time with kettle-11 [[slow 4000]]";
  await session.line(slow);
  await until("the slow request", () => asks(machine, "kettle-11"));
  await pause(500);
  await session.line("meanwhile kettle-12");
  await until("the turn of the queued prompt", () => asks(machine, "kettle-12") && stops(machine) >= before + 2);

  const tool = "measure kettle-13 [[run sleep 4; echo hot]]";
  await session.line(tool);
  await until("the tool call", () => asks(machine, "kettle-13"));
  await pause(700);
  await session.turn("and in the turn kettle-14");
  return [
    { question: slow, answers: [answerTo("kettle-11")] },
    { question: "meanwhile kettle-12", label: "queued", answers: [answerTo("kettle-12")] },
    { question: tool, answers: [] },
    { question: "and in the turn kettle-14", label: "queued", answers: [answerTo("kettle-14")] },
  ];
}

/** When a part of the reply is there, and before: then the client puts the prompt back into the input line. */
async function interrupts(machine: ClaudeMachine, session: ClaudeSession): Promise<readonly Told[]> {
  const cut = "explain kettle-21 at length [[slow 20000]]";
  await session.line(cut);
  await until("the request to interrupt", () => asks(machine, "kettle-21"));
  await pause(8000);
  await session.keys(ESCAPE);
  await pause(1000);
  await session.turn("shorter please, kettle-22");

  const withdrawn = "never mind kettle-23 [[silent 20000]]";
  await session.line(withdrawn);
  await until("the request without output", () => asks(machine, "kettle-23"));
  await pause(1000);
  await session.keys(ESCAPE);
  await pause(1500);
  await session.keys(CLEAR_LINE);
  await session.turn("instead kettle-24");
  return [
    { question: cut, answers: [`${answerTo("kettle-21")}...`], evidence: ["interrupt"] },
    { question: "shorter please, kettle-22", answers: [answerTo("kettle-22")] },
    { question: withdrawn, answers: [], state: "withdrawn" },
  ];
}

/** A shell line, and `/compact`: both belong to the exchange before them. */
async function shellAndCompaction(machine: ClaudeMachine, session: ClaudeSession): Promise<readonly Told[]> {
  await session.turn("!echo steam");
  await session.line("/compact");
  await until("its hook", () => machine.heartbeats().some((beat) => beat["event"] === "PreCompact"));
  const isSummed = (path: string) => Deno.readTextFileSync(path).includes('"isCompactSummary":true');
  await until("the summary", () => machine.transcripts().some(isSummed));
  await session.turn("after all that, kettle-25");
  return [
    {
      question: "instead kettle-24",
      answers: [answerTo("kettle-24"), answerTo("tea")],
      evidence: ["shell", "command-output", "compact-summary", "command-output", "command", "command-output"],
    },
    { question: "after all that, kettle-25", answers: [answerTo("kettle-25")] },
  ];
}

/** A session of one prompt. */
async function oneTurn(
  machine: ClaudeMachine,
  { prompt, ...options }: { readonly cwd: string; readonly args: readonly string[]; readonly prompt: string },
): Promise<Told> {
  const session = await machine.session(options);
  try {
    await session.turn(prompt);
    await session.exit();
  } finally {
    await session.end(0);
  }
  return { question: prompt, answers: [answerTo(/[a-z]+-\d\d/.exec(prompt)?.[0] ?? "")] };
}

function stops(machine: ClaudeMachine): number {
  return machine.heartbeats().filter((beat) => beat["event"] === "Stop").length;
}

/** True when the model was asked something that names the tag. */
function asks(machine: ClaudeMachine, tag: string): boolean {
  return machine.api.asked.some(({ last }) => last.includes(tag));
}
