/**
 * `install` and `uninstall` on the text of a settings file.
 *
 * @module
 */
import { hooksObject } from "./settings_entries.ts";
import { type HookOptions, wantedHandlers } from "./settings_handler.ts";
import { layoutOf } from "./settings_layout.ts";
import { type AnyEventHandler, placeEntries } from "./settings_place.ts";
import { parseSettings } from "./settings_tree.ts";
import { updateStep } from "./settings_update.ts";
import { ownEntries, withdrawEntries } from "./settings_withdraw.ts";

/** What an edit did to the entry of one event. */
export interface SettingsChange {
  readonly event: string;
  readonly action: "added" | "updated" | "removed";
}

/** A text after `installHooks`. */
export interface InstalledSettings {
  readonly text: string;
  /** Each event and action once; empty when everything was as wanted. */
  readonly changes: readonly SettingsChange[];
}

/**
 * Wires Stop, SessionEnd and PreCompact (those that the client's version knows), each once however often it runs.
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
 * import { installHooks } from "./settings_hooks.ts";
 * const { text } = installHooks('{\n  "model": "opus"\n}\n', { program: ["/opt/imprint-hook"] });
 * installHooks(text, { program: ["/opt/imprint-hook"] }).changes; // []
 * ```
 */
export function installHooks(text: string | undefined, options: HookOptions): InstalledSettings {
  const wanted = wantedHandlers(options);
  const changes: SettingsChange[] = [];
  const note = (change: SettingsChange) => {
    if (!changes.some(({ event, action }) => event === change.event && action === change.action)) changes.push(change);
  };
  let edited = text ?? "";
  for (;;) {
    const root = parseSettings(edited);
    if (root === undefined) break;
    hooksObject(edited, { root, events: wanted.map(({ event }) => event) });
    const step = updateStep(edited, { root, wanted, layout: layoutOf(edited, root) });
    if (step === undefined) break;
    edited = step.text;
    note({ event: step.event, action: step.action });
  }
  const there = new Set(ownEntries(parseSettings(edited)).map(({ event }) => event));
  const missing: AnyEventHandler[] = wanted.filter(({ event }) => !there.has(event)).map(({ event, handler }) => ({
    event,
    handler: { ...handler },
  }));
  for (const { event } of missing) note({ event, action: "added" });
  return { text: placeEntries(text === undefined ? undefined : edited, missing) ?? "", changes };
}

/** What is left after `uninstallHooks`. */
export interface UninstalledSettings {
  /** Undefined when the file was not there before it was installed: it is to be removed. */
  readonly text: string | undefined;
  readonly changes: readonly SettingsChange[];
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
 * import { installHooks, uninstallHooks } from "./settings_hooks.ts";
 * const { text } = installHooks('{"hooks":{}}', { program: ["/opt/imprint-hook"] });
 * uninstallHooks(text).text; // '{"hooks":{}}'
 * ```
 */
export function uninstallHooks(text: string | undefined): UninstalledSettings {
  if (text === undefined) return { text, changes: [] };
  const events = new Set(ownEntries(parseSettings(text)).map(({ event }) => event));
  return { text: withdrawEntries(text), changes: [...events].map((event) => ({ event, action: "removed" })) };
}
