/**
 * Files that tool records of a session name. They can refuse a conversation to a workspace, never grant it (design section
 * 4, `claimFiles`); reading them takes every record, so it is done only where a workspace asks for it.
 *
 * @module
 */
import type { Product } from "./product.ts";
import { readEvents } from "./read_flags.ts";
import type { SessionImport } from "./session_import.ts";

/** More than this many files tell nothing more. */
const MOST_FILES = 5000;

/** True when some workspace claims files. */
export function claimsFiles({ config }: Pick<Product, "config">): boolean {
  return config.workspaces.some((workspace) => workspace.claimFiles);
}

/** Absolute paths that the session's tool records name, those known from earlier runs first. */
export function touchedFiles(
  at: Pick<SessionImport, "handle" | "client" | "survey" | "session" | "known" | "options">,
  from: number,
): readonly string[] {
  const paths = new Set(at.known?.touched ?? []);
  // What earlier runs did not look for has to be read from the start.
  readEvents(at, (event) => {
    if (event.type !== "signal" || event.signal.type !== "tool-call") return true;
    for (const path of event.signal.paths ?? []) {
      if (/^(?:[/\\]|[A-Za-z]:[/\\])/.test(path) && paths.size < MOST_FILES) paths.add(path);
    }
    return true;
  }, { from: at.known?.touched === undefined ? 0 : from });
  return [...paths];
}
