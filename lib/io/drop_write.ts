/**
 * Giving up what a command does not need.
 *
 * @module
 */

/** Gives the right to write up, for the rest of the process: what only reads can then do no harm, whatever it is told. */
export function dropWrite(): void {
  Deno.permissions.revokeSync({ name: "write" });
}
