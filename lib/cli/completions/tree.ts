/**
 * What can be typed, as the writers of completion scripts need it: made of the table of commands.
 *
 * @module
 */
import type { CommandEntry, CommandSpec, OptionSpec } from "../command.ts";

/** What stands at a place of the command line. */
export type Kind = "files" | "directories" | "words" | "nothing";

/** An option of a command. */
export interface CompletedOption {
  /** With its dashes. */
  readonly name: string;
  readonly help: string;
  /** What its value is; undefined: it has none. */
  readonly value?: Exclude<Kind, "words">;
}

/** What may follow the words of a path. */
export interface CompletedCommand {
  /** Words that lead to it, joined by a blank: `""` the program alone, `workspace root add`. */
  readonly path: string;
  /** Names of its own commands, or fixed operands, with what each is. */
  readonly words: readonly { readonly name: string; readonly help: string }[];
  readonly options: readonly CompletedOption[];
  readonly operands: Kind;
}

const HELP: CompletedOption = { name: "--help", help: "show a help text" };

/**
 * Walks the tables.
 *
 * @param entries the commands
 * @param options `alone`: the program without a command; `operands`: fixed words for an operand, such as `CLIENT`
 * @returns every path, the program alone first, parents before their commands
 */
export async function completedCommands(
  entries: readonly CommandEntry[],
  { alone, operands }: {
    readonly alone: CommandSpec;
    readonly operands: Readonly<Record<string, readonly string[]>>;
  },
): Promise<readonly CompletedCommand[]> {
  const extra: readonly CompletedOption[] = [
    { name: "--version", help: "print the version" },
    { name: "--licenses", help: "print the licences of what is in this program" },
  ];
  const root: CompletedCommand = {
    path: "",
    words: [...named(entries), { name: "help", help: "tell more about a command" }],
    options: [...completedOptions(alone.options), ...extra, HELP],
    operands: "words",
  };
  return [root, ...await below([], entries, operands)];
}

async function below(
  before: readonly string[],
  entries: readonly CommandEntry[],
  operands: Readonly<Record<string, readonly string[]>>,
): Promise<readonly CompletedCommand[]> {
  const found: CompletedCommand[] = [];
  for (const entry of entries) {
    const words = [...before, entry.name];
    const path = words.join(" ");
    if (entry.subcommands === undefined) {
      const fixed = operands[(entry.operands ?? "").replace(/^\[(.*)\]$/, "$1")];
      found.push({
        path,
        words: (fixed ?? []).map((name) => ({ name, help: "" })),
        options: [...completedOptions(entry.options), HELP],
        operands: fixed === undefined ? kindOf(entry.operands ?? "") : "words",
      });
      continue;
    }
    const inner = await entry.subcommands();
    found.push({ path, words: named(inner), options: [HELP], operands: "words" });
    found.push(...await below(words, inner, operands));
  }
  return found;
}

function named(entries: readonly CommandEntry[]): CompletedCommand["words"] {
  return entries.map(({ name, summary }) => ({ name, help: summary }));
}

function completedOptions(options: Readonly<Record<string, OptionSpec>>): readonly CompletedOption[] {
  return Object.entries(options).map(([name, { type, value, help }]) => ({
    name: `--${name}`,
    help,
    ...(type === "string" ? { value: kindOf(value ?? "") } : {}),
  }));
}

function kindOf(name: string): Exclude<Kind, "words"> {
  if (/\bFILE\b|\bPROGRAM\b/.test(name)) return "files";
  return /\bDIR\b/.test(name) ? "directories" : "nothing";
}
