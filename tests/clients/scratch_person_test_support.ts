/**
 * A person on a scratch machine: a home of their own, the commands that they type, and what the hooks left there.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { createMachine, type Machine } from "../import_test_support.ts";
import { programLine } from "../program_test_support.ts";
import { pause } from "./terminal_test_support.ts";

/** The person's side of every client's machine. */
export interface ScratchPerson extends Machine {
  readonly userHome: string;
  configure(config: Record<string, unknown>): void;
  /** Types a command of imprint-hook, which has to succeed. */
  type(words: readonly string[]): Promise<void>;
  heartbeats(): readonly Record<string, unknown>[];
  /** Heartbeats of one event. */
  count(event: string): number;
  /** Each stored exchange as its question with its replies, in the order they were typed. */
  learned(workDir: string): readonly (readonly string[])[];
}

/** `PATH` of everything that is started. */
export const PATH = "/usr/local/bin:/usr/bin:/bin";

/** Sets a home up below a directory. */
export function createScratchPerson(root: string): ScratchPerson {
  const machine = createMachine(root);
  const userHome = `${root}/home`;
  Deno.mkdirSync(userHome, { recursive: true });

  function heartbeats(): readonly Record<string, unknown>[] {
    try {
      const text = Deno.readTextFileSync(`${userHome}/.local/state/imprint-hook/events.jsonl`);
      return text.slice(0, text.lastIndexOf("\n") + 1).split("\n").filter(Boolean).map((line) => JSON.parse(line));
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return [];
      throw error;
    }
  }

  return {
    ...machine,
    userHome,
    heartbeats,
    count: (event) => heartbeats().filter((beat) => beat["event"] === event).length,
    async type(words) {
      const { command, args, env: needed } = programLine(words);
      const { code, stdout, stderr } = await new Deno.Command(command, {
        args: [...args],
        cwd: root,
        clearEnv: true,
        env: { HOME: userHome, PATH, ...needed },
        stdin: "null",
      }).output();
      const decoder = new TextDecoder();
      assertEquals(code, 0, decoder.decode(stdout) + decoder.decode(stderr));
    },
    configure(config) {
      Deno.mkdirSync(`${userHome}/.config/imprint-hook`, { recursive: true });
      Deno.writeTextFileSync(`${userHome}/.config/imprint-hook/config.jsonc`, JSON.stringify(config));
    },
    learned(workDir) {
      const exchanges = [...machine.exchanges(workDir)];
      return exchanges.sort((a, b) => (a.question?.at ?? "") < (b.question?.at ?? "") ? -1 : 1)
        .map(({ question, answers }) => [question?.text ?? "(copy)", ...answers.map(({ text }) => text)]);
    },
  };
}

/** The texts of the files of that ending, below a directory where a client makes and removes files at any moment. */
export function textsBelow(directory: string, ending: string): string {
  const read = (path: string): string => {
    try {
      const { isDirectory } = Deno.lstatSync(path);
      if (isDirectory) return [...Deno.readDirSync(path)].map(({ name }) => read(`${path}/${name}`)).join("\n");
      return path.endsWith(ending) ? Deno.readTextFileSync(path) : "";
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return "";
      throw error;
    }
  };
  return read(directory);
}

/** Runs a program to its end, or kills it after a time. */
export async function runProgram(
  command: string,
  options: { readonly args: readonly string[]; readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  const child = new Deno.Command(command, {
    args: [...options.args],
    cwd: options.cwd,
    clearEnv: true,
    env: options.env,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const timer = setTimeout(() => child.kill("SIGKILL"), 120_000);
  const { code, stdout, stderr } = await child.output();
  clearTimeout(timer);
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout).trim(), stderr: decoder.decode(stderr) };
}

/** Removes a directory that a client which was just ended may still write to. */
export async function removeLater(directory: string): Promise<void> {
  for (let attempt = 0; attempt < 40; attempt++) {
    try {
      Deno.removeSync(directory, { recursive: true });
      return;
    } catch {
      await pause(250);
    }
  }
}

/** The end of a screen, for messages. */
export function tail(screen: string): string {
  return screen.replace(/\s+/g, " ").slice(-1500);
}
