import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { type CommandMachine, commandTest } from "./command_test_support.ts";
import { safeKey } from "../lib/record/layout.ts";
import { conversation, snapshot } from "./import_test_support.ts";

const SESSION = "aaaaaaaa-0000-4000-8000-000000000001";
const FORK = "aaaaaaaa-0000-4000-8000-000000000002";

interface Stored {
  readonly kettle: string;
  readonly directory: string;
  readonly transcript: string;
  /** Takes one more turn. */
  grow(): void;
}

async function stored(machine: CommandMachine): Promise<Stored> {
  const kettle = machine.project("kettle");
  const talk = conversation(SESSION, kettle);
  const turn = (n: number): void => {
    talk.typed(`remember: pot ${n} boils dry`);
    talk.reply(`noted, pot ${n}`);
  };
  turn(1);
  turn(2);
  const transcript = machine.transcript(SESSION, talk.rows);
  const { directory } = await machine.learn(transcript);
  return {
    kettle,
    directory: directory ?? "",
    transcript,
    grow() {
      turn(3);
      machine.transcript(SESSION, talk.rows);
    },
  };
}

/** What is stored, in an order that says nothing: what is stored again stands behind the rest. */
function contentOf(machine: CommandMachine, kettle: string): readonly string[] {
  const sessions = machine.canonical(kettle) as readonly { readonly exchanges: readonly unknown[] }[];
  return sessions.flatMap(({ exchanges, ...session }) => [session, ...exchanges]).map((each) => JSON.stringify(each))
    .sort();
}

/** As a later version would have left it: a form of which nothing is known but its number. */
function writeAsLater(directory: string): void {
  const path = `${directory}/meta.json`;
  const meta = JSON.parse(Deno.readTextFileSync(path));
  Deno.writeTextFileSync(path, JSON.stringify({ ...meta, imprintHook: { ...meta.imprintHook, schema: 2 } }));
  const rows = Deno.readTextFileSync(`${directory}/exchanges.jsonl`).replaceAll('"schema":1', '"schema":2');
  Deno.writeTextFileSync(`${directory}/exchanges.jsonl`, rows);
}

commandTest("every command leaves alone what a later version stored, and says so", async (machine) => {
  const { kettle, directory, transcript, grow } = await stored(machine);
  writeAsLater(directory);
  grow();
  const before = snapshot(directory);
  for (const asker of [{ kind: "hook" }, { kind: "person", workspace: undefined }] as const) {
    const { outcome, reason } = await machine.learn(transcript, { asker });
    assertEquals([outcome, reason], ["skipped", "later-version"]);
  }
  // A copy of the conversation opts out, another one is forgotten: neither may rewrite what it cannot read.
  const talk = conversation(FORK, kettle, { prefix: SESSION.slice(0, 8) });
  talk.typed("remember: pot 1 boils dry");
  talk.reply("noted, pot 1");
  talk.typed("no-imprint");
  await machine.learn(machine.transcript(FORK, talk.rows));
  machine.configure({ version: 1, retainDays: 1, redact: [{ text: "pot", as: "vessel" }] });
  for (
    const words of [
      ["learn"],
      ["learn", "--relearn"],
      ["forget", "--match", "boils dry", "--purge"],
      ["doctor", "--repair"],
      ["redact", "--apply"],
      ["list", "--all"],
      ["search", "pot", "--workspace", "default"],
      ["status"],
      ["workspace", "root", "add", kettle],
    ]
  ) {
    const { stderr } = await machine.run(words, { cwd: kettle });
    assert(!stderr.includes("this is a bug"), stderr);
    assertEquals(snapshot(directory), before, words.join(" "));
  }
  assertStringIncludes(
    (await machine.run(["doctor"], { cwd: kettle })).stdout,
    `a newer imprint-hook stored 1 conversation in "${kettle}"; this one leaves them alone. To do: update imprint-hook.`,
  );
});

commandTest(
  "a configuration of a later version stops every command that learns, and is not edited",
  async (machine) => {
    const { transcript, grow } = await stored(machine);
    grow();
    const text = '{ "version": 2, "workspaces": {} }\n';
    Deno.writeTextFileSync(machine.configFile, text);
    for (const words of [["learn", "--transcript", transcript], ["workspace", "add", "research"], ["list", "--all"]]) {
      const { code, stderr } = await machine.run(words);
      assertEquals(code, 1, words.join(" "));
      assertMatch(stderr, /version.*1, the only version this program knows/);
    }
    assertEquals(machine.config(), text);
  },
);

