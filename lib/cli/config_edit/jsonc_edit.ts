/**
 * Changes of a JSON text with comments that leave every other character as it is: comments, order, indentation, line
 * endings, trailing commas. Comments are never removed, not even beside what is.
 *
 * @module
 */
import type { Json } from "../../types.ts";
import {
  compact,
  endOf,
  indentAt,
  type Layout,
  layoutOfText,
  lineEnd,
  lineStart,
  rendered,
  startsLine,
} from "./jsonc_layout.ts";
import {
  asContainer,
  type Container,
  type GapToken,
  gapTokens,
  getNodeValue,
  type Node,
  parseObjectTree,
  propertyNode,
  valueNode,
} from "./jsonc_tree.ts";

/** Keys of objects and positions in lists, from the outermost object on. */
export type JsonPath = readonly (string | number)[];

/** One change. */
export type Change =
  /** Sets a value; objects on the way are made. */
  | { readonly type: "set"; readonly path: JsonPath; readonly value: Json }
  /** Adds an item to a list, which is made when it is missing. */
  | { readonly type: "append"; readonly path: JsonPath; readonly value: Json }
  /** Removes a key or an item; nothing happens when it is not there. */
  | { readonly type: "remove"; readonly path: JsonPath };

/**
 * Applies changes, one after the other.
 *
 * @param text without byte-order mark; it must hold an object
 * @throws {SyntaxError} when the text does not parse
 * @throws {TypeError} when a path leads through something that is no object or list
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const text = '{ "active": "default" } // mine\n';
 * assertEquals(changed(text, [{ type: "set", path: ["active"], value: "research" }]), '{ "active": "research" } // mine\n');
 * ```
 */
export function changed(text: string, changes: readonly Change[]): string {
  return changes.reduce((current, change) => changedOnce(current, change), text);
}

function changedOnce(text: string, change: Change): string {
  const root = parseObjectTree(text);
  const layout = layoutOfText(text, root);
  if (change.type === "remove") return removed(text, root, change.path);
  // The deepest container that is there; what is missing below it is written as one value.
  let container = root;
  let depth = 0;
  const { path } = change;
  while (depth < path.length) {
    const next = childOf(container, path[depth]);
    if (next === undefined) break;
    depth++;
    if (depth === path.length && change.type === "set") {
      const indent = indentAt(text, next.offset);
      const before = text.slice(lineStart(text, next.offset) + indent.length, next.offset);
      return splice(text, next.offset, endOf(next), rendered(change.value, { indent, layout, depth, before }));
    }
    if (next.type !== "object" && next.type !== "array") {
      throw new TypeError(
        `cannot change "${path.join(".")}": "${path.slice(0, depth).join(".")}" is no object or list`,
      );
    }
    container = asContainer(next);
  }
  const value = path.slice(depth + 1).reduceRight<Json>(
    (inner, key) => typeof key === "number" ? [inner] : { [key]: inner },
    change.type === "append" ? [change.value] : change.value,
  );
  if (depth === path.length) return appended(text, container, { value: change.value, depth, layout });
  const key = path[depth];
  return appended(text, container, { ...(typeof key === "string" ? { key } : {}), value, depth, layout });
}

function childOf(container: Container, key: string | number | undefined): Node | undefined {
  if (typeof key === "number") return container.type === "array" ? container.children[key] : undefined;
  return container.type === "object" && key !== undefined ? valueNode(container, key) : undefined;
}

interface NewChild {
  readonly key?: string;
  readonly value: Json;
  /** Containers around it, its own container left out. */
  readonly depth: number;
  readonly layout: Layout;
}

/** Adds a child at the end of a container, in the way the others stand there. */
function appended(text: string, container: Container, child: NewChild): string {
  if ((child.key !== undefined) !== (container.type === "object")) {
    throw new TypeError(`cannot add to ${container.type === "object" ? "an object without a key" : "a list by a key"}`);
  }
  const last = container.children.at(-1);
  if (last === undefined) return filled(text, container, child);
  const close = endOf(container) - 1;
  const gap = gapTokens(text, { from: endOf(last), to: close });
  const comma = gap.find(({ kind }) => kind === "comma");
  const trailing = comma === undefined ? "" : ",";
  if (!startsLine(text, last.offset)) return appendedInLine(text, container, { child, comma, gap });
  const indent = indentAt(text, last.offset);
  // Comments that begin on the last child's line belong to it.
  const line = lineEnd(text, endOf(last));
  const own = gap.filter(({ kind, offset }) => kind !== "comma" && offset < line).at(-1);
  const at = Math.max(comma?.end ?? 0, endOf(last), own?.end ?? 0);
  const withComma = comma === undefined ? splice(text, endOf(last), endOf(last), ",") : text;
  const shifted = comma === undefined ? at + 1 : at;
  const addition = `${child.layout.eol}${indent}${childText(child, { indent, inline: false })}${trailing}`;
  return splice(withComma, shifted, shifted, addition);
}

