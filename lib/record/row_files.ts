/**
 * Appending to a session's row files.
 *
 * @module
 */
import type { Files } from "../io/files.ts";
import { ROW_FILES, type RowFile, under } from "./layout.ts";

/** Buffers rows, so that each file is written in few pieces and synced once. */
export interface RowAppender {
  /** @param line one row with its line feed */
  append(file: RowFile, line: string): void;
  /** Writes what is buffered, and syncs each file that was written to. */
  flush(): void;
}

/**
 * Bytes held for one file. Rows become bytes at once: kept as text they would outlive the collector's young generation,
 * and the memory of an import would grow with what it writes (1 GB of transcript: 36 MB of rows).
 */
const BUFFER_BYTES = 128 * 1024;
/** Most runs add a few rows. */
const FIRST_BYTES = 8 * 1024;
const LINE_FEED = 0x0a;

/** What is held for one file. */
interface Buffer {
  bytes: Uint8Array;
  length: number;
  /** Something was written that is not synced yet. */
  pending: boolean;
}

/**
 * Makes an appender for one run over one session's directory, which must exist. A torn last line, left by a killed run,
 * gets a line feed in front of the first new row; nothing is truncated.
 *
 * @param options `beforeFirst`: called before anything is written
 */
export function createRowAppender(
  files: Pick<Files, "append" | "open">,
  directory: string,
  options: { readonly beforeFirst?: () => void } = {},
): RowAppender {
  const encoder = new TextEncoder();
  const buffers = new Map<RowFile, Buffer>();
  let first = true;

  function bufferOf(file: RowFile): Buffer {
    let buffer = buffers.get(file);
    if (buffer === undefined) {
      buffer = { bytes: new Uint8Array(FIRST_BYTES), length: 0, pending: false };
      if (lastLineIsTorn(files, under(directory, file))) buffer.bytes[buffer.length++] = LINE_FEED;
      buffers.set(file, buffer);
    }
    return buffer;
  }

  function write(file: RowFile, bytes: Uint8Array, { synced }: { readonly synced: boolean }): void {
    if (first) options.beforeFirst?.();
    first = false;
    files.append(under(directory, file), bytes, synced ? {} : { cache: true });
  }

  /** Writes what is held; the sync at the end is for all of it. */
  function empty(file: RowFile, buffer: Buffer): void {
    if (buffer.length > 0) write(file, buffer.bytes.subarray(0, buffer.length), { synced: false });
    buffer.length = 0;
    buffer.pending = true;
  }

  return {
    append(file, line) {
      const buffer = bufferOf(file);
      // A code unit takes at most three bytes.
      const most = line.length * 3;
      if (buffer.length + most > buffer.bytes.length && buffer.bytes.length < BUFFER_BYTES) enlarge(buffer);
      if (buffer.length + most > buffer.bytes.length) empty(file, buffer);
      if (most > buffer.bytes.length) write(file, encoder.encode(line), { synced: false });
      else buffer.length += encoder.encodeInto(line, buffer.bytes.subarray(buffer.length)).written;
    },
    flush() {
      for (const [file, buffer] of buffers) {
        if (buffer.length === 0 && !buffer.pending) continue;
        write(file, buffer.bytes.subarray(0, buffer.length), { synced: true });
        buffer.length = 0;
        buffer.pending = false;
      }
    },
  };
}

function enlarge(buffer: Buffer): void {
  const larger = new Uint8Array(BUFFER_BYTES);
  larger.set(buffer.bytes.subarray(0, buffer.length));
  buffer.bytes = larger;
}

/** True for a file whose last line has no line feed; what is appended needs one in front. */
export function lastLineIsTorn(files: Pick<Files, "open">, path: string): boolean {
  const handle = files.open(path);
  if (handle === undefined) return false;
  try {
    const last = new Uint8Array(1);
    return handle.size > 0 && handle.read(last, handle.size - 1) === 1 && last[0] !== LINE_FEED;
  } finally {
    handle.close();
  }
}

/** @returns the sizes of the session's row files that exist */
export function rowFileSizes(files: Pick<Files, "stat">, directory: string): Readonly<Record<string, number>> {
  const sizes: Record<string, number> = {};
  for (const file of ROW_FILES) {
    const stat = files.stat(under(directory, file));
    if (stat !== undefined) sizes[file] = stat.size;
  }
  return sizes;
}
