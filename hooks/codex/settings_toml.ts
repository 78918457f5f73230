/**
 * `install codex` and `uninstall codex` on `[hooks]` in the text of a `config.toml`.
 *
 * There is no TOML editor that keeps every byte, so the text is cut and pasted by whole lines, and both texts are parsed:
 * what comes out has to say the same as before but for our entries, or nothing is changed.
 *
 * @module
 */
import type { EntryChange } from "../../lib/installer.ts";
import { sortedJson } from "../../lib/record/sorted_json.ts";
import type { AnyHandler, EventHandler } from "../../lib/settings/handler.ts";
import { SettingsTextError } from "../../lib/settings/tree.ts";
import type { Json } from "../../lib/types.ts";
import { configValue, isObject } from "./settings_files.ts";
import { codexHandlers, type CodexHookOptions, codexRules } from "./settings_handler.ts";
import { appendBlock, cutEntry, rewriteHandler, withoutBlock } from "./settings_toml_text.ts";
import { type CodexHook, ownHooks } from "./settings_value.ts";

/** A text after an edit. */
export interface EditedToml {
  readonly text: string;
  /** Each event and action once; empty when everything was as wanted. */
  readonly changes: readonly EntryChange[];
}

/**
 * Wires Stop and SessionEnd behind all other hooks of their event, each once. Entries that are there are updated where they
 * stand, as Codex knows a hook by its place; further ones go.
 *
 * @throws {SettingsTextError} when the text is no TOML, or its hooks are written in a way that whole lines cannot change;
 * nothing is changed then
 * @example
 * ```ts
 * import { installHooksToml, uninstallHooksToml } from "./settings_toml.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const before = '[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = "command"\ncommand = "make lint"\n';
 * const { text } = installHooksToml(before, { program: ["/opt/imprint-hook"], os: "linux" });
 * assertEquals(uninstallHooksToml(text).text, before);
 * ```
 */
export function installHooksToml(text: string, options: CodexHookOptions): EditedToml {
  const wanted = codexHandlers(options).map(({ event, handler }): EventHandler => ({ event, handler: { ...handler } }));
  const changes: EntryChange[] = [];
  let edited = text;
  for (;;) {
    const step = updateStep(edited, wanted, options);
    if (step === undefined) break;
    edited = step.text;
    note(changes, step.change);
  }
  const there = new Set(changeable(edited).map(({ event }) => event));
  for (const entry of wanted.filter(({ event }) => !there.has(event))) {
    edited = checked(edited, appendBlock(edited, entry), withEntry(tomlValue(edited), entry));
    note(changes, { event: entry.event, action: "added" });
  }
  return { text: edited, changes };
}

/**
 * Takes our entries out: byte for byte what was there before when nothing was written behind them, else whole lines;
 * comments stay.
 *
 * @throws {SettingsTextError} when the text is no TOML, or our entries are written in a way that lines cannot be taken out
 * of; nothing is changed then
 */
export function uninstallHooksToml(text: string): EditedToml {
  const changes: EntryChange[] = [];
  let edited = text;
  for (;;) {
    // What was put in last goes first.
    const hook = changeable(edited).toSorted(byPlacing).at(-1);
    if (hook === undefined) return { text: edited, changes: changes.toReversed() };
    edited = withoutEntry(edited, hook);
    note(changes, { event: hook.event, action: "removed" });
  }
}

function note(changes: EntryChange[], change: EntryChange): void {
  if (!changes.some(({ event, action }) => event === change.event && action === change.action)) changes.push(change);
}

const ORDER = ["Stop", "SessionEnd"];

function byPlacing(a: CodexHook, b: CodexHook): number {
  return ORDER.indexOf(a.event) - ORDER.indexOf(b.event) || a.group - b.group || a.index - b.index;
}

/** Each entry that is changed costs reading the whole text again; a text with hundreds of ours is nobody's settings. */
const MOST_OWN = 16;

/**
 * The entries that are ours to change: those of every system, not those inside of somebody's own shell line.
 *
 * @throws {SettingsTextError} when there are too many
 */
function changeable(text: string): readonly CodexHook[] {
  const own = ownHooks(tomlValue(text), "linux").filter(({ command }) => command.form !== "compound");
  if (own.length <= MOST_OWN) return own;
  throw new SettingsTextError(`${own.length} entries of it start imprint-hook; take them out by hand`, {
    text,
    offset: 0,
  });
}

interface Step {
  readonly text: string;
  readonly change: EntryChange;
}

