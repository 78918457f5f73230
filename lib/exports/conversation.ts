/**
 * An exported conversation as both services' clients give it: one line of messages, which is read as a transcript.
 *
 * @module
 */
import type { Json } from "../types.ts";

/** One message of the branch that the conversation ended on. */
export interface ExportedMessage {
  /** The service's own id. */
  readonly id: string;
  readonly role: "human" | "assistant";
  readonly at: string | null;
  /** What was typed, or said; empty where there is no text. */
  readonly text: string;
  /** Names of what a message without text carries. */
  readonly attached: readonly string[];
}

/** A conversation. */
export interface ExportedConversation {
  /** Safe as one part of a path. */
  readonly id: string;
  readonly messages: readonly ExportedMessage[];
}

/** What an element of an export's array is to a client; `no-id`: its conversation, which nothing tells apart from others. */
export type ExportedElement = ExportedConversation | "no-id" | undefined;

/** The key that begins a transcript of an export. */
export const EXPORT_MARK = "imprintExport";

/**
 * The transcript of a conversation. Messages of the user that follow each other at once are one question; an assistant's
 * message without text keeps them apart. It is known by the last one's id: when a later export has one more, the question
 * is another one, and so its reply is not lost.
 *
 * @param client whose conversation it is
 * @returns records in order; only the first when nothing was said
 */
export function exportRecords(client: string, { id, messages }: ExportedConversation): readonly Json[] {
  const joined: { -readonly [K in keyof ExportedMessage]: ExportedMessage[K] }[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    const isSpoken = message.text.trim() !== "";
    if (last?.role === "human" && message.role === "human" && last.text.trim() !== "" && isSpoken) {
      last.text = `${last.text}\n\n${message.text}`;
      last.id = message.id;
    } else joined.push({ ...message });
  }
  const said = joined.filter(({ role, text, attached }) =>
    text.trim() !== "" || (role === "human" && attached.length > 0)
  );
  return [{ [EXPORT_MARK]: client, sessionId: id }, ...said.map((message) => ({ ...message }))];
}

/**
 * Walks from a leaf to the root.
 *
 * @param leaf id of the last message
 * @param parentOf undefined for an id that is no message's, null at the root
 * @returns ids from the root on; a cycle ends the walk
 */
export function pathTo(leaf: string, parentOf: (id: string) => string | null | undefined): readonly string[] {
  const seen = new Set<string>();
  for (let at: string | null | undefined = leaf; at !== null && at !== undefined && !seen.has(at);) {
    const parent: string | null | undefined = parentOf(at);
    if (parent === undefined) break;
    seen.add(at);
    at = parent;
  }
  return [...seen].reverse();
}
