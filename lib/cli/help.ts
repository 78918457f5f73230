/**
 * Help texts, made from the command table.
 *
 * @module
 */
import type { CommandSpec } from "./command.ts";
import { COMMANDS } from "./commands.ts";

/** The program's own help: what it is and what can be typed. */
export function programHelp(version: string): string {
  const width = Math.max(...COMMANDS.map((command) => command.name.length));
  return [
    `imprint-hook ${version}`,
    "Remembers what was said to coding agents: called by their hooks, read with the commands below.",
    "",
    "Usage: imprint-hook COMMAND [OPTION]...",
    "",
    ...COMMANDS.map((command) => `  ${command.name.padEnd(width)}  ${command.summary}`),
    "",
    "imprint-hook COMMAND --help tells more about one command; --version prints the version.",
  ].join("\n");
}

/** Help of one command. */
export function commandHelp(spec: CommandSpec): string {
  const options = [
    ...Object.entries(spec.options).map(([name, option]) =>
      [`--${name}${option.value === undefined ? "" : ` ${option.value}`}`, option.help] as const
    ),
    ["--help", "show this text"] as const,
  ];
  const width = Math.max(...options.map(([name]) => name.length));
  const examples = spec.examples ?? [];
  return [
    `imprint-hook ${spec.name}: ${spec.summary}`,
    "",
    `Usage: imprint-hook ${spec.name} [OPTION]...${spec.operands === undefined ? "" : ` ${spec.operands}`}`,
    ...(spec.details === undefined ? [] : ["", ...spec.details]),
    "",
    ...options.map(([name, help]) => `  ${name.padEnd(width)}  ${help}`),
    ...(examples.length === 0 ? [] : ["", "Examples:", ...examples.map((example) => `  ${example}`)]),
  ].join("\n");
}
