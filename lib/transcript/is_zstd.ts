/**
 * What tells a compressed transcript from a plain one.
 *
 * @module
 */
import type { ReadHandle } from "../io/files.ts";

/** The first bytes of a Zstandard frame; the file's name says nothing. */
const MAGIC = [0x28, 0xb5, 0x2f, 0xfd];

/**
 * True when a file is a Zstandard frame.
 *
 * @param handle open for reading
 */
export function isZstd(handle: Pick<ReadHandle, "read">): boolean {
  const head = new Uint8Array(MAGIC.length);
  return handle.read(head, 0) === MAGIC.length && MAGIC.every((byte, index) => head[index] === byte);
}
