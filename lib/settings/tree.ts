/**
 * A settings file as a tree with offsets, so that an edit can leave every other byte alone.
 *
 * @module
 */
import { type Node, type ParseError, parseTree } from "jsonc-parser";
import { jsoncFault } from "../std/jsonc_fault.ts";

export type { Node } from "jsonc-parser";

/** A settings text that can't be edited safely. Nothing is changed then. */
export class SettingsTextError extends Error {
  override readonly name = "SettingsTextError";
  /** What was found there. */
  readonly found: string;
  /** From 1. */
  readonly line: number;
  /** In UTF-16 code units, from 1. */
  readonly column: number;

  /**
   * @param found what was found, for the message
   * @param place the text and the offset in it
   */
  constructor(found: string, { text, offset }: { readonly text: string; readonly offset: number }) {
    const { line, column } = lineAndColumn(text, offset);
    super(`line ${line}, column ${column}: ${found}`);
    this.found = found;
    this.line = line;
    this.column = column;
  }
}

/**
 * Parses settings with comments and trailing commas.
 *
 * @param text the whole file; a byte-order mark may come first
 * @returns undefined when there is no value at all: white space and comments only
 * @throws {SettingsTextError} when the text is not JSON with comments
 */
export function parseSettings(text: string): Node | undefined {
  const errors: ParseError[] = [];
  // A space instead of the mark keeps the offsets.
  const unmarked = text.startsWith("\ufeff") ? ` ${text.slice(1)}` : text;
  let root: Node | undefined;
  try {
    root = parseTree(unmarked, errors, { allowTrailingComma: true, allowEmptyContent: true });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new SettingsTextError("this is nested too deeply", { text, offset: 0 });
  }
  const [first] = errors;
  if (first === undefined) return root;
  throw new SettingsTextError(jsoncFault(first.error), { text, offset: first.offset });
}

function lineAndColumn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).replace(/^\ufeff/, "").split(/\r\n|\r|\n/);
  return { line: before.length, column: (before.at(-1) ?? "").length + 1 };
}

/** The offset behind a node. */
export function endOf(node: Node): number {
  return node.offset + node.length;
}

/** The value of an object's property; the last one counts when the name is there twice, as for `JSON.parse`. */
export function valueOf(object: Node, name: string): Node | undefined {
  return propertiesOf(object).findLast(({ key }) => key === name)?.value;
}

/** One property of an object. */
export interface Property {
  readonly key: string;
  readonly value: Node;
  /** Name and value together. */
  readonly node: Node;
}

/** The properties of an object in file order; none for any other node. */
export function propertiesOf(object: Node): readonly Property[] {
  if (object.type !== "object") return [];
  return (object.children ?? []).flatMap((node) => {
    const [key, value] = node.children ?? [];
    return key === undefined || value === undefined ? [] : [{ key: String(key.value), value, node }];
  });
}

/** The elements of an array; none for any other node. */
export function elementsOf(array: Node): readonly Node[] {
  return array.type === "array" ? array.children ?? [] : [];
}

/** What can stand between two items of a list. */
export interface GapToken {
  readonly kind: "comma" | "line-comment" | "block-comment" | "break" | "space";
  readonly start: number;
  readonly end: number;
}

/**
 * The tokens between two offsets of a text that parses, where no value stands.
 *
 * @example
 * ```ts
 * import { gapTokens } from "./tree.ts";
 * gapTokens("[1, // one\n2]", { from: 2, to: 11 }).map(({ kind }) => kind); // ["comma", "space", "line-comment", "break"]
 * ```
 */
export function gapTokens(text: string, { from, to }: { readonly from: number; readonly to: number }): GapToken[] {
  const tokens: GapToken[] = [];
  const pattern = /(,)|(\/\/[^\r\n]*)|(\/\*[^]*?\*\/)|(\r\n|\r|\n)|([^,/\r\n]+)/y;
  const kinds = ["comma", "line-comment", "block-comment", "break", "space"] as const;
  for (let at = from; at < to;) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    const kind = match === null ? undefined : kinds.find((_, index) => match[index + 1] !== undefined);
    // Nothing else can stand here; a mistake must not become an endless loop.
    if (match === null || kind === undefined) throw new TypeError(`no gap at offset ${at}`);
    const end = Math.min(at + match[0].length, to);
    tokens.push({ kind, start: at, end });
    at = end;
  }
  return tokens;
}
