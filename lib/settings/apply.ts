/**
 * Reading a settings file, editing its text and writing it back, so that the client and its user lose nothing.
 *
 * @module
 */
import type { Files } from "../io/files.ts";
import { removeIfEmpty, removeParents } from "../record/made_directory.ts";
import { namingFile, settingsFailure } from "./failure.ts";
import { decodeSettings } from "./decode.ts";

/** The file operations that an edit needs; `replace` gives the new file the mode of the old one. */
export interface SettingsDisk
  extends Pick<Files, "stat" | "lstat" | "realPath" | "list" | "readBytes" | "makeDirectory" | "remove"> {
  /** As `Files.replace`; null: the mode of a new private file. */
  replace(path: string, bytes: Uint8Array, options?: { readonly mode: number | null }): void;
}

/** One client's edit of one of its files. */
export interface SettingsFileEdit {
  /** The client that writes the file too, by its own name. */
  readonly title: string;
  /** Name of the folder that is removed when the file was all that it held; absent: no folder is. */
  readonly folder?: string;
  /** Permission bits of a file that is made; absent: those of a private one. */
  readonly mode?: number;
  /**
   * Takes the text (undefined: no file; a byte-order mark is part of it) and returns the new one (undefined: remove the
   * file).
   */
  edit(text: string | undefined): string | undefined;
}

/** What became of the file. */
export interface AppliedEdit {
  /** The file that was looked at: where a symlink leads to. */
  readonly path: string;
  readonly outcome: "created" | "written" | "removed" | "unchanged";
}

/**
 * Edits a settings file. A symlink is followed and stays; the mode stays; the new content comes by temporary file and
 * rename. The client writes this file too: it is read again right before the write, and an edit of a text that is no
 * longer there is not written.
 *
 * @param path native absolute path
 * @param change what becomes of its text
 * @throws {InputError} when the file can't be read, parsed or written, is read-only, or changed meanwhile; it is as it was
 */
export function applyEdit(files: SettingsDisk, path: string, change: SettingsFileEdit): AppliedEdit {
  const target = followLink(files, path);
  const before = readFile(files, target);
  const text = before === undefined ? undefined : decode(before, target);
  const edited = namingFile(target, () => change.edit(text));
  if (edited === text) return { path: target, outcome: "unchanged" };
  const mode = files.stat(target)?.mode ?? null;
  // A rename would get past it, but somebody (an administrator, a dotfile manager) wants the file as it is.
  if (mode !== null && (mode & 0o222) === 0) {
    throw settingsFailure("edit", target, "it is read-only; make it writable, or add the entry where it is generated");
  }
  if (!sameBytes(before, readFile(files, target))) {
    throw settingsFailure(
      "edit",
      target,
      `it changed while it was being edited (${change.title} writes it too); run the command again`,
    );
  }
  if (edited === undefined) return removeFile(files, { path, target, folder: change.folder });
  return writeFile(files, {
    target,
    mode: mode ?? change.mode ?? null,
    bytes: new TextEncoder().encode(edited),
    isNew: before === undefined,
  });
}

function followLink(files: SettingsDisk, path: string): string {
  if (!attempt("read", path, () => files.lstat(path))?.isSymlink) return path;
  const target = attempt("follow", path, () => files.realPath(path));
  if (target !== undefined) return target;
  throw settingsFailure(
    "follow",
    path,
    "it is a symlink to a file that does not exist; create that file or remove the link",
  );
}

function readFile(files: SettingsDisk, path: string): Uint8Array | undefined {
  if (attempt("read", path, () => files.stat(path))?.isDirectory) {
    throw settingsFailure("read", path, "it is a directory");
  }
  return attempt("read", path, () => files.readBytes(path));
}

function decode(bytes: Uint8Array, path: string): string {
  try {
    return decodeSettings(bytes);
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    throw settingsFailure("read", path, `${found} and run the command again; nothing was changed`);
  }
}

function writeFile(
  files: SettingsDisk,
  { target, mode, bytes, isNew }: {
    readonly target: string;
    readonly mode: number | null;
    readonly bytes: Uint8Array;
    readonly isNew: boolean;
  },
): AppliedEdit {
  const directory = parentOf(target);
  attempt("write", target, () => {
    if (isNew && files.stat(directory) === undefined) files.makeDirectory(directory);
    files.replace(target, bytes, { mode });
  });
  return { path: target, outcome: isNew ? "created" : "written" };
}

function removeFile(
  files: SettingsDisk,
  { path, target, folder }: { readonly path: string; readonly target: string; readonly folder: string | undefined },
): AppliedEdit {
  attempt("remove", target, () => {
    // Behind a link of the user's an empty object stays: a link to nothing would be worse.
    if (path !== target) {
      files.replace(target, new TextEncoder().encode("{}\n"), { mode: files.stat(target)?.mode ?? null });
    } else files.remove(target);
  });
  if (path !== target) return { path: target, outcome: "written" };
  const directory = parentOf(target);
  try {
    // Made for the file; removing a directory that is not empty any more fails, which is right.
    const stat = files.lstat(directory);
    if (stat !== undefined && files.list(directory)?.length === 0) {
      if (nameOf(directory) === folder) files.remove(directory);
      // Only a client's own directory: one that a variable names is the person's.
      else if (isHidden(directory) || isHidden(parentOf(directory))) removeIfEmpty(files, directory);
      if (files.lstat(directory) === undefined) removeParents(files, directory, { stat, mayGo: isHidden });
    }
  } catch {
    // An empty directory is left behind.
  }
  return { path: target, outcome: "removed" };
}

function isHidden(path: string): boolean {
  return nameOf(path).startsWith(".");
}

function attempt<T>(action: string, path: string, fn: () => T): T {
  try {
    return fn();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const advice = action === "read" || action === "follow"
      ? "check its permissions"
      : "check that its directory is writable";
    throw settingsFailure(action, path, `${reason}; nothing was changed; ${advice}`);
  }
}

function sameBytes(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"), 0));
}

function nameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}
