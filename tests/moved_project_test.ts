import { assert, assertEquals } from "@std/assert";
import { conversation, type LearnOptions, type Machine, machineTest, type Row } from "./import_test_support.ts";

const SESSION = "aaaaaaaa-0000-4000-8000-000000000001";
const SECRET = "the kettle's secret";

/** A stored conversation of one turn, and a second workspace with a root of its own. */
async function stored(machine: Machine, directory: string) {
  const research = machine.project("research");
  machine.configure({ version: 1, active: "default", workspaces: { default: {}, research: { roots: [research] } } });
  const talk = conversation(SESSION, directory);
  talk.typed(`What is ${SECRET}?`);
  talk.reply("It whistles.");
  let written = 0;
  let transcript = "";
  /** Writes what was added. An unchanged file stays as it is, its time included. */
  const learn = (options: LearnOptions = {}) => {
    if (talk.rows.length > written) transcript = machine.transcript(SESSION, talk.rows);
    written = talk.rows.length;
    return machine.learn(transcript, options);
  };
  await learn({ final: false });
  return { talk, research, learn };
}

/** Lines outside of the client's store that hold the question; `exchanges`: how many of them are exchanges. */
function linesWithSecret(machine: Machine): { readonly all: number; readonly exchanges: number } {
  const lines = [...Deno.readDirSync(machine.root)].filter(({ name, isDirectory }) => isDirectory && name !== "client")
    .flatMap(({ name }) => machine.everything(`${machine.root}/${name}`).split("\n"))
    .filter((line) => line.includes(SECRET));
  return { all: lines.length, exchanges: lines.filter((line) => line.includes('"type":"exchange"')).length };
}

const ENDS: readonly {
  readonly name: string;
  readonly row: (research: string) => { readonly text: string; readonly more: Row };
}[] = [
  { name: "enters another workspace", row: (research) => ({ text: "And here?", more: { cwd: research } }) },
  { name: "holds no-imprint", row: () => ({ text: "no-imprint", more: {} }) },
];

for (const { name, row } of ENDS) {
  for (const asker of ["hook", "person"] as const) {
    for (const stateIsLost of [false, true]) {
      const lost = stateIsLost ? ", its state lost" : "";
      machineTest(
        `a conversation of a renamed project goes on where it is stored, and is taken back there: a ${asker} finds that it ${name}${lost}`,
        async (machine) => {
          const kettle = machine.project("kettle");
          const { talk, research, learn } = await stored(machine, kettle);
          const teapot = `${machine.root}/teapot`;
          Deno.renameSync(kettle, teapot);
          const learnAgain = async () => {
            if (stateIsLost) Deno.removeSync(`${machine.home}/state/transcripts`, { recursive: true });
            return await learn({
              asker: asker === "hook" ? { kind: "hook" } : { kind: "person", workspace: undefined },
            });
          };
          talk.typed("And under its new name?", { cwd: teapot });
          talk.reply("The same.", { cwd: teapot });
          assertEquals((await learnAgain()).outcome, "learned");
          assertEquals([linesWithSecret(machine).exchanges, machine.exchanges(teapot).length], [1, 2]);
          const { text, more } = row(research);
          talk.typed(text, { cwd: teapot, ...more });
          await learnAgain();
          assertEquals(machine.everything(teapot).includes(SECRET), false);
          const isMoved = asker === "hook" && name === "enters another workspace";
          assertEquals(linesWithSecret(machine).exchanges, isMoved ? 1 : 0);
        },
      );
    }
  }

  machineTest(
    `a conversation is stored once when its project is away for a while, until it ${name}`,
    async (machine) => {
      const kettle = machine.project("kettle");
      const { talk, research, learn } = await stored(machine, kettle);
      Deno.renameSync(kettle, `${machine.root}/away`);
      for (const _ of [1, 2]) assertEquals((await learn()).outcome, "nothing-new");
      Deno.renameSync(`${machine.root}/away`, kettle);
      assertEquals((await learn()).outcome, "nothing-new");
      assertEquals(linesWithSecret(machine).exchanges, 1);
      // What is said while it is away is stored elsewhere; what lay there is found when it is back.
      Deno.renameSync(kettle, `${machine.root}/away`);
      talk.typed("And while it is away?");
      await learn();
      Deno.renameSync(`${machine.root}/away`, kettle);
      const { text, more } = row(research);
      talk.typed(text, more);
      await learn();
      assertEquals(linesWithSecret(machine).all, 0);
    },
  );

  machineTest(`a conversation stays where a link led to when it leads elsewhere, until it ${name}`, async (machine) => {
    const [first, second] = [machine.project("first"), machine.project("second")];
    const link = `${machine.root}/current`;
    Deno.symlinkSync(first, link);
    const { talk, research, learn } = await stored(machine, link);
    Deno.removeSync(link);
    Deno.symlinkSync(second, link);
    talk.typed("And now?");
    talk.reply("The same.");
    await learn();
    assertEquals([machine.exchanges(first).length, machine.exchanges(second).length], [2, 0]);
    Deno.removeSync(`${machine.home}/state/transcripts`, { recursive: true });
    const { text, more } = row(research);
    talk.typed(text, more);
    await learn();
    assertEquals(machine.everything(first).includes(SECRET), false);
  });
}

