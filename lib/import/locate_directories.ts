/**
 * Where in a transcript each directory was recorded. The survey leaves out lines that can tell nothing new; this pass
 * reads them all, so only `explain` makes it.
 *
 * @module
 */
import { decodeLine } from "../jsonl/decode.ts";
import { type LineSource, readLines } from "../jsonl/read_lines.ts";
import type { ClientModule, RecordedDirectory } from "../types.ts";

/** Where one directory was recorded. */
export interface DirectoryPlace {
  /** Line of the first record that names it, from 1 on. */
  readonly line: number;
  /** Records that name it. */
  readonly records: number;
}

/** Looks a session's directories up. */
export type FindDirectory = (sessionId: string, directory: RecordedDirectory) => DirectoryPlace | undefined;

/** Records before the first one that names its session belong to whichever session asks. */
const NO_SESSION = "";

/**
 * Reads a transcript for the places of its directories.
 *
 * @returns a look-up; undefined for a directory that the session's own records do not name (an origin session's)
 */
export function locateDirectories(source: LineSource, client: ClientModule): FindDirectory {
  const found = new Map<string, { readonly line: number; records: number }>();
  let current = NO_SESSION;
  let line = 0;
  readLines(source, (each) => {
    line++;
    if (each.oversized || !client.mayMatter(each.text)) return;
    for (const record of decodeLine(each).records) {
      const { sessionId, directories } = client.evidence(record);
      current = sessionId ?? current;
      for (const directory of directories) {
        const key = keyOf(current, directory);
        const known = found.get(key);
        if (known === undefined) found.set(key, { line, records: 1 });
        else known.records++;
      }
    }
  });
  return (sessionId, directory) => found.get(keyOf(sessionId, directory)) ?? found.get(keyOf(NO_SESSION, directory));
}

function keyOf(sessionId: string, { path, source }: RecordedDirectory): string {
  return `${sessionId}\0${source}\0${path}`;
}
