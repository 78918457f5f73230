import { assertEquals, assertStringIncludes } from "@std/assert";
import { copilotTest } from "./copilot_machine_test_support.ts";
import { answerTo } from "./model_script_test_support.ts";
import { assertLearned, type Told } from "./told_test_support.ts";

const FILE = "remember: the lid is of copper\n";

copilotTest("what was typed in a terminal is learned once, and nothing else starts an exchange", async (machine) => {
  const kettle = machine.project("kettle");
  Deno.writeTextFileSync(`${kettle}/lid.md`, FILE);
  const told: Told[] = [];
  const asked = (text: string): boolean => machine.api.asked.some(({ last }) => last.includes(text));
  const session = await machine.session(kettle);
  try {
    const tool = "look into kettle-01 [[run echo kettle-01]]";
    await session.turn(tool);
    const file = "see @lid.md about kettle-02";
    await session.turn(file);
    await session.lineUntil("!echo steam", "the shell", () => machine.logs().includes("echo steam"));
    await session.lineUntil("slowly, kettle-03 [[slow 5000]]", "the request", () => asked("slowly, kettle-03"));
    await session.line("and then kettle-04");
    await session.turns(4);
    const question = "ask me, kettle-05 [[ask Which tea?]]";
    await session.lineUntil(question, "the question", () => session.screen().includes("needs information"));
    await session.keys("\r");
    await session.turns(5);
    await session.lineUntil("/compact", "the summary", () => machine.logs().includes("We spoke about tea."));
    await session.turn("what was it, kettle-06?");
    await session.exit();
    told.push(
      { question: tool, answers: [answerTo("kettle-01")] },
      { question: file, answers: [answerTo("kettle-02")], evidence: ["shell"] },
      { question: "slowly, kettle-03 [[slow 5000]]", answers: [answerTo("kettle-03")] },
      { question: "and then kettle-04", label: "queued", answers: [answerTo("kettle-04")] },
      {
        question,
        answers: [answerTo("tea")],
        userAnswers: [["question", "Green"]],
        evidence: ["compact-summary"],
      },
      { question: "what was it, kettle-06?", answers: [answerTo("kettle-06")] },
    );
  } finally {
    await session.end(0);
  }
  const given = machine.api.asked.map(({ last }) => last).join("\n");
  for (const text of ["<current_datetime>", "lid.md", "<user_shell_command_output>", "echo steam"]) {
    assertStringIncludes(given, text);
  }
  assertLearned(machine, kettle, told);

  const again = await machine.session(kettle, ["--continue"]);
  try {
    await again.turn("go on with kettle-07");
    await again.exit();
    told.push({ question: "go on with kettle-07", answers: [answerTo("kettle-07")] });
  } finally {
    await again.end(0);
  }
  assertLearned(machine, kettle, told);

  // Nothing is left for a sweep, and it brings nothing twice.
  const stored = machine.canonical(kettle);
  await machine.type(["learn"]);
  assertEquals(machine.canonical(kettle), stored);
}, { terminal: true });
