/**
 * `install codex` and `uninstall codex` on the text of a `hooks.json`.
 *
 * @module
 */
import {
  type InstalledSettings,
  installEntries,
  type UninstalledSettings,
  uninstallEntries,
} from "../../lib/settings/hook_entries.ts";
import { SettingsTextError } from "../../lib/settings/tree.ts";
import { hooksJsonValue } from "./settings_files.ts";
import { codexHandlers, type CodexHookOptions, codexRules } from "./settings_handler.ts";

/**
 * Wires Stop and SessionEnd, each once and last in its list: Codex knows a hook by its place, and trusts none that moved.
 *
 * @param text the file; undefined when there is none
 * @throws {SettingsTextError} when Codex would make nothing of the file, for comments in it, say; nothing is changed then
 * @example
 * ```ts
 * import { installHooksJson } from "./settings_json.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const options = { program: ["/opt/imprint-hook"], os: "linux" } as const;
 * const { text } = installHooksJson(undefined, options);
 * assertEquals(installHooksJson(text, options).changes, []);
 * ```
 */
export function installHooksJson(text: string | undefined, options: CodexHookOptions): InstalledSettings {
  const wanted = codexHandlers(options).map(({ event, handler }) => ({ event, handler: { ...handler } }));
  const installed = installEntries(text, { wanted, rules: codexRules(options.os) });
  const read = hooksJsonValue(installed.text);
  if ("problem" in read) {
    throw new SettingsTextError(`${read.problem}, so Codex runs no hook in this file`, { text: text ?? "", offset: 0 });
  }
  return installed;
}

/**
 * Takes our entries out again.
 *
 * @param text the file; undefined when there is none
 * @throws {SettingsTextError} when the text is no JSON; nothing is changed then
 * @example
 * ```ts
 * import { uninstallHooksJson } from "./settings_json.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(uninstallHooksJson('{ "hooks": {} }').changes, []);
 * ```
 */
export function uninstallHooksJson(text: string | undefined): UninstalledSettings {
  return uninstallEntries(text);
}
