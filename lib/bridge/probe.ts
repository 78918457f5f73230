/**
 * What a distribution says about itself, from inside: everything that a profile holds, without starting a program.
 *
 * @module
 */
import { InputError } from "../errors.ts";
import type { EnvironmentReader } from "../io/env.ts";
import type { Files } from "../io/files.ts";
import { parseMountinfo } from "../paths/mountinfo.ts";
import type { Mount } from "../paths/mounts.ts";
import { mountsFromWslConf, parseAutomount } from "../paths/wsl_conf.ts";
import { under } from "../record/layout.ts";
import { VERSION } from "../version.ts";
import type { Profile, ProfileMount } from "./profile.ts";

/** What a probe looks at. */
export interface ProbeOptions {
  readonly files: Pick<Files, "stat" | "list" | "readText">;
  readonly environment: EnvironmentReader;
  readonly distro: string;
  readonly name: string;
  readonly home: string;
  /** Path of this program; null: it is no single file. */
  readonly bin: string | null;
  /** Text of `/proc/self/mountinfo`; undefined: `wsl.conf` has to do. */
  readonly mountinfo: string | undefined;
  readonly windowsHome: string | undefined;
  readonly windowsBin: string | undefined;
  readonly codexHomes: readonly string[];
  readonly start: Profile["start"];
  readonly now: Date;
}

/** Directories below `Users` that are nobody's. */
const SYSTEM_USERS: ReadonlySet<string> = new Set(["public", "default", "default user", "all users", "wsiaccount"]);

/**
 * Probes.
 *
 * @throws {InputError} when the text that was handed over is no mount table
 */
export function probeHere(options: ProbeOptions): Profile {
  const { files, environment, home } = options;
  const uid = files.stat(home)?.uid ?? null;
  const mounts = mountsHere(options);
  return {
    name: options.name,
    distro: options.distro,
    user: uid === null ? null : userName(files.readText("/etc/passwd") ?? "", uid),
    uid,
    home,
    claudeConfigDir: environment("CLAUDE_CONFIG_DIR") ?? under(home, ".claude"),
    codexHomes: [...new Set([environment("CODEX_HOME") ?? under(home, ".codex"), ...options.codexHomes])],
    bin: options.bin,
    mounts,
    windowsHome: options.windowsHome ?? onlyWindowsHome(files, mounts),
    windowsBin: options.windowsBin ?? null,
    start: options.start,
    here: true,
    version: VERSION,
    registeredAt: options.now.toISOString(),
  };
}

/** The name of a user in the text of `/etc/passwd`. */
export function userName(passwd: string, uid: number): string | null {
  const fields = passwd.split("\n").map((line) => line.split(":")).find(([, , id]) => id === String(uid));
  return fields?.[0] || null;
}

function mountsHere({ files, mountinfo }: ProbeOptions): readonly ProfileMount[] {
  const conf = files.readText("/etc/wsl.conf") ?? "";
  let mounts: readonly Mount[];
  if (mountinfo === undefined) {
    mounts = mountsFromWslConf(conf).filter(({ at }) => files.stat(at)?.isDirectory === true);
  } else {
    mounts = parseMountinfo(mountinfo, { automountRoot: parseAutomount(conf).root });
    if (!/^\d+ \d+ \d+:\d+ /m.test(mountinfo)) {
      throw new InputError(
        "cannot read the mount table from standard input: it holds no line of one; " +
          "run it with --mounts - < /proc/self/mountinfo",
      );
    }
  }
  return mounts.map(({ src, at }) => ({
    src,
    at,
    case: caseOf(mountinfo ?? "", at),
    dev: files.stat(at)?.dev ?? null,
  }));
}

/** How a mount compares names, as its options say. */
function caseOf(mountinfo: string, at: string): ProfileMount["case"] {
  const line = mountinfo.split("\n").findLast((text) => text.split(" ")[4] === at.replaceAll(" ", "\\040"));
  const word = /[;,]case=(off|dir|force)\b/.exec(line ?? "")?.[1];
  return word === "off" || word === "dir" || word === "force" ? word : null;
}

/** The only person's directory on `C:`; with two nobody can tell whose this is. */
function onlyWindowsHome(files: Pick<Files, "list" | "stat">, mounts: readonly ProfileMount[]): string | null {
  const drive = mounts.findLast(({ src }) => src !== null && /^C:\\?$/i.test(src));
  if (drive === undefined) return null;
  const users = under(drive.at, "Users");
  const names = listed(files, users).filter((name) =>
    !SYSTEM_USERS.has(name.toLowerCase()) && files.stat(under(users, name))?.isDirectory === true
  );
  return names.length === 1 ? `C:\\Users\\${names[0]}` : null;
}

function listed(files: Pick<Files, "list">, directory: string): readonly string[] {
  try {
    return files.list(directory) ?? [];
  } catch {
    return [];
  }
}
