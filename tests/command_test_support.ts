/**
 * Runs commands of the real program on a scratch machine, as a person types them, with the permissions of the binary.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { diskTest, withTemporaryDirectory } from "./disk_test_support.ts";
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

/** Registers a test with the real program. */
export function commandTest(name: string, fn: (machine: CommandMachine) => Promise<void>, ignore = false): void {
  if (ignore) {
    Deno.test({ name, ignore, fn: () => {} });
    return;
  }
  diskTest(name, () =>
    withTemporaryDirectory(async (root) => {
      const machine = createCommandMachine(root);
      try {
        await fn(machine);
      } finally {
        await machine.end();
      }
    }));
}

/** Sets a machine up below a directory. `end` has to be called. */
export function createCommandMachine(root: string): CommandMachine & { end(): Promise<void> } {
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
  let server: Server | undefined;

  async function run(words: readonly string[], { cwd = root }: CommandOptions = {}): Promise<CommandRun> {
    const before = snapshot(`${root}/client`);
    const result = PROGRAM === undefined ? await ask(words, cwd) : await start(words, { cwd });
    assertEquals(snapshot(`${root}/client`), before, "the client's directories changed");
    return result;
  }

  /** One process for all commands of a test: starting one from source takes ten times as long as running it. */
  async function ask(words: readonly string[], cwd: string): Promise<CommandRun> {
    server ??= startServer(serverLine(), { env, cwd: root });
    return await server.ask({ words, cwd });
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
    end: async () => await server?.end(),
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

interface Server {
  ask(question: { readonly words: readonly string[]; readonly cwd: string }): Promise<CommandRun>;
  end(): Promise<void>;
}

/** Starts `command_server_test_support.ts`. */
function startServer(
  { command, args, env: needed }: ProgramLine,
  options: { readonly env: Record<string, string>; readonly cwd: string },
): Server {
  const child = new Deno.Command(command, {
    ...options,
    args: [...args],
    env: { ...options.env, ...needed },
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
    async end() {
      await writer.close();
      await lines.cancel();
      await child.status;
    },
  };
}
