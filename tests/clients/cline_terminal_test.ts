import { assertEquals, assertStringIncludes } from "@std/assert";
import { clineTest } from "./cline_machine_test_support.ts";
import { answerTo } from "./model_script_test_support.ts";
import { assertLearned, type Told } from "./told_test_support.ts";

const FILE = "remember: the lid is of copper\n";

clineTest("what was typed in a terminal is learned once, and nothing else starts an exchange", async (machine) => {
  const kettle = machine.project("kettle");
  Deno.writeTextFileSync(`${kettle}/lid.md`, FILE);
  const told: Told[] = [];
  const asked = (text: string): boolean => machine.api.asked.some(({ last }) => last.includes(text));
  const session = await machine.session(kettle);
  let id: string | undefined;
  try {
    const tool = "look into kettle-01 [[run echo kettle-01]]";
    await session.turn(tool);
    // A blank ends the name of the file, so that the enter key does not choose one from the list.
    const file = "see @lid.md about kettle-02";
    await session.turn(file);
    const question = "ask me, kettle-03 [[ask Which tea?]]";
    await session.lineUntil(question, "the question", () => session.screen().includes("is asking a question"));
    await session.keys("\r");
    await session.turns(3);
    await session.lineUntil("slowly, kettle-04 [[slow 5000]]", "the request", () => asked("slowly, kettle-04"));
    await session.line("and then kettle-05");
    await session.turns(5);
    await session.lineUntil("/compact", "the summary", () => asked("Summarize this session"));
    await session.turn("what was it, kettle-06?");
    await session.exit();
    id = /cline --id (\S+)/.exec(session.screen())?.[1];
    told.push(
      { question: tool, answers: [answerTo("kettle-01")] },
      { question: file, answers: [answerTo("kettle-02")] },
      { question, answers: [answerTo("tea")], userAnswers: [["question", "Green"]] },
      { question: "slowly, kettle-04 [[slow 5000]]", answers: [answerTo("kettle-04")] },
      { question: "and then kettle-05", answers: [answerTo("kettle-05")] },
      { question: "what was it, kettle-06?", answers: [answerTo("kettle-06")] },
    );
  } finally {
    await session.end(0);
  }
  const given = machine.api.asked.map(({ last }) => last).join("\n");
  for (const text of ["<file_content", FILE.trim(), "Summarize this session"]) assertStringIncludes(given, text);
  assertLearned(machine, kettle, told);

  const again = await machine.session(kettle, ["--id", id ?? ""]);
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
