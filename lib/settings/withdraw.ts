/**
 * Taking this program's entries out of a settings text.
 *
 * @module
 */
import { findEntries, type FoundEntry } from "./entries.ts";
import { layoutOf } from "./layout.ts";
import { removeItem, splice } from "./list_edit.ts";
import { newSettings, placeEntries } from "./place.ts";
import { endOf, type Node, parseSettings, propertiesOf } from "./tree.ts";

/** The order in which `install` writes events, for every client; each takes those that it has. */
export const EVENT_ORDER: readonly string[] = ["Stop", "SessionEnd", "PreCompact"];

/**
 * Takes every entry of ours out.
 *
 * When putting the same entries into the result gives the text again, nothing else has changed since they were put
 * there, and the result is the text of that time, with what was empty or null then. Otherwise what the removal empties goes.
 *
 * @param text the settings
 * @returns undefined when there was no file before
 * @throws {SettingsTextError} when the text can't be edited
 */
export function withdrawEntries(text: string): string | undefined {
  const entries = inPlacingOrder(ownEntries(parseSettings(text)));
  if (entries.length === 0) return text;
  const once = new Set(entries.map(({ event }) => event)).size === entries.length;
  const before = once
    ? candidates(text, entries).find((candidate) => replays(text, { candidate, entries }))
    : undefined;
  return before === undefined ? withdrawAll(text, { restore: false }) : before.text;
}

/** A text that may have been there before; no text: no file. */
interface Candidate {
  readonly text: string | undefined;
}

function* candidates(text: string, entries: readonly FoundEntry[]): Generator<Candidate> {
  const { eol } = layoutOf(text, undefined);
  const settings = newSettings(entries, eol);
  if (text === `${settings}${eol}`) yield { text: undefined };
  if (text.endsWith(settings)) yield { text: text.slice(0, -settings.length) };
  const ended = `${eol}${settings}${eol}`;
  if (text.endsWith(ended)) yield { text: text.slice(0, -ended.length) };
  yield { text: withdrawAll(text, { restore: true }) };
}

function replays(
  text: string,
  { candidate, entries }: { readonly candidate: Candidate; readonly entries: readonly FoundEntry[] },
): boolean {
  try {
    return placeEntries(candidate.text, entries) === text;
  } catch {
    return false;
  }
}

/** The entries that are ours to change. */
export function ownEntries(root: Node | undefined): readonly FoundEntry[] {
  return findEntries(root).filter(({ command }) => command.form !== "compound");
}

/** Indentation follows the lines around, which each entry changes: only the reverse order undoes that. */
function inPlacingOrder(entries: readonly FoundEntry[]): readonly FoundEntry[] {
  const rank = ({ event }: FoundEntry) => EVENT_ORDER.indexOf(event);
  return [...entries].sort((a, b) => rank(a) - rank(b));
}

function withdrawAll(text: string, options: { readonly restore: boolean }): string {
  let edited = text;
  // What was put in last goes first.
  for (;;) {
    const root = parseSettings(edited);
    const entry = inPlacingOrder(ownEntries(root)).at(-1);
    if (root === undefined || entry === undefined) return edited;
    edited = withdrawEntry(edited, { root, entry, ...options });
  }
}

/**
 * Takes one entry out, with the containers that it leaves empty.
 *
 * @param options `restore`: a container that was empty or null before, as its white space says, is that again
 */
export function withdrawEntry(
  text: string,
  { root, entry, restore }: { readonly root: Node; readonly entry: FoundEntry; readonly restore: boolean },
): string {
  const { hooks, property, group, handlers, handler } = entry.nodes;
  if (handlers !== undefined && !isOnly(text, handlers, handler)) return removeItem(text, handlers, handler);
  const list = property.value;
  if (!isOnly(text, list, group)) return removeItem(text, list, group);
  const emptied = restore ? undo(text, list, group) : undefined;
  if (emptied !== undefined) return emptied;
  if (!isOnly(text, hooks, property.node)) return removeItem(text, hooks, property.node);
  const emptiedHooks = restore ? undo(text, hooks, property.node) : undefined;
  if (emptiedHooks !== undefined) return emptiedHooks;
  const parent = propertiesOf(root).find(({ value }) => value === hooks)?.node;
  if (parent === undefined) throw new TypeError("hooks without a parent");
  if (root.children?.length !== 1) return removeItem(text, root, parent);
  if (!restore) {
    const emptyRoot = isOnly(text, root, parent);
    return emptyRoot ? splice(text, { start: root.offset + 1, end: endOf(root) - 1 }) : removeItem(text, root, parent);
  }
  const { eol } = layoutOf(text, root);
  const end = endOf(parent);
  return splice(text, { start: root.offset + 1, end: text.startsWith(eol, end) ? end + eol.length : end });
}

/** True when a list holds this item and, beside it, neither another one nor a comment. */
function isOnly(text: string, list: Node, item: Node): boolean {
  if ((list.children ?? []).length !== 1) return false;
  const around = text.slice(list.offset + 1, item.offset) + text.slice(endOf(item), endOf(list) - 1);
  return /^[\s,]*$/.test(around);
}

function undo(text: string, list: Node, item: Node): string | undefined {
  const before = text.slice(list.offset + 1, item.offset);
  const after = text.slice(endOf(item), endOf(list) - 1);
  if (before === "") return splice(text, { start: item.offset, end: endOf(item) });
  if (before === " " && after === " ") return splice(text, { start: list.offset, end: endOf(list) }, "null");
  return undefined;
}
