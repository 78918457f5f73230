/**
 * The newest Codex that wrote into the store: the first line of a rollout carries the `cli_version` that began it.
 *
 * @module
 */
import type { Files } from "../../lib/io/files.ts";
import { decodeLine } from "../../lib/jsonl/decode.ts";
import { readLines } from "../../lib/jsonl/read_lines.ts";
import { newestVersion } from "../../lib/settings/versions.ts";
import type { StoredTranscript } from "../../lib/types.ts";
import { asId, asRow } from "./records.ts";

/** Rollouts that are looked into, newest first: older ones were begun by no newer client. */
const MOST_FILES = 50;

/**
 * The newest version, from the newest rollouts. Compressed ones have lain for a week, and tell nothing new.
 *
 * @returns undefined when none tells one
 */
export function newestCodexVersion(
  files: Pick<Files, "open">,
  transcripts: readonly StoredTranscript[],
): string | undefined {
  const newest = transcripts.filter(({ path }) => !path.endsWith(".zst")).sort((a, b) => b.stat.mtime - a.stat.mtime);
  return newestVersion(newest.slice(0, MOST_FILES).flatMap(({ path }) => versionIn(files, path)));
}

function versionIn(files: Pick<Files, "open">, path: string): readonly string[] {
  const handle = files.open(path);
  if (handle === undefined) return [];
  const versions: string[] = [];
  try {
    readLines(handle, (line) => {
      if (line.oversized) return false;
      for (const record of decodeLine(line).records) {
        const version = asId(asRow(asRow(record)?.["payload"])?.["cli_version"]);
        if (version !== null) versions.push(version);
      }
      return false;
    }, { chunkBytes: 64 * 1024 });
  } finally {
    handle.close();
  }
  return versions;
}
