/**
 * From the words of a command line to a command's exit status.
 *
 * @module
 */
import { EXIT, InputError, UsageError } from "../errors.ts";
import { dropWrite } from "../io/drop_write.ts";
import { writeText } from "../io/terminal.ts";
import { VERSION } from "../version.ts";
import type { CommandEntry, CommandSpec, ParsedArguments } from "./command.ts";
import { COMMANDS, DAY } from "./commands.ts";
import { parseArguments } from "./parse_arguments.ts";

/**
 * Runs what the words ask for. Never throws.
 *
 * @param words the command line without the program's name
 * @param options `alone`: the process ends with it, so that what a command that only reads does not need can be given up
 * @returns the exit status: 0 done or rightly skipped, 1 failed, 64 wrong usage, 70 a bug
 */
export async function runProgram(
  words: readonly string[],
  { alone = false }: { readonly alone?: boolean } = {},
): Promise<number> {
  try {
    return await dispatch(words, alone);
  } catch (error) {
    const { escapeControls: visible } = await import("../io/escape_controls.ts");
    if (error instanceof UsageError || error instanceof InputError) {
      // A message may quote what was typed, or what a file holds.
      writeText("stderr", `imprint-hook: ${visible(error.message, { keepLines: true })}\n`);
      return error instanceof UsageError ? EXIT.usage : EXIT.failed;
    }
    const told = error instanceof Error ? error.stack ?? error.message : String(error);
    writeText(
      "stderr",
      `imprint-hook ${VERSION}: this is a bug, please report it: ${visible(told, { keepLines: true })}\n`,
    );
    return EXIT.bug;
  }
}

async function dispatch(words: readonly string[], alone: boolean): Promise<number> {
  const [name, ...rest] = words;
  if (name === "--version" || name === "-V") {
    writeText("stdout", `imprint-hook ${VERSION}\n`);
    return EXIT.done;
  }
  if (name === "--licenses") {
    const { LICENSES } = await import("./licenses_text.ts");
    writeText("stdout", LICENSES);
    return EXIT.done;
  }
  if (isHelp(name)) {
    if (name === "help" && rest[0] !== undefined) return await showHelp(rest);
    const { programHelp } = await import("./help.ts");
    const { helpColumns } = await import("./layout_of_terminal.ts");
    writeText("stdout", `${programHelp(VERSION, { columns: helpColumns() })}\n`);
    return EXIT.done;
  }
  if (name === undefined || (name.startsWith("-") && name !== "-")) return await runDay(words, alone);
  const { entry, path, left } = await findEntry(words);
  if (entry.subcommands !== undefined) return await showHelp(path);
  const end = left.indexOf("--");
  const options = end < 0 ? left : left.slice(0, end);
  if (options.includes("--help") || options.includes("-h")) return await showHelp(path);
  const args = parseArguments({ ...entry, name: path.join(" ") }, left);
  return await runCommand(entry, args, alone);
}

async function runCommand(command: CommandSpec, args: ParsedArguments, alone: boolean): Promise<number> {
  if (alone && command.reads === true) dropWrite();
  return await (await command.load()).run(args);
}

/** Options alone are those of the day. */
async function runDay(words: readonly string[], alone: boolean): Promise<number> {
  const args = parseArguments(DAY, words);
  return await runCommand(DAY, args, alone);
}

function isHelp(word: string | undefined): boolean {
  return word === "--help" || word === "-h" || word === "help";
}

/** A row of the tables, the words that led to it, and the words behind them. */
interface FoundEntry {
  readonly entry: CommandEntry;
  readonly path: readonly string[];
  readonly left: readonly string[];
}

/** Follows the words through the tables, as far as they name commands. */
async function findEntry(words: readonly string[]): Promise<FoundEntry> {
  let entries: readonly CommandEntry[] = COMMANDS;
  for (let depth = 0;; depth++) {
    const word = words[depth] ?? "";
    const entry = entries.find(({ name }) => name === word);
    const path = words.slice(0, depth + 1);
    if (entry === undefined) {
      throw await unknownHook(words) ?? await unknownCommand(words.slice(0, depth), word, entries);
    }
    const left = words.slice(depth + 1);
    if (entry.subcommands === undefined || left[0] === undefined) return { entry, path, left };
    // `imprint-hook workspace help add` asks for the same as `imprint-hook help workspace add`.
    if (left[0] === "help" && left[1] !== undefined) return await findEntry([...path, ...left.slice(1), "--help"]);
    if (isHelp(left[0])) return { entry, path, left };
    entries = await entry.subcommands();
  }
}

async function showHelp(words: readonly string[]): Promise<number> {
  const { commandHelp, groupHelp } = await import("./help.ts");
  const { helpColumns } = await import("./layout_of_terminal.ts");
  const { entry, path } = await findEntry(words);
  const name = path.join(" ");
  const columns = helpColumns();
  const text = entry.subcommands === undefined
    ? commandHelp({ ...entry, name }, { columns })
    : groupHelp(entry, name, { entries: await entry.subcommands(), columns });
  writeText("stdout", `${text}\n`);
  return EXIT.done;
}

/**
 * A client's name without one of its hooks, which stands in settings that were written by hand. Gemini CLI 0.61.0 takes
 * every status above 1 for a refusal and goes on without end, so that this is no wrong usage.
 */
async function unknownHook([name, hook]: readonly string[]): Promise<InputError | undefined> {
  const { HOOK_CLIENTS } = await import("../../hooks/hook_clients.ts");
  const client = await HOOK_CLIENTS.find(({ folder }) => folder === name)?.load();
  if (client?.hookWords === undefined) return undefined;
  const { escapeControls: visible } = await import("../io/escape_controls.ts");
  const known = client.hookWords.map((word) => `"${word}"`).join(", ");
  return new InputError(
    `${name}: ${hook === undefined ? "no hook is named" : `no hook "${visible(hook)}"`}; it has ${known}`,
  );
}

async function unknownCommand(
  path: readonly string[],
  name: string,
  entries: readonly CommandEntry[],
): Promise<UsageError> {
  const { nearest } = await import("./nearest.ts");
  const { escapeControls: visible } = await import("../io/escape_controls.ts");
  const near = nearest(name, entries.map((command) => command.name));
  const hint = near === undefined ? "" : `; did you mean "${[...path, near].join(" ")}"?`;
  const group = path.length === 0 ? "" : `${path.join(" ")}: `;
  return new UsageError(
    `${group}no command "${visible(name)}"${hint}; see "imprint-hook ${[...path, "--help"].join(" ")}"`,
  );
}
