/**
 * Finding this program's entries in a settings file.
 *
 * @module
 */
import { getNodeValue } from "jsonc-parser";
import type { Json } from "../types.ts";
import { type OwnCommand, ownCommand } from "./own_command.ts";
import { elementsOf, type Node, propertiesOf, type Property, SettingsTextError, valueOf } from "./tree.ts";

/** One entry of ours, or one that starts this program inside a larger command. */
export interface FoundEntry {
  readonly event: string;
  readonly command: OwnCommand;
  /** The handler's value. */
  readonly handler: { readonly [key: string]: Json };
  /** Why the client never runs it, if it does not. */
  readonly neverRuns?: "if" | "matcher" | "shape";
  readonly nodes: {
    readonly hooks: Node;
    readonly property: Property;
    /** The element of the event's array: a group with `hooks`, or (wrong, but seen) the handler itself. */
    readonly group: Node;
    /** The group's list of handlers; undefined when there is none. */
    readonly handlers: Node | undefined;
    readonly handler: Node;
  };
}

/**
 * The `hooks` object of the settings.
 *
 * @returns undefined when there is none or it is null
 * @throws {SettingsTextError} when the settings are no object, or `hooks` or the list of an event to be wired is something
 * else than the client takes
 */
export function hooksObject(
  text: string,
  { root, events }: { readonly root: Node; readonly events: readonly string[] },
): Node | undefined {
  if (root.type !== "object") throw shapeError(text, { node: root, expected: "the settings are to be an object" });
  const hooks = valueOf(root, "hooks");
  if (hooks === undefined || hooks.type === "null") return undefined;
  if (hooks.type !== "object") throw shapeError(text, { node: hooks, expected: '"hooks" is to be an object' });
  for (const event of events) {
    const list = valueOf(hooks, event);
    if (list === undefined || list.type === "null" || list.type === "array") continue;
    throw shapeError(text, { node: list, expected: `"hooks"."${event}" is to be an array` });
  }
  return hooks;
}

function shapeError(text: string, at: { readonly node: Node; readonly expected: string }): SettingsTextError {
  return new SettingsTextError(`${at.expected}, found ${at.node.type}`, { text, offset: at.node.offset });
}

/**
 * Every entry that starts this program, in file order, compound ones too. Whatever has another shape than the client
 * takes is passed by.
 */
export function findEntries(root: Node | undefined): readonly FoundEntry[] {
  if (root === undefined) return [];
  const objects = propertiesOf(root).filter(({ key }) => key === "hooks").map(({ value }) => value);
  const effective = valueOf(root, "hooks");
  return objects.flatMap((hooks) =>
    propertiesOf(hooks).flatMap((property) => {
      const counts = hooks === effective && property.value === valueOf(hooks, property.key);
      const entries = entriesOf(hooks, property);
      // A name that is there twice: the client takes the last one only.
      return counts ? entries : entries.map((entry): FoundEntry => ({ ...entry, neverRuns: "shape" }));
    })
  );
}

function entriesOf(hooks: Node, property: Property): readonly FoundEntry[] {
  return elementsOf(property.value).flatMap((group) => {
    const direct = valueOf(group, "command") !== undefined;
    const handlers = direct ? undefined : valueOf(group, "hooks");
    const candidates = direct ? [group] : handlers === undefined ? [] : elementsOf(handlers);
    return candidates.flatMap((node): FoundEntry[] => {
      const command = commandOf(node);
      if (command === undefined) return [];
      const handler = getNodeValue(node) as FoundEntry["handler"];
      const nodes = { hooks, property, group, handlers, handler: node };
      const neverRuns = direct ? "shape" : whyNever({ event: property.key, group, handler: node });
      return [{ event: property.key, command, handler, nodes, ...(neverRuns === undefined ? {} : { neverRuns }) }];
    });
  });
}

function commandOf(handler: Node): OwnCommand | undefined {
  const type = valueOf(handler, "type")?.value as unknown;
  const command = valueOf(handler, "command")?.value as unknown;
  if (typeof command !== "string" || (type !== undefined && type !== "command")) return undefined;
  const list = valueOf(handler, "args");
  if (list === undefined) return ownCommand(command);
  const args = elementsOf(list).map(({ value }): unknown => value).filter((arg) => typeof arg === "string");
  return ownCommand(command, args);
}

/** Matchers and `if` select: an entry with one of them runs sometimes or, with `if` on these events, never. */
function whyNever(
  { event, group, handler }: { readonly event: string; readonly group: Node; readonly handler: Node },
): "if" | "matcher" | undefined {
  if (valueOf(handler, "if") !== undefined) return "if";
  const matcher = valueOf(group, "matcher")?.value as unknown;
  // Stop has no matcher: the client ignores one there.
  const selects = typeof matcher === "string" && matcher !== "" && matcher !== "*" && event !== "Stop";
  return selects ? "matcher" : undefined;
}
