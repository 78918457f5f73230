/**
 * From the words of a command line to a command's exit status.
 *
 * @module
 */
import { EXIT, InputError, UsageError } from "../errors.ts";
import { writeText } from "../io/terminal.ts";
import { VERSION } from "../version.ts";
import { COMMANDS } from "./commands.ts";

/**
 * Runs what the words ask for. Never throws.
 *
 * @param words the command line without the program's name
 * @returns the exit status: 0 done or rightly skipped, 1 failed, 64 wrong usage, 70 a bug
 */
export async function runProgram(words: readonly string[]): Promise<number> {
  try {
    return await dispatch(words);
  } catch (error) {
    if (error instanceof UsageError) {
      writeText("stderr", `imprint-hook: ${error.message}\n`);
      return EXIT.usage;
    }
    if (error instanceof InputError) {
      writeText("stderr", `imprint-hook: ${error.message}\n`);
      return EXIT.failed;
    }
    const { escapeControls: visible } = await import("../io/escape_controls.ts");
    const told = error instanceof Error ? error.stack ?? error.message : String(error);
    writeText(
      "stderr",
      `imprint-hook ${VERSION}: this is a bug, please report it: ${visible(told, { keepLines: true })}\n`,
    );
    return EXIT.bug;
  }
}

async function dispatch(words: readonly string[]): Promise<number> {
  const [name, ...rest] = words;
  if (name === "--version" || name === "-V") {
    writeText("stdout", `imprint-hook ${VERSION}\n`);
    return EXIT.done;
  }
  const { commandHelp, programHelp } = await import("./help.ts");
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    const spec = COMMANDS.find((command) => command.name === rest[0]);
    if (name === "help" && rest[0] !== undefined && spec === undefined) throw await unknownCommand(rest[0]);
    writeText("stdout", `${spec === undefined ? programHelp(VERSION) : commandHelp(spec)}\n`);
    return EXIT.done;
  }
  const spec = COMMANDS.find((command) => command.name === name);
  if (spec === undefined) throw await unknownCommand(name);
  const end = rest.indexOf("--");
  const options = end < 0 ? rest : rest.slice(0, end);
  if (options.includes("--help") || options.includes("-h")) {
    writeText("stdout", `${commandHelp(spec)}\n`);
    return EXIT.done;
  }
  const { parseArguments } = await import("./parse_arguments.ts");
  const args = parseArguments(spec, rest);
  return await (await spec.load()).run(args);
}

async function unknownCommand(name: string): Promise<UsageError> {
  const { nearest } = await import("./nearest.ts");
  const { escapeControls: visible } = await import("../io/escape_controls.ts");
  const near = nearest(name, COMMANDS.map((command) => command.name));
  const hint = near === undefined ? "" : `; did you mean "${near}"?`;
  return new UsageError(`no command "${visible(name)}"${hint}; see "imprint-hook --help"`);
}
