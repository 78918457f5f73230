/**
 * A copy of the binary among the kept data, for hooks that would lose it elsewhere.
 *
 * @module
 */
import { InputError } from "../errors.ts";
import { escapeControls as visible } from "../io/escape_controls.ts";
import type { Files } from "../io/files.ts";
import type { ProgramCopy } from "./program_command.ts";

type CopyFiles = Pick<Files, "stat" | "readBytes" | "makeDirectory" | "replace" | "rename" | "remove">;

/**
 * Copies the binary; nothing is written when the same one is there.
 *
 * A running program cannot be overwritten, but renamed: Linux and macOS replace it by a rename, Windows lets it be moved
 * aside.
 *
 * @throws {InputError} when it cannot be read or written
 */
export function keepProgram(files: CopyFiles, { from, to }: Pick<ProgramCopy, "from" | "to">): void {
  try {
    const program = files.readBytes(from);
    if (program === undefined) throw new Error("it is gone");
    if (files.stat(to)?.size === program.length && isSame(files.readBytes(to), program)) return;
    files.makeDirectory(to.replace(/[/\\][^/\\]+$/, ""));
    replaceProgram(files, to, program);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new InputError(
      `cannot copy this program from "${visible(from)}" to "${visible(to)}": ${visible(reason)}; nothing was changed`,
    );
  }
}

function replaceProgram(files: CopyFiles, to: string, program: Uint8Array): void {
  const write = (): void => files.replace(to, program, { mode: 0o755 });
  try {
    return write();
  } catch (error) {
    if (files.stat(to) === undefined) throw error;
  }
  const aside = `${to}.old`;
  files.remove(aside);
  files.rename(to, aside);
  try {
    write();
  } catch (error) {
    files.rename(aside, to);
    throw error;
  }
}

function isSame(one: Uint8Array | undefined, other: Uint8Array): boolean {
  if (one?.length !== other.length) return false;
  for (let index = 0; index < other.length; index++) if (one[index] !== other[index]) return false;
  return true;
}

/** What a person has to know about the copy. */
export function copySentence({ from, to, reason }: ProgramCopy): string {
  return `The hook starts a copy of this program, "${visible(to)}": "${visible(from)}" is in ${reason}. ` +
    'Run "install" again after an upgrade, so that the hook gets it too.';
}
