/**
 * Asking a distribution from Windows whether it still is as its profile says. One that does not run is not started.
 *
 * @module
 */
import { type WslRunner, wslRunner } from "../io/wsl.ts";
import { foldNtfs } from "../paths/fold.ts";
import { driftBetween } from "./drift.ts";
import { installedDistros, launchFault, runInside } from "./launcher.ts";
import { parseProfile, type Profile } from "./profile.ts";

const ANSWER_MILLISECONDS = 30_000;

/** What a probe found. */
export interface Probed {
  readonly profile: string;
  readonly state: "same" | "changed" | "not-asked";
  /** One sentence each, without its full stop. */
  readonly found: readonly string[];
  /** What the distribution says of itself, for the other side. */
  readonly now?: Profile;
}

/** What is known already, and how calls are made. */
export interface ProbeOtherOptions {
  /** Folded names of the distributions that run; undefined: WSL cannot be asked. */
  readonly running: readonly string[] | undefined;
  /** `wsl.exe`, or a stand-in. */
  readonly run?: WslRunner;
}

/** Probes a distribution from Windows. */
export async function probeOther(
  profile: Profile,
  { running, run = wslRunner() }: ProbeOtherOptions,
): Promise<Probed> {
  const of = (state: Probed["state"], ...found: readonly string[]): Probed => ({ profile: profile.name, state, found });
  if (running === undefined) return of("not-asked", "WSL cannot be asked from here");
  if (!running.includes(foldNtfs(profile.distro))) {
    const installed = await installedDistros(run);
    return installed?.includes(foldNtfs(profile.distro)) === false
      ? of("changed", `there is no distribution "${profile.distro}" any more; see "wsl --list"`)
      : of("not-asked", "the distribution does not run");
  }
  if (profile.bin === null) return of("not-asked", "there is no program inside");
  const words = ["profile", "probe", profile.name, "--json"];
  const end = await runInside(
    profile,
    { program: profile.bin, words, input: "", milliseconds: ANSWER_MILLISECONDS },
    run,
  );
  // A probe that found something ends with 1 as well, as does init for a program that is missing: the answer tells.
  const answer = end.kind === "ended" ? answered(new TextDecoder().decode(end.stdout)) : undefined;
  if (answer === undefined) {
    return launchFault(end) === "wsl-launch-failed"
      ? of("changed", "WSL does not start it; is the user or the distribution gone?")
      : of("changed", `"${profile.bin}" does not answer; is it still there, and up to date?`);
  }
  const found = [...new Set([...answer.found, ...driftBetween(profile, answer.now)])];
  return of(found.length === 0 ? "same" : "changed", ...found);
}

function answered(text: string): { readonly found: readonly string[]; readonly now: Profile } | undefined {
  try {
    const [first] = JSON.parse(text).profiles;
    const now = parseProfile(first.now);
    return typeof now === "string" || !Array.isArray(first.found) ? undefined : { found: first.found, now };
  } catch {
    return undefined;
  }
}
