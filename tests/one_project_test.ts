import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { isObject } from "../lib/record/read_rows.ts";
import { type CommandMachine, commandTest } from "./command_test_support.ts";
import type { Row } from "./import_test_support.ts";

const session = (n: number): string => `0a1b2c00-0000-4000-8000-00000000002${n}`;

/** A conversation in a directory: something to remember, and something asked. */
function say(machine: CommandMachine, n: number, cwd: string, thing: string): void {
  const id = session(n);
  const message = (key: string, minutes: number) => ({
    ...{ sessionId: id, cwd, version: "2.1.332", uuid: `${n}-${key}`, parentUuid: null },
    timestamp: new Date(Date.now() - minutes * 60_000).toISOString(),
  });
  machine.transcript(
    id,
    ["Remember: never boil", "how long does it take with"].flatMap((words, at): readonly Row[] => [
      {
        ...{ ...message(`q${at}`, 50 - 2 * at), type: "user", origin: { kind: "human" }, promptSource: "typed" },
        message: { role: "user", content: `${words} the ${thing}` },
      },
      {
        ...{ ...message(`a${at}`, 49 - 2 * at), type: "assistant", parentUuid: `${n}-q${at}` },
        message: { id: `m-${n}-${at}`, role: "assistant", content: [{ type: "text", text: "Understood." }] },
      },
    ]),
  );
}

/** What every reader shows of a directory, in one text. */
async function shown(machine: CommandMachine, words: readonly string[], cwd = machine.root): Promise<string> {
  const page = `${machine.root}/page.html`;
  const texts: string[] = [];
  for (
    const command of [
      ["list"],
      ["list", "--kind", "exchanges"],
      ["list", "--json"],
      ["review"],
      ["review", "--json"],
      ["sessions", "list"],
      ["report", "--html", page],
    ]
  ) texts.push(await machine.ok([...command, ...words], { cwd }));
  return [...texts, Deno.readTextFileSync(page)].join("\n");
}

const idOf = (answer: Row): string => {
  const [row] = Array.isArray(answer.rows) ? answer.rows.filter(isObject) : [];
  return String(row?.id);
};

commandTest(
  "list, review, report and sessions --in show one directory's conversations where several share the kept data",
  async (machine) => {
    // Below the temporary directory and without a mark: nothing is written there.
    const [kettle, teapot] = [machine.directory("kettle"), machine.directory("teapot")];
    say(machine, 1, kettle, "kettle handle7");
    say(machine, 2, teapot, "teapot spout9");
    await machine.ok(["learn"]);
    assertEquals([...Deno.readDirSync(kettle)], [], "it is stored elsewhere");

    for (const text of [await shown(machine, ["--in", kettle]), await shown(machine, [], kettle)]) {
      assertStringIncludes(text, "kettle handle7");
      assert(!text.includes("spout9"), text);
    }
    Deno.symlinkSync(teapot, `${machine.root}/pot`);
    for (const directory of [teapot, `${machine.root}/pot`]) {
      const text = await shown(machine, ["--in", directory]);
      assertStringIncludes(text, "teapot spout9");
      assert(!text.includes("handle7"), text);
    }
    const everything = await shown(machine, ["--all"]);
    assertStringIncludes(everything, "kettle handle7");
    assertStringIncludes(everything, "teapot spout9");

    const id = idOf(await machine.json(["list", "--in", teapot]));
    assertStringIncludes(await machine.ok(["show", id, "--in", teapot]), "spout9");
    const there = await machine.run(["show", id, "--in", kettle]);
    assertEquals(there.code, 1);
    assertStringIncludes(there.stderr, `no learning or exchange "${id}" there; `);
    for (const cwd of [kettle, teapot, machine.root]) {
      assertStringIncludes(await machine.ok(["show", id], { cwd }), "spout9");
    }
    const nowhere = await machine.run(["show", "0123456789"], { cwd: kettle });
    assertEquals([nowhere.code, nowhere.stdout], [1, ""]);
    assertStringIncludes(
      nowhere.stderr,
      'no learning or exchange "0123456789" in this workspace; see "imprint-hook list',
    );
    assertEquals((await machine.run(["sessions", "show", session(2), "--in", kettle])).code, 1);

    // Its conversations are still its own when the directory is gone.
    Deno.removeSync(kettle);
    const gone = await shown(machine, ["--in", kettle]);
    assertStringIncludes(gone, "kettle handle7");
    assert(!gone.includes("spout9"), gone);
  },
);

commandTest("show finds no id of another workspace", async (machine) => {
  const [kettle, teapot] = [machine.project("kettle"), machine.project("teapot")];
  await machine.ok(["workspace", "add", "research"]);
  await machine.ok(["workspace", "root", "add", teapot, "--workspace", "research"]);
  say(machine, 2, teapot, "teapot spout9");
  await machine.ok(["learn", "--workspace", "research"]);
  const id = idOf(await machine.json(["list", "--all", "--workspace", "research"]));
  assertStringIncludes(await machine.ok(["show", id, "--workspace", "research"], { cwd: kettle }), "spout9");
  const other = await machine.run(["show", id], { cwd: kettle });
  assertEquals([other.code, other.stdout], [1, ""]);

  // Nor from a project of a workspace that is not the active one.
  say(machine, 1, kettle, "kettle handle7");
  await machine.ok(["learn"]);
  const own = idOf(await machine.json(["list", "--in", kettle]));
  const back = await machine.run(["show", own], { cwd: teapot });
  assertEquals([back.code, back.stdout], [1, ""]);
  const everything = await shown(machine, ["--all"], teapot);
  assertStringIncludes(everything, "teapot spout9");
  assert(!everything.includes("handle7"), everything);
});

