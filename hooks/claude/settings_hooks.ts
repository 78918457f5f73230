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
import { parseSettings } from "../../lib/settings/tree.ts";
import { ownEntries } from "../../lib/settings/withdraw.ts";
import { type HookOptions, wantedHandlers } from "./settings_handler.ts";
import { CONTEXT_EVENT } from "./settings_version.ts";

export type { InstalledSettings, UninstalledSettings } from "../../lib/settings/hook_entries.ts";

/** What an edit did to the entry of one event. */
export type SettingsChange = EntryChange;

const RULES: UpdateRules = {
  // Another shell, a condition, a failure that blocks, arguments that a shell line has no use for.
  dropped: ["shell", "if", "once", "onFailure", "args"],
  isAsWanted: ({ key, found, value }) => key === "timeout" && isLongEnough(found, value),
};

/**
 * Wires Stop, SessionEnd and PreCompact (those that the client's version knows), each once however often it runs; with
 * `withContext` SessionStart, too. That one stays, and is kept up to date, when it is there already.
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
  const withContext = options.withContext === true || isWired(text, CONTEXT_EVENT.event);
  const wanted = wantedHandlers({ ...options, withContext }).map(({ event, handler }) => ({
    event,
    handler: { ...handler },
  }));
  return installEntries(text, { wanted, rules: RULES });
}

function isWired(text: string | undefined, event: string): boolean {
  return ownEntries(text === undefined ? undefined : parseSettings(text)).some((entry) => entry.event === event);
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
