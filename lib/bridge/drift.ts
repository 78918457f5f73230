/**
 * What has changed since a profile was registered.
 *
 * @module
 */
import type { Files } from "../io/files.ts";
import type { Environment } from "../types.ts";
import { VERSION } from "../version.ts";
import type { Profile } from "./profile.ts";

/** What is looked at. */
export interface DriftOptions {
  readonly files: Pick<Files, "stat">;
  /** The machine's kind, by what it says of itself. */
  readonly machine: Environment;
  /** The user's home directory. */
  readonly home: string | null;
}

/**
 * Looks, from inside the distribution: mount points by their device numbers, whose home it is, the program's version.
 *
 * @returns one sentence for each difference, without its full stop; none for a profile of another machine
 */
export function driftHere(profile: Profile, { files, machine, home }: DriftOptions): readonly string[] {
  if (!profile.here) return [];
  const told: string[] = [];
  if (machine.os !== "wsl") told.push("this is no WSL any more, or nothing of Windows is mounted");
  else if (machine.distro !== profile.distro) told.push(`the distribution is called "${machine.distro}" now`);
  if (home !== null && home !== profile.home) told.push(`the home directory is "${home}" now, not "${profile.home}"`);
  const uid = files.stat(profile.home)?.uid ?? null;
  if (profile.uid !== null && uid !== null && uid !== profile.uid) told.push(`the home belongs to user ${uid} now`);
  for (const { at, dev } of profile.mounts) {
    const now = files.stat(at)?.dev;
    if (now === undefined) told.push(`"${at}" is gone`);
    else if (dev !== null && now !== dev) told.push(`something else is mounted on "${at}", or it was mounted again`);
  }
  if (profile.bin !== null && files.stat(profile.bin)?.isFile !== true) told.push(`there is no "${profile.bin}"`);
  if (profile.version !== null && profile.version !== VERSION) {
    told.push(`it was registered by version ${profile.version}`);
  }
  return told;
}

/**
 * Compares a profile with what its distribution says now.
 *
 * @returns one sentence for each difference, without its full stop
 */
export function driftBetween(profile: Profile, now: Profile): readonly string[] {
  const told: string[] = [];
  const table = ({ mounts }: Profile) => JSON.stringify(mounts.map(({ src, at }) => [src, at]));
  if (table(profile) !== table(now)) told.push("the mount table is another one");
  for (const key of ["user", "uid", "home", "claudeConfigDir"] as const) {
    if (profile[key] !== now[key]) {
      told.push(`${key} is ${JSON.stringify(now[key])}, not ${JSON.stringify(profile[key])}`);
    }
  }
  if (now.version !== VERSION) {
    told.push(`the program inside is version ${now.version ?? "unknown"}, this is ${VERSION}`);
  }
  return told;
}
