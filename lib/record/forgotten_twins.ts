/**
 * The other source's copy of a forgotten question. Claude Code keeps what was typed twice, in a transcript and in
 * `history.jsonl`, and only one of them has an id: what was forgotten as read from one must not come back from the other.
 *
 * @module
 */
import type { ClientName, Label } from "../types.ts";
import type { Forgotten } from "./forgotten.ts";
import { sha256Hex } from "./ids.ts";
import { normalisedText } from "./learning_key.ts";

/** A question, as it was read or stored. */
export interface TypedQuestion {
  readonly client: ClientName;
  /** The client's id of the session. */
  readonly sessionId: string;
  /** Says which source it was read from. */
  readonly label: Label;
  readonly text: string;
  /** ISO time. */
  readonly at?: string | null;
}

/**
 * Tells whether a question was forgotten as it stood in the other source.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { forgetsTwin, wordsMark } from "./forgotten_twins.ts";
 * const question = { client: "claude-code", sessionId: "s1", label: "history", text: "Why does it boil dry?" } as const;
 * const hashes = new Set([wordsMark(question, "typed") ?? ""]);
 * assertEquals(forgetsTwin({ hashes }, { ...question, label: "typed" }), true);
 * assertEquals(forgetsTwin({ hashes }, question), false);
 * ```
 */
export function forgetsTwin({ hashes, holds }: Forgotten, question: TypedQuestion): boolean {
  if (hashes.size === 0) return false;
  return hashes.has(wordsMark(question) ?? "") || holds?.(question) === true;
}

/**
 * What tells the words of a question in one source of a session.
 *
 * @param label says which source, where it is not the question's own
 * @returns 32 hex; undefined for a text without words
 */
export function wordsMark({ client, sessionId, text, label: own }: TypedQuestion, label = own): string | undefined {
  const words = normalisedText(text);
  if (words === "") return undefined;
  const source = label === "history" ? label : "transcript";
  return sha256Hex(JSON.stringify(["forgotten question", client, sessionId, source, words])).slice(0, 32);
}
