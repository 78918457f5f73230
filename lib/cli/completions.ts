/**
 * `imprint-hook completions SHELL`: prints the script with which a shell completes this program's words.
 *
 * @module
 */
import { INSTALLERS } from "../../hooks/installers.ts";
import { EXIT, UsageError } from "../errors.ts";
import { escapeControls } from "../io/escape_controls.ts";
import { writeText } from "../io/terminal.ts";
import type { ParsedArguments } from "./command.ts";
import { COMMANDS, DAY } from "./commands.ts";
import { bashScript } from "./completions/bash.ts";
import { fishScript } from "./completions/fish.ts";
import { powershellScript } from "./completions/powershell.ts";
import { type CompletedCommand, completedCommands } from "./completions/tree.ts";
import { zshScript } from "./completions/zsh.ts";

type Writer = (commands: readonly CompletedCommand[]) => string;

/** What writes the script of each shell; PowerShell's own program is `pwsh`, which Homebrew names it by. */
const SHELLS: Readonly<Record<string, Writer>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
  powershell: powershellScript,
  pwsh: powershellScript,
};
const NAMES = Object.keys(SHELLS).filter((name) => name !== "pwsh");

/**
 * The completion script of a shell, made of the table of commands.
 *
 * @returns undefined for a shell that is not known
 */
export async function completionScript(shell: string): Promise<string | undefined> {
  const write = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
  if (write === undefined) return undefined;
  const operands = { CLIENT: INSTALLERS.map(({ name }) => name), SHELL: NAMES };
  return write(await completedCommands(COMMANDS, { alone: DAY, operands }));
}

/** Runs the command. */
export async function run(args: ParsedArguments): Promise<number> {
  const shell = args.operands[0] ?? "";
  const script = await completionScript(shell);
  if (script === undefined) {
    throw new UsageError(`completions: no shell "${escapeControls(shell)}" is known; there is ${NAMES.join(", ")}`);
  }
  writeText("stdout", script);
  return EXIT.done;
}
