/**
 * Help texts, made from the command table.
 *
 * @module
 */
import type { CommandEntry, CommandGroup, CommandSpec } from "./command.ts";
import { COMMANDS, DAY } from "./commands.ts";

/** The program's own help: what it is and what can be typed. */
export function programHelp(version: string): string {
  return [
    `imprint-hook ${version}`,
    "Remembers what was said to coding agents: called by their hooks, read with the commands below.",
    "",
    "Usage: imprint-hook [COMMAND] [OPTION]...",
    "",
    `Without a command: ${DAY.summary}.`,
    "",
    ...listed(COMMANDS),
    "",
    "imprint-hook COMMAND --help tells more about one command; --version prints the version.",
  ].join("\n");
}

/**
 * Help of a command that gathers others.
 *
 * @param path the words that lead to it, such as `workspace root`
 */
export function groupHelp(group: CommandGroup, path: string, entries: readonly CommandEntry[]): string {
  return [
    `imprint-hook ${path}: ${group.summary}`,
    "",
    `Usage: imprint-hook ${path} COMMAND [OPTION]...`,
    ...(group.details === undefined ? [] : ["", ...group.details]),
    "",
    ...listed(entries),
    ...examplesOf(group),
    "",
    `imprint-hook ${path} COMMAND --help tells more about one command.`,
  ].join("\n");
}

function listed(entries: readonly CommandEntry[]): readonly string[] {
  const width = Math.max(...entries.map(({ name }) => name.length));
  return entries.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
}

function examplesOf({ examples = [] }: CommandEntry): readonly string[] {
  return examples.length === 0 ? [] : ["", "Examples:", ...examples.map((example) => `  ${example}`)];
}

/** Help of one command. Its name is all the words that lead to it. */
export function commandHelp(spec: CommandSpec): string {
  const options = [
    ...Object.entries(spec.options).map(([name, option]) =>
      [`--${name}${option.value === undefined ? "" : ` ${option.value}`}`, option.help] as const
    ),
    ["--help", "show this text"] as const,
  ];
  const width = Math.max(...options.map(([name]) => name.length));
  return [
    `imprint-hook ${spec.name}: ${spec.summary}`,
    "",
    `Usage: imprint-hook ${spec.name} [OPTION]...${spec.operands === undefined ? "" : ` ${spec.operands}`}`,
    ...(spec.details === undefined ? [] : ["", ...spec.details]),
    "",
    ...options.map(([name, help]) => `  ${name.padEnd(width)}  ${help}`),
    ...examplesOf(spec),
  ].join("\n");
}
