/**
 * Files that somebody may have laid in our way: a repository or an archive can hold links and pipes at names that this
 * program uses.
 *
 * @module
 */
import { InputError } from "../errors.ts";
import { escapeControls } from "./escape_controls.ts";

/**
 * Checks a file that is about to be written in place. What a link leads to is not ours, and opening a pipe waits for ever.
 *
 * @param path native absolute path; nothing may be there
 * @throws {InputError} when it is a link, a directory, a pipe or a device
 */
export function refuseStranger(path: string): void {
  let info;
  try {
    info = Deno.lstatSync(path);
  } catch {
    // Nothing is there, or opening it says what is wrong.
    return;
  }
  if (info.isFile) return;
  const found = info.isSymlink ? "it is a symbolic link" : info.isDirectory ? "it is a directory" : "it is no file";
  throw new InputError(
    `cannot write to "${escapeControls(path)}": ${found}, and this program did not make it; remove it`,
  );
}

/**
 * Checks a file that is about to be read: of a pipe or a device nothing is read, as if it were not there.
 *
 * @param path native absolute path
 * @throws {Deno.errors.NotFound} when it is neither a file nor a directory
 * @throws {Error} whatever else the system says
 */
export function refusePipe(path: string): void {
  const info = Deno.statSync(path);
  if (!info.isFile && !info.isDirectory) throw new Deno.errors.NotFound(`no file: "${path}"`);
}
