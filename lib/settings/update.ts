/**
 * Bringing entries that are there already up to date, key by key, so that comments and keys of the user's stay.
 *
 * @module
 */
import { findNodeAtOffset, getNodeValue } from "jsonc-parser";
import type { Json } from "../types.ts";
import type { AnyHandler, EventHandler, UpdateRules } from "./handler.ts";
import { compact, expanded, type Layout, lineIndent, type Position } from "./layout.ts";
import { appendItem, removeItem, splice } from "./list_edit.ts";
import { endOf, type Node, parseSettings, propertiesOf, valueOf } from "./tree.ts";
import { ownEntries, withdrawEntry } from "./withdraw.ts";

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
  options: {
    readonly root: Node;
    readonly wanted: readonly EventHandler[];
    readonly layout: Layout;
    readonly rules: UpdateRules;
  },
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
    const { layout, rules } = options;
    const updated = updateHandler(text, entry.nodes.handler, { event, handler, layout, rules });
    if (updated !== text) return { text: updated, event, action: "updated" };
  }
  return undefined;
}

interface HandlerUpdate {
  readonly event: string;
  readonly handler: AnyHandler;
  readonly layout: Layout;
  readonly rules: UpdateRules;
}

/** Changes every key that is not as wanted, in one step: with some of them changed the entry is nobody's any more. */
function updateHandler(text: string, node: Node, update: HandlerUpdate): string {
  const updated = updateKey(text, node, update);
  if (updated === undefined) return text;
  const root = parseSettings(updated);
  // Whatever changes inside of it, the handler begins where it did.
  const changed = root === undefined ? undefined : findNodeAtOffset(root, node.offset);
  if (changed === undefined) throw new TypeError("an updated handler is gone");
  return updateHandler(updated, changed, update);
}

/** Changes the first key that is not as wanted. */
function updateKey(text: string, node: Node, { event, handler, layout, rules }: HandlerUpdate): string | undefined {
  const surplus = propertiesOf(node).find(({ key }) => rules.dropped.includes(key) && handler[key] === undefined);
  if (surplus !== undefined) return removeItem(text, node, surplus.node);
  for (const [key, value] of Object.entries(handler)) {
    const current = valueOf(node, key);
    if (current === undefined) {
      const inline = !/[\r\n]/.test(text.slice(node.offset, endOf(node)));
      const render = (position: Position) =>
        `${JSON.stringify(key)}: ${inline ? compact(value) : expanded(value, position)}`;
      return appendItem(text, node, { layout, render, inline });
    }
    const found = getNodeValue(current) as Json | undefined;
    if (JSON.stringify(found) === JSON.stringify(value) || rules.isAsWanted({ event, key, found, value })) continue;
    const indent = lineIndent(text, current.offset);
    const onOneLine = !/[\r\n]/.test(text.slice(node.offset, endOf(node)));
    const by = onOneLine ? compact(value) : expanded(value, { indent, layout });
    return splice(text, { start: current.offset, end: endOf(current) }, by);
  }
  return undefined;
}
