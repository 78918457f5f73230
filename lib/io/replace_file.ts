/**
 * Writing a whole file so that a reader sees the old or the new content, never half of it.
 *
 * @module
 */
import { sleepSync } from "./clock.ts";
import type { WriteOptions } from "./files.ts";
import { isHeld } from "./held_file.ts";
import { namingFile } from "./naming_file.ts";
import { TEMPORARY_SUFFIX } from "./temporary_suffix.ts";

/** Windows refuses a rename while a virus scanner or an indexer has the target open; it lets go within moments. */
const WINDOWS_ATTEMPTS = 6;

/**
 * Writes a temporary file beside `path` (mode 0600), syncs it, renames it over `path` and syncs the directory where the
 * system can do that.
 *
 * @param path native absolute path; a symlink there is replaced, not followed
 * @param bytes the whole content
 * @param options what may get lost is not synced; permission bits other than 0600
 * @throws {Error} whatever the system says; the temporary file is removed then
 */
export function replaceFile(path: string, bytes: Uint8Array, options: WriteOptions = {}): void {
  const { cache = false, mode = null } = options;
  const temporary = temporaryName(path);
  try {
    namingFile(path, () => writeNew(temporary, bytes, { cache }));
    if (mode !== null) Deno.chmodSync(temporary, mode);
    renameOver(temporary, path);
  } catch (error) {
    removeQuietly(temporary);
    throw error;
  }
  if (!cache) syncDirectory(path);
}

/** A name beside `path` that nothing has. */
export function temporaryName(path: string): string {
  const random = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  return `${path}.${random.toString(16).padStart(8, "0")}${TEMPORARY_SUFFIX}`;
}

/** Writes a file that is not there yet (mode 0600), synced unless it may get lost. */
export function writeNew(path: string, bytes: Uint8Array, { cache }: { readonly cache: boolean }): void {
  const file = Deno.openSync(path, { write: true, createNew: true, mode: 0o600 });
  try {
    for (let written = 0; written < bytes.length;) written += file.writeSync(bytes.subarray(written));
    if (!cache) file.syncSync();
  } finally {
    file.close();
  }
}

function renameOver(from: string, to: string): void {
  for (let attempt = 1;; attempt++) {
    try {
      return Deno.renameSync(from, to);
    } catch (error) {
      const isDenied = Deno.build.os === "windows" && error instanceof Deno.errors.PermissionDenied;
      const mayPass = isDenied || isHeld(error);
      if (!mayPass || attempt === WINDOWS_ATTEMPTS) throw error;
      sleepSync(attempt * 10);
    }
  }
}

/** Makes the name of a file last, where the system can sync the directory that holds it. */
export function syncDirectory(path: string): void {
  if (Deno.build.os === "windows") return;
  const end = path.lastIndexOf("/");
  try {
    const directory = Deno.openSync(end <= 0 ? "/" : path.slice(0, end), { read: true });
    try {
      directory.syncSync();
    } finally {
      directory.close();
    }
  } catch {
    // Some file systems cannot sync a directory. The rename itself has happened.
  }
}

/** Removes a file that is of no use any more, if it can. */
export function removeQuietly(path: string): void {
  try {
    Deno.removeSync(path);
  } catch {
    // Never made, or gone: the first error is the one to tell.
  }
}
