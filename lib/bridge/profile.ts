/**
 * Registered WSL profiles (`formats/paths_and_wsl.md` 3.1): which distribution belongs to this person, where its clients keep
 * their things, which Windows directories it sees where. `profiles.json` in the configuration's directory holds them; read by
 * hand-written guards, as a hook does that too.
 *
 * @module
 */
import { isObject } from "../record/read_rows.ts";
import type { DistroMounts, Mount } from "../paths/mounts.ts";
import { foldNtfs } from "../paths/fold.ts";

/** One mount, with what it is checked by. */
export interface ProfileMount extends Mount {
  /** How names are compared on it, as the mount options said; null: not told. */
  readonly case: "off" | "dir" | "force" | null;
  /** Device number of the mount point when it was registered; null: not known. */
  readonly dev: number | null;
}

/** One registered profile. */
export interface Profile {
  readonly name: string;
  readonly distro: string;
  /** Linux user that commands run as; null: the distribution's default user. */
  readonly user: string | null;
  readonly uid: number | null;
  /** Linux home directory. */
  readonly home: string;
  readonly claudeConfigDir: string;
  /** Directories of Codex: the app in WSL mode keeps its sessions on `C:` (https://github.com/openai/codex/issues/25741). */
  readonly codexHomes: readonly string[];
  /** Linux path of this program inside the distribution; null: not installed there. */
  readonly bin: string | null;
  readonly mounts: readonly ProfileMount[];
  /** The person's Windows profile directory, `C:\Users\mira`; null: not known. */
  readonly windowsHome: string | null;
  /** Windows path of this program, where it is installed there and answers for what lies on Windows' disks. */
  readonly windowsBin: string | null;
  /** `auto`: a stopped distribution is started for a hook. */
  readonly start: "never" | "auto";
  /** It was registered inside the distribution, by this very installation. */
  readonly here: boolean;
  /** Version of the program inside when it was registered; null: not told. */
  readonly version: string | null;
  /** ISO time. */
  readonly registeredAt: string;
}

/** What `profiles.json` says, or what is wrong with it. */
export type ReadProfiles =
  | { readonly profiles: readonly Profile[]; readonly problem?: undefined }
  | { readonly profiles?: undefined; readonly problem: string };

/** Containers of Docker Desktop: nobody works in them, and hooks that landed there found nothing. */
const NO_DISTRO = /^docker-desktop(?:-data)?$/i;

/**
 * Why no profile can have this distribution.
 *
 * @param distro its name
 * @returns undefined when one can (https://github.com/thedotmack/claude-mem/issues/3412)
 */
export function distroFault(distro: string): string | undefined {
  if (NO_DISTRO.test(distro)) return "it is Docker's own and holds no projects";
  return /^[A-Za-z0-9._-]{1,64}$/.test(distro) ? undefined : "no distribution is called so";
}

/**
 * Reads `profiles.json`.
 *
 * @param text the file's text
 * @returns the profiles, or the first thing that is wrong; never throws
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(parseProfiles('{"version":1,"profiles":[]}'), { profiles: [] });
 * assertEquals(parseProfiles("[]").problem, "it is no object with version 1 and a list of profiles");
 * ```
 */
export function parseProfiles(text: string): ReadProfiles {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: "it is no JSON" };
  }
  if (!isObject(value) || value["version"] !== 1 || !Array.isArray(value["profiles"])) {
    return { problem: "it is no object with version 1 and a list of profiles" };
  }
  const profiles: Profile[] = [];
  for (const [index, entry] of value["profiles"].entries()) {
    const read = parseProfile(entry);
    if (typeof read === "string") return { problem: `profile ${index + 1}: ${read}` };
    if (profiles.some(({ name }) => name === read.name)) return { problem: `two profiles are called "${read.name}"` };
    profiles.push(read);
  }
  return { profiles };
}

/**
 * Reads one profile.
 *
 * @param value any JSON value
 * @returns the profile, or what is wrong with it
 */
export function parseProfile(value: unknown): Profile | string {
  if (!isObject(value)) return "it is no object";
  const text = (key: string): string | null => {
    const found = value[key];
    return typeof found === "string" && found !== "" ? found : null;
  };
  const name = text("name");
  const distro = text("distro");
  const home = text("home");
  if (name === null || !isProfileName(name)) return "its name is missing or has other characters than a-z, 0-9, . _ -";
  if (distro === null || distroFault(distro) !== undefined) return `its distro is missing or cannot be used`;
  if (home === null || !home.startsWith("/")) return "its home is no absolute Linux path";
  const bin = text("bin");
  if (bin !== null && !bin.startsWith("/")) return "its bin is no absolute Linux path";
  const mounts = Array.isArray(value["mounts"]) ? value["mounts"].map(parseMount) : [];
  if (mounts.includes(undefined)) return "one of its mounts has no src and at";
  const codex = value["codexHomes"];
  return {
    name,
    distro,
    user: text("user"),
    uid: number(value["uid"]),
    home,
    claudeConfigDir: text("claudeConfigDir") ?? `${home}/.claude`,
    codexHomes: Array.isArray(codex) ? codex.filter((dir) => typeof dir === "string") : [`${home}/.codex`],
    bin,
    mounts: mounts.filter((mount) => mount !== undefined),
    windowsHome: text("windowsHome"),
    windowsBin: text("windowsBin"),
    start: value["start"] === "auto" ? "auto" : "never",
    here: value["here"] === true,
    version: text("version"),
    registeredAt: text("registeredAt") ?? "",
  };
}

/** True for a name that a profile can have: it becomes part of a path. */
export function isProfileName(name: string): boolean {
  return /^[a-z0-9][a-z0-9._-]{0,63}$/.test(name);
}

/** The file's text. */
export function profilesText(profiles: readonly Profile[]): string {
  return `${JSON.stringify({ version: 1, profiles }, null, 2)}\n`;
}

/** The mount tables of all profiles; of two profiles of one distribution the first counts. */
export function mountTables(profiles: readonly Profile[]): readonly DistroMounts[] {
  return profiles.map(({ distro, mounts, home }) => ({ distro, mounts, home }));
}

/** The profile of a distribution. @param distro its name, in any case */
export function profileOf(profiles: readonly Profile[], distro: string): Profile | undefined {
  const folded = foldNtfs(distro);
  return profiles.find((profile) => foldNtfs(profile.distro) === folded);
}

function parseMount(value: unknown): ProfileMount | undefined {
  if (!isObject(value)) return undefined;
  const { src, at, case: how, dev } = value;
  if ((typeof src !== "string" && src !== null) || typeof at !== "string" || !at.startsWith("/")) return undefined;
  return { src, at, case: how === "off" || how === "dir" || how === "force" ? how : null, dev: number(dev) };
}

function number(value: unknown): number | null {
  return typeof value === "number" && Number.isSafeInteger(value) ? value : null;
}
