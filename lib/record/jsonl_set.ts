/**
 * A small JSONL file that is a set: rows are only ever added, and the last one of its key counts.
 *
 * @module
 */
import type { Files } from "../io/files.ts";
import { type RawRow, readRows } from "./read_rows.ts";
import { sortedJson } from "./sorted_json.ts";

/** The set. */
export interface JsonlSet<T> {
  /** @returns the row that counts for each key, in the order in which the keys first appeared */
  read(): readonly T[];
  /** Appends the row unless it counts already, after a torn last line on a line of its own. */
  keep(files: Pick<Files, "open" | "append" | "makeDirectory">, row: T): void;
}

/**
 * @param path the file; missing means empty
 * @param options `directory`: made when the first row is written; `parse`: undefined for what is no row; `key`: what
 * tells rows apart, the whole row unless told
 */
export function createJsonlSet<T extends object>(
  files: Pick<Files, "open">,
  path: string,
  options: {
    readonly directory: string;
    readonly parse: (row: RawRow) => T | undefined;
    readonly key?: (row: T) => string;
  },
): JsonlSet<T> {
  const keyOf = options.key ?? sortedJson;
  function load(): { readonly rows: ReadonlyMap<string, T>; readonly torn: boolean } {
    const rows = new Map<string, T>();
    const { torn } = readRows(files, path, {
      onRow(raw) {
        const row = options.parse(raw);
        if (row !== undefined) rows.set(keyOf(row), row);
      },
    });
    return { rows, torn };
  }
  return {
    read: () => [...load().rows.values()],
    keep(files, row) {
      const { rows, torn } = load();
      if (sortedJson(rows.get(keyOf(row))) === sortedJson(row)) return;
      files.makeDirectory(options.directory);
      files.append(path, new TextEncoder().encode(`${torn ? "\n" : ""}${JSON.stringify(row)}\n`));
    },
  };
}
