/**
 * Where configuration, state and kept data live (design section 5), and what kind of machine this is.
 *
 * @module
 */
import type { EnvironmentReader } from "./env.ts";

/** File of the WSL profiles in the configuration's directory. */
export const PROFILES_FILE = "profiles.json";

/** The three directories, and the configuration file in the first. Native absolute paths. */
export interface Homes {
  readonly config: string;
  readonly configFile: string;
  readonly state: string;
  readonly data: string;
}

/** What the directories are found from. */
export interface HomeOptions {
  /** As in `Deno.build.os`. */
  readonly os: typeof Deno.build.os;
  readonly environment: EnvironmentReader;
  /**
   * `hook`: no variable but the home directory's own counts, as a repository can set a session's environment (design
   * section 4). `person`: `IMPRINT_HOOK_HOME`, `XDG_*`, `APPDATA` and `LOCALAPPDATA` count too.
   */
  readonly mode: "hook" | "person";
  /** `--home DIR`, absolute; it goes before everything else in both modes. */
  readonly home?: string;
}

/**
 * Finds the directories. Nothing is created.
 *
 * @returns undefined when neither `--home` nor a home directory is known
 * @throws {TypeError} when `--home` or `IMPRINT_HOOK_HOME` is not an absolute path
 * @example
 * ```ts
 * import { findHomes } from "./homes.ts";
 * const environment = (name: string) => ({ HOME: "/home/mira" })[name];
 * findHomes({ os: "linux", mode: "hook", environment })?.state; // "/home/mira/.local/state/imprint-hook"
 * ```
 */
export function findHomes(options: HomeOptions): Homes | undefined {
  const { os, environment, mode } = options;
  if (options.home !== undefined) return homesBelow(options.home, { os, name: "--home" });
  const chosen = mode === "person" ? environment("IMPRINT_HOOK_HOME") : undefined;
  if (chosen !== undefined) return homesBelow(chosen, { os, name: "IMPRINT_HOOK_HOME" });
  const user = userHome({ os, environment });
  if (user === undefined) return undefined;
  const wished = (value: string | undefined) =>
    // A relative path in one of these is to be ignored (XDG Base Directory Specification).
    mode === "person" && value !== undefined && isAbsolute(value, os) ? trimEnd(value, os) : undefined;
  if (os === "windows") {
    const roaming = wished(environment("APPDATA")) ?? `${user}\\AppData\\Roaming`;
    const local = wished(environment("LOCALAPPDATA")) ?? `${user}\\AppData\\Local`;
    return homes({
      config: `${roaming}\\imprint-hook`,
      state: `${local}\\imprint-hook\\state`,
      data: `${local}\\imprint-hook\\data`,
    }, "\\");
  }
  return homes({
    config: `${wished(environment("XDG_CONFIG_HOME")) ?? `${user}/.config`}/imprint-hook`,
    state: `${wished(environment("XDG_STATE_HOME")) ?? `${user}/.local/state`}/imprint-hook`,
    data: `${wished(environment("XDG_DATA_HOME")) ?? `${user}/.local/share`}/imprint-hook`,
  }, "/");
}

/**
 * The user's home directory, without trailing separator.
 *
 * @returns undefined when the variable is missing or relative
 */
export function userHome({ os, environment }: Pick<HomeOptions, "os" | "environment">): string | undefined {
  const home = environment(os === "windows" ? "USERPROFILE" : "HOME");
  return home !== undefined && isAbsolute(home, os) ? trimEnd(home, os) : undefined;
}

/**
 * Machine-wide policy files that count, all of them (design section 5). On Windows the usual place counts beside the one
 * that `ProgramData` names: a policy can only narrow, so a session that sets the variable gains nothing.
 */
export function policyFiles({ os, environment }: Pick<HomeOptions, "os" | "environment">): readonly string[] {
  if (os === "darwin") return ["/Library/Application Support/imprint-hook/policy.jsonc"];
  if (os !== "windows") return ["/etc/imprint-hook/policy.jsonc"];
  const places = ["C:\\ProgramData"];
  const named = environment("ProgramData");
  if (named !== undefined && isAbsolute(named, os) && trimEnd(named, os).toLowerCase() !== "c:\\programdata") {
    places.push(trimEnd(named, os));
  }
  return places.map((place) => `${place}\\imprint-hook\\policy.jsonc`);
}

/** Directories whose content the system throws away: no working directory lies there (design section 5, workDir). */
export function temporaryDirectories({ os, environment }: Pick<HomeOptions, "os" | "environment">): readonly string[] {
  const named = [environment("TMPDIR"), environment("TEMP"), environment("TMP")]
    .filter((value) => value !== undefined && isAbsolute(value, os))
    .map((value) => trimEnd(value as string, os));
  const home = userHome({ os, environment });
  const fixed = os === "windows"
    ? ["C:\\Windows\\Temp", ...(home === undefined ? [] : [`${home}\\AppData\\Local\\Temp`])]
    : ["/tmp", "/var/tmp", ...(os === "darwin" ? ["/private/tmp", "/private/var/tmp", "/private/var/folders"] : [])];
  return [...new Set([...fixed, ...named])];
}

/** True for an absolute native path: `/x`; on Windows `C:\x`, `C:/x` or `\\host\share`. */
export function isAbsolute(path: string, os: typeof Deno.build.os): boolean {
  return os === "windows" ? /^(?:[A-Za-z]:[\\/]|[\\/]{2}[^\\/])/.test(path) : path.startsWith("/");
}

function homesBelow(path: string, { os, name }: { readonly os: typeof Deno.build.os; readonly name: string }): Homes {
  if (!isAbsolute(path, os)) {
    throw new TypeError(`cannot use ${name}: "${path}" is not an absolute path; name the directory from the root on`);
  }
  const base = trimEnd(path, os);
  const separator = os === "windows" ? "\\" : "/";
  return homes({ config: base, state: `${base}${separator}state`, data: `${base}${separator}data` }, separator);
}

function homes(directories: Omit<Homes, "configFile">, separator: string): Homes {
  return { ...directories, configFile: `${directories.config}${separator}config.jsonc` };
}

function trimEnd(path: string, os: typeof Deno.build.os): string {
  let end = path.length;
  const isSeparator = (at: number) => path[at] === "/" || (os === "windows" && path[at] === "\\");
  while (end > 1 && isSeparator(end - 1)) end--;
  return path.slice(0, end);
}
