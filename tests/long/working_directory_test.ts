/**
 * Hooks and commands that are started in a directory that was removed, or that may not be read.
 *
 * @module
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { canUseDisk, diskTest } from "../disk_test_support.ts";
import { createHookMachine, type HookMachine } from "../hook_test_support.ts";
import { conversation } from "../import_test_support.ts";
import { PROGRAM, programLine } from "../program_test_support.ts";
import { withTemporaryDirectory } from "../disk_test_support.ts";

const SESSION = "aaaaaaaa-0000-4000-8000-000000000001";

/** A directory that may not be read hinders root only without its rights. */
const WITHOUT_RIGHTS = canUseDisk && Deno.build.os === "linux" && Deno.uid() === 0
  ? ["setpriv", "--bounding-set=-all", "--inh-caps=-all"]
  : [];
const canDropRights = WITHOUT_RIGHTS.length === 0 || (canUseDisk && works([...WITHOUT_RIGHTS, "true"]));

function works([command = "", ...args]: readonly string[]): boolean {
  try {
    return new Deno.Command(command, { args: [...args], stdout: "null", stderr: "null" }).outputSync().success;
  } catch {
    return false;
  }
}

interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts the program behind shell words that do something to the directory it is in. */
async function startIn(
  machine: HookMachine,
  { spoil, words, input = "" }: { readonly spoil: string; readonly words: readonly string[]; readonly input?: string },
): Promise<Run> {
  const cwd = `${machine.root}/spoilt`;
  Deno.mkdirSync(cwd, { recursive: true });
  const { command, args, env } = programLine(words);
  const child = new Deno.Command("sh", {
    args: ["-c", `${spoil} && exec "$@"`, "sh", ...WITHOUT_RIGHTS, command, ...args],
    cwd,
    env: { HOME: machine.userHome, PATH: Deno.env.get("PATH") ?? "", NO_COLOR: "1", ...env },
    clearEnv: true,
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(input)).catch(() => {});
  await writer.close().catch(() => {});
  const { code, stdout, stderr } = await child.output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

function spoiltTest(name: string, fn: (machine: HookMachine) => Promise<void>, ignore = false): void {
  // Windows removes no directory that somebody is in, and knows no such bits.
  if (ignore || Deno.build.os === "windows") Deno.test({ name, ignore: true, fn: () => {} });
  else diskTest(name, () => withTemporaryDirectory((root) => fn(createHookMachine(root))));
}

spoiltTest(
  `a hook and commands work in a directory that may not be read${canDropRights ? "" : " (ignored: no setpriv)"}`,
  async (machine) => {
    const kettle = machine.project("kettle");
    const talk = conversation(SESSION, kettle);
    talk.typed("one");
    talk.reply("first");
    const transcript = machine.transcript(SESSION, talk.rows);
    const spoil = 'chmod 000 "$PWD"';
    const input = machine.stop(SESSION, transcript, { cwd: kettle });
    const run = await startIn(machine, { spoil, words: ["claude", "stop"], input });
    assertEquals(run, { code: 0, stdout: "", stderr: "" });
    assertEquals(machine.exchanges(kettle).length, 1);
    Deno.chmodSync(`${machine.root}/spoilt`, 0o700);
    for (const words of [["learn"], ["status"], ["list", "--all"], ["explain", SESSION], ["--version"]]) {
      const { code, stderr } = await startIn(machine, { spoil, words });
      assertEquals([code, stderr], [0, ""], words.join(" "));
      Deno.chmodSync(`${machine.root}/spoilt`, 0o700);
    }
  },
  !canDropRights,
);

spoiltTest(
  "a directory that is gone stops Deno before the program begins, and the next run learns what was missed",
  async (
    machine,
  ) => {
    const kettle = machine.project("kettle");
    const talk = conversation(SESSION, kettle);
    talk.typed("one");
    talk.reply("first");
    const transcript = machine.transcript(SESSION, talk.rows);
    const input = machine.stop(SESSION, transcript, { cwd: kettle });
    const spoil = 'rmdir "$PWD"';
    const isBinary = PROGRAM !== undefined && !PROGRAM.endsWith(".js");
    for (const words of [["claude", "stop"], ["status"]]) {
      const { code, stdout, stderr } = await startIn(machine, { spoil, words, input });
      // Never 2, which would block the agent.
      assertEquals([code, stdout], [isBinary ? 101 : 1, ""], stderr);
      assertStringIncludes(stderr, "No such file or directory");
    }
    assertEquals(machine.heartbeats(), []);
    // A shell that goes somewhere else first.
    const run = await startIn(machine, { spoil: `${spoil} && cd /`, words: ["claude", "stop"], input });
    assertEquals([run.code, run.stdout], [0, ""]);
    assert(machine.heartbeats().length === 1);
    assertEquals(machine.exchanges(kettle).map(({ answers }) => answers.length), [1]);
  },
);
