/**
 * Text for people: tables that turn into `key: value` lines on narrow, dumb or no terminals. State is never colour alone.
 *
 * @module
 */

import { escapeControls as visible } from "../io/escape_controls.ts";

/** How text is laid out. */
export interface Layout {
  /** Columns that may be used; infinite where nothing is broken: `--plain`, a dumb terminal. */
  readonly columns: number;
  /** True: `key: value` lines in place of tables. */
  readonly plain: boolean;
  /** True: bold headings. */
  readonly color: boolean;
}

/** Below this width a table is not readable. */
const NARROW = 60;
/** Columns that a text needs beside the others; with less it gets a line of its own. */
const ROOM_FOR_TEXT = 20;
/** Columns by which a line of its own is set in. */
const INDENT = 4;

/**
 * The layout for a terminal, or for none.
 *
 * @param terminal columns is undefined when standard output is no terminal
 */
export function layoutFor(
  terminal: {
    readonly columns: number | undefined;
    readonly term?: string;
    readonly noColor: boolean;
    readonly plain: boolean;
  },
): Layout {
  const columns = terminal.columns ?? 100;
  const dumb = terminal.term === "dumb";
  return {
    columns: terminal.plain || dumb ? Infinity : columns,
    plain: terminal.plain || dumb || columns < NARROW,
    color: terminal.columns !== undefined && !dumb && !terminal.noColor && !terminal.plain,
  };
}

/** A heading line. */
export function heading(text: string, layout: Layout): string {
  return layout.color ? `\u001b[1m${visible(text)}\u001b[0m` : visible(text);
}

/**
 * A table whose last column takes what room is left, or a line of its own where there is none; `key: value` lines where the
 * rest does not fit either, and in a plain layout.
 *
 * @param rows cells by row, in the order of `columns`
 */
export function table(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  layout: Layout,
): string {
  return tableWithTexts(columns, rows, { texts: 1, layout });
}

/**
 * The same for rows that end with several texts.
 *
 * @param options `texts`: so many of the last columns may go on the line below
 */
export function tableWithTexts(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  { texts, layout }: { readonly texts: number; readonly layout: Layout },
): string {
  const cells = rows.map((row) => row.map((cell) => visible(cell.replaceAll(/\s+/g, " "))));
  const widths = columns.map((name, i) => Math.max(width(name), ...cells.map((row) => width(row[i] ?? ""))));
  const used = (count: number): number => widths.slice(0, count).reduce((sum, w) => sum + w + 2, 0);
  const last = columns.length - 1;
  const needed = Math.min(ROOM_FOR_TEXT, widths[last] ?? 0);
  const isWide = layout.columns - used(last) >= needed;
  const short = isWide ? columns.length : columns.length - texts;
  if (layout.plain || (!isWide && used(short) - 2 > layout.columns)) {
    return cells.map((row) => row.map((cell, i) => `${columns[i] ?? ""}: ${cell}`).join("\n")).join("\n\n");
  }
  const line = (row: readonly string[]) =>
    row.slice(0, short).map((cell, i) =>
      i === last ? clip(cell, Math.max(needed, layout.columns - used(last))) : pad(cell, widths[i] ?? 0)
    ).join("  ").trimEnd();
  const below = (row: readonly string[]) => {
    const text = row.slice(short).filter((cell) => cell !== "").join(": ");
    return text === "" ? "" : `\n${" ".repeat(INDENT)}${clip(text, layout.columns - INDENT)}`;
  };
  return [heading(line(columns), layout), ...cells.map((row) => line(row) + below(row))].join("\n");
}

/** `key  value` lines with the keys aligned. */
export function pairs(entries: readonly (readonly [string, string])[], layout: Layout): string {
  const keyWidth = layout.plain ? 0 : Math.max(0, ...entries.map(([key]) => width(key)));
  return entries.map(([key, value]) => {
    const shown = visible(value, { keepLines: true });
    return layout.plain
      ? `${key}: ${shown}`
      : `${pad(key, keyWidth)}  ${shown.replaceAll("\n", "\n" + " ".repeat(keyWidth + 2))}`;
  }).join("\n");
}

/** Cuts a text to a width, with an ellipsis. */
export function clip(text: string, columns: number): string {
  if (width(text) <= columns) return text;
  let result = "";
  let used = 0;
  for (const char of text) {
    const w = width(char);
    if (used + w > columns - 1) break;
    result += char;
    used += w;
  }
  return result + "…";
}

function pad(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - width(text)));
}

/** Columns a text takes: East Asian wide characters and emoji take two, combining marks none. */
export function width(text: string): number {
  let columns = 0;
  for (const char of text) {
    if (/\p{M}|\u200d|\ufe0f/u.test(char)) continue;
    columns +=
      /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u
          .test(char)
        ? 2
        : 1;
  }
  return columns;
}
