/**
 * What the program is allowed to do, as data: `build` compiles with it, `install` writes it into script entries, tests
 * run under it (design section 7).
 *
 * @module
 */
import { ENVIRONMENT_NAMES } from "./env.ts";

/** The one program that the Windows binary may start. */
export const WSL_PROGRAM = "C:\\Windows\\System32\\wsl.exe";

/** What is granted beyond what every form of the program has. */
export interface MorePermissions {
  /** Absolute path of the one program that `learn --extract` may start; only for a script form that a person types. */
  readonly extractor?: string;
}

/**
 * The flags of the compiled binary and of every other way to run the program.
 *
 * Names outside the list read as missing instead of failing (`--ignore-env` without names; Deno 2.6 and later). What is
 * not granted is denied by name too where that is possible, so that the flags say what they mean. Deno 2.6 still lets
 * unix sockets through with read and write, 2.9 does not.
 *
 * @param os as in `Deno.build.os`
 * @throws {TypeError} when a path holds a comma, which separates paths there
 */
export function permissionFlags(
  os: typeof Deno.build.os,
  { extractor }: MorePermissions = {},
): readonly string[] {
  if (extractor?.includes(",")) throw new TypeError(`no permission can name "${extractor}": its path holds a comma`);
  const programs = [...(os === "windows" ? [WSL_PROGRAM] : []), ...(extractor === undefined ? [] : [extractor])];
  return [
    "--allow-read",
    "--allow-write",
    `--allow-env=${ENVIRONMENT_NAMES.join(",")}`,
    "--ignore-env",
    programs.length > 0 ? `--allow-run=${programs.join(",")}` : "--deny-run",
    "--deny-net",
    "--deny-ffi",
    "--deny-import",
    "--no-prompt",
    "--no-remote",
  ];
}

/**
 * Keeps the heap small: most of what an import makes is garbage at once. Measured on Deno 2.9, time and peak memory of the
 * first import of 100 MB, and peak memory of 1 GB: 1.28 s, 74 and 86 MiB. With a young generation twice as large 1.25 s,
 * 77 and 90; with `--optimize-for-size` in place of the second flag 1.44 s, 68 and 73; with neither 1.26 s, 84 and 109.
 */
export const V8_FLAGS = "--v8-flags=--max-semi-space-size=2,--heap-growing-percent=20";

/**
 * What the script form adds: nothing beside the script itself is read, resolved or fetched, a small heap, and every
 * function is compiled when the script is loaded. Deno keeps what was compiled by then for the next run; without the last
 * flag that is nearly nothing, and each run compiles what it calls. Measured on Deno 2.9, two cores: a Stop hook that
 * stores a turn 40 ms instead of 50, `search` 45 instead of 62, `--version` 25 instead of 24, an empty script 15; where
 * Deno can keep nothing, the hook takes 65 instead of 53.
 */
export const SCRIPT_FLAGS: readonly string[] = [
  ...["--no-config", "--no-lock", "--no-npm", "--cached-only"],
  `${V8_FLAGS},--no-lazy`,
];

/**
 * What a file beside the script says, for Deno itself: a run that takes longer than half a second would otherwise ask
 * Deno's own host for a newer Deno, once a day (Deno 2.6 to 2.9; no flag turns that off).
 */
export const SCRIPT_ENVIRONMENT = "DENO_NO_UPDATE_CHECK=1\n";

/**
 * The path of the file with {@linkcode SCRIPT_ENVIRONMENT}. Windows paths get forward slashes, which a shell leaves alone.
 *
 * @param script the path of the bundled script
 */
export function scriptEnvironmentFile(script: string): string {
  const path = `${script.replace(/\.js$/, "")}.env`;
  return /^(?:[A-Za-z]:|\\\\)/.test(path) ? path.replaceAll("\\", "/") : path;
}

/** The flags of the script form, beside those of the permissions. @param script the path of the bundled script */
export function scriptFlags(script: string): readonly string[] {
  return [...SCRIPT_FLAGS, `--env-file=${scriptEnvironmentFile(script)}`];
}
