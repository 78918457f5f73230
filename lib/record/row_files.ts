/**
 * Appending to a session's row files.
 *
 * @module
 */
import type { Files } from "../io/files.ts";
import { ROW_FILES, type RowFile, under } from "./layout.ts";

/** Buffers rows, so that each file is appended to, and synced, as few times as memory allows. */
export interface RowAppender {
  /** @param line one row with its line feed */
  append(file: RowFile, line: string): void;
  /** Writes what is buffered. */
  flush(): void;
}

/** Characters held for one file. */
const MOST_BUFFERED = 1024 * 1024;
const LINE_FEED = 0x0a;

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
  const buffers = new Map<RowFile, { lines: string[]; length: number }>();
  const mended = new Set<RowFile>();

  function write(file: RowFile, lines: readonly string[]): void {
    if (mended.size === 0) options.beforeFirst?.();
    const path = under(directory, file);
    const torn = !mended.has(file) && lastLineIsTorn(files, path);
    mended.add(file);
    files.append(path, encoder.encode((torn ? "\n" : "") + lines.join("")));
  }

  return {
    append(file, line) {
      let buffer = buffers.get(file);
      if (buffer === undefined) buffers.set(file, buffer = { lines: [], length: 0 });
      buffer.lines.push(line);
      buffer.length += line.length;
      if (buffer.length < MOST_BUFFERED) return;
      buffers.delete(file);
      write(file, buffer.lines);
    },
    flush() {
      for (const [file, { lines }] of buffers) {
        buffers.delete(file);
        write(file, lines);
      }
    },
  };
}

function lastLineIsTorn(files: Pick<Files, "open">, path: string): boolean {
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
