/**
 * The calls of `wsl.exe`. Nothing variable but names that were checked stands on its command line: everything else goes
 * through standard input (https://github.com/microsoft/WSL/issues/11635). `--cd /` keeps it from translating the current
 * directory (https://github.com/microsoft/WSL/issues/12705, https://github.com/anthropics/claude-code/issues/20551).
 *
 * @module
 */
import { type WslEnd, type WslRunner, wslRunner } from "../io/wsl.ts";
import { foldNtfs } from "../paths/fold.ts";
import type { Profile } from "./profile.ts";
import { wslLines } from "./wsl_text.ts";

const LIST_MILLISECONDS = 5000;

/**
 * The distributions that run. Asking starts none.
 *
 * @returns their folded names; undefined where WSL cannot be asked
 */
export async function runningDistros(run: WslRunner = wslRunner()): Promise<readonly string[] | undefined> {
  const end = await run({ args: ["--list", "--running", "--quiet"], input: "", milliseconds: LIST_MILLISECONDS });
  if (end.kind !== "ended" || end.code !== 0) return undefined;
  return wslLines(end.stdout).map(foldNtfs);
}

/** What is run inside. */
export interface InnerCall {
  /** An absolute Linux path. */
  readonly program: string;
  readonly words: readonly string[];
  readonly input: string;
  readonly milliseconds: number;
}

/** Runs a program inside a distribution, without a shell. */
export function runInside(
  { distro, user }: Pick<Profile, "distro" | "user">,
  { program, words, input, milliseconds }: InnerCall,
  run: WslRunner = wslRunner(),
): Promise<WslEnd> {
  const args = ["-d", distro, ...(user === null ? [] : ["-u", user]), "--cd", "/", "-e", program, ...words];
  return run({ args, input, milliseconds });
}
