/**
 * Help texts, made from the command table.
 *
 * @module
 */
import type { CommandEntry, CommandGroup, CommandSpec } from "./command.ts";
import { COMMANDS, DAY } from "./commands.ts";
import { wrap } from "./wrap.ts";

/** How help is laid out. */
export interface HelpLayout {
  /** How wide a line may be. */
  readonly columns: number;
}

/** The program's own help: what it is and what can be typed. */
export function programHelp(version: string, { columns }: HelpLayout): string {
  return [
    `imprint-hook ${version}`,
    ...prose(
      ["Remembers what was said to coding agents: called by their hooks, read with the commands below."],
      columns,
    ),
    "",
    ...prose(["Usage: imprint-hook [COMMAND] [OPTION]..."], columns),
    "",
    ...prose([`Without a command: ${DAY.summary}.`], columns),
    "",
    ...listed(COMMANDS, columns),
    "",
    ...prose([
      "imprint-hook COMMAND --help tells more about one command; --version prints the version, --licenses the licences of what is in this program.",
    ], columns),
  ].join("\n");
}

/**
 * Help of a command that gathers others.
 *
 * @param path the words that lead to it, such as `workspace root`
 */
export function groupHelp(
  group: CommandGroup,
  path: string,
  { entries, columns }: HelpLayout & { readonly entries: readonly CommandEntry[] },
): string {
  return [
    ...prose([`imprint-hook ${path}: ${group.summary}`], columns),
    "",
    ...prose([`Usage: imprint-hook ${path} COMMAND [OPTION]...`], columns),
    ...(group.details === undefined ? [] : ["", ...prose(group.details, columns)]),
    "",
    ...listed(entries, columns),
    ...examplesOf(group),
    "",
    ...prose([`imprint-hook ${path} COMMAND --help tells more about one command.`], columns),
  ].join("\n");
}

/** Help of one command. Its name is all the words that lead to it. */
export function commandHelp(spec: CommandSpec, { columns }: HelpLayout): string {
  const options = [
    ...Object.entries(spec.options).map(([name, option]) =>
      [`--${name}${option.value === undefined ? "" : ` ${option.value}`}`, option.help] as const
    ),
    ["--help", "show this text"] as const,
  ];
  return [
    ...prose([`imprint-hook ${spec.name}: ${spec.summary}`], columns),
    "",
    ...prose(
      [`Usage: imprint-hook ${spec.name} [OPTION]...${spec.operands === undefined ? "" : ` ${spec.operands}`}`],
      columns,
    ),
    ...(spec.details === undefined ? [] : ["", ...prose(spec.details, columns)]),
    "",
    ...terms(options, columns),
    ...examplesOf(spec),
  ].join("\n");
}

/** One paragraph: where the lines of the table end means nothing. A line that begins with a space stands by itself. */
function prose(lines: readonly string[], columns: number): readonly string[] {
  const paragraphs: string[] = [];
  for (const [index, line] of lines.entries()) {
    const last = paragraphs.at(-1);
    const goesOn = last !== undefined && line !== "" && !line.startsWith(" ") && lines[index - 1] !== "" &&
      !last.startsWith(" ");
    if (goesOn) paragraphs[paragraphs.length - 1] = `${last} ${line}`;
    else paragraphs.push(line);
  }
  return paragraphs.flatMap((text) => text.startsWith(" ") ? [text] : wrap(text, columns).split("\n"));
}

function listed(entries: readonly CommandEntry[], columns: number): readonly string[] {
  return terms(entries.map(({ name, summary }) => [name, summary] as const), columns);
}

/** Below this width a second column is too narrow to be read. */
const NARROW = 60;

/** Names with what they mean beside them; on a narrow screen below them. */
function terms(entries: readonly (readonly [name: string, meaning: string])[], columns: number): readonly string[] {
  const longest = Math.max(...entries.map(([name]) => name.length));
  const isNarrow = columns < NARROW;
  const indent = isNarrow ? 6 : longest + 4;
  return entries.flatMap(([name, meaning]) => {
    const [first = "", ...more] = wrap(meaning, columns - indent).split("\n");
    const below = more.map((line) => " ".repeat(indent) + line);
    return isNarrow
      ? [`  ${name}`, " ".repeat(indent) + first, ...below]
      : [`  ${name.padEnd(longest)}  ${first}`, ...below];
  });
}

function examplesOf({ examples = [] }: CommandEntry): readonly string[] {
  return examples.length === 0 ? [] : ["", "Examples:", ...examples.map((example) => `  ${example}`)];
}