/** Adds a child behind one that stands on a line with others; a line that gets too long is broken up. */
function appendedInLine(
  text: string,
  container: Container,
  { child, comma, gap }: {
    readonly child: NewChild;
    readonly comma: GapToken | undefined;
    readonly gap: readonly GapToken[];
  },
): string {
  const last = container.children.at(-1);
  const at = comma?.end ?? (last === undefined ? container.offset + 1 : endOf(last));
  const indent = indentAt(text, container.offset);
  const item = childText(child, { indent, inline: true });
  const longer = splice(text, at, at, `${comma === undefined ? "," : ""} ${item}${comma === undefined ? "" : ","}`);
  const whole = getNodeValue(container) as Json;
  const hasComments = gap.some(({ kind }) => kind !== "comma") ||
    /\/[/*]/.test(text.slice(container.offset, endOf(container)).replace(/"(?:[^"\\]|\\.)*"/g, ""));
  const width = lineEnd(longer, at) - lineStart(longer, container.offset);
  if (width <= MOST_IN_LINE || hasComments) return longer;
  const before = text.slice(lineStart(text, container.offset) + indent.length, container.offset);
  const value = Array.isArray(whole)
    ? [...whole as readonly Json[], child.value]
    : { ...whole as { readonly [key: string]: Json }, [child.key ?? ""]: child.value };
  const { layout, depth } = child;
  return splice(
    text,
    container.offset,
    endOf(container),
    rendered(value, { indent, layout, depth, before }),
  );
}

/** Columns after which a line that something is added to is broken up. */
const MOST_IN_LINE = 110;

/** Puts the first child into an empty container. Comments in it stay in front. */
function filled(text: string, container: Container, child: NewChild): string {
  const open = container.offset + 1;
  const close = endOf(container) - 1;
  const { layout, depth } = child;
  const outer = indentAt(text, container.offset);
  const inner = outer + layout.unit;
  const last = gapTokens(text, { from: open, to: close }).at(-1);
  const isOneLine = container.type === "array" || depth > 1;
  if (last === undefined && isOneLine) {
    const item = childText(child, { indent: outer, inline: true });
    return splice(text, open, close, container.type === "array" ? item : ` ${item} `);
  }
  const item = `${layout.eol}${inner}${childText(child, { indent: inner, inline: false })}${layout.eol}${outer}`;
  return splice(text, last?.end ?? open, close, item);
}

function childText(
  { key, value, depth, layout }: NewChild,
  { indent, inline }: { readonly indent: string; readonly inline: boolean },
): string {
  const name = key === undefined ? "" : `${JSON.stringify(key)}: `;
  return name + (inline ? compact(value) : rendered(value, { indent, layout, depth: depth + 1, before: name }));
}

function removed(text: string, root: Container, path: JsonPath): string {
  let container = root;
  for (const key of path.slice(0, -1)) {
    const next = childOf(container, key);
    if (next?.type !== "object" && next?.type !== "array") return text;
    container = asContainer(next);
  }
  const key = path.at(-1);
  const child = typeof key === "string" ? propertyNode(container, key) : childOf(container, key);
  return child === undefined ? text : withoutChild(text, container, child);
}

/** Takes a child out with the comma that is then too many; a line that held nothing else goes whole. */
function withoutChild(text: string, container: Container, child: Node): string {
  const index = container.children.findIndex(({ offset }) => offset === child.offset);
  const previous = container.children[index - 1];
  const next = container.children[index + 1];
  const close = endOf(container) - 1;
  const after = gapTokens(text, { from: endOf(child), to: next?.offset ?? close }).find(({ kind }) => kind === "comma");
  const before = previous === undefined
    ? undefined
    : gapTokens(text, { from: endOf(previous), to: child.offset }).find(({ kind }) => kind === "comma");
  // A trailing comma that the person wrote stays, behind what is the last one then.
  const comma = next === undefined && before !== undefined && after === undefined ? before : after;
  const pieces = [{ from: child.offset, to: endOf(child) }, ...(comma ? [{ from: comma.offset, to: comma.end }] : [])];
  const joined = pieces.sort((a, b) => a.from - b.from);
  const blanked = joined.reduceRight((rest, { from, to }) => splice(rest, from, to, ""), text);
  // Where the child stood in the text without it.
  const at = child.offset - (comma !== undefined && comma.offset < child.offset ? comma.end - comma.offset : 0);
  const gone = text.length - blanked.length;
  return tidied(blanked, { at, open: container.offset + 1, close: close - gone });
}

/** Closes the hole that a removed child left at `at`. */
function tidied(
  text: string,
  { at, open, close }: { readonly at: number; readonly open: number; readonly close: number },
): string {
  if (text.slice(open, close).trim() === "") return splice(text, open, close, "");
  const start = lineStart(text, at);
  const end = lineEnd(text, at);
  if (text.slice(start, end).trim() === "" && start > open && end < close) {
    return splice(text, start, end + (text.startsWith("\r\n", end) ? 2 : 1), "");
  }
  const left = text.slice(Math.max(open, start), at);
  const blanksLeft = left.length - left.trimEnd().length;
  const right = /^[ \t]*/.exec(text.slice(at, close))?.[0].length ?? 0;
  // The first of a line keeps the indentation before it, the last of an object on one line the space behind it.
  if (at + right >= close || /[\r\n]/.test(text[at + right] ?? "")) return splice(text, at - blanksLeft, at, "");
  return splice(text, at, at + right, "");
}

function splice(text: string, from: number, to: number, content: string): string {
  return text.slice(0, from) + content + text.slice(to);
}
