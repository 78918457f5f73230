/**
 * JSON with comments as a tree with offsets, over `jsonc-parser`, for edits that leave everything else as it is.
 *
 * Its own `modify()` is not used: it glues the items before the last one together when that is removed from a list on one
 * line (3.3.1, `impl/edit.js`), lays lines out anew that it only touches, and edits the first of two keys of one name,
 * while every reader takes the last.
 *
 * @module
 */
import { createScanner, type Node, type ParseError, parseTree } from "jsonc-parser";
import { jsoncFault } from "../../std/jsonc_fault.ts";

export { getNodeValue } from "jsonc-parser";
export type { Node } from "jsonc-parser";

/** A container: an object or a list. */
export interface Container extends Node {
  readonly type: "object" | "array";
  readonly children: Node[];
}

/**
 * Parses a text.
 *
 * @param text without byte-order mark
 * @returns the root; an object
 * @throws {SyntaxError} when the text does not parse, is empty or holds no object; the message names line and column
 */
export function parseObjectTree(text: string): Container {
  const errors: ParseError[] = [];
  let root: Node | undefined;
  try {
    root = parseTree(text, errors, { allowTrailingComma: true });
  } catch (error) {
    if (error instanceof RangeError) throw new SyntaxError("it is nested too deeply");
    throw error;
  }
  if (root === undefined) throw new SyntaxError("it is empty");
  const [first] = errors;
  if (first !== undefined) {
    const { line, column } = lineAndColumn(text, first.offset);
    throw new SyntaxError(`line ${line}, column ${column}: ${jsoncFault(first.error)}`);
  }
  if (root.type !== "object") throw new SyntaxError(`it holds no object, but ${root.type} at line 1`);
  return asContainer(root);
}

/** Line and column, both from 1 on, of an offset. */
export function lineAndColumn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const lines = text.slice(0, offset).split(/\r\n|\n|\r/);
  return { line: lines.length, column: (lines.at(-1) ?? "").length + 1 };
}

/** The node as a container. */
export function asContainer(node: Node): Container {
  return { ...node, type: node.type === "array" ? "array" : "object", children: node.children ?? [] };
}

/** The value node of a key; the last one, as readers take it. */
export function valueNode(object: Container, key: string): Node | undefined {
  return propertyNode(object, key)?.children?.[1];
}

/** The property node of a key: key, colon and value; the last one, as readers take it. */
export function propertyNode(object: Container, key: string): Node | undefined {
  return object.children.findLast((property) => property.children?.[0]?.value === key);
}

/** What stands between two offsets, apart from white space. */
export interface GapToken {
  readonly kind: "comma" | "line-comment" | "block-comment" | "other";
  readonly offset: number;
  readonly end: number;
}

/** The tokens between two offsets of a text, which lie between nodes. */
export function gapTokens(
  text: string,
  { from, to }: { readonly from: number; readonly to: number },
): readonly GapToken[] {
  const scanner = createScanner(text, false);
  const tokens: GapToken[] = [];
  scanner.setPosition(from);
  while (true) {
    const kind: number = scanner.scan();
    const offset = scanner.getTokenOffset();
    if (kind === EOF || offset >= to) return tokens;
    if (WHITE_SPACE.includes(kind)) continue;
    tokens.push({ kind: KINDS[kind] ?? "other", offset, end: offset + scanner.getTokenLength() });
  }
}

// Values of the package's `SyntaxKind`, which is a type only (3.3.1).
const EOF = 17;
const WHITE_SPACE: readonly number[] = [14, 15];
const KINDS: { readonly [kind: number]: GapToken["kind"] } = { 5: "comma", 12: "line-comment", 13: "block-comment" };
