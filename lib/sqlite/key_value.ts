/**
 * Reads a few rows of a table of keys and values in a database that may be very long: pages are found by the index of the
 * keys, so that nothing else is read, however many other rows there are
 * (https://github.com/ScriptedAlchemy/tracedecay/issues/856: 98 GiB, 5.4 million rows). As in `database.ts`, nothing is made, locked
 * or copied (https://github.com/rajbos/ai-engineering-fluency/pull/2036: copies of 2 GB filled the disk).
 *
 * @module
 */
import type { Files } from "../io/files.ts";
import { readRecord, readVarint, type SqliteValue } from "./cells.ts";
import { rowsOf } from "./database.ts";
import { type Database, isBusy, MOST_LEVELS, MOST_ROW, MOST_WAL, openDatabase, page, payload } from "./pages.ts";

/** One row. */
export interface KeyValue {
  readonly key: string;
  /** Its text, decoded when it is kept as bytes; undefined for a value that is too long, or none. */
  readonly value: string | undefined;
}

/** An open table. */
export interface KeyValueTable {
  /**
   * Rows whose key begins so, in the order of the keys.
   *
   * @param prefix ASCII
   * @throws {RangeError} when the database is damaged
   */
  under(prefix: string): Generator<KeyValue>;
  /** False when the file was changed since it was opened: what was read need not fit together. */
  isSame(): boolean;
  /** Lets go of the file. */
  close(): void;
}

/** What was found at a path. */
export type OpenKeyValue =
  | { readonly kind: "table"; readonly table: KeyValueTable }
  /** It is being changed, or its log is too long to be read now. */
  | { readonly kind: "busy" }
  /** It is no database, is damaged, or has no such table with an index of its keys. */
  | { readonly kind: "none" };

/**
 * Opens a table `(key TEXT UNIQUE, value BLOB)`.
 *
 * @param path of the database
 * @param name of the table
 */
export function openKeyValue(
  files: Pick<Files, "stat" | "open" | "readBytes">,
  path: string,
  name: string,
): OpenKeyValue {
  const handle = files.open(path);
  if (handle === undefined) return { kind: "none" };
  const stamp = () => {
    const stat = files.stat(path);
    return `${stat?.size}:${stat?.mtime}:${stat?.ino}`;
  };
  const before = stamp();
  try {
    if (isBusy(files, path) || (files.stat(`${path}-wal`)?.size ?? 0) > MOST_WAL) {
      handle.close();
      return { kind: "busy" };
    }
    const database = openDatabase(handle, files.readBytes(`${path}-wal`) ?? new Uint8Array());
    const roots = database === undefined ? undefined : rootsOf(database, name);
    if (database === undefined || roots === undefined) {
      handle.close();
      return { kind: "none" };
    }
    const { left } = database.budget;
    return {
      kind: "table",
      table: {
        *under(prefix) {
          const index = { ...database, budget: { left } };
          for (const [key, rowid] of keysFrom(index, { number: roots.index, level: 0, from: prefix })) {
            if (!key.startsWith(prefix)) return;
            // Rows of one page are looked for one by one.
            const budget = { left: 2 * MOST_LEVELS + Math.ceil(MOST_ROW / (database.usable - 4)) };
            yield { key, value: valueOf({ ...database, budget }, roots.table, rowid) };
          }
        },
        isSame: () => stamp() === before && !isBusy(files, path),
        close: () => handle.close(),
      },
    };
  } catch (error) {
    handle.close();
    if (!(error instanceof RangeError)) throw error;
    return { kind: stamp() === before ? "none" : "busy" };
  }
}

function rootsOf(database: Database, name: string): { readonly table: number; readonly index: number } | undefined {
  let [table, index]: (number | undefined)[] = [];
  for (const { values: [type, named, , root] } of rowsOf(database, 1)) {
    if (typeof root !== "number") continue;
    if (type === "table" && named === name) table = root;
    if (type === "index" && named === `sqlite_autoindex_${name}_1`) index = root;
  }
  return table === undefined || index === undefined ? undefined : { table, index };
}

interface Node {
  readonly number: number;
  readonly level: number;
  readonly from: string;
}

/** Keys and row numbers in the order of the keys, from the first key on that is not smaller. */
function* keysFrom(database: Database, { number, level, from }: Node): Generator<readonly [string, number]> {
  if (level > MOST_LEVELS) throw new RangeError("the index is too deep");
  const bytes = page(database, number);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kind = view.getUint8(0);
  if (kind !== 0x0a && kind !== 0x02) throw new RangeError("no page of an index");
  const isLeaf = kind === 0x0a;
  const cells = view.getUint16(3);
  for (let n = 0; n < cells; n++) {
    const cell = view.getUint16((isLeaf ? 8 : 12) + 2 * n);
    const [size, at] = readVarint(bytes, isLeaf ? cell : cell + 4);
    if (size > MOST_ROW) throw new RangeError("a key is too long");
    const most = Math.floor((database.usable - 12) * 64 / 255) - 23;
    const [key, rowid] = readRecord(payload(database, bytes, { at, size, most }));
    // Text stands behind numbers; nobody else's keys are looked for.
    if (typeof key !== "string" || typeof rowid !== "number" || key < from) continue;
    if (!isLeaf) yield* keysFrom(database, { number: view.getUint32(cell), level: level + 1, from });
    yield [key, rowid];
  }
  if (!isLeaf) yield* keysFrom(database, { number: view.getUint32(8), level: level + 1, from });
}

function valueOf(database: Database, root: number, rowid: number): string | undefined {
  let number = root;
  for (let level = 0; level <= MOST_LEVELS; level++) {
    const bytes = page(database, number);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const start = number === 1 ? 100 : 0;
    const kind = view.getUint8(start);
    if (kind !== 0x0d && kind !== 0x05) throw new RangeError("no page of a table");
    const cells = view.getUint16(start + 3);
    if (kind === 0x0d) return leafValue(database, bytes, { cells, start, rowid });
    let next = view.getUint32(start + 8);
    for (let n = 0; n < cells; n++) {
      const cell = view.getUint16(start + 12 + 2 * n);
      if (rowid > readVarint(bytes, cell + 4)[0]) continue;
      next = view.getUint32(cell);
      break;
    }
    number = next;
  }
  throw new RangeError("the table is too deep");
}

function leafValue(
  database: Database,
  bytes: Uint8Array,
  { cells, start, rowid }: { readonly cells: number; readonly start: number; readonly rowid: number },
): string | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let n = 0; n < cells; n++) {
    const [size, behind] = readVarint(bytes, view.getUint16(start + 8 + 2 * n));
    const [own, at] = readVarint(bytes, behind);
    if (own !== rowid) continue;
    return size > MOST_ROW ? undefined : textOf(readRecord(payload(database, bytes, { at, size }))[1]);
  }
  throw new RangeError("a row of the index is missing");
}

function textOf(value: SqliteValue | undefined): string | undefined {
  if (value instanceof Uint8Array) return new TextDecoder().decode(value);
  return typeof value === "string" ? value : undefined;
}
