import { assert, assertEquals } from "@std/assert";
import type { Row } from "./import_test_support.ts";
import { type CommandMachine, commandTest } from "./command_test_support.ts";
import { conversation } from "./import_test_support.ts";

const SESSION = "aaaaaaaa-0000-4000-8000-000000000001";

/** Where a conversation in a directory would be kept: the working directory, and why it is that one. */
async function placed(machine: CommandMachine, cwd: string): Promise<readonly unknown[]> {
  const talk = conversation(SESSION, cwd);
  talk.typed("Where does the kettle boil dry?");
  const [session] = (await machine.json(["explain", machine.transcript(SESSION, talk.rows)]))["sessions"] as Row[];
  const { workDir, because } = session?.["target"] as Row;
  return [workDir, because];
}

/** A directory that looks like a project to whoever does not look closely. */
function lure(directory: string): string {
  for (const name of [".git", ".umwelten/learnings"]) Deno.mkdirSync(`${directory}/${name}`, { recursive: true });
  return directory;
}

/** Only root may give a directory to somebody else. */
function mayGiveAway(): boolean {
  try {
    return Deno.uid() === 0;
  } catch {
    return false; // without the permission to ask
  }
}

const CASES: readonly (readonly [name: string, make: (machine: CommandMachine) => { lure: string; cwd: string }])[] = [
  [
    "the home directory with .git and .umwelten",
    ({ userHome }) => ({ lure: lure(userHome), cwd: `${userHome}/notes` }),
  ],
  ["a directory that everybody may write", (machine) => {
    const open = lure(machine.directory("open"));
    Deno.chmodSync(open, 0o777);
    return { lure: open, cwd: `${open}/notes` };
  }],
  ["a directory of somebody else", (machine) => {
    const theirs = lure(machine.directory("theirs"));
    Deno.chownSync(theirs, 4242, 4242);
    return { lure: theirs, cwd: `${theirs}/notes` };
  }],
];

for (const [name, make] of CASES) {
  const needsRoot = name.includes("somebody else");
  const cannot = Deno.build.os === "windows" || (needsRoot && !mayGiveAway());
  commandTest(
    `${name} attracts no conversation${cannot ? " (ignored: needs to give a directory away)" : ""}`,
    async (machine) => {
      const { lure: top, cwd } = make(machine);
      Deno.mkdirSync(cwd);
      const [workDir] = await placed(machine, cwd);
      // Below a temporary directory a place is kept in only with a repository around it that is the person's own.
      assertEquals(workDir, top === machine.userHome ? cwd : `${machine.home}/data/work/default`);
      Deno.mkdirSync(`${cwd}/.git`);
      assertEquals(await placed(machine, `${cwd}`), [cwd, "marker"], "its own repository counts");
      await machine.ok(["learn"]);
      assertEquals(Array.from(Deno.readDirSync(`${top}/.umwelten/learnings`)), [], "nothing is written there");
      assert(Deno.statSync(`${cwd}/.umwelten/learnings/claude`).isDirectory);
    },
    cannot,
  );
}

commandTest("a conversation in the home directory itself is kept with the program's own data", async (machine) => {
  lure(machine.userHome);
  assertEquals(await placed(machine, machine.userHome), [`${machine.home}/data/work/default`, "home"]);
});

commandTest("a conversation in a client's own directory is kept with the program's own data", async (machine) => {
  const skill = lure(`${machine.userHome}/.claude/skills/brew`);
  const kept = `${machine.home}/data/work/default`;
  assertEquals(await placed(machine, skill), [kept, "client"]);
  assertEquals(await placed(machine, lure(`${machine.userHome}/.claude`)), [kept, "client"]);
  assertEquals(await placed(machine, lure(`${machine.userHome}/.codex`)), [kept, "client"]);
  const notes = lure(`${machine.userHome}/.claude-notes`);
  assertEquals(await placed(machine, notes), [notes, "marker"]);
});
