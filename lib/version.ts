/**
 * @module
 */

/** The version of this program, as `--version` prints it and rows carry it; `deno.json` says the same (tested). */
export const VERSION = "0.1.0";
