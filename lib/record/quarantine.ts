/**
 * The file that damaged lines of a session are put into, apart from what finds them: hooks remove it, and look for none.
 *
 * @module
 */
import type { Files } from "../io/files.ts";
import { under } from "./layout.ts";

/** Where damaged lines of a session are put, in its directory. */
export const QUARANTINE_FILE = "quarantine.txt";

/** Removes what was put aside, when the session's texts go: nobody can tell what it holds. */
export function dropQuarantine(files: Pick<Files, "remove">, directory: string): void {
  files.remove(under(directory, QUARANTINE_FILE));
}
