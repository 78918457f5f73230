/**
 * Reads tables of a SQLite database that another program may have open. SQLite itself leaves `-wal` and `-shm` files
 * beside a database that it only reads, and without them does not see what stands in the log; this reads the two files
 * as they are, page by page, and makes, locks and copies nothing (https://www.sqlite.org/fileformat2.html).
 *
 * @module
 */
import type { Files, ReadHandle } from "../io/files.ts";
import { readRecord, readVarint, type SqliteValue } from "./cells.ts";
import { indexWal, type WalIndex } from "./wal.ts";

/** A log longer than this is not read. */
const MOST_WAL = 64 * 1024 * 1024;
/** A row longer than this is left out. */
const MOST_ROW = 16 * 1024 * 1024;
/** No table is deeper. */
const MOST_LEVELS = 20;

/** A row, with its number: rows that were added later have higher ones, unless the program chose them. */
export interface SqliteRow {
  readonly rowid: number;
  readonly values: readonly SqliteValue[];
}

interface Database {
  readonly handle: ReadHandle;
  readonly wal: { readonly bytes: Uint8Array; readonly index: WalIndex };
  readonly pageSize: number;
  /** Bytes of a page that hold content. */
  readonly usable: number;
  /** Pages that may still be read: a damaged file can lead in circles. */
  readonly budget: { left: number };
}

/**
 * All rows of some tables.
 *
 * @param path of the database
 * @param options names of the tables; the longest database that is read, in bytes
 * @returns by table, without those that are not there; undefined when the file is no database, is longer, is damaged, or
 * changed twice while it was read
 */
export function readTables(
  files: Pick<Files, "stat" | "open" | "readBytes">,
  path: string,
  options: { readonly tables: readonly string[]; readonly mostBytes: number },
): ReadonlyMap<string, readonly SqliteRow[]> | undefined {
  for (let attempt = 0; attempt < 2; attempt++) {
    const before = stamp(files, path);
    const size = files.stat(path)?.size ?? 0;
    const walSize = files.stat(`${path}-wal`)?.size ?? 0;
    if (size < 512 || size > options.mostBytes || walSize > MOST_WAL) return undefined;
    const found = readOnce(files, path, options.tables);
    // Pages of two states do not fit together.
    if (stamp(files, path) === before) return found;
  }
  return undefined;
}

function stamp(files: Pick<Files, "stat">, path: string): string {
  return [path, `${path}-wal`].map((file) => files.stat(file)).map((stat) => `${stat?.size}:${stat?.mtime}`).join();
}

function readOnce(
  files: Pick<Files, "open" | "readBytes">,
  path: string,
  tables: readonly string[],
): ReadonlyMap<string, readonly SqliteRow[]> | undefined {
  const handle = files.open(path);
  if (handle === undefined) return undefined;
  try {
    const database = openDatabase(handle, files.readBytes(`${path}-wal`) ?? new Uint8Array());
    if (database === undefined) return undefined;
    const found = new Map<string, readonly SqliteRow[]>();
    for (const { values: [type, name, , root] } of rowsOf(database, 1)) {
      if (type === "table" && typeof name === "string" && typeof root === "number" && tables.includes(name)) {
        found.set(name, rowsOf(database, root));
      }
    }
    return found;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  } finally {
    handle.close();
  }
}

function openDatabase(handle: ReadHandle, wal: Uint8Array): Database | undefined {
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

function page({ handle, wal, pageSize, budget }: Database, number: number): Uint8Array {
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

function rowsOf(database: Database, root: number): readonly SqliteRow[] {
  const rows: SqliteRow[] = [];
  walk(database, { number: root, level: 0, rows });
  return rows;
}

function walk(
  database: Database,
  { number, level, rows }: { readonly number: number; readonly level: number; readonly rows: SqliteRow[] },
): void {
  if (level > MOST_LEVELS) throw new RangeError("the table is too deep");
  const bytes = page(database, number);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = number === 1 ? 100 : 0;
  const kind = view.getUint8(start);
  if (kind !== 0x0d && kind !== 0x05) throw new RangeError("no page of a table");
  const leaf = kind === 0x0d;
  const cells = view.getUint16(start + 3);
  for (let n = 0; n < cells; n++) {
    const cell = view.getUint16(start + (leaf ? 8 : 12) + 2 * n);
    if (!leaf) {
      walk(database, { number: view.getUint32(cell), level: level + 1, rows });
      continue;
    }
    const [size, behind] = readVarint(bytes, cell);
    const [rowid, content] = readVarint(bytes, behind);
    if (size > MOST_ROW) continue;
    rows.push({ rowid, values: readRecord(payload(database, bytes, { at: content, size })) });
  }
  if (!leaf) walk(database, { number: view.getUint32(start + 8), level: level + 1, rows });
}

/** What of a row does not fit its page goes on in a chain of others. */
function payload(
  database: Database,
  bytes: Uint8Array,
  { at, size }: { readonly at: number; readonly size: number },
): Uint8Array {
  const { usable } = database;
  if (size <= usable - 35) return bytes.slice(at, at + size);
  const least = Math.floor((usable - 12) * 32 / 255) - 23;
  const wanted = least + (size - least) % (usable - 4);
  const local = wanted <= usable - 35 ? wanted : least;
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
