import { assertEquals } from "@std/assert";
import { codexClientTest } from "./codex_machine_test_support.ts";
import { answerTo } from "./model_script_test_support.ts";

const PROMPT = "why does it boil dry, kettle-01? [[run echo kettle-01]]";

codexClientTest("codex exec runs no hook that nobody trusts, and what it asks is automation", async (machine) => {
  const kettle = machine.trusted("kettle");
  await machine.exec("nobody trusts kettle-09", { cwd: kettle });
  assertEquals(machine.heartbeats(), []);
  machine.trustHooks();
  assertEquals(await machine.exec(PROMPT, { cwd: kettle }), answerTo("kettle-01"));
  assertEquals(
    machine.heartbeats().map((beat) => [beat["client"], beat["event"], beat["outcome"], beat["reason"]]),
    [["codex", "Stop", "skipped", "automation"], ["codex", "SessionEnd", "skipped", "automation"]],
  );
  assertEquals([...Deno.readDirSync(kettle)].map(({ name }) => name), [".git"]);
  assertEquals(
    machine.everything(`${machine.userHome}/.local`).includes("kettle-01"),
    false,
    "nothing of what was said",
  );
});

codexClientTest('codex exec is learned where the configuration says "automation": "learn"', async (machine) => {
  const kettle = machine.trusted("kettle");
  machine.trustHooks();
  machine.configure({ version: 1, automation: "learn" });
  await machine.exec(PROMPT, { cwd: kettle });
  assertEquals(machine.learned(kettle), [[PROMPT, answerTo("kettle-01")]]);
  assertEquals(machine.exchanges(kettle).map(({ label }) => label), ["sdk"]);
  const [thread = ""] = machine.threads();
  await machine.exec("and pour-02?", { cwd: kettle, args: ["resume", thread] });
  assertEquals(machine.learned(kettle), [[PROMPT, answerTo("kettle-01")], ["and pour-02?", answerTo("pour-02")]]);
  assertEquals(machine.heartbeats().map((beat) => beat["outcome"]), [
    "learned",
    "nothing-new",
    "learned",
    "nothing-new",
  ]);
});
