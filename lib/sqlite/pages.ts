/**
 * Pages of a SQLite database, from the file or from its log (https://www.sqlite.org/fileformat2.html). Nothing is made,
 * locked or copied.
 *
 * @module
 */
import type { Files, ReadHandle } from "../io/files.ts";
import { indexWal, type WalIndex } from "./wal.ts";

/** A log longer than this is not read. */
export const MOST_WAL = 64 * 1024 * 1024;
/** A row longer than this is left out. */
export const MOST_ROW = 16 * 1024 * 1024;
/** No tree is deeper. */
export const MOST_LEVELS = 20;

/** An open database. */
export interface Database {
  readonly handle: ReadHandle;
  readonly wal: { readonly bytes: Uint8Array; readonly index: WalIndex };
  readonly pageSize: number;
  /** Bytes of a page that hold content. */
  readonly usable: number;
  /** Pages that may still be read: a damaged file can lead in circles. */
  readonly budget: { left: number };
}

/** Bytes that a rollback journal begins with while its transaction is not over. */
const HOT_JOURNAL = [0xd9, 0xd5, 0x05, 0xf9];

/**
 * True while the file itself is being changed, or a crash left it half changed: what stands in it fits together only with
 * its journal (https://github.com/AstroQore/vibe-bar/pull/184: busy is not absent).
 *
 * @param path of the database
 */
export function isBusy(files: Pick<Files, "open">, path: string): boolean {
  const handle = files.open(`${path}-journal`);
  if (handle === undefined) return false;
  try {
    const start = new Uint8Array(4);
    return handle.read(start, 0) === 4 && HOT_JOURNAL.every((byte, n) => start[n] === byte);
  } finally {
    handle.close();
  }
}

/**
 * Reads the header.
 *
 * @param wal the whole log; empty without one
 * @returns undefined when it is no database, or one in UTF-16
 */
export function openDatabase(handle: ReadHandle, wal: Uint8Array): Database | undefined {
  const header = new Uint8Array(100);
  if (handle.read(header, 0) < 100) return undefined;
  const view = new DataView(header.buffer);
  const utf8 = view.getUint32(56) <= 1;
  if (new TextDecoder("latin1").decode(header.subarray(0, 16)) !== "SQLite format 3\0" || !utf8) return undefined;
  const pageSize = view.getUint16(16) === 1 ? 65_536 : view.getUint16(16);
  if (pageSize < 512 || (pageSize & (pageSize - 1)) !== 0) return undefined;
  const left = 2 * Math.ceil((handle.size + wal.length) / pageSize) + 16;
  return {
    handle,
    wal: { bytes: wal, index: indexWal(wal, pageSize) },
    pageSize,
    usable: pageSize - view.getUint8(20),
    budget: { left },
  };
}

/**
 * One page.
 *
 * @throws {RangeError} when the database is damaged, or its budget used up
 */
export function page({ handle, wal, pageSize, budget }: Database, number: number): Uint8Array {
  if (--budget.left < 0) throw new RangeError("pages lead in circles");
  if (number === 0) throw new RangeError("no page has the number 0");
  const logged = wal.index.pages.get(number);
  if (logged !== undefined) return wal.bytes.subarray(logged, logged + pageSize);
  const bytes = new Uint8Array(pageSize);
  const at = (number - 1) * pageSize;
  for (let read = 0; read < pageSize;) {
    const n = handle.read(bytes.subarray(read), at + read);
    if (n === 0) throw new RangeError("a page is missing");
    read += n;
  }
  return bytes;
}

/**
 * The whole of a row or of an index entry: what does not fit its page goes on in a chain of others.
 *
 * @param bytes of the page
 * @param options where the local part begins; the whole size; `most`: how much of it fits a page of its kind
 */
export function payload(
  database: Database,
  bytes: Uint8Array,
  { at, size, most = database.usable - 35 }: { readonly at: number; readonly size: number; readonly most?: number },
): Uint8Array {
  const { usable } = database;
  if (size <= most) return bytes.slice(at, at + size);
  const least = Math.floor((usable - 12) * 32 / 255) - 23;
  const wanted = least + (size - least) % (usable - 4);
  const local = wanted <= most ? wanted : least;
  const whole = new Uint8Array(size);
  whole.set(bytes.subarray(at, at + local));
  let next = new DataView(bytes.buffer, bytes.byteOffset).getUint32(at + local);
  for (let filled = local; filled < size;) {
    const more = page(database, next);
    const part = more.subarray(4, Math.min(usable, 4 + size - filled));
    whole.set(part, filled);
    filled += part.length;
    next = new DataView(more.buffer, more.byteOffset).getUint32(0);
  }
  return whole;
}
