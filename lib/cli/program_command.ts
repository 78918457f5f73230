/**
 * What a hook entry starts: the words that run this program again, at a path that lasts.
 *
 * @module
 */
import { InputError } from "../errors.ts";
import { escapeControls as visible } from "../io/escape_controls.ts";
import type { Files } from "../io/files.ts";
import { permissionFlags, scriptFlags } from "../io/permissions.ts";
import type { RunningProgram } from "../io/program.ts";
import { under } from "../record/layout.ts";
import { lastingName, type LastingOptions, passingPlace } from "./lasting_path.ts";

/** How this program is started. */
export interface ProgramCommand {
  /** For a hook entry: absolute paths, the permissions of the binary. */
  readonly words: readonly [string, ...string[]];
  /** For a person, in front of a command's name. */
  readonly typed: string;
  /** The program has to be copied first, as where it is it will not be for long; null: it stays where it is. */
  readonly copy: ProgramCopy | null;
  /** What may go wrong with it, one sentence each. */
  readonly warnings: readonly string[];
}

/** A copy of the binary at a place that lasts. */
export interface ProgramCopy {
  readonly from: string;
  readonly to: string;
  /** Why, as a relative clause without a full stop. */
  readonly reason: string;
}

/** What decides how this program is started. */
export interface ProgramOptions extends LastingOptions {
  readonly files: Pick<Files, "stat" | "list" | "realPath">;
  /** Kept data: a program that is at a passing place is copied into its `bin`. */
  readonly data: string;
  readonly denoVersion: string;
}

/**
 * The words that start this program again.
 *
 * A binary is its own path where it stays, else a copy in the data directory: package managers that give each version a
 * directory of its own, `npx` and temporary directories take the program away again. A script is run by the Deno that runs it now, with exactly the permissions of the binary
 * (design section 7); from source the bundled script is taken where there is one, as it starts faster.
 *
 * @throws {InputError} when the program was not started from a file
 */
export function programCommand(running: RunningProgram, options: ProgramOptions): ProgramCommand {
  const { files, os } = options;
  if (running.kind === "elsewhere") {
    throw new InputError(
      `cannot wire a hook: this program runs from "${visible(running.specifier)}", which is no file of this machine; ` +
        "start it from a file",
    );
  }
  if (running.kind === "binary") {
    return binaryCommand(running.path, options);
  }
  const deno = lastingName(running.deno, options);
  const sources = sourceDirectory(running.script);
  if (sources === undefined) {
    return {
      words: [deno, ...runWords(os, scriptFlags(running.script)), running.script],
      typed: `deno run -RWE ${quoted(running.script)}`,
      copy: null,
      warnings: placeWarnings([[RUNTIME, deno], ["this script", running.script]], options),
    };
  }
  const bundled = under(sources, "dist", "imprint-hook.js");
  const built = files.stat(bundled);
  const isPassing = passingPlace(deno, options) === "npx";
  return {
    words: built?.isFile
      ? [deno, ...runWords(os, scriptFlags(bundled)), bundled]
      : [deno, ...runWords(os, ["--cached-only"]), running.script],
    typed: isPassing ? `npx --yes deno@${options.denoVersion} task cli` : "deno task cli",
    copy: null,
    warnings: [
      ...placeWarnings([[RUNTIME, deno], ["the checkout", sources]], options),
      ...bundleWarnings(built?.mtime, newestSource(files, sources)),
    ],
  };
}

function binaryCommand(running: string, options: ProgramOptions): ProgramCommand {
  const name = options.os === "windows" ? "imprint-hook.exe" : "imprint-hook";
  const path = lastingName(running, { ...options, names: [name] });
  const to = under(options.data, "bin", name);
  const place = options.files.realPath(to) === path || path === to ? undefined : passingPlace(path, options);
  const typed = place === "npx" ? "npx --yes imprint-hook" : "imprint-hook";
  if (place === undefined) return { words: [path], typed, copy: null, warnings: [] };
  return { words: [to], typed, copy: { from: path, to, reason: PASSING[place] }, warnings: [] };
}

function runWords(os: ProgramOptions["os"], more: readonly string[]): readonly string[] {
  // A message of Deno's own on standard error would be shown as the hook's.
  return ["run", "--quiet", ...permissionFlags(os), ...more];
}

/** The checkout that `main.ts` is in; undefined for a bundled script. */
function sourceDirectory(script: string): string | undefined {
  return /^(.+)[/\\]main\.ts$/.exec(script)?.[1];
}

function placeWarnings(
  paths: readonly (readonly [what: string, path: string])[],
  options: ProgramOptions,
): readonly string[] {
  return paths.flatMap(([what, path]) => {
    const place = passingPlace(path, options);
    if (place === undefined) return [];
    const remedy = what === RUNTIME
      ? place === "versioned"
        ? `run "install" again then, or once with a Deno whose path has no version (~/.deno/bin, say)`
        : `install Deno for good (npm install --global deno) and run "install" with it`
      : `move it to a place that stays and run "install" from there`;
    return [`${what} is at ${quoted(path)}, ${PASSING[place]}: hooks will fail once it is gone; ${remedy}`];
  });
}

const RUNTIME = "Deno itself";
const PASSING = {
  temporary: "a directory that the system empties",
  npx: "npx's cache, which npm may empty",
  cache: "a cache, which may be emptied",
  project: "a project's node_modules, which is made anew at will",
  versioned: "a directory of one version, which goes with an upgrade",
} as const;

function bundleWarnings(built: number | undefined, newest: number): readonly string[] {
  if (built === undefined) {
    return [
      'the hook runs from source, which takes longer to start; "deno task bundle", then "install" again wires one script',
    ];
  }
  if (built >= newest) return [];
  return ['dist/imprint-hook.js is older than the sources; "deno task bundle" brings it up to date'];
}

/** When a source file was last changed, in milliseconds since 1970. */
function newestSource(files: ProgramOptions["files"], directory: string): number {
  const changed = (path: string): number => files.stat(path)?.mtime ?? 0;
  const below = (folder: string): number =>
    (files.list(folder) ?? []).reduce((newest, name) => {
      const path = under(folder, name);
      if (name.endsWith(".ts")) return /_test(?:_support)?\.ts$/.test(name) ? newest : Math.max(newest, changed(path));
      return files.stat(path)?.isDirectory ? Math.max(newest, below(path)) : newest;
    }, 0);
  return Math.max(
    changed(under(directory, "main.ts")),
    below(under(directory, "lib")),
    below(under(directory, "hooks")),
  );
}

function quoted(path: string): string {
  return `"${visible(path)}"`;
}
