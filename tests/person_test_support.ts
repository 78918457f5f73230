/**
 * A person at a scratch machine with Claude Code on it: types commands of the real program, and the client runs whatever
 * its settings say. Nothing is given on the command line that a person would not type.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { parse } from "@std/jsonc";
import { permissionFlags } from "../lib/io/permissions.ts";
import { denoDirectory } from "../scripts/deno_directory.ts";
import { canUseDisk, diskTest, withTemporaryDirectory } from "./disk_test_support.ts";
import { createHookMachine, type HookMachine } from "./hook_test_support.ts";
import type { Row } from "./import_test_support.ts";
import { projectUrl } from "./project_files_test_support.ts";

/** How a program ended. */
export interface PersonRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where and how something is typed. */
export interface TypeOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** `main.ts` of the checkout that is used; default: this project's. */
  readonly main?: string;
}

/** A hook as it stands in a settings file. */
export interface SettingsEntry {
  readonly type: string;
  readonly command: string;
  readonly args?: readonly string[];
  readonly timeout: number;
}

/** The machine. */
export interface PersonMachine extends HookMachine {
  /** `settings.json` of the person. */
  readonly settings: string;
  /** Types a command. */
  type(words: readonly string[], options?: TypeOptions): Promise<PersonRun>;
  /** Types a command that has to succeed quietly. @returns standard output */
  ok(words: readonly string[], options?: TypeOptions): Promise<string>;
  /** The same with `--json`. @returns the one object that it prints */
  json(words: readonly string[], options?: TypeOptions): Promise<Row>;
  /** The entries of an event in a settings file. */
  entries(event: string, path?: string): readonly SettingsEntry[];
  /** Types a command at a pseudo-terminal, and answers with `input`. */
  atTerminal(words: readonly string[], options?: TypeOptions & { readonly input?: string }): Promise<PersonRun>;
  /** Runs an entry as the client does, with a payload on standard input. */
  fire(entry: SettingsEntry, payload: string, options?: TypeOptions): Promise<PersonRun>;
}

const DENO_DIR = canUseDisk ? denoDirectory() : "";
/** This project's own `main.ts`. */
export const MAIN = projectUrl("main.ts").pathname;

/** Registers a test with the real program. */
export function personTest(name: string, fn: (machine: PersonMachine) => Promise<void>, ignore = false): void {
  if (ignore) Deno.test({ name, ignore, fn: () => {} });
  else diskTest(name, () => withTemporaryDirectory((root) => fn(createPersonMachine(root))));
}

/** Words that start the program from source, with the permissions of the binary. */
export function sourceWords(main = MAIN): readonly string[] {
  return ["run", "--quiet", ...permissionFlags(Deno.build.os), main];
}

/** Sets a machine up below a directory. */
export function createPersonMachine(root: string): PersonMachine {
  const machine = createHookMachine(root);
  const { userHome } = machine;
  const settings = `${userHome}/.claude/settings.json`;
  const home = { HOME: userHome, USERPROFILE: userHome, DENO_DIR };

  async function type(words: readonly string[], { cwd = root, env = {}, main }: TypeOptions = {}): Promise<PersonRun> {
    return decoded(
      await new Deno.Command(Deno.execPath(), {
        args: [...sourceWords(main), ...words],
        env: { ...home, COLUMNS: "400", NO_COLOR: "1", ...env },
        cwd,
        stdin: "null",
      }).output(),
    );
  }

  async function ok(words: readonly string[], options?: TypeOptions): Promise<string> {
    const { code, stdout, stderr } = await type(words, options);
    assertEquals([code, stderr], [0, ""], `${words.join(" ")}: ${stdout}`);
    return stdout;
  }

  return {
    ...machine,
    settings,
    type,
    ok,
    async json(words, options) {
      const text = await ok([...words, "--json"], options);
      assertEquals(text.indexOf("\n"), text.length - 1, "one line");
      return JSON.parse(text);
    },
    entries(event, path = settings) {
      const { hooks = {} } = parse(Deno.readTextFileSync(path).replace(/^\ufeff/, "")) as {
        readonly hooks?: Readonly<Record<string, readonly ({ readonly hooks: readonly SettingsEntry[] } | null)[]>>;
      };
      return (hooks[event] ?? []).flatMap((group) => group?.hooks ?? []);
    },
    async atTerminal(words, { cwd = root, env = {}, main, input = "" } = {}) {
      const line = [Deno.execPath(), ...sourceWords(main), ...words].map((word) => `'${word}'`).join(" ");
      const child = new Deno.Command("script", {
        args: ["-qec", line, "/dev/null"],
        env: { ...home, COLUMNS: "400", TERM: "xterm", PATH: Deno.env.get("PATH") ?? "", ...env },
        clearEnv: true,
        cwd,
        stdin: "piped",
        stdout: "piped",
        stderr: "piped",
      }).spawn();
      return await answered(child, input);
    },
    async fire({ command, args }, payload, { cwd = root, env = {} } = {}) {
      const [program, words] = args === undefined ? ["sh", ["-c", command]] : [command, args];
      const child = new Deno.Command(program, {
        args: [...words],
        // Nothing else: the client's own environment holds what the person's shell does not.
        env: { HOME: userHome, DENO_DIR, PATH: Deno.env.get("PATH") ?? "", ...env },
        clearEnv: true,
        cwd,
        stdin: "piped",
        stdout: "piped",
        stderr: "piped",
      }).spawn();
      return await answered(child, payload);
    },
  };
}

/** True where tests can type at a pseudo-terminal. */
export const hasTerminal = canUseDisk && Deno.build.os === "linux" && isThere("/usr/bin/script");

function isThere(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

async function answered(child: Deno.ChildProcess, input: string): Promise<PersonRun> {
  const writer = child.stdin.getWriter();
  // A program that does not wait for all of it is right.
  await writer.write(new TextEncoder().encode(input)).catch(() => {});
  await writer.close().catch(() => {});
  return decoded(await child.output());
}

let checkout: string | undefined;

/**
 * `main.ts` of a checkout of this project without `dist`, at a path that a shell would take apart. One for all tests of a
 * file: Deno compiles every file of a new place once.
 */
export function checkoutMain(): string {
  if (checkout === undefined) {
    const directory = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "imprint-test-" }));
    addEventListener("unload", () => Deno.removeSync(directory, { recursive: true }));
    checkout = `${directory}/it's my $tools`;
    Deno.mkdirSync(checkout);
    for (const part of ["main.ts", "lib", "hooks", "deno.json", "deno.lock"]) {
      Deno.symlinkSync(projectUrl(part).pathname, `${checkout}/${part}`);
    }
  }
  return `${checkout}/main.ts`;
}

function decoded(
  { code, stdout, stderr }: { readonly code: number; readonly stdout: Uint8Array; readonly stderr: Uint8Array },
): PersonRun {
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}
