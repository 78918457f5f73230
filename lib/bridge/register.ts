/**
 * Registering a distribution from Windows: it is asked for its mount table, registers itself with it, and says what it
 * wrote. A distribution that does not run is started, as a person asked for it.
 *
 * @module
 */
import { InputError } from "../errors.ts";
import { type WslEnd, type WslRunner, wslRunner } from "../io/wsl.ts";
import { launchFault, runInside } from "./launcher.ts";
import { parseProfile, type Profile } from "./profile.ts";

/** A cold start of a distribution takes up to a minute (https://github.com/microsoft/WSL/issues/8569). */
const START_MILLISECONDS = 90_000;

/** What a person says about it. */
export interface Registration extends Pick<Profile, "name" | "distro" | "start" | "user"> {
  /** Linux path of this program inside. */
  readonly bin: string;
  readonly windowsHome: string | undefined;
  readonly windowsBin: string | undefined;
  readonly codexHomes: readonly string[];
}

/**
 * Registers.
 *
 * @param run `wsl.exe`, or a stand-in
 * @throws {InputError} when the distribution or the program in it does not answer
 */
export async function registerFromWindows(
  registration: Registration,
  run: WslRunner = wslRunner(),
): Promise<Profile> {
  const { name, distro, start, user, bin, windowsHome, windowsBin, codexHomes } = registration;
  const inside = (program: string, words: readonly string[], input = "") =>
    runInside({ distro, user }, { program, words, input, milliseconds: START_MILLISECONDS }, run);
  const table = output(await inside("/bin/cat", ["/proc/self/mountinfo"]), { distro, what: "/bin/cat" });
  const words = ["profile", "add", name, "--distro", distro, "--bin", bin, "--start", start, "--mounts", "-", "--json"];
  if (windowsHome !== undefined) words.push("--windows-home", windowsHome);
  if (windowsBin !== undefined) words.push("--windows-bin", windowsBin);
  for (const home of codexHomes) words.push("--codex-home", home);
  const answer = output(await inside(bin, words, table), { distro, what: bin });
  const profile = parseProfile(readJson(answer));
  if (typeof profile === "string") {
    throw new InputError(
      `cannot register "${distro}": "${bin}" answered with no profile (${profile}); is it up to date?`,
    );
  }
  return { ...profile, here: false, user: user ?? profile.user };
}

function output(end: WslEnd, { distro, what }: { readonly distro: string; readonly what: string }): string {
  if (end.kind === "ended" && end.code === 0) return new TextDecoder().decode(end.stdout);
  throw new InputError(
    `cannot register "${distro}": ${found(end, what)}; see "wsl --list --verbose", and check --distro and --bin`,
  );
}

function found(end: WslEnd, what: string): string {
  if (end.kind === "not-started") return `WSL does not start (${end.reason})`;
  if (end.kind === "late") return `"${what}" did not answer within ${START_MILLISECONDS / 1000} s`;
  const fault = launchFault(end);
  if (fault === "wsl-launch-failed") return "WSL has no such distribution, or does not start it";
  return fault === "wsl-exec-failed" ? `"${what}" does not run there` : `"${what}" ended with status ${end.code}`;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
