/**
 * Command lines for Windows shells.
 *
 * @module
 */

/**
 * A line that PowerShell takes, and cmd as well where no word needs quotes in front: PowerShell prints a quoted path
 * instead of starting it, unless `&` stands before it (https://github.com/open-gsd/gsd-core/issues/4557,
 * https://github.com/pbakaus/impeccable/issues/848, https://github.com/eneskirca/nodeterm/issues/685). The path is absolute
 * and no shell script: a bare `bash` is WSL's launcher (https://github.com/max-sixty/worktrunk/issues/4007,
 * https://github.com/Sungmin-Cho/deep-work/issues/51).
 *
 * @param words the program and its arguments
 * @example
 * ```ts
 * import { windowsLine } from "./windows_line.ts";
 * windowsLine(["C:\\Program Files\\imprint-hook.exe", "codex", "stop"]); // & "C:\Program Files\imprint-hook.exe" codex stop
 * ```
 */
export function windowsLine(words: readonly string[]): string {
  const [program = "", ...args] = words.map(windowsWord);
  return [/^["']/.test(program) ? `& ${program}` : program, ...args].join(" ");
}

/** A comma would make a list of it, a point behind a hyphen two words. */
function windowsWord(word: string): string {
  if (/^(?:[A-Za-z]:)?[\w.\\/-]+$/.test(word) && !(word.startsWith("-") && word.includes("."))) return word;
  // In single quotes nothing is special to PowerShell; cmd does not know them.
  return /["$`%]/.test(word) ? `'${word.replaceAll("'", "''")}'` : `"${word}"`;
}
