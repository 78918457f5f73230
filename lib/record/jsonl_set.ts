/**
 * A small JSONL file that is a set: rows are added once and never changed.
 *
 * @module
 */
import type { Files } from "../io/files.ts";
import { type RawRow, readRows } from "./read_rows.ts";
import { sortedJson } from "./sorted_json.ts";

/** The set. */
export interface JsonlSet<T> {
  /** @returns the rows in file order; the same row twice (two programs at once) comes once */
  read(): readonly T[];
  /** Appends the row unless it is there, after a torn last line on a line of its own. */
  keep(files: Pick<Files, "open" | "append" | "makeDirectory">, row: T): void;
}

/**
 * @param path the file; missing means empty
 * @param options `directory`: made when the first row is written; `parse`: undefined for what is no row
 */
export function createJsonlSet<T extends object>(
  files: Pick<Files, "open">,
  path: string,
  options: { readonly directory: string; readonly parse: (row: RawRow) => T | undefined },
): JsonlSet<T> {
  function load(): { readonly rows: ReadonlyMap<string, T>; readonly torn: boolean } {
    const rows = new Map<string, T>();
    const { torn } = readRows(files, path, {
      onRow(raw) {
        const row = options.parse(raw);
        if (row !== undefined) rows.set(sortedJson(row), row);
      },
    });
    return { rows, torn };
  }
  return {
    read: () => [...load().rows.values()],
    keep(files, row) {
      const { rows, torn } = load();
      if (rows.has(sortedJson(row))) return;
      files.makeDirectory(options.directory);
      files.append(path, new TextEncoder().encode(`${torn ? "\n" : ""}${JSON.stringify(row)}\n`));
    },
  };
}