commandTest("doctor --repair puts aside what others damaged, and learn stores it again", async (machine) => {
  const { kettle, directory } = await stored(machine);
  const whole = contentOf(machine, kettle);
  const exchanges = `${directory}/exchanges.jsonl`;
  const [first = "", ...rest] = Deno.readTextFileSync(exchanges).trimEnd().split("\n");
  const foreign = '{"id":"x","kind":"preferences","payload":{"note":"a row of another tool"}}';
  const damage = [first.slice(0, 40), '{"schema":1,"type":"exchange","id":7}', "\u0000\u0000"];
  Deno.writeTextFileSync(exchanges, [...damage, ...rest].map((line) => `${line}\n`).join(""));
  Deno.writeTextFileSync(`${directory}/preferences.jsonl`, `${foreign}\nnot a row`, { append: true });

  const found = await machine.json(["doctor"]).catch(() => machine.run(["doctor", "--json"]));
  assertStringIncludes(JSON.stringify(found), "4 lines of 1 conversation");
  const { stdout } = await machine.run(["doctor", "--repair"]);
  assertStringIncludes(stdout, "4 lines of 1 conversation put aside in quarantine.txt");
  assertStringIncludes((await machine.run(["doctor", "--repair"])).stdout, "nothing that is stored was damaged");

  const kept = Deno.readTextFileSync(`${directory}/quarantine.txt`).split("\n");
  for (const line of [...damage, "not a row"]) assert(kept.includes(line), line);
  assert(Deno.readTextFileSync(`${directory}/preferences.jsonl`).includes(foreign));
  assertEquals(Deno.statSync(`${directory}/quarantine.txt`).mode! & 0o777, 0o600);
  await machine.ok(["learn"]);
  Deno.writeTextFileSync(
    `${directory}/preferences.jsonl`,
    Deno.readTextFileSync(`${directory}/preferences.jsonl`).replace(`${foreign}\n`, ""),
  );
  assertEquals(contentOf(machine, kettle), whole);
});

commandTest("doctor --repair names a conversation again whose meta.json another program broke", async (machine) => {
  const { kettle, directory } = await stored(machine);
  const whole = contentOf(machine, kettle);
  Deno.writeTextFileSync(`${directory}/meta.json`, "<html>");
  assertStringIncludes((await machine.run(["doctor"])).stdout, "lost its meta.json and is not shown");
  await machine.run(["doctor", "--repair"]);
  assertEquals(Deno.readTextFileSync(`${directory}/quarantine.txt`), "<html>\n");
  await machine.ok(["learn"]);
  assertEquals(contentOf(machine, kettle), whole);
});

commandTest("what was put aside goes with the texts of its conversation", async (machine) => {
  const { directory } = await stored(machine);
  Deno.writeTextFileSync(`${directory}/exchanges.jsonl`, '{"pot 1 boils', { append: true });
  await machine.run(["doctor", "--repair"]);
  await machine.ok(["learn"]);
  assert(Deno.readTextFileSync(`${directory}/quarantine.txt`).includes("pot 1"));
  await machine.ok(["forget", "--session", SESSION.slice(0, 8), "--purge"]);
  assert(!machine.everything(machine.root + "/kettle").includes("pot 1"));
});

const STORES = new URL("../fixtures/stores", import.meta.url).pathname;

for (const version of ["0.1.0"]) {
  commandTest(`a store of version ${version} is read, searched and gone on with`, async (machine) => {
    const kettle = machine.project("kettle");
    const directory = `${kettle}/.umwelten/learnings/claude/${safeKey({ projectPath: kettle, sessionId: SESSION })}`;
    const transcript = `${machine.store}/-kettle/${SESSION}.jsonl`;
    for (const path of [directory, `${machine.home}/data`, `${machine.store}/-kettle`]) {
      Deno.mkdirSync(path, { recursive: true });
    }
    for (const { name } of Deno.readDirSync(`${STORES}/${version}`)) {
      const text = Deno.readTextFileSync(`${STORES}/${version}/${name}`);
      const to = name === "session.jsonl"
        ? transcript
        : name === "config.jsonc"
        ? machine.configFile
        : name.startsWith("data_")
        ? `${machine.home}/data/${name.slice("data_".length)}`
        : `${directory}/${name}`;
      Deno.writeTextFileSync(to, text.replaceAll("@PROJECT@", kettle).replaceAll("@ROOT@", machine.root));
    }
    const { rows } = await machine.json(["list", "--kind", "exchanges"], { cwd: kettle });
    assertEquals((rows as readonly unknown[]).length, 2);
    assertStringIncludes(JSON.stringify(await machine.json(["list"], { cwd: kettle })), "[redacted:client]");
    assertStringIncludes(JSON.stringify(await machine.json(["search", "whistle"], { cwd: kettle })), "whistle");
    assert(!JSON.stringify(await machine.run(["doctor", "--json"])).includes("stored-rows"));
    const before = machine.canonical(kettle);
    await machine.ok(["learn"]);
    assertEquals(machine.canonical(kettle), before);
    const talk = conversation(SESSION, kettle);
    for (const row of Deno.readTextFileSync(transcript).trimEnd().split("\n")) talk.row(JSON.parse(row));
    talk.typed("and now?");
    await machine.learn(machine.transcript(SESSION, talk.rows));
    assertEquals(machine.exchanges(kettle).map(({ question }) => question?.text).at(-1), "and now?");
    assertEquals(machine.exchanges(kettle).length, 3);
  });
}
