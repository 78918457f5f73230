/**
 * Claude Code's `settings.json`, edited in place: every byte that is not ours stays.
 *
 * Texts go in and come out (`settings_hooks.ts`); which file it is, `settings_files.ts` and `settings_plan.ts` say, reading
 * and writing is `settings_apply.ts`, what is wrong with it `settings_inspect.ts`. Loaded for `install`, `uninstall` and
 * `doctor` only, never by a hook.
 *
 * @module
 */
export { type AppliedEdit, applySettingsEdit, type SettingsDisk } from "./settings_apply.ts";
export {
  type ReadSettings,
  readSettings,
  type SettingsFile,
  settingsFiles,
  type SettingsPlaces,
  type SettingsScope,
} from "./settings_files.ts";
export { type HookOptions } from "./settings_handler.ts";
export {
  type InstalledSettings,
  installHooks,
  type SettingsChange,
  type UninstalledSettings,
  uninstallHooks,
} from "./settings_hooks.ts";
export {
  describeFinding,
  inspectSettings,
  installedEntries,
  type InstalledEntry,
  type SettingsFinding,
} from "./settings_inspect.ts";
export {
  type InstallPlan,
  planInstall,
  planUninstall,
  type UninstallPlan,
  type UninstallPlans,
} from "./settings_plan.ts";
export { SettingsTextError } from "../../lib/settings/tree.ts";
export { type HookSupport, hookSupport, newestVersion } from "./settings_version.ts";
