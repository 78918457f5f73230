import { assert, assertEquals, assertMatch } from "@std/assert";
import { type CommandMachine, commandTest } from "./command_test_support.ts";
import { conversation } from "./import_test_support.ts";
import { ASKED, KEPT, LONG, NEXT, type Said, textsOf } from "./rewritten_replies_test_support.ts";

const SESSION = "aaaaaaaa-0000-4000-8000-00000000000c";
const WORD = "samovarium";

/** True when it stands in anything that this product wrote. */
function isHeld(machine: CommandMachine, project: string): boolean {
  return (machine.everything(project) + machine.everything(machine.home)).toLowerCase().includes(WORD);
}

const purge = (machine: CommandMachine, cwd: string) =>
  machine.ok(["forget", "--match", "Samovarium", "--purge", "--home", machine.home], { cwd });

/** Before and after. */
const VERSIONS: readonly (readonly [string, string, string])[] = [
  ["of a few words", `It is of ${WORD}.`, "It is of copper."],
  ["that a row does not hold", `${LONG} It is of ${WORD}.`, `${LONG} It is of copper.`],
];

for (const { client, put } of KEPT) {
  for (const [what, before, after] of VERSIONS) {
    commandTest(`forget --purge takes out what a reply ${what} of ${client} said before`, async (machine) => {
      const kettle = machine.project("kettle");
      const learn = async (text: string, more: readonly Said[] = []) => {
        await machine.ok(["learn", "--transcript", put(machine, kettle, [ASKED, [2, "agent", text], ...more])]);
        return textsOf(machine, kettle);
      };
      await learn(before);
      assertEquals(await learn(after), [ASKED[2], after]);
      assert(isHeld(machine, kettle), "the version before");
      const done = await purge(machine, kettle);
      assertMatch(done, /^Forgotten: 0 exchanges, parts of 1 exchange, 0 learnings\.$/m);
      assertEquals(isHeld(machine, kettle), false);
      assertEquals(textsOf(machine, kettle), [ASKED[2], after]);
      await learn(before);
      assertEquals(isHeld(machine, kettle), false, "rewritten to what it was");
      assertEquals(await learn(after, NEXT), [ASKED[2], after, ...NEXT.map(([, , text]) => text)]);
      assertMatch(await purge(machine, kettle), /^Nothing/);
    });
  }
}

commandTest("forget --purge takes out what a note of the memory said before", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = conversation(SESSION, kettle);
  talk.typed("why does it boil dry?");
  talk.reply("the sensor sends a null");
  machine.transcript(SESSION, talk.rows);
  const folder = `${machine.root}/client/projects/-kettle/memory`;
  Deno.mkdirSync(folder);
  const note = async (text: string) => {
    const head = "---\nname: a note\ndescription: in short\ntype: feedback\n---\n";
    Deno.writeTextFileSync(`${folder}/feedback.md`, `${head}${text}\n`);
    await machine.ok(["learn"]);
    const { rows } = await machine.json(["list", "--in", kettle]);
    return (rows as readonly { readonly payload: { readonly text: string } }[]).map(({ payload }) => payload.text);
  };
  await note(`Always boil in ${WORD}.`);
  assertEquals(await note("Always boil in copper."), ["Always boil in copper."]);
  assert(isHeld(machine, kettle), "the row before");
  assertMatch(await purge(machine, kettle), /^Forgotten: earlier words .*\nIts text is taken out of every file/);
  assertEquals(isHeld(machine, kettle), false);
  assertEquals(await note("Always boil in copper, slowly."), ["Always boil in copper, slowly."]);
  await note(`Always boil in ${WORD}.`);
  assertEquals(isHeld(machine, kettle), false, "it says that again");
});

commandTest("forget --purge takes out what was hidden by a forget before", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = conversation(SESSION, kettle);
  talk.typed("why does it boil dry?");
  talk.reply(`the ${WORD} sensor sends a null`);
  talk.typed(`remember: never boil in ${WORD}`);
  talk.reply("noted");
  await machine.learn(machine.transcript(SESSION, talk.rows));
  await machine.ok(["forget", "--match", WORD, "--home", machine.home], { cwd: kettle });
  assert(isHeld(machine, kettle), "hidden");
  await purge(machine, kettle);
  assertEquals(isHeld(machine, kettle), false);
  await machine.ok(["learn", "--transcript", `${machine.store}/-kettle/${SESSION}.jsonl`, "--relearn"], {
    cwd: kettle,
  });
  assertEquals(isHeld(machine, kettle), false);
});

commandTest("redact --apply takes a word out of what a reply and a late one said before", async (machine) => {
  const kettle = machine.project("kettle");
  const talk = conversation(SESSION, kettle);
  talk.typed("which metal is it?");
  const stop = (reply: string) =>
    machine.learn(machine.transcript(SESSION, talk.rows), {
      payload: { sessionId: SESSION, cwd: kettle, reply },
      final: false,
    });
  assertEquals((await stop(`It is ${WORD}.`)).provisional, true);
  talk.reply("It is copper.");
  await stop("It is copper.");
  const { put } = KEPT[1]!;
  for (const text of [`It is of ${WORD}.`, "It is of copper."]) {
    await machine.ok(["learn", "--transcript", put(machine, kettle, [ASKED, [2, "agent", text]])]);
  }
  assert(isHeld(machine, kettle), "the versions before");
  machine.configure({ version: 1, redact: [{ text: WORD, as: "metal" }] });
  await machine.ok(["redact", "--apply", "--home", machine.home]);
  assertEquals(machine.everything(kettle).includes(WORD), false);
});