commandTest("list --in a directory without a mark below a root leaves the root's projects out", async (machine) => {
  const root = machine.directory("research");
  const [kettle, plain] = [machine.project("research/kettle"), machine.directory("research/plain")];
  // Said, as a temporary directory that nothing marks is no place to store.
  machine.configure({ version: 1, workspaces: { default: {}, research: { roots: [root], workDir: root } } });
  say(machine, 1, kettle, "kettle handle7");
  say(machine, 2, plain, "plain spout9");
  await machine.ok(["learn", "--workspace", "research"]);
  assert(Deno.statSync(`${root}/.umwelten/learnings`).isDirectory, "both lie in the root");
  const below = await shown(machine, ["--in", plain]);
  assertStringIncludes(below, "plain spout9");
  assert(!below.includes("handle7"), below);
  const all = await shown(machine, ["--in", root]);
  assertStringIncludes(all, "handle7");
  assertStringIncludes(all, "spout9");
});

commandTest("list --all shows once what is known by a link, too", async (machine) => {
  const kettle = machine.project("kettle");
  Deno.symlinkSync(kettle, `${machine.root}/link`);
  say(machine, 1, kettle, "kettle handle7");
  say(machine, 2, `${machine.root}/link`, "kettle spout9");
  await machine.ok(["learn"]);
  for (const words of [["list", "--kind", "exchanges"], ["sessions", "list"]]) {
    const { rows, sessions } = await machine.json([...words, "--all"]);
    const shown = (rows ?? sessions) as readonly Row[];
    assertEquals(shown.length, words[0] === "list" ? 4 : 2, JSON.stringify(shown));
  }
});

commandTest("list --in a project shows what was recorded through a link to it", async (machine) => {
  const root = machine.directory("research");
  const kettle = machine.project("research/kettle");
  Deno.symlinkSync(kettle, `${machine.root}/link`);
  await machine.ok(["workspace", "add", "research"]);
  await machine.ok(["workspace", "root", "add", root, "--workspace", "research"]);
  say(machine, 1, kettle, "kettle handle7");
  say(machine, 2, `${machine.root}/link`, "kettle spout9");
  await machine.ok(["learn", "--workspace", "research"]);
  for (const directory of [kettle, `${machine.root}/link`]) {
    const text = await shown(machine, ["--in", directory]);
    assertStringIncludes(text, "handle7");
    assertStringIncludes(text, "spout9");
    const { rows } = await machine.json(["search", "kettle", "--kind", "exchanges", "--in", directory]);
    const sessions = new Set((rows as readonly { readonly session: string }[]).map(({ session }) => session));
    assertEquals([...sessions].sort(), [session(1), session(2)], directory);
  }
});

commandTest("list --in says that nothing is stored for a directory that does not exist", async (machine) => {
  say(machine, 1, machine.directory("kettle"), "kettle handle7");
  await machine.ok(["learn"]);
  for (const directory of ["/nowhere/at/all", machine.directory("teapot")]) {
    const text = await machine.ok(["list", "--in", directory]);
    assertEquals(
      text,
      `Nothing is stored for "${directory}" yet. "imprint-hook learn" learns what is new; "--all" lists every project.\n`,
    );
    const all = await shown(machine, ["--in", directory]);
    assert(!all.includes("handle7"), all);
    assertMatch(all, /^No conversations here\./m);
  }
});

commandTest("list --in shows what lies in a project's own folder when it was moved", async (machine) => {
  const kettle = machine.project("kettle");
  say(machine, 1, kettle, "kettle handle7");
  await machine.ok(["learn"]);
  Deno.renameSync(kettle, `${machine.root}/samovar`);
  assertStringIncludes(await machine.ok(["list", "--in", `${machine.root}/samovar`]), "kettle handle7");
});

commandTest("list --in a project below a workspace's root leaves the root's other projects out", async (machine) => {
  const root = machine.directory("research");
  Deno.mkdirSync(`${root}/.git`);
  const [kettle, teapot] = [machine.project("research/kettle"), machine.project("research/teapot")];
  await machine.ok(["workspace", "add", "research"]);
  await machine.ok(["workspace", "root", "add", root, "--workspace", "research"]);
  say(machine, 1, kettle, "kettle handle7");
  say(machine, 2, teapot, "teapot spout9");
  await machine.ok(["learn", "--workspace", "research"]);
  const text = await shown(machine, ["--in", kettle]);
  assertStringIncludes(text, "kettle handle7");
  assert(!text.includes("spout9"), text);
  const whole = await shown(machine, ["--in", root]);
  for (const thing of ["handle7", "spout9"]) assertStringIncludes(whole, thing);
});
