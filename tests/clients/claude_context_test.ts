import { assertEquals, assertStringIncludes } from "@std/assert";
import { claudeTest } from "./claude_test_support.ts";

const NOTE = "indent with tabs in this project";

claudeTest("a new session is given what was learned, and nothing is learned from it", async (machine) => {
  const [kettle, teapot] = [machine.trusted("kettle"), machine.trusted("teapot")];
  await machine.type(["install", "claude", "--with-context"]);
  const told = async (cwd: string, prompt: string, args: readonly string[] = []) => {
    const before = machine.api.asked.length;
    const session = await machine.session({ cwd, args });
    try {
      await session.turn(prompt);
      await session.exit();
    } finally {
      await session.end(0);
    }
    return machine.api.asked.slice(before).filter(({ hasTools }) => hasTools).map(({ last }) => last).join("\n");
  };
  assertEquals((await told(kettle, `remember: ${NOTE}`)).includes("<imprint-hook-context>"), false);
  const given = await told(kettle, "what do you know, kettle-01?");
  assertStringIncludes(given, "<imprint-hook-context>");
  assertStringIncludes(given, `preference: "${NOTE}"`);
  assertEquals((await told(teapot, "what do you know, teapot-02?")).includes(NOTE), false);

  const rows = [...Deno.readDirSync(`${kettle}/.umwelten/learnings/claude`)].filter(({ isDirectory }) => isDirectory)
    .map(({ name }) => machine.everything(`${kettle}/.umwelten/learnings/claude/${name}`))
    .flatMap((text) => text.split("\n")).filter((line) => line.startsWith('{"') && line.includes(NOTE));
  assertEquals(rows.map((row) => JSON.parse(row).type ?? JSON.parse(row).kind).sort(), ["exchange", "preferences"]);
  assertEquals(
    machine.heartbeats().filter((beat) => beat["event"] === "SessionStart").map((beat) => beat["reason"]),
    ["nothing-new", "told", "nothing-new"],
  );
}, { terminal: true });
