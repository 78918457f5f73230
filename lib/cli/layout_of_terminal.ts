/**
 * The layout for the terminal that this program writes to.
 *
 * @module
 */
import { environment } from "../io/env.ts";
import { columns, isTerminal } from "../io/terminal.ts";
import { type Layout, layoutFor } from "./screen.ts";

/** @param plain what `--plain` says */
export function layoutOfTerminal(plain: boolean): Layout {
  const term = environment("TERM");
  const wished = environment("COLUMNS");
  return layoutFor({
    columns: isTerminal("stdout") || wished !== undefined ? columns() : undefined,
    ...(term === undefined ? {} : { term }),
    noColor: environment("NO_COLOR") !== undefined || !isTerminal("stdout"),
    plain,
  });
}

/** Longer lines are hard to read, however wide the terminal is. */
const WIDEST = 120;

/** How wide help may be. */
export function helpColumns(): number {
  const isKnown = isTerminal("stdout") || environment("COLUMNS") !== undefined;
  return isKnown ? Math.min(WIDEST, columns()) : WIDEST;
}
