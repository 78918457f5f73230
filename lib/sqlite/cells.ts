/**
 * Values of a SQLite record (https://www.sqlite.org/fileformat2.html#record_format).
 *
 * @module
 */

/** A column's value. */
export type SqliteValue = null | number | string | Uint8Array;

/**
 * Reads a variable-length integer.
 *
 * @returns its value (exact up to 2^53) and the offset behind it
 */
export function readVarint(bytes: Uint8Array, at: number): readonly [number, number] {
  let value = 0;
  for (let n = 0; n < 8; n++) {
    const byte = bytes[at + n] ?? 0;
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return [value, at + n + 1];
  }
  return [value * 256 + (bytes[at + 8] ?? 0), at + 9];
}

/**
 * Reads a record.
 *
 * @param payload the whole of it
 * @returns the columns in order; shorter than the table has when the row is older than a column
 */
export function readRecord(payload: Uint8Array): readonly SqliteValue[] {
  const [headerSize, first] = readVarint(payload, 0);
  const values: SqliteValue[] = [];
  let type = 0;
  let at = headerSize;
  for (let next = first; next < headerSize && next < payload.length;) {
    [type, next] = readVarint(payload, next);
    const size = sizeOf(type);
    values.push(valueOf(payload.subarray(at, at + size), type));
    at += size;
  }
  return values;
}

const SIZES: readonly number[] = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0];

function sizeOf(type: number): number {
  return type < 12 ? SIZES[type] ?? 0 : Math.floor((type - 12) / 2);
}

function valueOf(bytes: Uint8Array, type: number): SqliteValue {
  if (type >= 12) return type % 2 === 0 ? bytes : new TextDecoder().decode(bytes);
  if (type === 0 || type > 9) return null;
  if (type >= 8) return type - 8;
  if (bytes.length < sizeOf(type)) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (type === 7) return view.getFloat64(0);
  let value = view.getInt8(0);
  for (const byte of bytes.subarray(1)) value = value * 256 + byte;
  return value;
}
