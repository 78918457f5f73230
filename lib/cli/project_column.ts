/**
 * The column that tells of which project a row is, and tables that still fit with it.
 *
 * @module
 */
import type { Product } from "../import/product.ts";
import { projectOf } from "../import/same_project.ts";
import { escapeControls as visible } from "../io/escape_controls.ts";
import { clip, type Layout, table, width } from "./screen.ts";

/** A longer name is cut. */
const WIDEST_NAME = 20;
/** Columns that a text needs beside the others; with less it gets a line of its own. */
const ROOM_FOR_TEXT = 20;
/** Columns by which a line of its own is set in. */
const INDENT = 4;

/**
 * True when conversations are of more than one project, wherever they are stored: only then has each row to say of which.
 *
 * @param paths the projects as conversations recorded them, empty where none is known
 */
export function areSeveralProjects(product: Product, paths: Iterable<string>): boolean {
  const projects = new Set<string | undefined>();
  for (const path of new Set(paths)) {
    projects.add(path === "" ? undefined : projectOf(product, [{ path, source: "record" }]));
    if (projects.size > 1) return true;
  }
  return false;
}

/**
 * A project's name in a column: the last part of its path.
 *
 * @example
 * ```ts
 * import { projectName } from "./project_column.ts";
 * projectName("/srv/kettle"); // "kettle"
 * ```
 */
export function projectName(path: string): string {
  return clip(path.replace(/^.*[/\\](?=[^/\\])/, "").replaceAll(/\s+/g, " "), WIDEST_NAME);
}

/**
 * A table of rows that end with texts, as wide as the layout allows: where no room is left for the last one, the texts get a
 * line of their own below their row; `key: value` lines where the rest does not fit either.
 *
 * @param options `texts`: so many of the last columns may go on the line below
 */
export function tableWithTexts(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  { texts, layout }: { readonly texts: number; readonly layout: Layout },
): string {
  const widths = columns.slice(0, -1).map((name, at) =>
    Math.max(width(name), ...rows.map((row) => width(visible(row[at] ?? ""))))
  );
  const used = (count: number): number => widths.slice(0, count).reduce((sum, one) => sum + one + 2, 0);
  if (layout.plain || layout.columns - used(columns.length - 1) >= ROOM_FOR_TEXT) return table(columns, rows, layout);
  const short = columns.length - texts;
  if (used(short) - 2 > layout.columns) return table(columns, rows, { ...layout, plain: true });
  const [head = "", ...lines] = table(columns.slice(0, short), rows.map((row) => row.slice(0, short)), layout)
    .split("\n");
  const below = rows.map((row) =>
    visible(row.slice(short).filter((text) => text !== "").join(": ").replaceAll(/\s+/g, " "))
  );
  return [
    head,
    ...lines.map((line, at) => `${line}\n${" ".repeat(INDENT)}${clip(below[at] ?? "", layout.columns - INDENT)}`),
  ]
    .join("\n");
}
