/**
 * Windows on Linux, for the real program: loaded before it with `--preload`, this puts directories in place of drives and a
 * script in place of `wsl.exe`. Nothing of the program is replaced, only what the system below it answers. What Windows'
 * own file system does beyond that is for Wine (`scripts/test_windows.sh`).
 *
 * @module
 */
import { drivePaths } from "./drive_paths.ts";

/** The machine. */
export interface WindowsOptions {
  /** The directory that is `C:\`. */
  readonly drive: string;
  /** The directory that holds both sides. */
  readonly root: string;
  /** A file that lists files which another program holds for itself, Linux paths, one a line. */
  readonly held?: string;
  /** What is started in place of `C:\Windows\System32\wsl.exe`. */
  readonly wsl: string;
}

/** Calls whose first argument is a path, and those with two of them. */
const ONE_PATH = [
  ...["openSync", "statSync", "lstatSync", "readDirSync", "readFileSync", "readTextFileSync", "readLinkSync"],
  ...["mkdirSync", "removeSync", "chmodSync", "writeTextFileSync"],
];
/** Looking at a file that is held is allowed. */
const OPENING: ReadonlySet<string> = new Set(["openSync", "readFileSync", "readTextFileSync", "removeSync"]);
const TWO_PATHS = ["renameSync", "linkSync"];

type AnyCall = (...args: unknown[]) => unknown;

/** Makes this process believe that it runs on Windows. */
export function becomeWindows({ drive, root, wsl, held }: WindowsOptions): void {
  const { native, back } = drivePaths(drive, root);
  const calls = Deno as unknown as Record<string, AnyCall>;
  const replace = (name: string, around: (original: AnyCall) => AnyCall): void => {
    const original = calls[name];
    if (original !== undefined) calls[name] = around(original);
  };
  const { readTextFileSync } = Deno;
  const opened = (path: string, name: string): string => {
    if (held !== undefined && OPENING.has(name) && readTextFileSync(held).split("\n").includes(path)) {
      throw new Error(`The process cannot access the file because it is used by another process. (os error 32)`);
    }
    return path;
  };
  for (const name of ONE_PATH) {
    replace(name, (original) => (path, ...rest) => original(opened(native(String(path)), name), ...rest));
  }
  for (const name of TWO_PATHS) {
    replace(name, (original) => (from, to) => original(native(String(from)), native(String(to))));
  }
  replace("realPathSync", (original) => (path) => back(String(original(native(String(path))))));
  replace("cwd", () => () => "C:\\Users\\mira");
  Object.defineProperty(Deno, "build", { value: { ...Deno.build, os: "windows" } });
  const { Command } = Deno;
  Object.defineProperty(Deno, "Command", {
    value: class extends Command {
      constructor(program: string | URL, options?: Deno.CommandOptions) {
        super(program === "C:\\Windows\\System32\\wsl.exe" ? wsl : program, options);
      }
    },
  });
}

/**
 * The text of a script for `--preload`.
 *
 * @param options as of {@linkcode becomeWindows}
 */
export function preloadText(options: WindowsOptions): string {
  return `import { becomeWindows } from ${JSON.stringify(import.meta.url)};\nbecomeWindows(${
    JSON.stringify(options)
  });\n`;
}