machineTest(
  "what a project took with it when it was deleted is learned again when that is asked for",
  async (machine) => {
    const kettle = machine.project("kettle");
    const { learn } = await stored(machine, kettle);
    Deno.removeSync(kettle, { recursive: true });
    assertEquals((await learn()).outcome, "nothing-new");
    assertEquals(linesWithSecret(machine).all, 0);
    const again = await learn({ relearn: true });
    assertEquals(again.outcome, "learned");
    assert(again.directory?.startsWith(`${machine.home}/data/work/default/`) === true, `${again.directory}`);
    assertEquals((await learn()).outcome, "nothing-new");
    assertEquals(linesWithSecret(machine).exchanges, 1);
  },
);

for (const { name, row } of ENDS) {
  for (const how of ["learned again", "its state lost"] as const) {
    machineTest(
      `a renamed project's copy is found behind one that was made meanwhile (${how}), when the conversation ${name}`,
      async (machine) => {
        const kettle = machine.project("kettle");
        const { talk, research, learn } = await stored(machine, kettle);
        const teapot = `${machine.root}/teapot`;
        Deno.renameSync(kettle, teapot);
        if (how === "its state lost") Deno.removeSync(`${machine.home}/state/transcripts`, { recursive: true });
        await learn({ relearn: how === "learned again" });
        assertEquals(linesWithSecret(machine).exchanges, 2);
        talk.typed("And under its new name?", { cwd: teapot });
        talk.reply("The same.", { cwd: teapot });
        await learn();
        const { text, more } = row(research);
        talk.typed(text, { cwd: teapot, ...more });
        await learn();
        assertEquals(linesWithSecret(machine).all, 0);
      },
    );
  }

  machineTest(`a copied project's copy of a conversation is found when the conversation ${name}`, async (machine) => {
    const kettle = machine.project("kettle");
    const { talk, research, learn } = await stored(machine, kettle);
    const copy = `${machine.root}/copy`;
    await new Deno.Command("cp", { args: ["-r", kettle, copy] }).output();
    talk.typed("And in the copy?", { cwd: copy });
    await learn();
    const { text, more } = row(research);
    talk.typed(text, { cwd: copy, ...more });
    await learn();
    assertEquals(linesWithSecret(machine).all, 0);
  });
}

machineTest(
  "a conversation of a worktree is found in the main tree that was renamed, when it opts out",
  async (machine) => {
    const kettle = machine.project("kettle");
    const tree = `${machine.root}/tree`;
    Deno.mkdirSync(tree);
    const link = (main: string) => {
      Deno.mkdirSync(`${main}/.git/worktrees/tree`, { recursive: true });
      Deno.writeTextFileSync(`${main}/.git/worktrees/tree/gitdir`, `${tree}/.git\n`);
      Deno.writeTextFileSync(`${main}/.git/worktrees/tree/commondir`, "../..\n");
      Deno.writeTextFileSync(`${tree}/.git`, `gitdir: ${main}/.git/worktrees/tree\n`);
    };
    link(kettle);
    const { talk, learn } = await stored(machine, tree);
    const teapot = `${machine.root}/teapot`;
    Deno.renameSync(kettle, teapot);
    talk.typed("And while nothing leads there?");
    await learn();
    link(teapot);
    talk.typed("no-imprint");
    await learn();
    assertEquals(linesWithSecret(machine).all, 0);
  },
);

machineTest("what is typed in a fork to opt out holds for the original of a renamed project", async (machine) => {
  const kettle = machine.project("kettle");
  const { talk } = await stored(machine, kettle);
  const teapot = `${machine.root}/teapot`;
  Deno.renameSync(kettle, teapot);
  const FORK = "bbbbbbbb-0000-4000-8000-000000000002";
  const fork = conversation(FORK, teapot, { prefix: "bbbbbbbb" });
  fork.rows.push(...talk.rows.map((row) => ({ ...row, sessionId: FORK })));
  fork.typed("no-imprint");
  await machine.learn(machine.transcript(FORK, fork.rows));
  assertEquals(machine.everything(teapot).includes(SECRET), false);
});
