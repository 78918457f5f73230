/**
 * Writing a file that a person named: where that does not work, it is they who can mend it.
 *
 * @module
 */
import { InputError } from "../errors.ts";
import { escapeControls as visible } from "../io/escape_controls.ts";
import type { Files } from "../io/files.ts";

/**
 * Refuses a directory before any work is done for it.
 *
 * @param path native absolute path
 * @param named what the person wrote
 * @throws {InputError} when a directory is there
 */
export function refuseDirectory(files: Pick<Files, "stat">, path: string, named: string): void {
  if (files.stat(path)?.isDirectory) {
    throw new InputError(`cannot write "${visible(named)}": it is a directory; name a file in it`);
  }
}

/**
 * Does one step of writing the file.
 *
 * @param path the file
 * @param option the option that names it, as it is typed
 * @param write the step
 * @throws {InputError} when it cannot be written
 */
export function writeNamed(
  path: string,
  { files, option, write }: {
    readonly files: Pick<Files, "stat">;
    readonly option: string;
    readonly write: () => void;
  },
): void {
  try {
    write();
  } catch (error) {
    if (error instanceof InputError) throw error;
    const { found, hint = "" } = whyNot(files, path, error);
    throw new InputError(`cannot write "${visible(path)}": ${visible(found)}; ${hint}name another file with ${option}`);
  }
}

/** What keeps the file from being written. The system's own words name a temporary file that nobody asked for. */
function whyNot(
  files: Pick<Files, "stat">,
  path: string,
  error: unknown,
): { readonly found: string; readonly hint?: string } {
  const directory = path.replace(/[\\/]+[^\\/]*$/, "") || "/";
  const stat = files.stat(directory);
  if (stat === undefined) return { found: `the directory "${directory}" does not exist`, hint: "make it, or " };
  if (!stat.isDirectory) return { found: `"${directory}" is no directory` };
  const reason = error instanceof Error ? error.message : String(error);
  if (/^Permission denied/i.test(reason)) return { found: `you may not write in "${directory}"` };
  return { found: reason.replace(/: \w+ '.*'$/s, "") };
}
