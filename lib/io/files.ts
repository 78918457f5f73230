/**
 * The one file-system interface. Everything that touches a disk takes a {@linkcode Files}; `disk.ts` implements it over
 * `Deno.*`, tests wrap it to fail at the n-th call. All calls are synchronous except waiting for a lock: the hook does
 * one thing after the other, and synchronous calls cost no event-loop turn.
 *
 * @module
 */

/** What `stat` tells of an entry. Times are milliseconds since 1970. */
export interface FileStat {
  readonly isFile: boolean;
  readonly isDirectory: boolean;
  readonly isSymlink: boolean;
  readonly size: number;
  readonly mtime: number;
  /** Permission bits; null on Windows. */
  readonly mode: number | null;
  /** Owner; null on Windows. */
  readonly uid: number | null;
  readonly dev: number;
  readonly ino: number | null;
}

/** An open file, read at explicit offsets. */
export interface ReadHandle {
  readonly size: number;
  /**
   * Fills `into` from byte `at` on.
   *
   * @returns the number of bytes read; 0 at the end
   */
  read(into: Uint8Array, at: number): number;
  close(): void;
}

/** A held lock. */
export interface Lock {
  release(): void;
}

/** How a file is written. */
export interface WriteOptions {
  /** True for what may get lost in a power cut: nothing is synced, which saves milliseconds. */
  readonly cache?: boolean;
  /** Permission bits of a replaced file; null or absent: 0600. */
  readonly mode?: number | null;
}

/** Every file operation this product makes. Paths are native absolute paths. */
export interface Files {
  /** @returns undefined when nothing is there (or a parent is missing or no directory) */
  stat(path: string): FileStat | undefined;
  /** Like `stat`, without following a symlink. */
  lstat(path: string): FileStat | undefined;
  /** @returns undefined when the path does not exist */
  realPath(path: string): string | undefined;
  /** @returns entry names sorted by code unit; undefined when the directory does not exist */
  list(path: string): readonly string[] | undefined;
  /** @returns undefined when the file does not exist */
  readBytes(path: string): Uint8Array | undefined;
  /** UTF-8, decoded without failing, BOM dropped. @returns undefined when the file does not exist */
  readText(path: string): string | undefined;
  /** @returns undefined when the file does not exist */
  open(path: string): ReadHandle | undefined;
  /** Creates the directory and its parents, mode 0700 for each directory it makes. */
  makeDirectory(path: string): void;
  /** Appends all bytes in one write where the system allows it, creates with mode 0600, then syncs the data. */
  append(path: string, bytes: Uint8Array, options?: WriteOptions): void;
  /** Writes a temporary file beside `path` (mode 0600), syncs it and renames it over `path`. */
  replace(path: string, bytes: Uint8Array, options?: WriteOptions): void;
  /** Removes a file or an empty directory; nothing happens when it does not exist. */
  remove(path: string): void;
  /** Removes a directory and all below it; nothing happens when it does not exist. */
  removeTree(path: string): void;
  rename(from: string, to: string): void;
  /**
   * Takes an exclusive advisory lock on a file (created with mode 0600 when missing).
   *
   * @returns undefined when another process still held it after `milliseconds`
   */
  lock(path: string, options: { readonly milliseconds: number }): Promise<Lock | undefined>;
}
