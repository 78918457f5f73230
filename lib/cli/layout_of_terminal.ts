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
