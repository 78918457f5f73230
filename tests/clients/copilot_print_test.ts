import { assertEquals } from "@std/assert";
import { copilotTest } from "./copilot_machine_test_support.ts";
import { answerTo } from "./model_script_test_support.ts";
import { assertLearned } from "./told_test_support.ts";

copilotTest("copilot -p is learned, and of the time that it puts in front of a prompt nothing", async (machine) => {
  const kettle = machine.project("kettle");
  const [first, second] = ["remember: warm the pot before tea", "look into kettle-02 [[run echo kettle-02]]"];
  assertEquals(await machine.print(first, kettle), answerTo("tea"));
  await machine.print(second, kettle);
  assertEquals(machine.api.asked.every(({ last, isResult }) => isResult || last.includes("<current_datetime>")), true);
  assertLearned(machine, kettle, [
    { question: first, answers: [answerTo("tea")] },
    { question: second, answers: [answerTo("kettle-02")] },
  ]);
  assertEquals(
    machine.heartbeats().map((beat) => [beat["client"], beat["event"], beat["outcome"]]),
    [1, 2].flatMap(() => [["copilot", "agentStop", "learned"], ["copilot", "sessionEnd", "nothing-new"]]),
  );
});
