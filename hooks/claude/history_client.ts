/**
 * Reads the typed lines of one session from `history.jsonl`: questions without replies, label `history`.
 *
 * @module
 */
import { sha256Hex } from "../../lib/record/ids.ts";
import { asId, asRow, asText, asTime, type Row } from "../../lib/transcript/rows.ts";
import type { ClientModule, ReaderCounts, RecordReader, SessionEvent, TextRange } from "../../lib/types.ts";
import { isBuiltinCommand } from "./builtin_commands.ts";

/** Stands in every line that came from there. */
export const HISTORY_MARK = "imprintHistory";

/** Claude Code, as far as its history tells. */
export const historyClient: ClientModule = {
  name: "claude-code",
  folder: "claude",
  recognises: (sample) => sample.some((record) => asRow(record)?.[HISTORY_MARK] === 1),
  isSubagentFile: () => false,
  sessionOf: (path, sample) =>
    asId(asRow(sample()[0])?.["sessionId"]) ?? path.replace(/^.*[\\/]/, "").replace(/\.jsonl$/, ""),
  evidence(record) {
    const path = asId(asRow(record)?.["project"]);
    return { directories: path === null ? [] : [{ path, source: "record" }], originSessions: [] };
  },
  evidenceNeedles: [`"${HISTORY_MARK}"`],
  evidenceKeys: false,
  automationNeedles: [],
  mayMatter: () => true,
  createReader: createHistoryReader,
  findSession: () => undefined,
  stores: () => [],
  transcripts: () => [],
};

function createHistoryReader({ sessionId }: { readonly sessionId: string }): RecordReader {
  const counts: ReaderCounts = { ignored: 0, unknownMarkers: {} };
  return {
    counts,
    // What a program asks is not in the history.
    flags: { automation: false },
    read(record) {
      const event = lineEvent(asRow(record), sessionId);
      if (event === undefined) counts.ignored++;
      return event === undefined ? [] : [event];
    },
    holds: () => false,
    finish: () => [],
    snapshot: () => null,
  };
}

function lineEvent(row: Row | undefined, sessionId: string): SessionEvent | undefined {
  const display = asText(row?.["display"]) ?? "";
  if (row === undefined || display.trim() === "") return undefined;
  const at = asTime(row["timestamp"]);
  const key = `h:${sessionId}:${at ?? ""}:${sha256Hex(display).slice(0, 16)}`;
  const name = /^\/([\w:-]+)(?:\s|$)/.exec(display)?.[1];
  const client = display.startsWith("!") ? "shell" : name !== undefined && isBuiltinCommand(name) ? "command" : null;
  if (client !== null) {
    return { type: "evidence", key, at, origin: client, raw: client, text: display, rule: "history 1 no question" };
  }
  const { text, quoted } = withPastes(display, asRow(row["pastedContents"]));
  const place = { key, uuid: null, parent: null, at };
  const cwd = asId(row["project"]);
  return { type: "typed", ...place, label: "history", text, quoted, cwd, rule: "history 2 typed line" };
}

/** Short pastes stand beside the line; of long ones the mark is all that is left when their body was deleted. */
function withPastes(display: string, pastes: Row | undefined): { readonly text: string; readonly quoted: TextRange[] } {
  const quoted: TextRange[] = [];
  let text = "";
  let from = 0;
  for (const mark of display.matchAll(/\[Pasted text #(\d{1,6})[^\]]{0,40}\]/g)) {
    const content = asText(asRow(pastes?.[mark[1] ?? ""])?.["content"]);
    if (content === undefined) continue;
    text += display.slice(from, mark.index);
    quoted.push({ start: text.length, end: text.length + content.length });
    text += content;
    from = mark.index + mark[0].length;
  }
  return { text: text + display.slice(from), quoted };
}
