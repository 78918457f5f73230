/**
 * Where reading of a transcript goes on, and the check that the file is still the one that was read (design section 5,
 * Cursor). The cursor only saves time: ids make reading again append nothing.
 *
 * @module
 */
import type { ReadHandle } from "../io/files.ts";
import type { MetaCursor } from "../record/meta_types.ts";
import { fingerprint } from "./fingerprint.ts";

/** The head hash covers at most this many bytes. */
const HEAD = 1024;
/** The hash of the line before the cursor covers at most its last bytes. */
const TAIL = 1024;

/** Takes the cursor at `offset`: behind the last record whose content is stored. */
export function takeCursor(
  handle: ReadHandle,
  at: { readonly offset: number; readonly mtime: number },
): MetaCursor {
  const length = Math.min(HEAD, at.offset);
  return {
    offset: at.offset,
    size: handle.size,
    mtime: at.mtime,
    headHash: `${length}:${hashOf(handle, { from: 0, length })}`,
    lineHash: hashBefore(handle, at.offset),
  };
}

/**
 * True when the file still begins as it did and the line before the cursor is the same: what lies before the cursor was
 * read. False sends the reader back to byte 0 (the client truncated or rewrote the file).
 */
export function cursorHolds(handle: ReadHandle, cursor: MetaCursor): boolean {
  const length = Number.parseInt(cursor.headHash, 10);
  return length >= 0 && length <= HEAD && handle.size >= cursor.offset &&
    cursor.headHash === `${length}:${hashOf(handle, { from: 0, length })}` &&
    hashBefore(handle, cursor.offset) === cursor.lineHash;
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
  return fingerprint(bytes.subarray(0, filled));
}
