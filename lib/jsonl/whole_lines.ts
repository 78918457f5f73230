/**
 * Whole lines of an open file, one after the other when they are asked for: forwards, or from the end, so that the last
 * of a file of any size cost what they weigh. Nothing is elided, other than in `lines.ts`: who asks for them hands them on.
 *
 * @module
 */
import type { ReadHandle } from "../io/files.ts";

/** One line. */
export interface WholeLine {
  /** UTF-8 with U+FFFD for invalid bytes, without trailing CR; empty when it is oversized. */
  readonly text: string;
  /** False for what follows the last line feed. */
  readonly terminated: boolean;
  /** True for a line of more than {@linkcode MOST_LINE_BYTES}. */
  readonly oversized: boolean;
}

/** What reading needs of a file. */
export type WholeLineSource = Pick<ReadHandle, "size" | "read">;

/** A longer line is not read: no message is that long, and a file without line feeds must not take all memory. */
export const MOST_LINE_BYTES = 64 * 1024 * 1024;

const CHUNK_BYTES = 256 * 1024;
/** The last lines mostly lie here; reading more would cost more than they do. */
const FIRST_TAIL_BYTES = 32 * 1024;
const LF = 0x0a;
const CR = 0x0d;
const UTF8 = new TextDecoder();

/** How lines are read. */
export interface WholeLinesOptions {
  /** Bytes read at a time; tests cut anywhere. */
  readonly chunkBytes?: number;
  /** Longest line; default {@linkcode MOST_LINE_BYTES}. */
  readonly mostLineBytes?: number;
}

/** Lines from the first to the last. Empty ones are left out. */
export function* wholeLines(source: WholeLineSource, options: WholeLinesOptions = {}): Generator<WholeLine> {
  const line = createPieces({ most: options.mostLineBytes, from: "front" });
  const chunkBytes = options.chunkBytes ?? CHUNK_BYTES;
  for (let at = 0; at < source.size;) {
    const chunk = new Uint8Array(Math.min(chunkBytes, source.size - at));
    const got = source.read(chunk, at);
    if (got <= 0) break;
    at += got;
    let from = 0;
    for (let lf = chunk.indexOf(LF); lf >= 0 && lf < got; lf = chunk.indexOf(LF, from)) {
      line.add(chunk.subarray(from, lf));
      from = lf + 1;
      if (line.bytes > 0) yield line.take({ terminated: true });
    }
    line.add(chunk.subarray(from, got));
  }
  if (line.bytes > 0) yield line.take({ terminated: false });
}

/** Lines from the last to the first. Empty ones are left out. */
export function* wholeLinesBackwards(source: WholeLineSource, options: WholeLinesOptions = {}): Generator<WholeLine> {
  const line = createPieces({ most: options.mostLineBytes, from: "rear" });
  const most = options.chunkBytes ?? CHUNK_BYTES;
  let chunkBytes = Math.min(most, FIRST_TAIL_BYTES);
  let terminated = false;
  for (let at = source.size; at > 0;) {
    const chunk = new Uint8Array(Math.min(chunkBytes, at));
    // A file that was cut meanwhile has nothing there; what is left of it comes further down.
    const got = source.read(chunk, at - chunk.length);
    at -= chunk.length;
    let to = Math.max(0, got);
    for (let lf = to === 0 ? -1 : chunk.lastIndexOf(LF, to - 1); lf >= 0; lf = chunk.lastIndexOf(LF, to - 1)) {
      line.add(chunk.subarray(lf + 1, to));
      if (line.bytes > 0) yield line.take({ terminated });
      terminated = true;
      to = lf;
      if (to === 0) break;
    }
    line.add(chunk.subarray(0, to));
    chunkBytes = Math.min(most, chunkBytes * 2);
  }
  if (line.bytes > 0) yield line.take({ terminated });
}

/** A line that is put together from one of its ends. */
interface Pieces {
  readonly bytes: number;
  add(piece: Uint8Array): void;
  take(end: { readonly terminated: boolean }): WholeLine;
}

function createPieces(
  { most = MOST_LINE_BYTES, from }: { readonly most: number | undefined; readonly from: "front" | "rear" },
): Pieces {
  let pieces: Uint8Array[] = [];
  let bytes = 0;
  return {
    get bytes() {
      return bytes;
    },
    add(piece) {
      bytes += piece.length;
      if (bytes > most) pieces = [];
      else if (piece.length > 0) pieces.push(piece);
    },
    take({ terminated }) {
      const oversized = bytes > most;
      const text = oversized ? "" : textOf(from === "rear" ? pieces.reverse() : pieces);
      pieces = [];
      bytes = 0;
      return { text, terminated, oversized };
    },
  };
}

function textOf(pieces: readonly Uint8Array[]): string {
  const [only] = pieces;
  if (only === undefined) return "";
  const whole = pieces.length === 1 ? only : joined(pieces);
  return UTF8.decode(whole.at(-1) === CR ? whole.subarray(0, -1) : whole);
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
