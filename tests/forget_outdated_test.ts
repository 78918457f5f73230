import { assert, assertEquals, assertMatch } from "@std/assert";
import { type CommandMachine, commandTest } from "./command_test_support.ts";
import { conversation, walk } from "./import_test_support.ts";
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

/** A conversation of two questions, of which one has the word in all that it has. */
async function learnedTalk(machine: CommandMachine, kettle: string): Promise<string> {
  const talk = conversation(SESSION, kettle);
  talk.typed(`remember: never boil in ${WORD}`);
  talk.reply(`noted, no ${WORD}`);
  talk.typed("why does it boil dry?");
  talk.reply("the sensor sends a null");
  const path = machine.transcript(SESSION, talk.rows);
  await machine.learn(path);
  return path;
}

async function idsOf(
  machine: CommandMachine,
  cwd: string,
  kind: "exchanges" | "learnings",
): Promise<readonly string[]> {
  const more = kind === "exchanges" ? ["--kind", "exchanges"] : [];
  const { rows } = await machine.json(["list", "--all", ...more, "--home", machine.home], { cwd });
  return (rows as readonly { readonly id: string }[]).map(({ id }) => id);
}

/** What is given to `forget`, of a conversation that was learned. */
type Way = (machine: CommandMachine, kettle: string) => Promise<readonly string[]> | readonly string[];

const BY_EXCHANGE: Way = async (machine, kettle) => (await idsOf(machine, kettle, "exchanges")).slice(0, 1);
const BY_LEARNING: Way = async (machine, kettle) => (await idsOf(machine, kettle, "learnings")).slice(0, 1);
const BY_SESSION: Way = () => ["--session", SESSION];
const BY_DIRECTORY: Way = (_, kettle) => ["--in", kettle];
const BY_REPLY: Way = () => ["--match", `no ${WORD}`];
const BY_WORD: Way = () => ["--match", WORD];

/** How it was hidden, and how it is purged then. */
const HIDDEN: readonly (readonly [string, Way, Way])[] = [
  ["an exchange, by its conversation", BY_EXCHANGE, BY_SESSION],
  ["an exchange, by its directory", BY_EXCHANGE, BY_DIRECTORY],
  ["a learning, by its conversation", BY_LEARNING, BY_SESSION],
  ["a reply, by its conversation", BY_REPLY, BY_SESSION],
  ["all that holds a word, by its directory", BY_WORD, BY_DIRECTORY],
  ["a conversation, by itself", BY_SESSION, BY_SESSION],
  ["a conversation, by its directory", BY_SESSION, BY_DIRECTORY],
  ["a conversation, by a word", BY_SESSION, BY_WORD],
  ["a directory, by its conversation", BY_DIRECTORY, BY_SESSION],
];

for (const [what, hide, take] of HIDDEN) {
  commandTest(`forget --purge takes out what was hidden before: ${what}`, async (machine) => {
    const kettle = machine.project("kettle");
    const path = await learnedTalk(machine, kettle);
    const forget = async (way: readonly string[]) =>
      await machine.ok(["forget", ...way, "--home", machine.home], { cwd: kettle });
    await forget(await hide(machine, kettle));
    assert(isHeld(machine, kettle), "hidden");
    assertMatch(await forget([...await take(machine, kettle), "--purge"]), /^Forgotten: /);
    assertEquals(isHeld(machine, kettle), false);
    await machine.ok(["learn", "--transcript", path, "--relearn", "--home", machine.home], { cwd: kettle });
    assertEquals(isHeld(machine, kettle), false, "learned anew");
  });
}

for (const [what, way] of [["exchange", BY_EXCHANGE], ["learning", BY_LEARNING]] as const) {
  commandTest(`forget ID --purge finds the ${what} that was hidden before, and once`, async (machine) => {
    const kettle = machine.project("kettle");
    await learnedTalk(machine, kettle);
    const [id = ""] = await way(machine, kettle);
    const others = (await idsOf(machine, kettle, "exchanges")).slice(1);
    await machine.ok(["forget", id, "--home", machine.home], { cwd: kettle });
    const purgeIt = (...more: readonly string[]) =>
      machine.run(["forget", id, "--purge", "--home", machine.home, ...more], { cwd: kettle });
    assertMatch((await purgeIt("--dry-run")).stdout, /^Would be forgotten: /);
    assert(isHeld(machine, kettle), "a dry run");
    assertMatch((await purgeIt()).stdout, /^Forgotten: /);
    assertEquals(isHeld(machine, kettle), false);
    assertMatch((await purgeIt()).stderr, /no learning or exchange/);
    assertEquals(await idsOf(machine, kettle, "exchanges"), others);
  });
}

commandTest(
  "forget --session --purge takes out rows that no run committed, and unforget what it was about",
  async (machine) => {
    const kettle = machine.project("kettle");
    const path = await learnedTalk(machine, kettle);
    const exchanges = await idsOf(machine, kettle, "exchanges");
    const file = [...walk(`${kettle}/.umwelten/learnings`)].find((one) => one.endsWith("/exchanges.jsonl")) ?? "";
    const row = JSON.parse(Deno.readTextFileSync(file).split("\n")[0] ?? "") as Record<string, unknown>;
    const other = {
      ...row,
      id: "f".repeat(32),
      rev: 7,
      question: { ...row["question"] as object, text: `rev of ${WORD}` },
    };
    Deno.writeTextFileSync(file, `${JSON.stringify(other)}\n`, { append: true });
    await machine.ok(["forget", exchanges[0] ?? "", "--home", machine.home], { cwd: kettle });
    const { act } = await machine.json(["forget", "--session", SESSION, "--purge", "--home", machine.home], {
      cwd: kettle,
    });
    assertEquals(isHeld(machine, kettle), false);
    const again = await machine.run(["forget", "--session", SESSION, "--purge", "--home", machine.home], {
      cwd: kettle,
    });
    assertMatch(again.stderr, /no stored conversation/);
    await machine.ok(["unforget", String(act), "--home", machine.home], { cwd: kettle });
    await machine.ok(["learn", "--transcript", path, "--relearn", "--home", machine.home], { cwd: kettle });
    assertEquals(await idsOf(machine, kettle, "exchanges"), exchanges.slice(1));
    assertEquals(isHeld(machine, kettle), false, "the exchange that was hidden by itself stays so");
  },
);
