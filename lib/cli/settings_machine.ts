/**
 * The clients' settings on this machine, and the project that a person is in.
 *
 * @module
 */
import { InputError, UsageError } from "../errors.ts";
import type { Product } from "../import/product.ts";
import type { Installer, SettingsMachine } from "../installer.ts";
import { environment } from "../io/env.ts";
import { escapeControls as visible } from "../io/escape_controls.ts";
import type { Files } from "../io/files.ts";
import { operatingSystem, workingDirectory } from "../io/process.ts";
import { under } from "../record/layout.ts";
import { nearest } from "./nearest.ts";

/**
 * The machine that settings are edited on.
 *
 * @throws {InputError} when no home directory is known
 */
export function settingsMachine({ files, directories }: Pick<Product, "files" | "directories">): SettingsMachine {
  const { home } = directories;
  const os = operatingSystem();
  if (home === null) {
    throw new InputError(
      `no home directory, so no settings: set ${os === "windows" ? "USERPROFILE" : "HOME"} and run the command again`,
    );
  }
  return {
    files,
    os: os === "windows" ? "windows" : os === "darwin" ? "macos" : "linux",
    home,
    environment,
    project: projectDirectory(files, { from: workingDirectoryOr(home), home }),
  };
}

/** Where the current directory was removed, there is no project to have settings of. */
function workingDirectoryOr(home: string): string {
  try {
    return workingDirectory();
  } catch {
    return home;
  }
}

/**
 * The project that a directory belongs to: the nearest one above with `.git` or `.claude`, below the home directory, else
 * the directory itself.
 */
export function projectDirectory(
  files: Pick<Files, "stat" | "realPath">,
  { from, home }: { readonly from: string; readonly home: string },
): string {
  const end = files.realPath(home) ?? home;
  for (let directory = from; directory !== end; directory = parentOf(directory)) {
    if ([".git", ".claude"].some((name) => files.stat(under(directory, name)) !== undefined)) return directory;
    if (parentOf(directory) === directory) break;
  }
  return from;
}

function parentOf(directory: string): string {
  const isWindows = /^[A-Za-z]:|^\\\\/.test(directory);
  const parent = (isWindows ? /^(.+)[/\\][^/\\]+$/ : /^(.+)\/[^/]+$/).exec(directory)?.[1];
  // What is left of C:\kettle is C:, and that is another directory than C:\.
  return parent === undefined || /^[A-Za-z]:$/.test(parent) ? directory : parent;
}

/**
 * The installer of a client that a person named.
 *
 * @throws {UsageError} when no client is called so; it names the nearest one
 */
export function namedInstaller(installers: readonly Installer[], command: string, typed: string): Installer {
  const found = installers.find(({ name, client }) => name === typed || client === typed);
  if (found !== undefined) return found;
  const names = installers.map(({ name }) => name);
  const near = nearest(typed, names);
  throw new UsageError(
    `${command}: no client "${visible(typed)}"${near === undefined ? "" : `; did you mean "${near}"?`}; there is ${
      names.join(", ")
    }`,
  );
}
