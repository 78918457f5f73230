/**
 * Checks a command's words against its spec. Written by hand: `node:util`, whose parser takes the same forms, costs every
 * command 25 ms and 6 MiB [measured on Deno 2.9].
 *
 * @module
 */
import { UsageError } from "../errors.ts";
import { escapeControls } from "../io/escape_controls.ts";
import type { CommandSpec, ParsedArguments } from "./command.ts";
import { nearest } from "./nearest.ts";

/**
 * Parses the words behind a command's name: `--name`, `--name VALUE`, `--name=VALUE`, operands anywhere; behind `--`
 * there are only operands. Of an option that is given several times and may not be, the last one counts.
 *
 * @throws {UsageError} when an option or the number of operands is wrong; the message names the nearest option
 */
export function parseArguments(spec: CommandSpec, words: readonly string[]): ParsedArguments {
  const values = new Map<string, string[]>();
  const operands: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? "";
    if (word === "--") {
      operands.push(...words.slice(i + 1));
      break;
    }
    if (!word.startsWith("-") || word === "-") operands.push(word);
    else {
      const { name, value, taken } = readOption(spec, word, words[i + 1]);
      if (taken) i++;
      const before = spec.options[name]?.multiple ? values.get(name) ?? [] : [];
      values.set(name, [...before, value]);
    }
  }
  const [least, most] = spec.operandCount ?? [0, 0];
  if (operands.length < least || operands.length > most) {
    const expected = spec.operands === undefined ? "no operand" : spec.operands;
    const hint = OPERANDS[spec.name] === undefined ? "" : ` (${OPERANDS[spec.name]})`;
    throw wrong(spec, `expected ${expected}, got ${operands.length === 0 ? "nothing" : operands.join(" ")}${hint}`);
  }
  const of = (name: string, type: "boolean" | "string") => spec.options[name]?.type === type ? values.get(name) : [];
  return {
    operands,
    flag: (name) => (of(name, "boolean") ?? []).length > 0,
    value: (name) => of(name, "string")?.at(-1),
    values: (name) => of(name, "string") ?? [],
  };
}

/** Of some commands, what was meant: not in their table, as every hook loads that. */
const OPERANDS: Readonly<Record<string, string>> = {
  install: "CLIENT is claude, codex, copilot or cline",
  learn: "--transcript FILE names one conversation",
};

/** One option, and whether the word behind it is its value. */
function readOption(
  spec: CommandSpec,
  word: string,
  next: string | undefined,
): { readonly name: string; readonly value: string; readonly taken: boolean } {
  const equals = word.indexOf("=");
  const written = equals < 0 ? word : word.slice(0, equals);
  const name = written.slice(2);
  const option = written.startsWith("--") && Object.hasOwn(spec.options, name) ? spec.options[name] : undefined;
  if (option === undefined) {
    const hint = nearest(written.replace(/^--?/, ""), [...Object.keys(spec.options), "help"]);
    throw wrong(spec, `no option "${written}"` + (hint === undefined ? "" : `; did you mean "--${hint}"?`));
  }
  if (option.type === "boolean") {
    if (equals >= 0) throw wrong(spec, `"${written}" takes no value, got "${word.slice(equals + 1)}"`);
    return { name, value: "", taken: false };
  }
  if (equals >= 0) return { name, value: word.slice(equals + 1), taken: false };
  const shown = option.value ?? "VALUE";
  if (next === undefined) throw wrong(spec, `"${written}" needs a value: ${written} ${shown}`);
  // Rather a forgotten value than one that begins like an option.
  if (next.startsWith("-") && next !== "-") {
    throw wrong(spec, `"${written}" needs a value, got "${next}"; write ${written}=${shown} if that is the value`);
  }
  return { name, value: next, taken: true };
}

function wrong(spec: CommandSpec, fault: string): UsageError {
  // The program alone has no name of a command.
  const isAlone = spec.name === "";
  const help = `see "imprint-hook ${isAlone ? "" : `${spec.name} `}--help"`;
  return new UsageError(`${isAlone ? "" : `${spec.name}: `}${escapeControls(fault)}; ${help}`);
}
