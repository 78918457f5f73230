/**
 * Bringing entries that are there already up to date, key by key, so that comments and keys of the user's stay.
 *
 * @module
 */
import { findNodeAtOffset, getNodeValue } from "jsonc-parser";
import type { Json } from "../../lib/types.ts";
import type { EventHandler, Handler } from "./settings_handler.ts";
import { compact, expanded, type Layout, lineIndent, type Position } from "./settings_layout.ts";
import { appendItem, removeItem, splice } from "./settings_list_edit.ts";
import { endOf, type Node, parseSettings, propertiesOf, valueOf } from "./settings_tree.ts";
import { ownEntries, withdrawEntry } from "./settings_withdraw.ts";

/** Keys with which the entry would not run as it is meant to: another shell, a condition, a failure that blocks. */
const DROPPED = ["shell", "if", "once", "onFailure"];

/** What one step of an update did. */
export interface UpdateStep {
  readonly text: string;
  readonly event: string;
  readonly action: "updated" | "removed";
}

/**
 * One step towards entries that are as wanted, each once.
 *
 * @returns undefined when nothing is left to do
 */
export function updateStep(
  text: string,
  options: { readonly root: Node; readonly wanted: readonly EventHandler[]; readonly layout: Layout },
): UpdateStep | undefined {
  const kept = new Set<string>();
  for (const entry of ownEntries(options.root)) {
    const { event } = entry;
    const handler = options.wanted.find((wanted) => wanted.event === event)?.handler;
    // Context at session start is asked for by hand and not this command's to take away.
    if (handler === undefined && event === "SessionStart") continue;
    const runs = entry.neverRuns === undefined || entry.neverRuns === "if";
    if (handler === undefined || !runs || kept.has(event)) {
      return { text: withdrawEntry(text, { root: options.root, entry, restore: false }), event, action: "removed" };
    }
    kept.add(event);
    const updated = updateHandler(text, { node: entry.nodes.handler, handler, layout: options.layout });
    if (updated !== text) return { text: updated, event, action: "updated" };
  }
  return undefined;
}

/** Changes every key that is not as wanted, in one step: with some of them changed the entry is nobody's any more. */
function updateHandler(
  text: string,
  { node, handler, layout }: { readonly node: Node; readonly handler: Handler; readonly layout: Layout },
): string {
  const updated = updateKey(text, { node, handler, layout });
  if (updated === undefined) return text;
  const root = parseSettings(updated);
  // Whatever changes inside of it, the handler begins where it did.
  const changed = root === undefined ? undefined : findNodeAtOffset(root, node.offset);
  if (changed === undefined) throw new TypeError("an updated handler is gone");
  return updateHandler(updated, { node: changed, handler, layout });
}

/** Changes the first key that is not as wanted. */
function updateKey(
  text: string,
  { node, handler, layout }: { readonly node: Node; readonly handler: Handler; readonly layout: Layout },
): string | undefined {
  const dropped = handler.args === undefined ? [...DROPPED, "args"] : DROPPED;
  const surplus = propertiesOf(node).find(({ key }) => dropped.includes(key));
  if (surplus !== undefined) return removeItem(text, node, surplus.node);
  for (const [key, value] of Object.entries(handler) as [keyof Handler, Json][]) {
    const current = valueOf(node, key);
    if (current === undefined) {
      const inline = !/[\r\n]/.test(text.slice(node.offset, endOf(node)));
      const render = (position: Position) =>
        `${JSON.stringify(key)}: ${inline ? compact(value) : expanded(value, position)}`;
      return appendItem(text, node, { layout, render, inline });
    }
    if (isAsWanted({ key, found: getNodeValue(current) as Json, value })) continue;
    const indent = lineIndent(text, current.offset);
    const onOneLine = !/[\r\n]/.test(text.slice(node.offset, endOf(node)));
    const by = onOneLine ? compact(value) : expanded(value, { indent, layout });
    return splice(text, { start: current.offset, end: endOf(current) }, by);
  }
  return undefined;
}

/** A longer timeout is the user's choice; from 1000 on somebody thought of milliseconds. */
function isAsWanted(
  { key, found, value }: { readonly key: keyof Handler; readonly found: Json | undefined; readonly value: Json },
): boolean {
  if (key === "timeout" && typeof found === "number" && typeof value === "number") {
    return found >= value && found < 1000;
  }
  return JSON.stringify(found) === JSON.stringify(value);
}
