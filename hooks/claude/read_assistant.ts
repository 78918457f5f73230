/**
 * One `assistant` row. An API message spans several rows, one per block, with one `message.id`; `thinking` and tool
 * calls are no reply text.
 *
 * @module
 */
import type { LinkEvent, SessionEvent, Signal } from "../../lib/types.ts";
import { recordKey } from "./event_keys.ts";
import { signalEvents } from "./read_user.ts";
import { asId, asRow, asTime, joinedText, messageBlocks, type Row } from "./records.ts";
import { callSignals } from "./signals.ts";
import { callEntry, type ReaderState } from "./state.ts";
import type { RowContext, Step } from "./step.ts";

/** Model name on rows that the client wrote in the assistant's place. */
const SYNTHETIC_MODEL = "<synthetic>";

/**
 * Reads an `assistant` row. Error replies and synthetic ones say nothing; replies inside side chains answer a model.
 *
 * @param row the row
 * @param state before it
 * @param context of the session, with the row's link
 */
export function stepAssistant(
  row: Row,
  state: ReaderState,
  context: RowContext & { readonly links: readonly LinkEvent[] },
): Step {
  const blocks = messageBlocks(row);
  const message = asRow(row["message"]);
  if (blocks === undefined || message === undefined) {
    context.counts.ignored++;
    return { state, events: context.links };
  }
  const uuid = asId(row["uuid"]);
  const next = uuid === null ? { ...state, nameless: state.nameless + 1 } : state;
  if (row["isSidechain"] === true || asId(row["agentId"]) !== null) return { state: next, events: context.links };
  if (row["isApiErrorMessage"] === true || message["model"] === SYNTHETIC_MODEL) {
    return { state: next, events: context.links };
  }
  const at = asTime(row["timestamp"]);
  const text = joinedText(blocks.filter((block) => block.type !== "text" || block.text.trim() !== ""));
  const sessionId = asId(row["sessionId"]) ?? context.sessionId;
  const key = recordKey(uuid, { sessionId, ordinal: state.nameless, text });
  const events: SessionEvent[] = [...context.links];
  if (text !== "") events.push({ type: "reply", key, at, msg: asId(message["id"]), text });
  const signals: Signal[] = [];
  const calls: (readonly [string, string])[] = [];
  for (const block of blocks) {
    if (block.type !== "tool_use") continue;
    signals.push(...callSignals(block.row));
    const id = asId(block.row["id"]);
    const name = asId(block.row["name"]);
    if (id !== null && name !== null) calls.push(callEntry(id, name));
  }
  events.push(...signalEvents(signals, key, at));
  return { state: calls.length === 0 ? next : { ...next, calls: [...next.calls, ...calls] }, events };
}
