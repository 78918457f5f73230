/**
 * Which events are somebody's words.
 *
 * @module
 */
import type { EvidenceEvent, ReplyEvent, SessionEvent, TypedEvent, UserAnswerEvent } from "../types.ts";

/** An event with a text of the user, the assistant or the client. */
export type MessageEvent = TypedEvent | ReplyEvent | EvidenceEvent | UserAnswerEvent;

/**
 * False for structure: tree links, signals, and what takes earlier messages back.
 *
 * @param event any event
 * @example
 * ```ts
 * import { isMessage } from "./is_message.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(isMessage({ type: "reply", key: "a1", at: null, msg: null, text: "it boils" }), true);
 * assertEquals(isMessage({ type: "rewind", at: null, keys: ["q1"], open: null }), false);
 * ```
 */
export function isMessage(event: SessionEvent): event is MessageEvent {
  return event.type !== "link" && event.type !== "signal" && event.type !== "rewind";
}
