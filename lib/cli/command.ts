/**
 * What a command looks like to the dispatcher.
 *
 * @module
 */

/** One option of a command. */
export interface OptionSpec {
  readonly type: "boolean" | "string";
  /** May be given several times. */
  readonly multiple?: boolean;
  /** Shown in the help, such as `FILE`. */
  readonly value?: string;
  readonly help: string;
}

/** Options and operands of one call, checked against the spec. */
export interface ParsedArguments {
  readonly operands: readonly string[];
  flag(name: string): boolean;
  value(name: string): string | undefined;
  values(name: string): readonly string[];
}

/** Everything the help and the argument check need, without loading the command. */
export interface CommandSpec {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** Operands, such as `FILE|SESSION`. */
  readonly operands?: string;
  /** How many operands are taken: [least, most]. */
  readonly operandCount?: readonly [number, number];
  readonly options: Readonly<Record<string, OptionSpec>>;
  readonly details?: readonly string[];
  readonly examples?: readonly string[];
  /** It only reads: the program gives the right to write up before it runs. */
  readonly reads?: true;
  /** Loads the command itself; nothing is imported before. */
  readonly load: () => Promise<{ readonly run: CommandFunction }>;
  readonly subcommands?: undefined;
}

/** A command that only gathers others under its name. */
export interface CommandGroup {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  readonly details?: readonly string[];
  readonly examples?: readonly string[];
  /** Loads the table of its commands; nothing is imported before. */
  readonly subcommands: () => Promise<readonly CommandEntry[]>;
}

/** One row of a table of commands. */
export type CommandEntry = CommandSpec | CommandGroup;

/** Runs a command. @returns the exit status */
export type CommandFunction = (args: ParsedArguments) => Promise<number>;
