import { assertEquals, assertStringIncludes } from "@std/assert";
import { clineTest } from "./cline_machine_test_support.ts";
import { answerTo } from "./model_script_test_support.ts";
import { assertLearned } from "./told_test_support.ts";

clineTest("cline PROMPT is learned, with what it says behind its tools", async (machine) => {
  const kettle = machine.project("kettle");
  const [first, second] = ["remember: warm the pot before tea", "look into kettle-02 [[run echo kettle-02]]"];
  assertEquals(await machine.print(first, kettle), answerTo("tea"));
  assertStringIncludes(await machine.print(second, kettle), answerTo("kettle-02"));
  assertLearned(machine, kettle, [
    { question: first, answers: [answerTo("tea")] },
    { question: second, answers: [answerTo("kettle-02")] },
  ]);
  assertEquals(
    machine.heartbeats().filter(({ event }) => event === "agent_end").map(({ client, outcome }) => [client, outcome]),
    [["cline", "learned"], ["cline", "learned"]],
  );
});
