/**
 * Making a file that nobody may have made meanwhile.
 *
 * @module
 */
import type { WriteOptions } from "./files.ts";
import { namingFile } from "./naming_file.ts";
import { removeQuietly, syncDirectory, temporaryName, writeNew } from "./replace_file.ts";

/**
 * Writes a temporary file beside `path`, syncs it and links it there, which fails where something is: whoever opens
 * `path` sees nothing or everything. A file system without links (FAT) gets the file first and its content then.
 *
 * @param path native absolute path
 * @param bytes the whole content
 * @param options permission bits other than 0600
 * @returns false when something is at `path`, a link that leads nowhere included
 * @throws {Error} whatever else the system says
 */
export function createFile(path: string, bytes: Uint8Array, options: Pick<WriteOptions, "mode"> = {}): boolean {
  const { mode = null } = options;
  const temporary = temporaryName(path);
  try {
    namingFile(path, () => writeNew(temporary, bytes, { cache: false }));
    if (mode !== null) Deno.chmodSync(temporary, mode);
    if (!linked(temporary, path)) return false;
  } finally {
    removeQuietly(temporary);
  }
  syncDirectory(path);
  return true;

  function linked(from: string, to: string): boolean {
    try {
      Deno.linkSync(from, to);
      return true;
    } catch (error) {
      if (error instanceof Deno.errors.AlreadyExists) return false;
      return written(to);
    }
  }

  function written(to: string): boolean {
    try {
      namingFile(to, () => writeNew(to, bytes, { cache: false }));
    } catch (error) {
      if (error instanceof Deno.errors.AlreadyExists) return false;
      throw error;
    }
    if (mode !== null) Deno.chmodSync(to, mode);
    return true;
  }
}
