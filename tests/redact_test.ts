import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { conversation } from "./import_test_support.ts";
import { type CommandMachine, commandTest } from "./command_test_support.ts";

const SESSION = "aaaaaaaa-0000-4000-8000-000000000001";
const WORD = "Samovar Works";
const RULE = { version: 1, redact: [{ text: WORD, as: "client" }] };
/** Long enough for several pieces; the word stands where the first one is cut. */
const LONG = `${"boils ".repeat(1364)}Samovar Works ${"dry ".repeat(3000)}`;

async function stored(machine: CommandMachine): Promise<string> {
  const kettle = machine.project("kettle");
  const talk = conversation(SESSION, kettle);
  talk.typed(`remember: the pots of ${WORD} boil dry`);
  talk.reply(`noted: ${WORD}`);
  talk.typed("does it leak?");
  talk.reply(LONG);
  await machine.learn(machine.transcript(SESSION, talk.rows));
  await machine.ok(["search", "pots", "--json"], { cwd: kettle });
  return kettle;
}

/** Everything that this product wrote. */
function written(machine: CommandMachine, kettle: string): string {
  return ["kettle/.umwelten", "imprint/state", "imprint/data"].map((path) =>
    machine.everything(`${machine.root}/${path}`)
  )
    .join("\n") + kettle;
}

commandTest("redact counts what today's rules would take out, and changes nothing without --apply", async (machine) => {
  const kettle = await stored(machine);
  assertEquals((await machine.json(["redact"]))["rows"], 0);
  machine.configure(RULE);
  const before = written(machine, kettle);
  const { rows, sessions, found } = await machine.json(["redact"]);
  // The first exchange, its learning, and the three pieces of the long reply: the word stands where it was cut.
  assertEquals(rows, 5);
  assertEquals([sessions, Object.keys(found as Record<string, number>)], [1, ["client"]]);
  assertStringIncludes(await machine.ok(["redact"]), "Would be redacted");
  assertEquals(written(machine, kettle), before);
});

commandTest("redact --apply leaves the store as it would be if the rule had always been there", async (machine) => {
  const kettle = await stored(machine);
  machine.configure(RULE);
  assertStringIncludes(await machine.ok(["redact", "--apply"]), "of 1 conversation");
  const text = written(machine, kettle);
  assert(!text.includes("Samovar") && !text.includes("Works"), "the word is still there");
  assertStringIncludes(text, "[redacted:client]");
  assertEquals((await machine.json(["redact"]))["rows"], 0);
  const redacted = machine.canonical(kettle);
  // The next run reads the conversation again, and has nothing to add.
  Deno.removeSync(`${machine.home}/state`, { recursive: true });
  await machine.ok(["learn"]);
  assertEquals(machine.canonical(kettle), redacted);
  // Learned anew by somebody who had the rule from the beginning.
  Deno.removeSync(`${kettle}/.umwelten`, { recursive: true });
  Deno.removeSync(`${machine.home}/state`, { recursive: true });
  await machine.ok(["learn"]);
  assertEquals(machine.canonical(kettle), redacted);
  const { rows } = await machine.json(["list"], { cwd: kettle });
  assertEquals((rows as readonly { foreign: boolean }[]).map(({ foreign }) => foreign), [false]);
});

commandTest("redact --apply keeps what a person kept, and leaves rows of others as they are", async (machine) => {
  const kettle = await stored(machine);
  const rowsOf = async () =>
    (await machine.json(["list"], { cwd: kettle }))["rows"] as readonly {
      readonly id: string;
      readonly payload: { readonly text: string };
    }[];
  const [row] = await rowsOf();
  await machine.ok(["keep", row?.id.slice(0, 8) ?? ""], { cwd: kettle });
  const file = [...Deno.readDirSync(`${kettle}/.umwelten/learnings/claude`)].find(({ isDirectory }) => isDirectory)
    ?.name;
  const foreign = `{"id":"x","kind":"facts","payload":{"text":"${WORD} is a customer"}}`;
  Deno.writeTextFileSync(`${kettle}/.umwelten/learnings/claude/${file}/facts.jsonl`, `${foreign}\n`, { append: true });
  machine.configure(RULE);
  const { foreignRows } = await machine.json(["redact", "--apply"]);
  assertEquals(foreignRows, 1);
  assertStringIncludes(machine.everything(kettle), foreign);
  const marks = Deno.readTextFileSync(`${machine.home}/data/review.jsonl`).trimEnd().split("\n").map((line) =>
    JSON.parse(line)
  );
  assertEquals(marks.map(({ verdict }) => verdict), ["kept", "kept"]);
  const shown = (await rowsOf()).find(({ id }) => id === row?.id);
  assertStringIncludes(shown?.payload.text ?? "", "[redacted:client]");
  assertEquals(marks[1].key, (shown?.payload as unknown as { key: string }).key);
});

for (const store of ["all", "learnings"]) {
  commandTest(`redact --apply takes out what rules carry from run to run with "store": "${store}"`, async (machine) => {
    const kettle = machine.project("kettle");
    machine.configure({ version: 1, store });
    const talk = conversation(SESSION, kettle);
    talk.typed("please never use copper");
    talk.reply("ok");
    if (store === "learnings") talk.reply(`Looked around. The root cause is that ${WORD} sends a null.`);
    talk.row({
      type: "assistant",
      message: {
        id: "msg_call",
        role: "assistant",
        model: "sample",
        content: [{ type: "tool_use", id: "call1", name: "Bash", input: { command: `npm run "${WORD}"` } }],
      },
    });
    const path = machine.transcript(SESSION, talk.rows);
    await machine.learn(path);
    const nothing = await machine.json(["redact"]);
    assertEquals([nothing["rows"], nothing["carried"]], [0, 0]);
    machine.configure({ ...RULE, store });
    const before = written(machine, kettle);
    assertStringIncludes(before, WORD);
    const would = await machine.json(["redact"]);
    assertEquals([would["rows"], would["carried"]], [0, 1]);
    assertStringIncludes(await machine.ok(["redact"]), '"imprint-hook redact --apply" takes it out');
    assertEquals(written(machine, kettle), before);
    assertStringIncludes(await machine.ok(["redact", "--apply"]), "the last turns of 1 conversation held something");
    assert(!written(machine, kettle).includes(WORD));
    // The next run reads the conversation again, and has nothing to add.
    const stored = machine.canonical(kettle);
    await machine.learn(path);
    assertEquals([machine.canonical(kettle), written(machine, kettle).includes(WORD)], [stored, false]);
    assertEquals((await machine.json(["redact"]))["carried"], 0);
    talk.reply("done");
    await machine.learn(machine.transcript(SESSION, talk.rows));
    assertEquals((await machine.json(["redact"]))["carried"], 0);
  });
}
