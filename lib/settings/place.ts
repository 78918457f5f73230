/**
 * Putting entries into a settings text that has none of them.
 *
 * How a container was found is written into the white space around what is put there, so that taking it out again
 * restores the text (see `settings_withdraw.ts`):
 *
 * - not there: a line break follows the opening bracket, as `JSON.stringify` writes it
 * - empty: nothing stands between the bracket and the first item
 * - null: one space on either side of the items
 * - no settings at all: each group is on one line
 *
 * @module
 */
import type { Json } from "../types.ts";
import { hooksObject } from "./entries.ts";
import type { EventHandler } from "./handler.ts";
import { compact, expanded, type Layout, layoutOf, lineIndent, type Position } from "./layout.ts";
import { appendItem, splice } from "./list_edit.ts";
import { elementsOf, endOf, gapTokens, type Node, parseSettings, propertiesOf, valueOf } from "./tree.ts";

/**
 * Adds one group for each entry.
 *
 * @param text the settings; undefined when there is no file
 * @param entries in the order in which they are written, each event once
 * @returns the new text; the old one when there is nothing to add
 * @throws {SettingsTextError} when the text can't be edited
 */
export function placeEntries(text: string | undefined, entries: readonly EventHandler[]): string | undefined {
  if (entries.length === 0) return text;
  if (text === undefined) return `${newSettings(entries, "\n")}\n`;
  const root = parseSettings(text);
  const layout = layoutOf(text, root);
  if (root === undefined) return besideComments(text, newSettings(entries, layout.eol), layout.eol);
  return entries.reduce((edited, entry) => placeEntry(edited, entry, layout), text);
}

/** The whole text of settings that hold nothing but our entries. */
export function newSettings(entries: readonly EventHandler[], eol: string): string {
  const events = entries.map(({ event, handler }) =>
    `    ${JSON.stringify(event)}: [${eol}      ${compact({ hooks: [handler] })}${eol}    ]`
  );
  return ["{", '  "hooks": {', events.join(`,${eol}`), "  }", "}"].join(eol);
}

/** A text of white space and comments stays in front; an open line comment is ended first. */
function besideComments(text: string, settings: string, eol: string): string {
  const start = text.startsWith("\ufeff") ? 1 : 0;
  const last = gapTokens(text, { from: start, to: text.length }).at(-1);
  return last?.kind === "line-comment" ? text + eol + settings + eol : text + settings;
}

function placeEntry(text: string, entry: EventHandler, layout: Layout): string {
  const root = parseSettings(text);
  if (root === undefined) throw new TypeError("the settings are gone");
  const hooks = hooksObject(text, { root, events: [entry.event] });
  if (hooks === undefined) return placeHooks(text, { root, entry, layout });
  const list = valueOf(hooks, entry.event);
  const group: Json = { hooks: [entry.handler] };
  if (list === undefined) {
    const render = (position: Position) => eventProperty(entry, position);
    if (propertiesOf(hooks).length > 0) return appendItem(text, hooks, { layout, render });
    return putFirst(text, hooks, render({ indent: lineIndent(text, hooks.offset) + layout.unit, layout }));
  }
  if (elementsOf(list).length > 0) {
    return appendItem(text, list, { layout, render: (position) => expanded(group, position) });
  }
  const item = expanded(group, { indent: lineIndent(text, list.offset), layout });
  return list.type === "null" ? replaceNode(text, list, `[ ${item} ]`) : putFirst(text, list, item);
}

/** There is no `hooks` object yet, or null in its place. */
function placeHooks(
  text: string,
  { root, entry, layout }: { readonly root: Node; readonly entry: EventHandler; readonly layout: Layout },
): string {
  const nothing = valueOf(root, "hooks");
  if (nothing !== undefined) {
    const indent = lineIndent(text, nothing.offset) + layout.unit;
    return replaceNode(text, nothing, `{ ${eventProperty(entry, { indent, layout })} }`);
  }
  const render = (position: Position) =>
    `"hooks": ${expanded({ [entry.event]: [{ hooks: [entry.handler] }] }, position)}`;
  if (propertiesOf(root).length > 0) return appendItem(text, root, { layout, render });
  const indent = lineIndent(text, root.offset) + layout.unit;
  return putFirst(text, root, `${layout.eol}${indent}${render({ indent, layout })}${layout.eol}`);
}

function eventProperty({ event, handler }: EventHandler, position: Position): string {
  return `${JSON.stringify(event)}: ${expanded([{ hooks: [handler] }], position)}`;
}

function putFirst(text: string, list: Node, piece: string): string {
  return splice(text, { start: list.offset + 1, end: list.offset + 1 }, piece);
}

function replaceNode(text: string, node: Node, by: string): string {
  return splice(text, { start: node.offset, end: endOf(node) }, by);
}
