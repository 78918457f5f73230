/**
 * `--all` where it means every workspace.
 *
 * @module
 */
import { UsageError } from "../errors.ts";
import { isTerminal } from "../io/terminal.ts";
import type { ParsedArguments } from "./command.ts";

/**
 * True when a person asks for every workspace.
 *
 * @param command for the message
 * @throws {UsageError} when another option says otherwise, or without a terminal: a program that an agent started must not
 * read every project
 */
export function asksEveryWorkspace(args: ParsedArguments, command: string): boolean {
  if (!args.flag("all")) return false;
  if (args.value("in") !== undefined || args.value("workspace") !== undefined) {
    throw new UsageError(`${command}: --all excludes --in and --workspace; give one of them`);
  }
  if (!isTerminal("stdin") || !isTerminal("stdout")) {
    throw new UsageError(`${command}: --all works on a terminal only; name a workspace with --workspace NAME`);
  }
  return true;
}
