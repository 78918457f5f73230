/**
 * Adding an item to an object or array and taking one out, so that the second undoes the first byte for byte.
 *
 * @module
 */
import { endOf, type GapToken, gapTokens, type Node } from "./tree.ts";
import { type Layout, lineIndent, type Position, startsLine } from "./layout.ts";

/** Replaces a range of a text. */
export function splice(text: string, range: { readonly start: number; readonly end: number }, by = ""): string {
  return text.slice(0, range.start) + by + text.slice(range.end);
}

/** The indentation of the items of an object or array that is not empty. */
export function itemIndent(text: string, list: Node, layout: Layout): string {
  const last = list.children?.at(-1);
  if (last !== undefined && startsLine(text, last.offset)) return lineIndent(text, last.offset);
  return lineIndent(text, list.offset) + layout.unit;
}

/**
 * Adds an item behind the last one of an object or array that is not empty, on a line of its own. A comment behind the
 * last item stays with it; a trailing comma stays trailing.
 *
 * @param list an object or array
 * @param options `render` gets the position of the new item; `inline` puts it on the line of the last one
 */
export function appendItem(
  text: string,
  list: Node,
  options: { readonly layout: Layout; readonly render: (position: Position) => string; readonly inline?: boolean },
): string {
  const last = list.children?.at(-1);
  if (last === undefined) throw new TypeError("an empty list has no last item");
  const from = endOf(last);
  const tokens = gapTokens(text, { from, to: endOf(list) - 1 });
  const comma = tokens.find(({ kind }) => kind === "comma");
  const at = endOfLineComments(tokens, comma?.end ?? from);
  const indent = itemIndent(text, list, options.layout);
  const item = options.render({ indent, layout: options.layout });
  const piece = options.inline === true ? ` ${item}` : `${options.layout.eol}${indent}${item}`;
  if (comma !== undefined) return splice(text, { start: at, end: at }, `${piece},`);
  return splice(splice(text, { start: at, end: at }, piece), { start: from, end: from }, ",");
}

/** Behind the comments that start on the line of `from`. */
function endOfLineComments(tokens: readonly GapToken[], from: number): number {
  let end = from;
  for (const { kind, start, end: tokenEnd } of tokens) {
    if (start < from) continue;
    if (kind === "break") break;
    if (kind !== "space") end = tokenEnd;
  }
  return end;
}

/**
 * Takes one item out of an object or array that has others, with its comma and the white space before it. Comments stay.
 *
 * @param list an object or array
 * @param item one of its children
 */
export function removeItem(text: string, list: Node, item: Node): string {
  const items = list.children ?? [];
  const index = items.indexOf(item);
  const previous = items[index - 1];
  const next = items[index + 1];
  const before = gapTokens(text, { from: previous === undefined ? list.offset + 1 : endOf(previous), to: item.offset });
  const after = gapTokens(text, { from: endOf(item), to: next === undefined ? endOf(list) - 1 : next.offset });
  const isComma = ({ kind }: GapToken) => kind === "comma";
  const ownComma = after.find(isComma);
  const comma = ownComma ?? before.find(isComma);
  const kept = before.findLast(({ kind }) => kind !== "space" && kind !== "break");
  let start = kept?.end ?? list.offset + 1;
  // What follows must not slide into the comment before.
  if (kept?.kind === "line-comment" && !breaksLine(after)) {
    start = before.find((token) => token.kind === "break" && token.start >= start)?.end ?? start;
  }
  const cuts = [{ start, end: endOf(item) }, ...(comma === undefined ? [] : [comma])];
  cuts.sort((a, b) => b.start - a.start);
  return cuts.reduce((edited, cut) => splice(edited, cut), text);
}

function breaksLine(tokens: readonly GapToken[]): boolean {
  return tokens.find(({ kind }) => kind !== "space" && kind !== "comma")?.kind === "break";
}
