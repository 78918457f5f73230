/**
 * `history.jsonl`: every line that was typed, which stays when the client deletes old transcripts. Of sessions whose
 * transcript was never seen and is gone, the questions are kept (formats/claude_code.md 2.1; https://github.com/anthropics/claude-code/issues/62476).
 *
 * @module
 */
import { decodeLine } from "../../lib/jsonl/decode.ts";
import { readLines } from "../../lib/jsonl/read_lines.ts";
import { asRow, type Row, safeId } from "../../lib/transcript/rows.ts";
import type { Collection, Collections, DocumentFiles, Json, StoredTranscript } from "../../lib/types.ts";
import { HISTORY_MARK, historyClient } from "./history_client.ts";
import { claudeStores } from "./stores.ts";

const FILE = "history.jsonl";
/** A session that was typed in so lately may have its transcript elsewhere, or not yet. */
const GOES_ON_MILLISECONDS = 24 * 60 * 60 * 1000;

/** The typed lines of sessions that are gone. */
export const claudeHistory: Collections = {
  stores: claudeStores,
  list(files, store) {
    const path = `${store}/${FILE}`;
    const stat = files.lstat(path);
    return stat?.isFile && !stat.isSymlink ? [{ path, stat }] : [];
  },
  holds: (path) => /[\\/]history\.jsonl$/.test(path),
  client: historyClient,
  isOver: ({ stat }, now) => now - stat.mtime > GOES_ON_MILLISECONDS,
  open: openHistory,
};

function openHistory(files: DocumentFiles, path: string): Collection | undefined {
  const stat = files.stat(path);
  const sessions = stat === undefined ? undefined : sessionsOf(files, path);
  if (stat === undefined || sessions === undefined) return undefined;
  const found = new Map([...sessions].map(([id, lines]): [string, StoredTranscript & { lines: readonly Row[] }] => {
    const times = lines.map(({ timestamp }) => typeof timestamp === "number" ? timestamp : 0);
    const name = `${path}/${id}.jsonl`;
    // The lines of a session only grow in number; the newest one says when it was typed in last.
    return [name, { path: name, stat: { ...stat, size: lines.length, mtime: Math.max(...times) }, lines }];
  }));
  return {
    found: [...found.values()].map(({ path, stat }) => ({ path, stat })),
    records: (transcript) => found.get(transcript)?.lines.map((line) => ({ [HISTORY_MARK]: 1, ...line }) as Json),
    close() {},
  };
}

/** Lines by session; those of versions that named none cannot be told from what has a transcript. */
function sessionsOf(files: Pick<DocumentFiles, "open">, path: string): Map<string, Row[]> | undefined {
  const handle = files.open(path);
  if (handle === undefined) return undefined;
  const sessions = new Map<string, Row[]>();
  try {
    readLines(handle, (line) => {
      for (const record of decodeLine(line).records) {
        const row = asRow(record);
        const id = safeId(row?.["sessionId"]);
        if (row === undefined || id === null || typeof row["display"] !== "string") continue;
        const { display, pastedContents, timestamp, project, sessionId } = row;
        const kept = { display, pastedContents, timestamp, project, sessionId };
        const lines = sessions.get(id);
        if (lines === undefined) sessions.set(id, [kept]);
        else lines.push(kept);
      }
      return true;
    });
  } finally {
    handle.close();
  }
  return sessions;
}
