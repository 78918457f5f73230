/**
 * How a configuration is laid out, and values written in that layout.
 *
 * @module
 */
import type { Json } from "../../types.ts";
import type { Container, Node } from "./jsonc_tree.ts";

/** Line ending and one step of indentation. */
export interface Layout {
  readonly eol: string;
  readonly unit: string;
}

/** A longer line is broken. */
const MOST_COLUMNS = 100;

/** The layout of a text: that of its first line break, and of the first property that starts a line. */
export function layoutOfText(text: string, root: Container): Layout {
  const eol = /\r\n|\n|\r/.exec(text)?.[0] ?? "\n";
  const first = root.children.find((child) => startsLine(text, child.offset));
  if (first === undefined) return { eol, unit: "  " };
  const outer = startsLine(text, root.offset) ? indentAt(text, root.offset) : "";
  const inner = indentAt(text, first.offset);
  return { eol, unit: inner.startsWith(outer) && inner.length > outer.length ? inner.slice(outer.length) : "  " };
}

/** Offset of the first character of the line that `offset` lies in. */
export function lineStart(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && text[start - 1] !== "\n" && text[start - 1] !== "\r") start--;
  return start;
}

/** Offset behind the last character of the line that `offset` lies in, its line break left out. */
export function lineEnd(text: string, offset: number): number {
  let end = offset;
  while (end < text.length && text[end] !== "\n" && text[end] !== "\r") end++;
  return end;
}

/** The white space that the line of `offset` begins with. */
export function indentAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, offset), offset))?.[0] ?? "";
}

/** True when only white space stands before `offset` on its line. */
export function startsLine(text: string, offset: number): boolean {
  return text.slice(lineStart(text, offset), offset).trim() === "";
}

/** Where a value is written. */
export interface Position {
  readonly indent: string;
  readonly layout: Layout;
  /** Containers around it; the outermost object has 0. */
  readonly depth: number;
  /** Text before it on its line, beside the indentation. */
  readonly before: string;
}

/**
 * A value as JSON: on one line where that stays readable, else one item a line. The outermost object and its table of
 * workspaces always take a line for each entry.
 */
export function rendered(value: Json, position: Position): string {
  const items = itemsOf(value);
  if (items === undefined) return JSON.stringify(value);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  if (items.length === 0) return `${open}${close}`;
  const { indent, layout, depth, before } = position;
  const line = compact(value);
  const isTable = !Array.isArray(value) && depth <= 1;
  if (!isTable && indent.length + before.length + line.length <= MOST_COLUMNS) return line;
  const inner = indent + layout.unit;
  const lines = items.map(({ key, item }) => {
    const name = key === undefined ? "" : `${JSON.stringify(key)}: `;
    return `${inner}${name}${rendered(item, { indent: inner, layout, depth: depth + 1, before: name })}`;
  });
  return `${open}${layout.eol}${lines.join(`,${layout.eol}`)}${layout.eol}${indent}${close}`;
}

function itemsOf(value: Json): readonly { readonly key?: string; readonly item: Json }[] | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value)) return value.map((item: Json) => ({ item }));
  return Object.entries(value).map(([key, item]) => ({ key, item: item as Json }));
}

/**
 * A value on one line.
 *
 * @example
 * ```ts
 * import { compact } from "./jsonc_layout.ts";
 * compact({ roots: ["/home/mira"] }); // '{ "roots": ["/home/mira"] }'
 * ```
 */
export function compact(value: Json): string {
  const items = itemsOf(value);
  if (items === undefined) return JSON.stringify(value);
  const texts = items.map(({ key, item }) =>
    key === undefined ? compact(item) : `${JSON.stringify(key)}: ${compact(item)}`
  );
  if (Array.isArray(value)) return `[${texts.join(", ")}]`;
  return texts.length === 0 ? "{}" : `{ ${texts.join(", ")} }`;
}

/** End of a node. */
export function endOf(node: Node): number {
  return node.offset + node.length;
}
