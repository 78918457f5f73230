import { assertEquals, assertStringIncludes } from "@std/assert";
import { geminiTest } from "./gemini_machine_test_support.ts";
import { answerTo } from "./model_script_test_support.ts";
import { assertLearned } from "./told_test_support.ts";

const NOTE = "warm the pot before tea";

geminiTest("gemini -p is learned, and of the context in front of its prompt nothing", async (machine) => {
  const kettle = machine.project("kettle");
  const [first, second] = [`remember: ${NOTE}`, "what do you know, kettle-02?"];
  assertEquals(await machine.print(first, kettle), answerTo("tea"));
  assertEquals(await machine.print(second, kettle), answerTo("kettle-02"));
  const given = machine.api.asked.at(-1)?.last ?? "";
  assertStringIncludes(given, "imprint-hook-context");
  assertStringIncludes(given, NOTE);
  assertLearned(machine, kettle, [
    { question: first, answers: [answerTo("tea")], evidence: ["hook"] },
    { question: second, answers: [answerTo("kettle-02")], evidence: ["hook", "hook"] },
  ]);
  assertEquals(machine.learnings(kettle), [["preferences", NOTE]]);
  assertEquals(
    machine.heartbeats().map((beat) => [beat["client"], beat["event"], beat["outcome"]]),
    ["skipped", "told"].flatMap((context) => [
      ["gemini", "SessionStart", context],
      ["gemini", "AfterAgent", "learned"],
      ["gemini", "SessionEnd", "nothing-new"],
    ]),
  );
});
