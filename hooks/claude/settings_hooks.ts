/**
 * `install` and `uninstall` on the text of a settings file.
 *
 * @module
 */
import type { EntryChange } from "../../lib/installer.ts";
import { isLongEnough, type UpdateRules } from "../../lib/settings/handler.ts";
import {
  type InstalledSettings,
  installEntries,
  type UninstalledSettings,
  uninstallEntries,
} from "../../lib/settings/hook_entries.ts";
import { type HookOptions, wantedHandlers } from "./settings_handler.ts";

export type { InstalledSettings, UninstalledSettings } from "../../lib/settings/hook_entries.ts";

/** What an edit did to the entry of one event. */
export type SettingsChange = EntryChange;

const RULES: UpdateRules = {
  // Another shell, a condition, a failure that blocks, arguments that a shell line has no use for.
  dropped: ["shell", "if", "once", "onFailure", "args"],
  isAsWanted: ({ key, found, value }) => key === "timeout" && isLongEnough(found, value),
};

/**
 * Wires Stop, SessionEnd and PreCompact (those that the client's version knows), each once however often it runs.
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
  const wanted = wantedHandlers(options).map(({ event, handler }) => ({ event, handler: { ...handler } }));
  return installEntries(text, { wanted, rules: RULES });
}

/**
 * Takes our entries out again, on whatever event they are: byte for byte what was there before when nothing else changed.
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
  return uninstallEntries(text);
}
