/**
 * Reads tables of a SQLite database that another program may have open. SQLite itself leaves `-wal` and `-shm` files
 * beside a database that it only reads, and without them does not see what stands in the log; this reads the two files
 * as they are, page by page, and makes, locks and copies nothing (https://www.sqlite.org/fileformat2.html).
 *
 * @module
 */
import type { Files } from "../io/files.ts";
import { readRecord, readVarint, type SqliteValue } from "./cells.ts";
import { type Database, isBusy, MOST_LEVELS, MOST_ROW, MOST_WAL, openDatabase, page, payload } from "./pages.ts";

/** A row, with its number: rows that were added later have higher ones, unless the program chose them. */
export interface SqliteRow {
  readonly rowid: number;
  readonly values: readonly SqliteValue[];
}

/**
 * All rows of some tables.
 *
 * @param path of the database
 * @param options names of the tables; the longest database that is read, in bytes
 * @returns by table, without those that are not there; undefined when the file is no database, is longer, is damaged, or
 * changed twice while it was read, or is just being changed
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
    if (size < 512 || size > options.mostBytes || walSize > MOST_WAL || isBusy(files, path)) return undefined;
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

/**
 * All rows of a tree of rows, in their order.
 *
 * @param root its first page; 1 is the schema
 * @throws {RangeError} when the database is damaged
 */
export function rowsOf(database: Database, root: number): readonly SqliteRow[] {
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
