/**
 * The conversations' files of an export: in a zip, or unpacked. Nothing is ever written by a name that an archive holds;
 * entries are inflated a chunk at a time. The packer's package is loaded here only, which only `learn --desktop` and
 * `--path` load.
 *
 * @module
 */
import { configure, type Entry, type FileEntry, Reader, Writer, ZipReader } from "@zip-js/zip-js";
import type { Files, ReadHandle } from "../io/files.ts";

/** Why an archive is not read any further; nothing that was learned before is wrong. */
export class ArchiveError extends Error {
  /** The class's name. */
  override readonly name = "ArchiveError";
}

/** Conversations stand in these, in some directory or in none (formats/other_clients.md D.2). */
const CONVERSATIONS = /^(?:.*\/)?conversations(?:-\d{1,6})?\.json$/i;

/** What may be unpacked (D.3). */
export interface ArchiveLimits {
  /** Entries of an archive. */
  readonly entries: number;
  /** Inflated bytes of all its conversations. */
  readonly bytes: number;
  /** Inflated bytes for one packed byte, of an entry of more than a megabyte. */
  readonly ratio: number;
}

/** The limits of the product. */
export const ARCHIVE_LIMITS: ArchiveLimits = { entries: 200_000, bytes: 16 * 1024 ** 3, ratio: 200 };

/** One chunk makes at most this times 1032. */
const CHUNK_BYTES = 16 * 1024;
const RATIO_FROM = 1024 * 1024;

/** A file of conversations. */
export interface ConversationsFile {
  readonly name: string;
  /**
   * Hands over its bytes in order, the next when the last ones were taken.
   *
   * @throws {ArchiveError} when it is damaged or larger than it may be
   */
  read(take: (chunk: Uint8Array) => Promise<void>): Promise<void>;
}

/** A plain file. */
export function plainFile(handle: ReadHandle, name: string): ConversationsFile {
  return {
    name,
    async read(take) {
      const buffer = new Uint8Array(256 * 1024);
      for (let at = 0;;) {
        const count = handle.read(buffer, at);
        if (count === 0) return;
        await take(buffer.subarray(0, count));
        at += count;
      }
    },
  };
}

/** True when the file begins as a zip does. */
export function isZip(files: Pick<Files, "open">, path: string): boolean {
  const handle = files.open(path);
  if (handle === undefined) return false;
  try {
    const start = new Uint8Array(4);
    return handle.read(start, 0) === 4 && start[0] === 0x50 && start[1] === 0x4b;
  } finally {
    handle.close();
  }
}

/**
 * Looks into a zip.
 *
 * @returns its files of conversations by name; empty when it is no export
 * @throws {ArchiveError} when it cannot be trusted
 */
export async function zipFiles(
  handle: ReadHandle,
  limits: ArchiveLimits = ARCHIVE_LIMITS,
): Promise<readonly ConversationsFile[]> {
  configure({ chunkSize: CHUNK_BYTES, useWebWorkers: false });
  const reader = new ZipReader(new HandleReader(handle), { useWebWorkers: false, checkOverlappingEntry: true });
  const found: FileEntry[] = [];
  let count = 0;
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      if (++count > limits.entries) throw new ArchiveError(`it has more than ${limits.entries} entries`);
      if (CONVERSATIONS.test(entry.filename.replaceAll("\\", "/"))) found.push(checked(entry));
    }
  } catch (error) {
    throw asArchiveError(error);
  }
  const names = new Set(found.map(({ filename }) => filename.toLowerCase()));
  if (names.size !== found.length) throw new ArchiveError("two of its entries have the same name");
  const budget = { left: limits.bytes };
  return found.sort((a, b) => a.filename < b.filename ? -1 : 1).map((entry) => ({
    name: entry.filename,
    async read(take) {
      const ratio = Math.max(RATIO_FROM, entry.compressedSize * limits.ratio);
      if (entry.uncompressedSize > ratio) throw new ArchiveError("an entry is packed more tightly than text can be");
      const most = Math.min(ratio, entry.uncompressedSize);
      const taker = new TakingWriter(take, { most, budget });
      try {
        await entry.getData(taker, { useWebWorkers: false, checkSignature: true, checkOverlappingEntry: true });
      } catch (error) {
        throw taker.failure ?? asArchiveError(error);
      }
    },
  }));
}

/** An entry that may be read. */
function checked(entry: Entry): FileEntry {
  const name = entry.filename.replaceAll("\\", "/");
  if (entry.directory) throw new ArchiveError("a directory has the name of a file of conversations");
  if (entry.encrypted) throw new ArchiveError("it is encrypted");
  if (/^(?:\/|[A-Za-z]:)/.test(name) || name.split("/").includes("..")) {
    throw new ArchiveError("a name in it leads out of it");
  }
  // The upper half holds the Unix mode: a symbolic link is no file of conversations.
  if ((entry.externalFileAttributes >>> 16 & 0o170000) === 0o120000) throw new ArchiveError("an entry is a link");
  return entry;
}

function asArchiveError(error: unknown): Error {
  if (error instanceof ArchiveError) return error;
  return new ArchiveError(`it is damaged (${error instanceof Error ? error.message : String(error)})`);
}

class HandleReader extends Reader<ReadHandle> {
  readonly #handle: ReadHandle;

  constructor(handle: ReadHandle) {
    super(handle);
    this.#handle = handle;
    this.size = handle.size;
  }

  override readUint8Array(index: number, length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(Math.max(0, Math.min(length, this.#handle.size - index)));
    let filled = 0;
    while (filled < bytes.length) {
      const count = this.#handle.read(bytes.subarray(filled), index + filled);
      if (count === 0) break;
      filled += count;
    }
    return Promise.resolve(bytes.subarray(0, filled));
  }
}

class TakingWriter extends Writer<undefined> {
  /** What the taker, or a limit, stopped it with. */
  failure: Error | undefined;
  #size = 0;
  readonly #take: (chunk: Uint8Array) => Promise<void>;
  readonly #limit: { readonly most: number; readonly budget: { left: number } };

  constructor(
    take: (chunk: Uint8Array) => Promise<void>,
    limit: { readonly most: number; readonly budget: { left: number } },
  ) {
    super();
    this.#take = take;
    this.#limit = limit;
  }

  override async writeUint8Array(chunk: Uint8Array): Promise<void> {
    this.#size += chunk.length;
    this.#limit.budget.left -= chunk.length;
    try {
      if (this.#size > this.#limit.most) throw new ArchiveError("an entry holds more than it says");
      if (this.#limit.budget.left < 0) throw new ArchiveError("it holds more than is read of one archive");
      await this.#take(chunk);
    } catch (error) {
      this.failure = error instanceof Error ? error : new Error(String(error));
      throw this.failure;
    }
  }

  override getData(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
}
