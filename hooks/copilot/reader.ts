/**
 * Reads one session's events in file order. Every event is judged by itself: nothing waits for a later line.
 *
 * @module
 */
import type { Json, ReaderCounts, RecordReader, SessionEvent, Signal } from "../../lib/types.ts";
import { countMarker } from "../../lib/transcript/count_marker.ts";
import { recordedAnswers } from "./answers.ts";
import { contextOf } from "./evidence.ts";
import { asId, asRow, asText, type CopilotEvent, copilotEvent } from "./records.ts";
import { callSignals, resultSignal } from "./tool_signals.ts";
import { authorOf } from "./typed_rule.ts";

/** The ids that the client makes; an SDK host's or a hand-made file's tell events of one session apart only. */
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/**
 * Creates a reader.
 *
 * @param options the session's id; the state an earlier run left
 */
export function createCopilotReader(options: { readonly sessionId: string; readonly state?: Json }): RecordReader {
  const before = asRow(options.state);
  let cwd = asId(before?.["cwd"]);
  let lines = typeof before?.["lines"] === "number" ? before["lines"] : 0;
  let shows = before?.["shows"] === true;
  const counts: ReaderCounts = { ignored: 0, unknownMarkers: {} };

  function read(record: unknown): SessionEvent[] {
    lines++;
    const event = copilotEvent(record);
    cwd = asId(contextOf(record)?.["cwd"]) ?? cwd;
    if (event === undefined) {
      counts.ignored++;
      return [];
    }
    const key = event.id !== null && UUID.test(event.id)
      ? event.id
      : `${options.sessionId}:${event.id ?? `line-${lines}`}`;
    const events = eventsOf(event, key);
    if (events.length === 0) counts.ignored++;
    return events;
  }

  function eventsOf(event: CopilotEvent, key: string): SessionEvent[] {
    const { type, data, at } = event;
    const signals = (list: readonly Signal[]): SessionEvent[] =>
      list.map((signal) => ({ type: "signal", key, at, signal }));
    if (type === "user.message") return message(event, key);
    if (event.agent) return [];
    switch (type) {
      case "assistant.message": {
        const text = asText(data["content"]) ?? "";
        const msg = asId(data["apiCallId"]) ?? asId(data["messageId"]);
        return text.trim() === "" ? [] : [{ type: "reply", key, at, msg, text }];
      }
      case "tool.execution_start":
        return signals(callSignals(data));
      case "tool.execution_complete":
        // Of a command that the user ran, which is no work of the agent's.
        return data["isUserRequested"] === true ? [] : signals([resultSignal(data)]);
      case "tool.user_requested":
        return evidence(key, at, { origin: "shell", raw: type, text: asText(asRow(data["arguments"])?.["command"]) });
      case "human_response.recorded":
        return recordedAnswers(data).map((answer) => ({ type: "user-answer", key, at, ...answer }));
      case "abort":
        return signals([{ type: "interrupt" }]);
      case "system.notification":
        return evidence(key, at, { origin: "task-notification", raw: type, text: asText(data["content"]) });
      case "session.compaction_complete":
        return [
          ...evidence(key, at, { origin: "compact-summary", raw: type, text: asText(data["summaryContent"]) }),
          ...signals([{ type: "compaction" }]),
        ];
    }
    return [];
  }

  function message(event: CopilotEvent, key: string): SessionEvent[] {
    const written = authorOf(event, { shows });
    if (written === undefined) return [];
    if (written.author === "user" && written.label !== "recovered") shows = true;
    const { at } = event;
    const { text, rule } = written;
    if (written.author === "user") {
      const { label } = written;
      return [{ type: "typed", key, uuid: null, parent: null, at, label, text, quoted: [], cwd, rule }];
    }
    const { origin, raw, unknown } = written;
    if (unknown !== undefined) countMarker(counts.unknownMarkers, unknown);
    return [{ type: "evidence", key, at, origin, raw, text, rule }];
  }

  return {
    counts,
    // No event says that a program asked: `copilot -p` writes what a person's session holds.
    flags: { automation: false },
    read,
    holds: () => false,
    finish: () => [],
    snapshot: () => ({ cwd, lines, shows }),
  };
}

function evidence(
  key: string,
  at: string | null,
  found: {
    readonly origin: "task-notification" | "compact-summary" | "shell";
    readonly raw: string;
    readonly text: string | undefined;
  },
): SessionEvent[] {
  const { origin, raw, text } = found;
  return text === undefined || text.trim() === "" ? [] : [{ type: "evidence", key, at, origin, raw, text }];
}
