/**
 * `sessions browse` as lines of text: what is on the screen for a state and a size.
 *
 * @module
 */
import { clip, width } from "../screen.ts";
import type { BrowseState } from "./state.ts";

/** The screen. */
export interface ViewSize {
  readonly columns: number;
  readonly rows: number;
  /** True: the chosen item is also shown in reverse; it always has a mark. */
  readonly color: boolean;
}

/** Lines of one item. */
const ITEM_LINES = 2;
/** The title above, the keys below. */
const FRAME_LINES = 2;

/** How many items, or lines of a conversation, fit. */
export function pageOf(state: BrowseState, { rows }: Pick<ViewSize, "rows">): number {
  const room = Math.max(1, rows - FRAME_LINES);
  return state.lines === undefined ? Math.max(1, Math.floor(room / ITEM_LINES)) : room;
}

/**
 * The lines of the screen: as many as it has rows, none wider than it is.
 *
 * @returns lines without their ends; escape sequences only where `color` is set
 */
export function viewLines(state: BrowseState, size: ViewSize): readonly string[] {
  const room = Math.max(0, size.rows - FRAME_LINES);
  const body = state.lines === undefined
    ? listLines(state, size)
    : state.lines.slice(state.top, state.top + room).map((line) => fitted(line, size.columns));
  const filled = Array.from({ length: room }, (_, index) => body[index] ?? "");
  const lines = [titleOf(state, size), ...filled, bottomOf(state, size)];
  return lines.slice(0, Math.max(1, size.rows));
}

function listLines(state: BrowseState, size: ViewSize): readonly string[] {
  const page = pageOf(state, size);
  const { items, chosen } = state;
  // The chosen one stays in the middle as long as there is something on both sides.
  const first = Math.max(0, Math.min(chosen - Math.floor(page / 2), items.length - page));
  return items.slice(first, first + page).flatMap(({ head, digest }, index) => {
    const isChosen = first + index === chosen;
    const line = fitted(`${isChosen ? "> " : "  "}${head}`, size.columns);
    return [isChosen && size.color ? `\x1b[7m${line}\x1b[0m` : line, fitted(`    ${digest}`, size.columns)];
  });
}

function titleOf(state: BrowseState, size: ViewSize): string {
  const { items, chosen, lines, top } = state;
  const text = lines === undefined
    ? items.length === 0 ? "No conversations" : `Conversation ${chosen + 1} of ${items.length}`
    : `Line ${Math.min(top + 1, lines.length)} of ${lines.length}: ${items[chosen]?.head ?? ""}`;
  const line = fitted(text, size.columns);
  return size.color ? `\x1b[1m${line}\x1b[0m` : line;
}

function bottomOf(state: BrowseState, size: ViewSize): string {
  if (state.typing !== undefined) {
    // What is typed last is what a person looks at.
    let shown = `/${state.typing}_`;
    while (width(shown) > Math.max(1, size.columns)) shown = [...shown].slice(1).join("");
    return shown;
  }
  const keys = state.lines === undefined
    ? "up/down move  enter open  / search  n/N next  q quit"
    : "up/down scroll  / search  n/N next  q back  Q quit";
  return fitted(state.note === "" ? keys : state.note, size.columns);
}

/** Cut to the width; a tab takes as many columns as the terminal likes. */
function fitted(line: string, columns: number): string {
  return clip(line.replaceAll("\t", "  "), Math.max(1, columns));
}

/**
 * What draws the lines, each over the one that was there. It is erased first: behind a line that ends at the edge some
 * terminals would erase its last character.
 */
export function frameOf(lines: readonly string[]): string {
  return `\x1b[H${lines.map((line) => `\x1b[2K${line}`).join("\r\n")}`;
}
