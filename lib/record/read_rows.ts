/**
 * Reading JSONL files of the store, line by line, in constant memory. Other programs and crashes leave bad lines; they
 * are counted, never fatal.
 *
 * @module
 */
import type { Files } from "../io/files.ts";
import { readLines } from "../jsonl/read_lines.ts";

/** One row, of which nothing is known but that it is an object. */
export type RawRow = Readonly<Record<string, unknown>>;

/** What reading a file met. */
export interface RowsRead {
  /** Lines that hold no JSON object. */
  readonly bad: number;
  /** True when the last line has no line feed: a run was killed while writing it. */
  readonly torn: boolean;
  /** Size of the file; 0 when it does not exist. */
  readonly size: number;
}

/**
 * Calls `onRow` for every object of a JSONL file, in order. A last line that lost only its line feed counts.
 *
 * @param path native absolute path; a missing file has no rows
 * @param options `from`: offset of the first byte to read, the start of a line
 */
export function readRows(
  files: Pick<Files, "open">,
  path: string,
  options: { readonly from?: number; readonly onRow: (row: RawRow) => void },
): RowsRead {
  const handle = files.open(path);
  if (handle === undefined) return { bad: 0, torn: false, size: 0 };
  let bad = 0;
  let torn = false;
  try {
    readLines(handle, (line) => {
      torn = !line.terminated;
      if (line.text === "" && !line.oversized) return;
      const row = line.oversized || line.elided > 0 ? undefined : parseObject(line.text);
      if (row !== undefined) options.onRow(row);
      else bad++;
    }, { from: options.from ?? 0 });
    return { bad, torn, size: handle.size };
  } finally {
    handle.close();
  }
}

/** @returns the object that `text` is as JSON; undefined when it is none */
export function parseObject(text: string): RawRow | undefined {
  // An exception for each of thousands of lines that are none takes a second.
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** True for what JSON calls an object. */
export function isObject(value: unknown): value is RawRow {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
