/**
 * Entries of ours put into the `hooks` of a settings text, brought up to date there, and taken out again: every other byte
 * stays. Claude Code and Codex have the same shape: `hooks.<event>[].hooks[]`.
 *
 * @module
 */
import type { EntryChange } from "../installer.ts";
import { hooksObject } from "./entries.ts";
import type { EventHandler, UpdateRules } from "./handler.ts";
import { layoutOf } from "./layout.ts";
import { placeEntries } from "./place.ts";
import { parseSettings } from "./tree.ts";
import { updateStep } from "./update.ts";
import { ownEntries, withdrawEntries } from "./withdraw.ts";

/** What is to stand there. */
export interface WantedEntries {
  /** In the order in which they are written. */
  readonly wanted: readonly EventHandler[];
  readonly rules: UpdateRules;
}

/** A text with our entries in it. */
export interface InstalledSettings {
  readonly text: string;
  /** Each event and action once; empty when everything was as wanted. */
  readonly changes: readonly EntryChange[];
}

/**
 * Wires each wanted event once, however often it runs, behind whatever is there: clients know a hook by its place too.
 *
 * Entries that are there in another form or with another path are updated where they stand; further ones, ones that a
 * matcher keeps from running and ones on other events (SessionStart excepted) are taken out. A command that starts this
 * program among other things is not ours and is left alone.
 *
 * @param text the settings; undefined when there is no file
 * @throws {SettingsTextError} when the text is no JSON (comments and trailing commas are fine) or has another shape than
 * the client takes; nothing is changed then
 * @example
 * ```ts
 * import { installEntries } from "./hook_entries.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const wanted = [{ event: "Stop", handler: { type: "command", command: "imprint-hook codex stop" } }];
 * const rules = { dropped: [], isAsWanted: () => false };
 * const { text } = installEntries("{}", { wanted, rules });
 * assertEquals(installEntries(text, { wanted, rules }).changes, []);
 * ```
 */
export function installEntries(text: string | undefined, { wanted, rules }: WantedEntries): InstalledSettings {
  const changes: EntryChange[] = [];
  const note = (change: EntryChange) => {
    if (!changes.some(({ event, action }) => event === change.event && action === change.action)) changes.push(change);
  };
  let edited = text ?? "";
  for (;;) {
    const root = parseSettings(edited);
    if (root === undefined) break;
    hooksObject(edited, { root, events: wanted.map(({ event }) => event) });
    const step = updateStep(edited, { root, wanted, layout: layoutOf(edited, root), rules });
    if (step === undefined) break;
    edited = step.text;
    note({ event: step.event, action: step.action });
  }
  const there = new Set(ownEntries(parseSettings(edited)).map(({ event }) => event));
  const missing = wanted.filter(({ event }) => !there.has(event));
  for (const { event } of missing) note({ event, action: "added" });
  return { text: placeEntries(text === undefined ? undefined : edited, missing) ?? "", changes };
}

/** What is left without our entries. */
export interface UninstalledSettings {
  /** Undefined when the file was not there before it was installed: it is to be removed. */
  readonly text: string | undefined;
  readonly changes: readonly EntryChange[];
}

/**
 * Takes our entries out again, on whatever event they are.
 *
 * When nothing else changed since they were put in, the result is the text of that time byte for byte (an empty `hooks`,
 * an empty or null list, a missing file included). Otherwise lists, `hooks` and groups that the removal empties go with
 * them, and everything else stays.
 *
 * @param text the settings; undefined when there is no file
 * @throws {SettingsTextError} when the text is no JSON; nothing is changed then
 * @example
 * ```ts
 * import { uninstallEntries } from "./hook_entries.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(uninstallEntries('{ "model": "opus" }').changes, []);
 * ```
 */
export function uninstallEntries(text: string | undefined): UninstalledSettings {
  if (text === undefined) return { text, changes: [] };
  const events = new Set(ownEntries(parseSettings(text)).map(({ event }) => event));
  return { text: withdrawEntries(text), changes: [...events].map((event) => ({ event, action: "removed" })) };
}
