/**
 * Errors about a settings file that a person sees.
 *
 * @module
 */
import { InputError } from "../errors.ts";
import { escapeControls } from "../io/escape_controls.ts";
import { SettingsTextError } from "./tree.ts";

/** @returns the error for an action on a file: what failed, what was found, what to do */
export function settingsFailure(action: string, path: string, found: string): InputError {
  return new InputError(`cannot ${action} "${escapeControls(path)}": ${escapeControls(found)}`);
}

/**
 * Runs an edit of a file's text, and names the file when the text can't be edited.
 *
 * @throws {InputError} instead of a SettingsTextError
 */
export function namingFile<T>(path: string, edit: () => T): T {
  try {
    return edit();
  } catch (error) {
    if (!(error instanceof SettingsTextError)) throw error;
    throw settingsFailure("edit", path, `${error.message}; nothing was changed; mend that and run the command again`);
  }
}
