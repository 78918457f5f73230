/**
 * Ids of records and of the messages in them (design section 5).
 *
 * @module
 */
import type { EvidenceEvent, ReplyEvent, SessionEvent, TypedEvent, UserAnswerEvent } from "../../lib/types.ts";
import { textHash } from "./hashes.ts";

/** A message event whose key is not given yet. */
export type DraftMessage =
  | Omit<TypedEvent, "key">
  | Omit<EvidenceEvent, "key">
  | Omit<UserAnswerEvent, "key">
  | Omit<ReplyEvent, "key">;

/**
 * The id of a record's messages: its uuid; for rows without one, made of session, ordinal and text.
 *
 * @param uuid the record's uuid
 * @param options what stands in for a missing uuid
 */
export function recordKey(
  uuid: string | null,
  { sessionId, ordinal, text }: { readonly sessionId: string; readonly ordinal: number; readonly text: string },
): string {
  return uuid ?? `n:${sessionId}:${ordinal}:${textHash(text)}`;
}

/**
 * Gives the messages of one record their keys: typed text and replies the record's own, the others the same with `#n`
 * unless they are alone.
 *
 * @param drafts messages of one record, in order
 * @param key the record's id
 */
export function withKeys(drafts: readonly DraftMessage[], key: string): SessionEvent[] {
  let extra = 0;
  return drafts.map((draft) => {
    const own = draft.type === "typed" || draft.type === "reply" || drafts.length === 1;
    return { ...draft, key: own ? key : `${key}#${++extra}` } as SessionEvent;
  });
}

/**
 * The key of a prompt that exists only in queue records.
 *
 * @param options session, the enqueue's timestamp as written, {@linkcode textHash} of the whole text
 */
export function queueKey(
  { sessionId, at, hash }: { readonly sessionId: string; readonly at: string; readonly hash: string },
): string {
  return `q:${sessionId}:${at}:${hash}`;
}