/** One step towards entries that are as wanted, each once. */
function updateStep(text: string, wanted: readonly EventHandler[], options: CodexHookOptions): Step | undefined {
  const kept = new Set<string>();
  for (const hook of changeable(text)) {
    const { event, matcher } = hook;
    const handler = wanted.find((entry) => entry.event === event)?.handler;
    // Context at session start is asked for by hand.
    if (handler === undefined && event === "SessionStart") continue;
    const runs = event === "Stop" || matcher === null || matcher === "" || matcher === "*";
    if (handler === undefined || !runs || kept.has(event)) {
      return { text: withoutEntry(text, hook), change: { event, action: "removed" } };
    }
    kept.add(event);
    const updated = upToDate(hook, handler, options);
    if (sortedJson(updated) === sortedJson(plain(hook.handler))) continue;
    const rewritten = rewriteHandler(text, hook, updated);
    const expected = changed(tomlValue(text), hook, (handlers) => handlers.with(hook.index, updated));
    return { text: checked(text, rewritten, expected), change: { event, action: "updated" } };
  }
  return undefined;
}

/** A handler with every key as wanted; what is there and may stay, and keys of the user's, stay. */
function upToDate({ event, handler }: CodexHook, wanted: AnyHandler, { os }: CodexHookOptions): AnyHandler {
  const rules = codexRules(os);
  const there = plain(handler) as AnyHandler;
  const kept = Object.entries(there).filter(([key]) => !rules.dropped.includes(key));
  const updated: Record<string, Json> = Object.fromEntries(kept);
  for (const [key, value] of Object.entries(wanted)) {
    const found = there[key];
    if (found === undefined || !rules.isAsWanted({ event, key, found, value })) updated[key] = value;
  }
  return updated;
}

function withoutEntry(text: string, hook: CodexHook): string {
  const value = tomlValue(text);
  const expected = changed(value, hook, (handlers) => handlers.toSpliced(hook.index, 1));
  const exact = withoutBlock(text, { event: hook.event, handler: hook.handler as AnyHandler });
  if (exact !== undefined && says(exact, expected)) return exact;
  const isOnly = groupOf(value, hook).length === 1;
  return checked(text, cutEntry(text, hook, { group: isOnly }), expected);
}

/**
 * What a text says.
 *
 * @throws {SettingsTextError} when it is no TOML
 */
export function tomlValue(text: string): unknown {
  const read = configValue(text);
  if ("value" in read) return read.value;
  throw new SettingsTextError(read.problem, { text, offset: read.offset ?? 0 });
}

/** @throws {SettingsTextError} when the edited text says something else than it has to */
function checked(text: string, edited: string | undefined, expected: unknown): string {
  if (edited !== undefined && says(edited, expected)) return edited;
  throw new SettingsTextError(
    "[hooks] is written in a way that this program cannot edit without touching the rest; " +
      "write its entries as [[hooks.EVENT]] and [[hooks.EVENT.hooks]], or move all hooks into hooks.json",
    { text, offset: Math.max(0, text.search(/^[^\S\n]*\[*[^\S\n]*hooks\b/m)) },
  );
}

function says(text: string, expected: unknown): boolean {
  const read = configValue(text);
  return "value" in read && sortedJson(plain(read.value)) === sortedJson(plain(expected));
}

/** Dates and large numbers as texts, which JSON has not. */
function plain(value: unknown): unknown {
  if (typeof value === "bigint") return `${value}n`;
  if (value instanceof Date) return `date ${value.toISOString()}`;
  if (Array.isArray(value)) return value.map(plain);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}

function groupOf(value: unknown, { event, group }: CodexHook): readonly unknown[] {
  const hooks = isObject(value) && isObject(value["hooks"]) ? value["hooks"] : {};
  const groups = hooks[event];
  const found: unknown = Array.isArray(groups) ? groups[group] : undefined;
  const handlers = isObject(found) ? found["hooks"] : undefined;
  return Array.isArray(handlers) ? handlers : [];
}

/** The value with the handlers of one group changed; what that empties goes. */
function changed(
  value: unknown,
  hook: CodexHook,
  change: (handlers: readonly unknown[]) => readonly unknown[],
): unknown {
  const root = isObject(value) ? value : {};
  const hooks = isObject(root["hooks"]) ? root["hooks"] : {};
  const groups = hooks[hook.event] as readonly unknown[];
  const handlers = change(groupOf(value, hook));
  const before = groups[hook.group];
  const group = isObject(before) ? { ...before, hooks: handlers } : before;
  const left = handlers.length === 0 ? groups.toSpliced(hook.group, 1) : groups.with(hook.group, group);
  const { [hook.event]: _, ...others } = hooks;
  const all = left.length === 0 ? others : { ...hooks, [hook.event]: left };
  const { hooks: __, ...rest } = root;
  return Object.keys(all).length === 0 ? rest : { ...root, hooks: all };
}

function withEntry(value: unknown, { event, handler }: EventHandler): unknown {
  const root = isObject(value) ? value : {};
  const hooks = isObject(root["hooks"]) ? root["hooks"] : {};
  const groups = Array.isArray(hooks[event]) ? hooks[event] : [];
  return { ...root, hooks: { ...hooks, [event]: [...groups, { hooks: [handler] }] } };
}
