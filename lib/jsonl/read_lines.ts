/**
 * Lines of an open file, chunk by chunk.
 *
 * @module
 */
import type { ReadHandle } from "../io/files.ts";
import { createLineSplitter, type LineSplitterOptions, type OnLine } from "./lines.ts";
import type { Skimmer } from "./skim.ts";

/** What reading needs of a file. */
export type LineSource = Pick<ReadHandle, "size" | "read">;

/** Bytes read at a time. Larger chunks are not faster (measured 128 KiB to 1 MiB) and cost memory. */
export const CHUNK_BYTES = 256 * 1024;

/** Where to read, and which lines are decoded; several that are not wanted may come as one. */
export interface ReadLinesOptions extends Pick<LineSplitterOptions, "wants"> {
  /** Absolute offset of the first byte; it must be the start of a line. Default 0. */
  readonly from?: number;
  /** Absolute offset to stop before. Default: the size the file had when it was opened. */
  readonly to?: number;
  /** Bytes to read at a time. Default {@linkcode CHUNK_BYTES}. */
  readonly chunkBytes?: number;
  /** Cuts what nobody reads out of lines before they are decoded; its memory is read to. */
  readonly skimmer?: Pick<Skimmer, "skim" | "lineFeed" | "chunk">;
}

/**
 * Reads lines from `from` up to `to`, in constant memory. A last line without line feed comes with
 * `terminated: false`. A file that shrank meanwhile ends early.
 *
 * @param source the open file
 * @param onLine called for each line; returning `false` ends the reading
 * @returns true when the end was reached, false when `onLine` ended it
 */
export function readLines(source: LineSource, onLine: OnLine, options: ReadLinesOptions = {}): boolean {
  let at = options.from ?? 0;
  const to = options.to ?? source.size;
  if (at >= to) return true;
  const splitter = createLineSplitter(onLine, { ...options, at });
  const chunk = options.skimmer?.chunk ?? new Uint8Array(Math.min(options.chunkBytes ?? CHUNK_BYTES, to - at));
  while (at < to) {
    const got = source.read(chunk.subarray(0, Math.min(chunk.length, to - at)), at);
    if (got <= 0) break;
    at += got;
    if (!splitter.push(chunk.subarray(0, got))) return false;
  }
  splitter.finish();
  return true;
}
