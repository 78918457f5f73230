/**
 * The newest Claude Code that wrote into the store: every row carries the `version` that wrote it.
 *
 * @module
 */
import type { Files, ReadHandle } from "../../lib/io/files.ts";
import { tailRecords } from "../../lib/transcript/tail_records.ts";
import type { StoredTranscript } from "../../lib/types.ts";
import { newestVersion } from "./settings.ts";
import { asVersion } from "./versions.ts";

/** Transcripts that are looked into, newest first: older ones were written by no newer client. */
const MOST_FILES = 200;
/** Bytes at the end of a file that are looked at; the longer end only where the shorter one holds no whole row. */
const ENDS = [64 * 1024, 2 * 1024 * 1024];

/**
 * The newest version, from the last rows of the newest transcripts.
 *
 * @returns undefined when no row tells one
 */
export function newestClaudeVersion(
  files: Pick<Files, "open">,
  transcripts: readonly StoredTranscript[],
): string | undefined {
  const newest = [...transcripts].sort((a, b) => b.stat.mtime - a.stat.mtime).slice(0, MOST_FILES);
  return newestVersion(newest.flatMap(({ path }) => {
    const handle = files.open(path);
    if (handle === undefined) return [];
    try {
      return lastVersions(handle);
    } finally {
      handle.close();
    }
  }));
}

function lastVersions(handle: ReadHandle): readonly string[] {
  for (const bytes of ENDS) {
    const versions = new Set(tailRecords(handle, bytes).flatMap((record) => asVersion(record["version"]) ?? []));
    if (versions.size > 0 || bytes >= handle.size) return [...versions];
  }
  return [];
}
