/**
 * The user's way out while typing (design section 4).
 *
 * @module
 */

/** The line that keeps a conversation from being learned, typed into the agent. */
export const OPT_OUT_LINE = "no-imprint";

/**
 * True when a typed text holds a line that is exactly `no-imprint` (a line ends with LF, CR LF or CR).
 *
 * @param text what the user typed, whole
 * @example
 * ```ts
 * import { asksToOptOut } from "./opt_out.ts";
 * asksToOptOut("no-imprint\nwhy does the pump stall?"); // true
 * asksToOptOut("what does no-imprint do?"); // false
 * ```
 */
export function asksToOptOut(text: string): boolean {
  let at = text.indexOf(OPT_OUT_LINE);
  while (at !== -1) {
    const after = text.slice(at + OPT_OUT_LINE.length, at + OPT_OUT_LINE.length + 2);
    const starts = at === 0 || text[at - 1] === "\n" || text[at - 1] === "\r";
    if (starts && (after === "" || after[0] === "\n" || after[0] === "\r")) return true;
    at = text.indexOf(OPT_OUT_LINE, at + 1);
  }
  return false;
}
