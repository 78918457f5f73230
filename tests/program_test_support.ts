/**
 * The program that scenario tests start: `main.ts` on the Deno that runs the tests, or what the environment variable
 * `IMPRINT_TEST_PROGRAM` names (a path, from the project's top level on), as `deno task test:binary` sets it: a compiled
 * binary, or the bundled script (`.js`).
 *
 * @module
 */
import { permissionFlags, scriptFlags } from "../lib/io/permissions.ts";
import { denoDirectory } from "../scripts/deno_directory.ts";
import { nativePath } from "../scripts/native_path.ts";
import { canUseDisk } from "./disk_test_support.ts";

const PROJECT = new URL("..", import.meta.url);

const named = canUseDisk ? Deno.env.get("IMPRINT_TEST_PROGRAM") : undefined;

/** The binary or script under test; undefined: `main.ts`. */
export const PROGRAM: string | undefined = named ? nativePath(new URL(named, PROJECT)) : undefined;

/** A command line, and what has to be in the environment for it. */
export interface ProgramLine {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const MAIN = nativePath(new URL("main.ts", PROJECT));
const DENO_DIR = canUseDisk ? denoDirectory() : "";

/** The command line that starts the program under test, with the permissions of the binary. */
export function programLine(words: readonly string[]): ProgramLine {
  if (PROGRAM === undefined) return denoLine(MAIN, words);
  return PROGRAM.endsWith(".js")
    ? denoLine(PROGRAM, words, scriptFlags(PROGRAM))
    : { command: PROGRAM, args: words, env: {} };
}

/** The same for another script of this project, always on Deno. `flags` stand beside those of the permissions. */
export function denoLine(script: string, words: readonly string[], flags: readonly string[] = []): ProgramLine {
  return {
    command: Deno.execPath(),
    args: ["run", "--quiet", ...permissionFlags(Deno.build.os), ...flags, script, ...words],
    env: { DENO_DIR },
  };
}
