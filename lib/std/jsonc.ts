/**
 * The part of `@std/jsonc` that this project uses, over `jsonc-parser`.
 *
 * @module
 */
import { parse as parseTolerant, type ParseError, printParseErrorCode } from "jsonc-parser";

/**
 * Parses JSON with comments and trailing commas.
 *
 * @throws {SyntaxError} when the text is not valid; the message names line and column (1-based)
 * @example
 * ```ts
 * import { parse } from "@std/jsonc";
 * parse('{ "a": 1, } // note'); // { a: 1 }
 * ```
 */
export function parse(text: string): unknown {
  const errors: ParseError[] = [];
  const value: unknown = parseTolerant(text, errors, { allowTrailingComma: true });
  const first = errors[0];
  if (first === undefined) return value;
  const before = text.slice(0, first.offset);
  const line = before.split("\n").length;
  const column = first.offset - before.lastIndexOf("\n");
  throw new SyntaxError(`cannot parse JSONC: ${printParseErrorCode(first.error)} at line ${line}, column ${column}`);
}
