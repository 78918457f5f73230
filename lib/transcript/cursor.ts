/**
 * Where reading of a transcript goes on, and the check that the file is still the one that was read (design section 5,
 * Cursor). The cursor only saves time: ids make reading again append nothing.
 *
 * @module
 */
import { sha256Hex } from "../record/ids.ts";
import type { ReadHandle } from "../io/files.ts";

/** Place in a transcript behind the last record whose content is stored. */
export interface Cursor {
  /** Byte offset of the next record. */
  readonly offset: number;
  /** Size of the file then, bytes. */
  readonly size: number;
  /** Modification time of the file then, milliseconds since 1970. */
  readonly mtime: number;
  /** Bytes that `headHash` covers. */
  readonly headLength: number;
  readonly headHash: string;
  /** Hash of the last bytes before `offset`. */
  readonly lineHash: string;
}

/** The head hash covers at most this many bytes. */
const HEAD = 1024;
/** The hash of the line before the cursor covers at most its last bytes. */
const TAIL = 1024;

/** Takes the cursor at `offset`. */
export function takeCursor(handle: ReadHandle, at: { readonly offset: number; readonly mtime: number }): Cursor {
  const headLength = Math.min(HEAD, at.offset);
  return {
    offset: at.offset,
    size: handle.size,
    mtime: at.mtime,
    headLength,
    headHash: hashOf(handle, { from: 0, length: headLength }),
    lineHash: hashBefore(handle, at.offset),
  };
}

/**
 * True when the file still begins as it did and the line before the cursor is the same: what lies before the cursor was
 * read. False sends the reader back to byte 0 (the client truncated or rewrote the file).
 */
export function cursorHolds(handle: ReadHandle, cursor: Cursor): boolean {
  return handle.size >= cursor.offset &&
    hashOf(handle, { from: 0, length: cursor.headLength }) === cursor.headHash &&
    hashBefore(handle, cursor.offset) === cursor.lineHash;
}

/** Reads a cursor that was stored; undefined when it is none. */
export function readCursor(value: unknown): Cursor | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { offset, size, mtime, headLength, headHash, lineHash } = value as Record<string, unknown>;
  if (typeof offset !== "number" || !Number.isSafeInteger(offset) || offset < 0) return undefined;
  if (typeof size !== "number" || typeof mtime !== "number") return undefined;
  if (typeof headLength !== "number" || headLength < 0 || headLength > HEAD) return undefined;
  if (typeof headHash !== "string" || typeof lineHash !== "string") return undefined;
  return { offset, size, mtime, headLength, headHash, lineHash };
}

function hashBefore(handle: ReadHandle, offset: number): string {
  const length = Math.min(TAIL, offset);
  return hashOf(handle, { from: offset - length, length });
}

function hashOf(handle: ReadHandle, { from, length }: { readonly from: number; readonly length: number }): string {
  const bytes = new Uint8Array(length);
  let filled = 0;
  while (filled < length) {
    const count = handle.read(bytes.subarray(filled), from + filled);
    if (count === 0) break;
    filled += count;
  }
  return sha256Hex(bytes.subarray(0, filled)).slice(0, 16);
}
