import { assertEquals, assertStringIncludes } from "@std/assert";
import { claudeTest } from "./claude_test_support.ts";
import { answerTo } from "./model_script_test_support.ts";

const PROMPT = "why does it boil dry, kettle-01? [[run pwd]]";

claudeTest("a print-mode session is automation, and nothing of it is written", async (machine) => {
  const kettle = machine.trusted("kettle");
  assertEquals(await machine.print(PROMPT, { cwd: kettle }), answerTo("kettle-01"));
  assertEquals(
    machine.heartbeats().map((beat) => [beat["event"], beat["outcome"], beat["reason"]]),
    [["Stop", "skipped", "automation"], ["SessionEnd", "skipped", "automation"]],
  );
  assertEquals([...Deno.readDirSync(kettle)].map(({ name }) => name), [".git"]);
  assertEquals(
    machine.everything(`${machine.userHome}/.local`).includes("kettle-01"),
    false,
    "nothing of what was said",
  );
});

claudeTest('a print-mode session is learned where the configuration says "automation": "learn"', async (machine) => {
  const kettle = machine.trusted("kettle");
  machine.configure({ version: 1, automation: "learn" });
  await machine.print(PROMPT, { cwd: kettle });
  assertEquals(machine.learned(kettle), [[PROMPT, answerTo("kettle-01")]]);
  assertEquals(machine.exchanges(kettle).map(({ label }) => label), ["sdk"]);
  const [session = ""] = machine.transcripts().map((path) => /([^/]+)\.jsonl$/.exec(path)?.[1]);
  await machine.print("and pour-02?", { cwd: kettle, args: ["--resume", session] });
  assertEquals(machine.learned(kettle), [[PROMPT, answerTo("kettle-01")], ["and pour-02?", answerTo("pour-02")]]);
  assertStringIncludes(machine.everything(kettle), session);
});
