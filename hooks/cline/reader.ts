/**
 * Reads one conversation's records in order. Each is judged by itself: nothing waits for a later one.
 *
 * @module
 */
import type { Json, ReaderCounts, RecordReader, SessionEvent } from "../../lib/types.ts";
import { countMarker } from "../../lib/transcript/count_marker.ts";
import { asId, asRow, asTime, clineRecord, type Row } from "./records.ts";
import { messageSignals } from "./tool_signals.ts";
import { askedQuestions, questionAnswers, questionsIn } from "./answers.ts";
import { authorOf, clientRole } from "./typed_rule.ts";
import { uiEvents, uiKind } from "./ui_events.ts";
import { replyText } from "./reply_text.ts";

/**
 * Creates a reader.
 *
 * @param options the session's id; the state an earlier run left
 */
export function createClineReader(options: { readonly sessionId: string; readonly state?: Json }): RecordReader {
  const before = asRow(options.state);
  let cwd = asId(before?.["cwd"]);
  let automated = before?.["automated"] === true;
  let interactive = before?.["interactive"] === true;
  /** The agent's questions of the message before. */
  let asked: Readonly<Record<string, string>> = questionsIn(before?.["asked"]);
  let lines = typeof before?.["lines"] === "number" ? before["lines"] : 0;
  /** Kinds of the task's rows that have the time of the one before. */
  let sameTime = timeBefore(before?.["sameTime"]);
  const counts: ReaderCounts = { ignored: 0, unknownMarkers: {} };

  function read(value: unknown): SessionEvent[] {
    lines++;
    const record = clineRecord(value);
    const events = record === undefined ? [] : eventsOf(record);
    if (events.length === 0) counts.ignored++;
    return events;
  }

  function eventsOf(record: NonNullable<ReturnType<typeof clineRecord>>): SessionEvent[] {
    if (record.cline === "session") {
      cwd = record.directories[0] ?? null;
      automated ||= record.automated;
      interactive = record.interactive === true;
      return [];
    }
    if (record.cline === "ui") {
      return uiEvents(record.row, { session: options.sessionId, line: lines, cwd, before: rowsBefore(record.row) });
    }
    return messageEvents(record.message);
  }

  function rowsBefore(row: Row): number {
    const [time, kind] = [row["ts"], uiKind(row) ?? ""];
    if (typeof time !== "number") return 0;
    if (sameTime.time !== time) sameTime = { time, kinds: new Map() };
    const known = sameTime.kinds.get(kind) ?? 0;
    sameTime.kinds.set(kind, known + 1);
    return known;
  }

  function messageEvents(message: Row): SessionEvent[] {
    const key = `${options.sessionId}:${asId(message["id"]) ?? `line-${lines}`}`;
    const at = asTime(message["ts"]);
    const signals = messageSignals(message).map((signal): SessionEvent => ({ type: "signal", key, at, signal }));
    if (message["role"] === "assistant") {
      asked = askedQuestions(message);
      const text = replyText(message["content"]);
      const shown = clientRole(message);
      // An error of the client's own stands under the assistant's role (3.0.65).
      if (shown !== undefined && text !== "") {
        return [{ type: "evidence", key, at, origin: "system-reminder", raw: shown, text }, ...signals];
      }
      return [...(text === "" ? [] : [{ type: "reply", key, at, msg: null, text } as const]), ...signals];
    }
    const given = interactive && !automated && message["role"] === "user" ? questionAnswers(message, asked) : [];
    signals.unshift(
      ...given.map((answer): SessionEvent => ({ type: "user-answer", key, at, kind: "question", ...answer })),
    );
    const written = message["role"] === "user" ? authorOf(message) : undefined;
    if (written === undefined) return signals;
    const { text, rule } = written;
    if (written.author === "client") {
      const { origin, raw, unknown } = written;
      if (unknown !== undefined) countMarker(counts.unknownMarkers, unknown);
      return [...signals, { type: "evidence", key, at, origin, raw, text, rule }];
    }
    const label = automated ? "sdk" : written.command ? "command" : written.queued ? "queued" : "typed";
    return [...signals, { type: "typed", key, uuid: null, parent: null, at, label, text, quoted: [], cwd, rule }];
  }

  return {
    counts,
    get flags() {
      return { automation: automated };
    },
    read,
    holds: () => false,
    finish: () => [],
    snapshot: () => ({
      cwd,
      automated,
      interactive,
      asked,
      lines,
      ...(sameTime.time === null
        ? {}
        : { sameTime: { time: sameTime.time, kinds: Object.fromEntries(sameTime.kinds) } }),
    }),
  };
}

function timeBefore(state: unknown): { readonly time: number | null; readonly kinds: Map<string, number> } {
  const row = asRow(state);
  const kinds = Object.entries(asRow(row?.["kinds"]) ?? {});
  return {
    time: typeof row?.["time"] === "number" ? row["time"] : null,
    kinds: new Map(kinds.flatMap(([kind, count]) => typeof count === "number" ? [[kind, count]] : [])),
  };
}
