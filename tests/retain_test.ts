import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { expire, isExpiryDue } from "../lib/import/retain.ts";
import { commandTest } from "./command_test_support.ts";
import { conversation, type Machine, machineTest, type Row } from "./import_test_support.ts";

const SESSION = "aaaaaaaa-0000-4000-8000-000000000001";
const DAY = 86_400_000;

/** Two exchanges with a preference each, some days ago. */
function talkOf(cwd: string, days: readonly [number, number]) {
  const talk = conversation(SESSION, cwd);
  for (const [index, ago] of days.entries()) {
    const timestamp = new Date(Date.now() - ago * DAY + index).toISOString();
    talk.typed(`remember: rule number ${index} of the kettle`, { timestamp });
    talk.reply(`noted, number ${index}`, { timestamp });
  }
  return talk;
}

async function questions(machine: Machine, kettle: string): Promise<readonly (string | undefined)[]> {
  await Promise.resolve();
  return machine.exchanges(kettle).filter(({ question }) => question !== null).map(({ question }) => question?.text);
}

machineTest("retainDays keeps what is older out, and takes it out when its time has come", async (machine) => {
  const kettle = machine.project("kettle");
  machine.configure({ version: 1, retainDays: 30 });
  const path = machine.transcript(SESSION, talkOf(kettle, [40, 10]).rows);
  await machine.learn(path);
  assertEquals(await questions(machine, kettle), ["remember: rule number 1 of the kettle"]);
  assert(!machine.everything(kettle).includes("number 0"));
  // Three weeks later.
  const product = { ...await machine.product(), now: () => new Date(Date.now() + 21 * DAY) };
  assertEquals(isExpiryDue(product), true);
  assertEquals(await expire(product), { exchanges: 1, learnings: 1 });
  assert(!machine.everything(kettle).includes("number 1"));
  assertEquals(isExpiryDue({ ...await machine.product(), now: () => new Date() }), false);
});

machineTest(
  "retainDays that is set later takes out what is stored, and leaves the rest and its files whole",
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = talkOf(kettle, [40, 10]);
    await machine.learn(machine.transcript(SESSION, talk.rows));
    machine.configure({ version: 1, retainDays: 30 });
    assertEquals(await expire(await machine.product()), { exchanges: 1, learnings: 1 });
    assert(!machine.everything(kettle).includes("number 0"));
    assertEquals(await expire(await machine.product()), { exchanges: 0, learnings: 0 });
    talk.typed("and now?", { timestamp: new Date().toISOString() });
    await machine.learn(machine.transcript(SESSION, talk.rows));
    assertEquals(await questions(machine, kettle), ["remember: rule number 1 of the kettle", "and now?"]);
    assert(!machine.everything(kettle).includes("number 0"));
  },
);

machineTest('"store": "learnings" keeps learnings with short quotes and no exchanges', async (machine) => {
  const kettle = machine.project("kettle");
  machine.configure({ version: 1, store: "learnings" });
  const talk = conversation(SESSION, kettle);
  talk.typed(`I'd rather have the kettle switch off early than late, ${"as it is said ".repeat(15)}by everybody.`);
  talk.reply("noted");
  talk.typed("remember: indent with tabs");
  talk.reply("noted");
  await machine.learn(machine.transcript(SESSION, talk.rows));
  assertEquals(machine.exchanges(kettle), []);
  const text = machine.everything(`${kettle}/.umwelten`);
  assert(text.includes("indent with tabs"));
  for (const [, quote = ""] of text.matchAll(/"quote":"([^"]*)"/g)) assert(quote.length <= 200);
});

for (const store of ["learnings", "all"]) {
  machineTest(`retainDays takes what rules carry from run to run out with "store": "${store}"`, async (machine) => {
    const kettle = machine.project("kettle");
    machine.configure({ version: 1, store });
    const talk = conversation(SESSION, kettle);
    const timestamp = new Date(Date.now() - 40 * DAY).toISOString();
    talk.typed("what about the lid?", { timestamp });
    talk.reply("Looked around. The root cause is that the samovar sends a null. Should I go on?", { timestamp });
    await machine.learn(machine.transcript(SESSION, talk.rows));
    assert(machine.everything(kettle).includes("samovar"));
    machine.configure({ version: 1, store, retainDays: 30 });
    await expire(await machine.product());
    assert(!machine.everything(kettle).includes("samovar"));
    await machine.learn(machine.transcript(SESSION, talk.rows));
    assert(!machine.everything(kettle).includes("samovar"));
  });
}

