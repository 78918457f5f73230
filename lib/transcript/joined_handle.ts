/**
 * Several files read as one: a conversation that a client keeps in more than one file.
 *
 * @module
 */
import type { ReadHandle } from "../io/files.ts";

/** One piece of a joined source. */
export type Piece =
  | { readonly handle: ReadHandle }
  | { readonly bytes: Uint8Array };

interface Placed {
  readonly start: number;
  readonly size: number;
  read(into: Uint8Array, at: number): number;
}

/**
 * Joins pieces. Sizes are those of the moment; what a file gains later is seen when it is joined again.
 *
 * @param pieces in order
 * @param close called when the joined source is closed
 */
export function joinedHandle(pieces: readonly Piece[], close: () => void): ReadHandle {
  const placed: Placed[] = [];
  let size = 0;
  for (const piece of pieces) {
    const part = "bytes" in piece ? bytesPart(piece.bytes) : piece.handle;
    placed.push({ start: size, size: part.size, read: (into, at) => part.read(into, at) });
    size += part.size;
  }
  return {
    size,
    read(into, at) {
      let filled = 0;
      for (const part of placed) {
        const from = at + filled - part.start;
        if (from < 0 || from >= part.size) continue;
        const length = Math.min(into.length - filled, part.size - from);
        if (length <= 0) break;
        const got = part.read(into.subarray(filled, filled + length), from);
        filled += got;
        // A piece that shrank ends the source there.
        if (got < length) break;
      }
      return filled;
    },
    close,
  };
}

function bytesPart(bytes: Uint8Array): Pick<ReadHandle, "size" | "read"> {
  return {
    size: bytes.length,
    read(into, at) {
      const part = bytes.subarray(at, at + into.length);
      into.set(part);
      return part.length;
    },
  };
}
