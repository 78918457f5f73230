/**
 * The part of `@std/jsonc` that this project uses, over `jsonc-parser`.
 *
 * @module
 */
import { type Node, type ParseError, parseTree } from "jsonc-parser";
import { jsoncFault } from "./jsonc_fault.ts";

/** What JSON can hold. */
export type JsonValue = { [key: string]: JsonValue | undefined } | JsonValue[] | string | number | boolean | null;

/**
 * Parses JSON with comments and trailing commas.
 *
 * @returns plain objects and arrays; a key `__proto__` is a key like any other
 * @throws {SyntaxError} when the text is not valid; the message names line and column (1-based)
 * @example
 * ```ts
 * import { parse } from "@std/jsonc";
 * import { assertEquals } from "@std/assert";
 * assertEquals(parse('{ "a": [1,], } // note'), { a: [1] });
 * ```
 */
export function parse(text: string): JsonValue {
  const errors: ParseError[] = [];
  let tree: Node | undefined;
  try {
    tree = parseTree(text, errors, { allowTrailingComma: true });
    const first = errors[0];
    if (tree !== undefined && first === undefined) return valueOf(tree);
    throw new SyntaxError(
      first === undefined ? "it is empty" : `${place(text, first.offset)}: ${jsoncFault(first.error)}`,
    );
  } catch (error) {
    // The parser and `valueOf` go as deep as the text does.
    if (error instanceof RangeError) throw new SyntaxError("it is nested too deeply");
    throw error;
  }
}

function place(text: string, offset: number): string {
  const before = text.slice(0, offset);
  return `line ${before.split("\n").length}, column ${offset - before.lastIndexOf("\n")}`;
}

function valueOf(node: Node): JsonValue {
  if (node.type === "array") return (node.children ?? []).map(valueOf);
  if (node.type !== "object") return node.value;
  const result: { [key: string]: JsonValue } = {};
  for (const property of node.children ?? []) {
    const [key, value] = property.children ?? [];
    if (key === undefined || value === undefined) continue;
    // Assigning to `__proto__` would set the prototype.
    Object.defineProperty(result, key.value, {
      value: valueOf(value),
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
  return result;
}
