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
  { option, write }: { readonly option: string; readonly write: () => void },
): void {
  try {
    write();
  } catch (error) {
    if (error instanceof InputError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new InputError(`cannot write "${visible(path)}": ${visible(reason)}; name another file with ${option}`);
  }
}
