import { assertEquals, assertStringIncludes } from "@std/assert";
import { geminiTest, GO_ON, HOOK_CONTEXT } from "./gemini_machine_test_support.ts";
import { answerTo } from "./model_script_test_support.ts";
import { assertLearned, type Told } from "./told_test_support.ts";

const NOTE = "indent with tabs in this project";
const FILE = "remember: the lid is of copper\n";

geminiTest("what was typed in a terminal is learned once, and nothing else starts an exchange", async (machine) => {
  const kettle = machine.project("kettle");
  Deno.writeTextFileSync(`${kettle}/lid.md`, FILE);
  await machine.print(`remember: ${NOTE}`, kettle);
  const told: Told[] = [{ question: `remember: ${NOTE}`, answers: [answerTo("tea")], evidence: ["hook"] }];
  assertLearned(machine, kettle, told);

  const before = machine.api.asked.length;
  const session = await machine.session(kettle);
  try {
    const tool = "look into kettle-01 [[run echo kettle-01]]";
    await session.turn(tool);
    machine.goOnOnce();
    await session.turn("and then kettle-02", 2);
    await session.shell("echo steam");
    const file = "see @lid.md about kettle-03";
    await session.turn(file);
    await session.quit();
    told.push(
      { question: tool, answers: [answerTo("kettle-01")], evidence: ["hook"] },
      {
        question: "and then kettle-02",
        answers: [answerTo("kettle-02"), answerTo("tea")],
        evidence: ["hook", "hook", "shell"],
      },
      { question: file, answers: [answerTo("kettle-03")], evidence: [...Array(4).fill("ide-context"), "hook"] },
    );
  } finally {
    await session.end(0);
  }
  const given = machine.api.asked.slice(before).filter(({ hasTools }) => hasTools).map(({ last }) => last).join("\n");
  for (const text of ["imprint-hook-context", NOTE, HOOK_CONTEXT, FILE.trim(), GO_ON, "echo steam"]) {
    assertStringIncludes(given, text);
  }
  assertLearned(machine, kettle, told);
  assertEquals(machine.learnings(kettle), [["preferences", NOTE]]);

  // Nothing is left for a sweep, and it brings nothing twice.
  const stored = machine.canonical(kettle);
  await machine.type(["learn"]);
  assertEquals(machine.canonical(kettle), stored);
}, { terminal: true });
