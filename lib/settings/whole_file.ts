/**
 * Settings files that are wholly ours: the client reads every file of a folder, so no other one is edited.
 *
 * @module
 */
import type { SettingsEdit, SettingsMachine } from "../installer.ts";
import { applyEdit } from "./apply.ts";
import { decodeSettings } from "./decode.ts";
import { SettingsTextError } from "./tree.ts";

/** What a whole file is to become. */
export interface WholeFile {
  /** The client's own name. */
  readonly title: string;
  /** What stands there; undefined without a file. */
  readonly text: string | undefined;
  readonly wanted: string;
  /** Events that its entries are for. */
  readonly events: readonly string[];
  /** Those that stand there already. */
  readonly found: readonly string[];
  /** Permission bits of a new file, where it has to be run. */
  readonly mode?: number;
}

/**
 * Reads a file.
 *
 * @returns undefined when it does not exist
 * @throws {SettingsTextError} when it is not UTF-8
 */
export function readWhole(files: SettingsMachine["files"], path: string): string | undefined {
  const bytes = files.readBytes(path);
  try {
    return bytes === undefined ? undefined : decodeSettings(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new SettingsTextError(error.message, { text: "", offset: 0 });
  }
}

/** Plans to write a file. */
export function writeWhole(
  { files }: SettingsMachine,
  path: string,
  { title, text, wanted, events, found, mode }: WholeFile,
): SettingsEdit {
  const isSame = text === wanted;
  return {
    path,
    outcome: text === undefined ? "created" : isSame ? "unchanged" : "written",
    changes: isSame ? [] : events.map((event) => ({ event, action: found.includes(event) ? "updated" : "added" })),
    apply: () => applyEdit(files, path, { title, edit: () => wanted, ...(mode === undefined ? {} : { mode }) }),
  };
}

/** Plans to remove a file, and its folder when nothing else lies there. */
export function removeWhole(
  { files }: SettingsMachine,
  path: string,
  { title, folder, events }: { readonly title: string; readonly folder: string; readonly events: readonly string[] },
): SettingsEdit {
  return {
    path,
    outcome: "removed",
    changes: events.map((event) => ({ event, action: "removed" })),
    apply: () => applyEdit(files, path, { title, folder, edit: () => undefined }),
  };
}
