import { assert, assertEquals } from "@std/assert";
import type { CommandEntry } from "../../lib/cli/command.ts";
import { COMMANDS } from "../../lib/cli/commands.ts";
import { commandTest } from "../command_test_support.ts";
import { conversation, snapshot } from "../import_test_support.ts";
import { denoLine } from "../program_test_support.ts";

const SCRIPT = new URL("../dropped_write_test_support.ts", import.meta.url).pathname;
const SESSION = "aaaaaaaa-0000-4000-8000-000000000001";

const HABITAT = new URL("../../fixtures/habitat/sessions/telegram-4711", import.meta.url).pathname;

/** How each command that only reads is typed; the bare program is the day. */
const TYPED: Readonly<Record<string, readonly string[]>> = {
  "": [],
  "status": [],
  "explain": [SESSION],
  "list": ["--all"],
  "show": [],
  "completions": ["bash"],
  "sessions list": ["--all"],
  "sessions show": [SESSION],
  "sessions browse": ["--plain"],
  "sessions context": ["--session-dir", HABITAT],
  "sessions learnings list": ["--session-dir", HABITAT],
  "workspace list": [],
  "workspace show": [],
  "profile list": [],
};

async function namesOf(entries: readonly CommandEntry[], path: readonly string[] = []): Promise<readonly string[]> {
  const all = await Promise.all(entries.map(async (entry): Promise<readonly string[]> => {
    const name = [...path, entry.name];
    if (entry.subcommands !== undefined) return await namesOf(await entry.subcommands(), name);
    return entry.reads === true ? [name.join(" ")] : [];
  }));
  return all.flat();
}

commandTest("commands that only read give the right to write up, and do their work without it", async (machine) => {
  assertEquals((await namesOf(COMMANDS)).toSorted(), Object.keys(TYPED).filter((name) => name !== "").toSorted());
  const kettle = machine.project("kettle");
  const talk = conversation(SESSION, kettle);
  talk.typed("remember: never boil it dry");
  talk.reply("noted");
  await machine.learn(machine.transcript(SESSION, talk.rows));
  const { rows } = await machine.json(["list"], { cwd: kettle });
  const [row] = rows as readonly { readonly id: string }[];
  // A command that only reads has to do without a seal key, too: it makes none.
  Deno.removeSync(`${machine.home}/data/seal.key`);
  const before = [machine.home, kettle].map(snapshot);
  const typed = Object.entries(TYPED).map(([name, words]) => [
    ...name.split(" ").filter(Boolean),
    ...(name === "show" ? [row?.id ?? ""] : words),
  ]);
  const { command, args, env } = denoLine(SCRIPT, [JSON.stringify(typed)]);
  const { stdout, stderr } = await new Deno.Command(command, {
    args: [...args],
    cwd: kettle,
    stdin: "null",
    env: {
      ...env,
      HOME: machine.userHome,
      CLAUDE_CONFIG_DIR: `${machine.root}/client`,
      IMPRINT_HOOK_HOME: machine.home,
      NO_COLOR: "1",
    },
  }).output();
  const [ends, refused] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  assert(refused?.includes("imprint-hook") === false, refused);
  const wanted = typed.map((words) => [words.join(" "), 0, "prompt"]);
  assertEquals(JSON.parse((ends ?? "").replaceAll('"denied"', '"prompt"')), wanted);
  assertEquals([machine.home, kettle].map(snapshot), before);
});
