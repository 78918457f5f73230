/**
 * Runs commands of the real program on a scratch machine, as a person types them, with the permissions of the binary.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { canUseDisk, diskTest, withTemporaryDirectory } from "./disk_test_support.ts";
import { createMachine, type Machine, type Row, snapshot } from "./import_test_support.ts";
import { PROGRAM, type ProgramLine, programLine, serverLine } from "./program_test_support.ts";

/** How a command ended. */
export interface CommandRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where a command is typed. */
export interface CommandOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A machine with the real program on it. */
export interface CommandMachine extends Machine {
  /** The person's home directory. */
  readonly userHome: string;
  readonly configFile: string;
  /** Types a command. The client's store must be the same afterwards. */
  run(words: readonly string[], options?: { readonly cwd?: string }): Promise<CommandRun>;
  /** Types a command that has to succeed. @returns standard output */
  ok(words: readonly string[], options?: { readonly cwd?: string }): Promise<string>;
  /** Types a command with `--json` that has to succeed. @returns the one object that it prints */
  json(words: readonly string[], options?: { readonly cwd?: string }): Promise<Row>;
  /** Types a command into a process of its own. */
  start(words: readonly string[], options?: CommandOptions): Promise<CommandRun>;
  /** The configuration's text. */
  config(): string;
  directory(name: string): string;
}

/**
 * One process for all commands of a file: starting one takes many times as long as running a command. It is there before
 * the first test, which otherwise would have left it behind.
 */
const server = canUseDisk && PROGRAM === undefined ? startServer(serverLine()) : undefined;

/** Registers a test with the real program. */
export function commandTest(name: string, fn: (machine: CommandMachine) => Promise<void>, ignore = false): void {
  if (ignore) {
    Deno.test({ name, ignore, fn: () => {} });
    return;
  }
  diskTest(name, () =>
    withTemporaryDirectory(async (root) => {
      await fn(createCommandMachine(root));
    }));
}

/** Sets a machine up below a directory. */
export function createCommandMachine(root: string): CommandMachine {
  const machine = createMachine(root);
  const userHome = `${root}/person`;
  const configFile = `${machine.home}/config.jsonc`;
  Deno.mkdirSync(userHome);
  const env = {
    HOME: userHome,
    USERPROFILE: userHome,
    CLAUDE_CONFIG_DIR: `${root}/client`,
    IMPRINT_HOOK_HOME: machine.home,
    COLUMNS: "200",
    NO_COLOR: "1",
  };

  async function run(words: readonly string[], { cwd = root }: CommandOptions = {}): Promise<CommandRun> {
    const before = snapshot(`${root}/client`);
    const result = server === undefined ? await start(words, { cwd }) : await server.ask({ words, cwd, env });
    assertEquals(snapshot(`${root}/client`), before, "the client's directories changed");
    return result;
  }

  async function ok(words: readonly string[], options?: CommandOptions): Promise<string> {
    const { code, stdout, stderr } = await run(words, options);
    assertEquals([code, stderr], [0, ""], `${words.join(" ")}: ${stdout}`);
    return stdout;
  }

  async function start(words: readonly string[], options: CommandOptions = {}): Promise<CommandRun> {
    const { command, args, env: needed } = programLine(words);
    const { code, stdout, stderr } = await new Deno.Command(command, {
      args: [...args],
      env: { ...env, ...needed, ...options.env },
      cwd: options.cwd ?? root,
      stdin: "null",
    }).output();
    const decoder = new TextDecoder();
    return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
  }

  return {
    ...machine,
    userHome,
    configFile,
    run,
    ok,
    start,
    async json(words, options) {
      const text = await ok([...words, "--json"], options);
      assertEquals(text.indexOf("\n"), text.length - 1, "one line");
      return JSON.parse(text);
    },
    config: () => Deno.readTextFileSync(configFile),
    directory(name) {
      Deno.mkdirSync(`${root}/${name}`, { recursive: true });
      return `${root}/${name}`;
    },
  };
}

/** What is typed, and where. */
interface Question {
  readonly words: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

interface Server {
  ask(question: Question): Promise<CommandRun>;
}

/** Starts `command_server_test_support.ts`, which ends when its input does, with the last test. */
function startServer({ command, args, env }: ProgramLine): Server {
  const child = new Deno.Command(command, {
    args: [...args],
    env: { ...env },
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const writer = child.stdin.getWriter();
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let pending = "";
  return {
    async ask(question) {
      await writer.write(new TextEncoder().encode(`${JSON.stringify(question)}\n`));
      while (!pending.includes("\n")) {
        const { value, done } = await lines.read();
        if (done) throw new Error("the program ended");
        pending += value;
      }
      const line = pending.slice(0, pending.indexOf("\n"));
      pending = pending.slice(line.length + 1);
      return JSON.parse(line);
    },
  };
}
