import { assertEquals } from "@std/assert";
import { conversation } from "./import_test_support.ts";
import { hookTest } from "./hook_test_support.ts";

const SESSION = "0b3e0000-0000-4000-8000-000000000001";

interface Swept {
  readonly clients: Readonly<Record<string, { found: number; learned: number; known: number; skipped: unknown }>>;
}

function swept(text: string) {
  const { found, learned, known, skipped } = (JSON.parse(text) as Swept).clients["claude-code"] ??
    { found: NaN, learned: NaN, known: NaN, skipped: {} };
  return { found, learned, known, skipped };
}

hookTest("learn tells what a conversation left open that a Stop hook has read to its end, once", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = conversation(SESSION, kettle);
  talk.typed("Fix the parser for nested quotes.");
  talk.reply("I fixed the parser. Do you want me to also update the changelog for version two?");
  const transcript = machine.transcript(SESSION, talk.rows);
  const loops = async () => {
    const { stdout } = await machine.type(["list", "--kind", "open_loops", "--in", kettle, "--json"]);
    return (JSON.parse(stdout) as { rows: readonly unknown[] }).rows.length;
  };
  assertEquals((await machine.hook(["claude", "stop"], machine.stop(SESSION, transcript))).code, 0);
  assertEquals(await loops(), 0);
  await machine.type(["learn"]);
  assertEquals(await loops(), 1);
  // A hook that finds nothing new does not ask for another look.
  await machine.hook(["claude", "stop"], machine.stop(SESSION, transcript));
  assertEquals(swept((await machine.type(["learn", "--json"])).stdout), {
    found: 1,
    learned: 0,
    known: 1,
    skipped: {},
  });
  assertEquals(await loops(), 1);
});

hookTest("learn says each time what keeps a conversation out", async (machine) => {
  const kettle = machine.project("kettle");
  for (const [id, words] of [["1", "Why does it boil dry?"], ["2", "no-imprint"]] as const) {
    const talk = conversation(SESSION.replace(/1$/, id), kettle);
    talk.typed(words);
    talk.reply("The sensor sends a null.");
    machine.transcript(SESSION.replace(/1$/, id), talk.rows);
  }
  const expected = { found: 2, learned: 1, known: 0, skipped: { "opted-out": 1 } };
  assertEquals(swept((await machine.type(["learn", "--json"])).stdout), expected);
  for (const _ of [1, 2]) {
    assertEquals(swept((await machine.type(["learn", "--json"])).stdout), { ...expected, learned: 0, known: 1 });
  }
});

hookTest("claude stop leaves a command behind the reply that it waited for to the next run", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = conversation(SESSION, kettle);
  const stop = (reply: string) =>
    machine.hook(
      ["claude", "stop"],
      machine.stop(SESSION, machine.transcript(SESSION, talk.rows), { last_assistant_message: reply }),
    );
  talk.typed("Why does it boil dry?");
  talk.reply("The sensor sends a null.");
  const command =
    "<command-name>/gauge</command-name>\n<command-message>gauge</command-message>\n<command-args>on</command-args>";
  talk.row({ type: "user", message: { role: "user", content: command } });
  await stop("The sensor sends a null.");
  // Only now is it known that the client answered the command itself.
  const output = "<local-command-stdout>gauge is on</local-command-stdout>";
  talk.row({ type: "user", message: { role: "user", content: output } });
  talk.typed("And the lid?");
  talk.reply("The lid is fine.");
  await stop("The lid is fine.");
  assertEquals(
    machine.exchanges(kettle).map(({ question, answers }) => [question?.text, answers.map(({ text }) => text)]),
    [
      ["Why does it boil dry?", ["The sensor sends a null."]],
      ["And the lid?", ["The lid is fine."]],
    ],
  );
});
