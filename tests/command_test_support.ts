/**
 * Runs commands of the real program on a scratch machine, as a person types them, with the permissions of the binary.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { permissionFlags } from "../lib/io/permissions.ts";
import { denoDirectory } from "../scripts/deno_directory.ts";
import { canUseDisk, diskTest, withTemporaryDirectory } from "./disk_test_support.ts";
import { createMachine, type Machine, type Row, snapshot } from "./import_test_support.ts";

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

/** A machine with the real program on it; `home` is given with `--home`. */
export interface CommandMachine extends Machine {
  /** The person's home directory. */
  readonly userHome: string;
  readonly configFile: string;
  /** Types a command. The client's store must be the same afterwards. */
  run(words: readonly string[], options?: CommandOptions): Promise<CommandRun>;
  /** Types a command that has to succeed. @returns standard output */
  ok(words: readonly string[], options?: CommandOptions): Promise<string>;
  /** Types a command with `--json` that has to succeed. @returns the one object that it prints */
  json(words: readonly string[], options?: CommandOptions): Promise<Row>;
  /** The configuration's text. */
  config(): string;
  directory(name: string): string;
}

const DENO_DIR = canUseDisk ? denoDirectory() : "";
const MAIN = new URL("../main.ts", import.meta.url).pathname;

/** Registers a test with the real program. */
export function commandTest(name: string, fn: (machine: CommandMachine) => Promise<void>, ignore = false): void {
  if (ignore) Deno.test({ name, ignore, fn: () => {} });
  else diskTest(name, () => withTemporaryDirectory((root) => fn(createCommandMachine(root))));
}

/** Sets a machine up below a directory. */
export function createCommandMachine(root: string): CommandMachine {
  const machine = createMachine(root);
  const userHome = `${root}/person`;
  const configFile = `${machine.home}/config.jsonc`;
  Deno.mkdirSync(userHome);

  async function run(words: readonly string[], options: CommandOptions = {}): Promise<CommandRun> {
    const before = snapshot(`${root}/client`);
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--quiet", ...permissionFlags(Deno.build.os), MAIN, ...words, "--home", machine.home],
      env: {
        HOME: userHome,
        USERPROFILE: userHome,
        CLAUDE_CONFIG_DIR: `${root}/client`,
        COLUMNS: "200",
        NO_COLOR: "1",
        DENO_DIR,
        ...options.env,
      },
      cwd: options.cwd ?? root,
      stdin: "null",
    }).output();
    assertEquals(snapshot(`${root}/client`), before, "the client's directories changed");
    const decoder = new TextDecoder();
    return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
  }

  async function ok(words: readonly string[], options?: CommandOptions): Promise<string> {
    const { code, stdout, stderr } = await run(words, options);
    assertEquals([code, stderr], [0, ""], `${words.join(" ")}: ${stdout}`);
    return stdout;
  }

  return {
    ...machine,
    userHome,
    configFile,
    run,
    ok,
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
