/**
 * One `queue-operation` row (see `queue.ts` for what it proves).
 *
 * @module
 */
import { queueKey } from "./event_keys.ts";
import { NO_MARKERS } from "./markers.ts";
import { enqueue, take, type Waiting } from "./queue.ts";
import { asId, asText, asTime, type Row } from "./records.ts";
import type { ReaderState } from "./state.ts";
import { REPEAT_WINDOW, type RowContext, type Step } from "./step.ts";
import { typedRule } from "./typed_rule.ts";
import { recoversQueuedPrompts } from "./versions.ts";

/**
 * Reads a queue operation.
 *
 * @param row the row
 * @param state before it
 * @param context of the session
 */
export function stepQueueOperation(row: Row, state: ReaderState, context: RowContext): Step {
  const content = asText(row["content"]);
  // Before the first row with a version it is not known whether this client writes attachments.
  const possible = !state.attachments && (state.version === null || recoversQueuedPrompts(state.version));
  if (!possible) return { state, events: [] };
  switch (row["operation"]) {
    case "enqueue":
      return {
        state: {
          ...state,
          waiting: enqueue(state.waiting, { text: content, at: asText(row["timestamp"]) ?? "" }),
        },
        events: [],
      };
    case "dequeue":
      return { state: { ...state, waiting: take(state.waiting, content).rest }, events: [] };
    case "popAll":
      return { state: { ...state, waiting: [] }, events: [] };
    case "remove": {
      const { taken, rest } = take(state.waiting, content);
      const next = { ...state, waiting: rest };
      return taken === undefined ? { state: next, events: [] } : absorbed(row, next, { taken, context });
    }
    default:
      return { state, events: [] };
  }
}

/** A prompt that went into the running turn: typed text at the place of the `remove`. */
function absorbed(row: Row, state: ReaderState, { taken, context }: { taken: Waiting; context: RowContext }): Step {
  const text = taken.text;
  if (text === null || !recoversQueuedPrompts(state.version) || /^\s*(?:[<\/]|$)/.test(text)) {
    return { state, events: [] };
  }
  const verdict = typedRule(text, NO_MARKERS);
  if (verdict.author !== "typed" || verdict.clean.text.trim() === "") return { state, events: [] };
  const sessionId = asId(row["sessionId"]) ?? context.sessionId;
  return {
    state: {
      ...state,
      person: true,
      counted: [...state.counted, { loose: taken.loose, from: "queue", until: state.records + REPEAT_WINDOW }],
    },
    events: [{
      type: "typed",
      key: queueKey({ sessionId, at: taken.at, hash: taken.hash }),
      uuid: null,
      parent: null,
      at: asTime(taken.at) ?? asTime(row["timestamp"]),
      label: "queued",
      text: verdict.clean.text,
      quoted: verdict.clean.quoted,
      cwd: null,
      rule: "queue record: enqueue and remove",
    }],
  };
}
