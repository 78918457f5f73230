/**
 * The program that tests start: the script that the sources are bundled to, on the Deno that runs the tests, or what the
 * environment variable `IMPRINT_TEST_PROGRAM` names (a path, from the project's top level on), as `deno task test:binary`
 * sets it: a compiled binary, or a bundled script (`.js`). What is about `main.ts` itself starts that.
 *
 * @module
 */
import { permissionFlags, scriptFlags } from "../lib/io/permissions.ts";
import { denoDirectory } from "../scripts/deno_directory.ts";
import { nativePath } from "../scripts/native_path.ts";
import { bundledProgram } from "./bundled_program_test_support.ts";
import { canUseDisk } from "./disk_test_support.ts";

const PROJECT = new URL("..", import.meta.url);

const named = canUseDisk ? Deno.env.get("IMPRINT_TEST_PROGRAM") : undefined;

/** The binary or script that is named; undefined: none. */
export const PROGRAM: string | undefined = named ? nativePath(new URL(named, PROJECT)) : undefined;

/** A command line, and what has to be in the environment for it. */
export interface ProgramLine {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const MAIN = nativePath(new URL("main.ts", PROJECT));
const DENO_DIR = canUseDisk ? denoDirectory() : "";
const bundled = canUseDisk && PROGRAM === undefined ? await bundledProgram() : { script: "", server: "" };

/** The command line that starts the program under test, with the permissions of the binary. */
export function programLine(words: readonly string[]): ProgramLine {
  const program = PROGRAM ?? bundled.script;
  return program.endsWith(".js")
    ? denoLine(program, words, scriptFlags(program))
    : { command: program, args: words, env: {} };
}

/** The same for the sources, unless another program is named. */
export function sourceLine(words: readonly string[]): ProgramLine {
  return PROGRAM === undefined ? denoLine(MAIN, words) : programLine(words);
}

/** The command line of `command_server_test_support.ts`. */
export function serverLine(): ProgramLine {
  return denoLine(bundled.server, [], ["--no-config", "--no-lock", "--no-npm", "--cached-only"]);
}

/** The same for another script of this project, always on Deno. `flags` stand beside those of the permissions. */
export function denoLine(script: string, words: readonly string[], flags: readonly string[] = []): ProgramLine {
  return {
    command: Deno.execPath(),
    args: ["run", "--quiet", ...permissionFlags(Deno.build.os), ...flags, script, ...words],
    env: { DENO_DIR },
  };
}
