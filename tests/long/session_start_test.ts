import { assertEquals } from "@std/assert";
import { hookTest } from "../hook_test_support.ts";
import { conversation } from "../import_test_support.ts";
import { contextIn, notesIn } from "../session_start_test_support.ts";

const SESSION = "aaaaaaaa-0000-4000-8000-000000000001";

hookTest("claude session-start answers when its own entry starts it, and then only", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = conversation(SESSION, kettle);
  talk.typed("remember: indent with tabs in this project");
  talk.reply("noted");
  const transcript = machine.transcript(SESSION, talk.rows);
  await machine.hook(["claude", "stop"], machine.stop(SESSION, transcript, { cwd: kettle }));
  const payload = JSON.stringify({ session_id: "s1", cwd: kettle, hook_event_name: "SessionStart", source: "startup" });
  // `hook()` checks that standard output is empty.
  for (const words of [[], ["claude", "stop"], ["codex", "stop"]]) await machine.hook(words, payload);
  const answer = { answers: true };
  const run = await machine.hook(["claude", "session-start"], payload, answer);
  assertEquals([run.code, run.stderr], [0, ""]);
  assertEquals(notesIn(contextIn(run.stdout)), ['preference: "indent with tabs in this project"']);
  for (const source of ["startup", "resume", "compact"]) {
    const again = JSON.stringify({ session_id: "s1", cwd: kettle, hook_event_name: "SessionStart", source });
    assertEquals((await machine.hook(["claude", "session-start"], again, answer)).stdout, "");
  }
  // Another client that runs Claude's entries is told nothing.
  const foreign = JSON.stringify({
    hook_event_name: "SessionStart",
    session_id: "s9",
    cwd: kettle,
    conversation_id: "c9",
    cursor_version: "2.0",
  });
  assertEquals((await machine.hook(["claude", "session-start"], foreign, answer)).stdout, "");
  Deno.mkdirSync(`${machine.userHome}/.config/imprint-hook`, { recursive: true });
  Deno.writeTextFileSync(`${machine.userHome}/.config/imprint-hook/config.jsonc`, "{");
  const broken = await machine.hook(["claude", "session-start"], payload.replace("s1", "s2"), answer);
  assertEquals([broken.code, broken.stdout, broken.stderr], [0, "", ""]);
  assertEquals(machine.heartbeats().at(-1)?.["outcome"], "failed");
});
