/**
 * The prompt queue as `queue-operation` rows tell it. Up to 2.1.42 a prompt absorbed into the running turn exists only
 * there, as `enqueue` followed by `remove`; later versions write a `queued_command` attachment, and then these rows
 * prove nothing. `dequeue` (a row follows) and `popAll` (taken back into the input box) never count, and an `enqueue`
 * alone neither: 2.0.50 did not write the others.
 *
 * @module
 */
import { looseHash, textHash } from "./hashes.ts";

/** One prompt waiting in the queue. */
export interface Waiting {
  /** Null for entries whose text the client did not write, and for prompts that can't be recovered. */
  readonly text: string | null;
  /** Of the whole text, for the message's key. */
  readonly hash: string;
  readonly loose: string;
  /** The enqueue's timestamp as written. */
  readonly at: string;
}

/** Entries kept; the oldest go first. */
const MAX_WAITING = 64;
/** Code units kept of one entry's text. */
const MAX_TEXT = 64 * 1024;

/**
 * @param queue waiting entries, oldest first
 * @param entry what was enqueued
 * @returns the new queue
 */
export function enqueue(
  queue: readonly Waiting[],
  entry: { readonly text: string | undefined; readonly at: string },
): readonly Waiting[] {
  const { text, at } = entry;
  const waiting: Waiting = {
    text: text === undefined ? null : cut(text),
    hash: text === undefined ? "" : textHash(text),
    loose: text === undefined ? "" : looseHash(text),
    at,
  };
  return [...queue, waiting].slice(-MAX_WAITING);
}

function cut(text: string): string {
  return text.length <= MAX_TEXT ? text : text.slice(0, MAX_TEXT).toWellFormed();
}

/**
 * Takes one entry out of the queue.
 *
 * @param queue waiting entries, oldest first
 * @param text the operation's own text, which newer versions write; without it the oldest entry goes
 * @returns the entry, if there was one, and what is left
 */
export function take(
  queue: readonly Waiting[],
  text: string | undefined,
): { readonly taken: Waiting | undefined; readonly rest: readonly Waiting[] } {
  const loose = text === undefined ? undefined : looseHash(text);
  const index = loose === undefined ? 0 : queue.findIndex((waiting) => waiting.loose === loose);
  const taken = queue[index];
  return { taken, rest: taken === undefined ? queue : queue.filter((_, at) => at !== index) };
}

/**
 * Drops the entry that was delivered as a row or attachment of its own.
 *
 * @param queue waiting entries, oldest first
 * @param loose {@linkcode looseHash} of the delivered text
 */
export function delivered(queue: readonly Waiting[], loose: string): readonly Waiting[] {
  const index = queue.findIndex((waiting) => waiting.loose === loose);
  return index < 0 ? queue : queue.filter((_, at) => at !== index);
}