commandTest("retainDays takes out what is too old beside what was purged", async (machine) => {
  const kettle = machine.project("kettle");
  await machine.learn(machine.transcript(SESSION, talkOf(kettle, [40, 10]).rows));
  await machine.ok(["forget", "--match", "number 1", "--purge", "--home", machine.home], { cwd: kettle });
  assertEquals(await questions(machine, kettle), ["remember: rule number 0 of the kettle"]);
  machine.configure({ version: 1, retainDays: 30 });
  assertEquals(await expire(await machine.product()), { exchanges: 1, learnings: 1 });
  assert(!machine.everything(kettle).includes("number 0"));
});

commandTest(
  '"store": "learnings" holds for what is learned from then on; exchanges.jsonl may be deleted then',
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = talkOf(kettle, [3, 2]);
    talk.typed("does it leak?");
    await machine.learn(machine.transcript(SESSION, talk.rows));
    const learnings = async () =>
      ((await machine.json(["list"], { cwd: kettle }))["rows"] as readonly Row[]).map((
        { id, payload },
      ) => [id, payload]);
    const exchanges = async () =>
      (await machine.json(["list", "--kind", "exchanges"], { cwd: kettle }))["rows"] as readonly unknown[];
    await machine.ok(["search", "kettle"], { cwd: kettle });
    const before = await learnings();
    machine.configure({ version: 1, store: "learnings" });
    await machine.ok(["learn"]);
    await machine.ok(["learn", "--relearn"]);
    assertEquals((await exchanges()).length, 3);
    const earlier = '1 conversation stored before holds exchanges in "exchanges.jsonl", which you may delete.';
    assertStringIncludes((await machine.run(["doctor"])).stdout, earlier);
    const store = `${kettle}/.umwelten/learnings/claude`;
    const [key] = [...Deno.readDirSync(store)].filter(({ isDirectory }) => isDirectory).map(({ name }) => name);
    Deno.removeSync(`${store}/${key}/exchanges.jsonl`);
    for (const words of [[], ["--relearn"]]) {
      await machine.ok(["learn", ...words]);
      assertEquals(await exchanges(), []);
      assertEquals(await learnings(), before);
    }
    // Nothing takes that for damage, and the next search leaves nothing of it in its index.
    const { stdout } = await machine.run(["doctor"]);
    assertStringIncludes(stdout, "ok       learnings: ");
    assert(!stdout.includes("exchanges.jsonl"), stdout);
    await machine.ok(["search", "kettle"], { cwd: kettle });
    assert(!machine.everything(machine.home).includes("noted"));
    assert(!machine.everything(kettle).includes('"type":"exchange"'));
  },
);

commandTest(
  "learn says what retainDays took out, and sessions list shows no conversation that it emptied",
  async (machine) => {
    const kettle = machine.project("kettle");
    const young = "bbbbbbbb-0000-4000-8000-000000000002";
    await machine.learn(machine.transcript(SESSION, talkOf(kettle, [40, 39]).rows));
    const talk = conversation(young, kettle);
    for (const ago of [38, 1]) {
      talk.typed(`remember: the lid of ${ago} days`, { timestamp: new Date(Date.now() - ago * DAY).toISOString() });
      talk.reply("noted", { timestamp: new Date(Date.now() - ago * DAY).toISOString() });
    }
    await machine.learn(machine.transcript(young, talk.rows));
    const listed = async () =>
      ((await machine.json(["sessions", "list", "--in", kettle]))["sessions"] as readonly Row[]).map(({ id }) => id);
    assertEquals(await listed(), [young, SESSION]);
    machine.configure({ version: 1, retainDays: 30 });
    assertEquals((await machine.ok(["learn", "--dry-run"])).includes("took out"), false);
    const shown = await machine.ok(["learn"]);
    assertMatch(shown, /^"retainDays" took out what is older than \d{4}-\d\d-\d\d: 3 exchanges and 3 learnings\.$/m);
    assertEquals((await machine.json(["learn"]))["expired"], { exchanges: 0, learnings: 0 });
    assert(!(await machine.ok(["learn"])).includes("took out"));
    assertEquals(await listed(), [young]);
    // What is said in it later is shown with it again.
    const again = talkOf(kettle, [40, 39]);
    again.typed("and now?", { timestamp: new Date().toISOString() });
    await machine.learn(machine.transcript(SESSION, again.rows));
    assertEquals((await listed()).toSorted(), [SESSION, young]);
  },
);
