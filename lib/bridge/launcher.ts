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

/** The distributions that are installed, running or not. @returns their folded names; undefined where WSL cannot be asked */
export async function installedDistros(run: WslRunner = wslRunner()): Promise<readonly string[] | undefined> {
  const end = await run({ args: ["--list", "--quiet"], input: "", milliseconds: LIST_MILLISECONDS });
  return end.kind === "ended" && end.code === 0 ? wslLines(end.stdout).map(foldNtfs) : undefined;
}

/** Why a program inside did not run. */
export type LaunchFault =
  /** There is no `wsl.exe`, or it may not be started. */
  | "profile-unavailable"
  | "deadline"
  /** `wsl.exe` itself failed: no such distribution, a service that does not answer. */
  | "wsl-launch-failed"
  /** Nothing that can be started is at the program's path, or its directory is gone; or the program ended like that. */
  | "wsl-exec-failed";

/**
 * Tells failures of the way from answers of the program inside, which never ends with these statuses: `wsl.exe` ends with
 * -1, which Windows calls 4294967295, Deno -1 and other systems 255; its init ends with 1 for a program that is missing.
 */
export function launchFault(end: WslEnd): LaunchFault | undefined {
  if (end.kind === "not-started") return "profile-unavailable";
  if (end.kind === "late") return "deadline";
  if (end.code === -1 || end.code === 255 || end.code === 4294967295) return "wsl-launch-failed";
  return end.code === 1 || end.code === 126 || end.code === 127 ? "wsl-exec-failed" : undefined;
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
