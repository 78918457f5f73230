/**
 * How a settings file is laid out, and JSON written in that layout.
 *
 * @module
 */
import type { Json } from "../types.ts";
import { type Node, propertiesOf } from "./tree.ts";

/** Line ending and one step of indentation. */
export interface Layout {
  readonly eol: "\n" | "\r\n";
  readonly unit: string;
}

/** The layout of a text: that of its first line break and of the first property that starts a line. */
export function layoutOf(text: string, root: Node | undefined): Layout {
  const lineFeed = text.indexOf("\n");
  const eol = lineFeed > 0 && text[lineFeed - 1] === "\r" ? "\r\n" : "\n";
  const first = root === undefined ? undefined : propertiesOf(root).find(({ node }) => startsLine(text, node.offset));
  if (root === undefined || first === undefined) return { eol, unit: "  " };
  const outer = startsLine(text, root.offset) ? lineIndent(text, root.offset) : "";
  const inner = lineIndent(text, first.node.offset);
  return { eol, unit: inner.startsWith(outer) && inner !== outer ? inner.slice(outer.length) : "  " };
}

/** The white space that the line of `offset` starts with. */
export function lineIndent(text: string, offset: number): string {
  const start = lineStart(text, offset);
  let end = start;
  while (end < offset && isBlank(text[end])) end++;
  return text.slice(start, end);
}

/** True when only white space stands before `offset` on its line. */
export function startsLine(text: string, offset: number): boolean {
  return lineStart(text, offset) + lineIndent(text, offset).length === offset;
}

function lineStart(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && text[start - 1] !== "\n" && text[start - 1] !== "\r") start--;
  return text[start] === "\ufeff" ? start + 1 : start;
}

function isBlank(character: string | undefined): boolean {
  return character === " " || character === "\t";
}

/** Where a value is written: the indentation of the line that it starts on, and the layout. */
export interface Position {
  readonly indent: string;
  readonly layout: Layout;
}

/** JSON over several lines, as `JSON.stringify` lays it out. */
export function expanded(value: Json, { indent, layout }: Position): string {
  const inner = { indent: indent + layout.unit, layout };
  const items = Array.isArray(value)
    ? value.map((item: Json) => expanded(item, inner))
    : isObject(value)
    ? Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${expanded(item, inner)}`)
    : undefined;
  if (items === undefined) return JSON.stringify(value);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  if (items.length === 0) return `${open}${close}`;
  const lines = items.map((item) => `${layout.eol}${inner.indent}${item}`);
  return `${open}${lines.join(",")}${layout.eol}${indent}${close}`;
}

/**
 * JSON on one line.
 *
 * @example
 * ```ts
 * import { compact } from "./layout.ts";
 * compact({ a: [1, 2] }); // '{ "a": [1, 2] }'
 * ```
 */
export function compact(value: Json): string {
  if (Array.isArray(value)) return `[${value.map((item: Json) => compact(item)).join(", ")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const items = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${compact(item)}`);
  return items.length === 0 ? "{}" : `{ ${items.join(", ")} }`;
}

function isObject(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
