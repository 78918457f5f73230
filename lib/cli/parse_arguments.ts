/**
 * Checks a command's words against its spec, with `node:util`'s parser; only commands that people type load this.
 *
 * @module
 */
import { parseArgs } from "node:util";
import { UsageError } from "../errors.ts";
import type { CommandSpec, ParsedArguments } from "./command.ts";
import { nearest } from "./nearest.ts";

/**
 * Parses the words behind a command's name.
 *
 * @throws {UsageError} when an option or the number of operands is wrong; the message names the nearest option
 */
export function parseArguments(spec: CommandSpec, words: readonly string[]): ParsedArguments {
  const options = Object.fromEntries(
    Object.entries(spec.options).map(([name, option]) => [name, {
      type: option.type,
      ...(option.multiple ? { multiple: true } : {}),
    }]),
  );
  const known = [...Object.keys(spec.options), "help"];
  const { prefix, help } = told(spec);
  for (const word of words) {
    if (word === "--") break;
    if (!word.startsWith("-") || word === "-" || word === "-h") continue;
    const name = word.replace(/^--?/, "").replace(/=.*$/s, "");
    if (known.includes(name) && word.startsWith("--")) continue;
    const hint = nearest(name, known);
    throw new UsageError(
      `${prefix}no option "${word.replace(/=.*$/s, "")}"` +
        (hint === undefined ? "" : `; did you mean "--${hint}"?`) + help,
    );
  }
  const { values, positionals } = parse(spec, options, words);
  const [least, most] = spec.operandCount ?? [0, 0];
  if (positionals.length < least || positionals.length > most) {
    const expected = spec.operands === undefined ? "no operand" : spec.operands;
    throw new UsageError(
      `${prefix}expected ${expected}, got ${positionals.length === 0 ? "nothing" : positionals.join(" ")}${help}`,
    );
  }
  return {
    operands: positionals,
    flag: (name) => values[name] === true,
    value: (name) => typeof values[name] === "string" ? values[name] : undefined,
    values(name) {
      const value = values[name];
      return Array.isArray(value)
        ? value.filter((v) => typeof v === "string")
        : typeof value === "string"
        ? [value]
        : [];
    },
  };
}

type OptionTable = Record<string, { type: "boolean" | "string"; multiple?: boolean }>;

function parse(spec: CommandSpec, options: OptionTable, words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true, strict: true });
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/\. To specify.*$/s, "") : String(error);
    const { prefix, help } = told(spec);
    throw new UsageError(`${prefix}${reason}${help}`);
  }
}

/** What stands around a message; the program alone has no name of a command. */
function told({ name }: CommandSpec): { readonly prefix: string; readonly help: string } {
  const isAlone = name === "";
  return { prefix: isAlone ? "" : `${name}: `, help: `; see "imprint-hook ${isAlone ? "" : `${name} `}--help"` };
}
