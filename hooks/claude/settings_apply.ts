/**
 * Editing a settings file of Claude Code's on the disk.
 *
 * @module
 */
import { type AppliedEdit, applyEdit, type SettingsDisk } from "../../lib/settings/apply.ts";

export type { AppliedEdit, SettingsDisk } from "../../lib/settings/apply.ts";

/**
 * Edits a settings file; a `.claude` folder that was made for it goes with it.
 *
 * @param path native absolute path
 * @param edit takes the text (undefined: no file; a byte-order mark is part of it) and returns the new one (undefined:
 * remove the file)
 * @throws {InputError} when the file can't be read, parsed or written, is read-only, or changed meanwhile; it is as it was
 */
export function applySettingsEdit(
  files: SettingsDisk,
  path: string,
  edit: (text: string | undefined) => string | undefined,
): AppliedEdit {
  return applyEdit(files, path, { title: "Claude Code", folder: ".claude", edit });
}
