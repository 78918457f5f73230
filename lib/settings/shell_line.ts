/**
 * Shell lines, as far as a hook's command needs it: taking one apart into words, and quoting a word.
 *
 * @module
 */

/** The simple commands of a shell line. */
export interface ShellLine {
  /** The words of each, without redirections and leading assignments. */
  readonly commands: readonly (readonly string[])[];
  /** True when everything behind the first command only silences it: `|| true`, `; exit 0`, `&`. */
  readonly alone: boolean;
}

const SILENCERS = ["true", ":", "exit 0", "exit /b 0"];

/**
 * Takes a line of sh, cmd or PowerShell apart. Backslashes are kept unless they stand before a blank, a quote or an
 * operator: a Windows path that nobody quoted is still recognised.
 *
 * @example
 * ```ts
 * import { commandsOf } from "./shell_line.ts";
 * commandsOf('"/opt/my tools/x" a 2>/dev/null || true').commands; // [["/opt/my tools/x", "a"], ["true"]]
 * ```
 */
export function commandsOf(line: string): ShellLine {
  const commands: string[][] = [[]];
  let at = 0;
  while (at < line.length) {
    const character = line[at] ?? "";
    if (/\s/.test(character) && character !== "\n") at++;
    else if (character === "#") break;
    else if (character === ">" || character === "<") at = skipRedirection(line, { at, words: commands.at(-1) ?? [] });
    else if (character === "&" && line[at + 1] === ">") at++;
    else if (OPERATORS.includes(character)) {
      at++;
      // PowerShell starts a quoted path with "&"; an operator before any word separates nothing.
      if (commands.at(-1)?.length !== 0) commands.push([]);
    } else {
      const { word, end } = readWord(line, at);
      commands.at(-1)?.push(word);
      at = end;
    }
  }
  const filled = commands.map(withoutAssignments).filter((words) => words.length > 0);
  return { commands: filled, alone: filled.slice(1).every((words) => SILENCERS.includes(words.join(" "))) };
}

const OPERATORS = ";&|()`\n";

/** @returns the offset behind the redirection, whose target is no word; a number before it is none either */
function skipRedirection(line: string, { at, words }: { readonly at: number; readonly words: string[] }): number {
  if (/[0-9]/.test(line[at - 1] ?? "") && /^[0-9]$/.test(words.at(-1) ?? "")) words.pop();
  let end = at;
  while (line[end] === ">" || line[end] === "<" || line[end] === "&") end++;
  while (line[end] === " " || line[end] === "\t") end++;
  return end < line.length ? readWord(line, end).end : end;
}

function readWord(line: string, start: number): { readonly word: string; readonly end: number } {
  let word = "";
  let quote = "";
  let at = start;
  for (; at < line.length; at++) {
    const character = line[at] ?? "";
    const next = line[at + 1] ?? "";
    if (quote !== "") {
      if (character === quote) quote = "";
      else if (quote === '"' && character === "\\" && '"\\$`'.includes(next) && next !== "") word += line[++at] ?? "";
      else word += character;
    } else if (character === '"' || character === "'") quote = character;
    else if (character === "\\" && next !== "" && /[\s"';&|()<>]/.test(next)) word += line[++at] ?? "";
    else if (/[\s<>]/.test(character) || OPERATORS.includes(character)) break;
    else word += character;
  }
  // A lone operator or bracket is skipped rather than looked at for ever.
  return { word, end: Math.max(at, start + 1) };
}

function withoutAssignments(words: readonly string[]): readonly string[] {
  const first = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
  return first === -1 ? [] : words.slice(first);
}

/**
 * Quotes a word for `sh` and Git Bash. Plain names stay as they are.
 *
 * @example
 * ```ts
 * import { quoteWord } from "./shell_line.ts";
 * quoteWord("/opt/my tools/imprint-hook"); // '"/opt/my tools/imprint-hook"'
 * ```
 */
export function quoteWord(word: string): string {
  if (/^[\w.=,:-]+$/.test(word)) return word;
  return /["$`\\!]/.test(word) ? `'${word.replaceAll("'", `'\\''`)}'` : `"${word}"`;
}
