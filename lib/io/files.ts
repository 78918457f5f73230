/**
 * The one file-system interface. Everything that touches a disk takes a {@linkcode Files}; `disk.ts` implements it over
 * `Deno.*`, tests wrap it to fail at the n-th call. All calls are synchronous except waiting for a lock: the hook does
 * one thing after the other, and synchronous calls cost no event-loop turn.
 *
 * @module
 */

/** What `stat` tells of an entry. Times are milliseconds since 1970. */
export interface FileStat {
  /** True for a regular file. */
  readonly isFile: boolean;
  /** True for a directory. */
  readonly isDirectory: boolean;
  /** True for a symbolic link; only `lstat` gives it. */
  readonly isSymlink: boolean;
  /** Bytes. */
  readonly size: number;
  /** Last change of the content. */
  readonly mtime: number;
  /** When it was made; absent or null where the file system does not keep that. */
  readonly birthtime?: number | null;
  /** Permission bits; null on Windows. */
  readonly mode: number | null;
  /** Owner; null on Windows. */
  readonly uid: number | null;
  /** Number of the device. */
  readonly dev: number;
  /** Number of the file on its device; null where the system has none. */
  readonly ino: number | null;
}

/** An open file, read at explicit offsets. */
export interface ReadHandle {
  /** Bytes when it was opened. */
  readonly size: number;
  /**
   * Fills `into` from byte `at` on.
   *
   * @returns the number of bytes read; 0 at the end
   */
  read(into: Uint8Array, at: number): number;
  /** Lets go of the file. */
  close(): void;
}

/** A held lock. */
export interface Lock {
  /** Lets others have it. */
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
  /** Looks at an entry. @returns undefined when nothing is there (or a parent is missing or no directory) */
  stat(path: string): FileStat | undefined;
  /** Like `stat`, without following a symlink. */
  lstat(path: string): FileStat | undefined;
  /** Follows every link. @returns undefined when the path does not exist */
  realPath(path: string): string | undefined;
  /** Where a symbolic link leads, as its text says. @returns undefined when nothing is there, or it is no link */
  readLink(path: string): string | undefined;
  /** Lists a directory. @returns entry names sorted by code unit; undefined when the directory does not exist */
  list(path: string): readonly string[] | undefined;
  /** Reads a whole file. @returns undefined when the file does not exist; of a pipe or a device nothing is ever read */
  readBytes(path: string): Uint8Array | undefined;
  /** UTF-8, decoded without failing, BOM dropped. @returns undefined when the file does not exist */
  readText(path: string): string | undefined;
  /** Opens a file for reading. @returns undefined when the file does not exist */
  open(path: string): ReadHandle | undefined;
  /** Creates the directory and its parents, mode 0700 for each directory it makes. */
  makeDirectory(path: string): void;
  /**
   * Appends all bytes in one write where the system allows it, creates with mode 0600, then syncs the data.
   *
   * @throws {InputError} when a link or no file is there: it is not followed
   */
  append(path: string, bytes: Uint8Array, options?: WriteOptions): void;
  /** Writes a temporary file beside `path` (mode 0600), syncs it and renames it over `path`. */
  replace(path: string, bytes: Uint8Array, options?: WriteOptions): void;
  /**
   * Makes a file, with its whole content from the first moment on (mode 0600), where nothing is at `path`; synced.
   *
   * @returns false when something is there: it stays as it is
   */
  create(path: string, bytes: Uint8Array, options?: Pick<WriteOptions, "mode">): boolean;
  /** Removes a file or an empty directory; nothing happens when it does not exist. */
  remove(path: string): void;
  /** Removes a directory and all below it; nothing happens when it does not exist. */
  removeTree(path: string): void;
  /** Moves a file or directory, over a file that is there. */
  rename(from: string, to: string): void;
  /**
   * Takes an exclusive advisory lock on a file (created with mode 0600 when missing).
   *
   * @returns undefined when another process still held it after `milliseconds`
   */
  lock(path: string, options: { readonly milliseconds: number }): Promise<Lock | undefined>;
}
