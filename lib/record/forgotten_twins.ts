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

type Source = "history" | "transcript";

/**
 * The tombstone that binds the same words of the same session where they stand in the other source. What the source
 * itself says again is another question: only its id was forgotten.
 *
 * @returns 32 hex; undefined for a text without words
 * @example
 * ```ts
 * import { twinMark } from "./forgotten_twins.ts";
 * const question = { client: "claude-code", sessionId: "s1", label: "history", text: "Why does it boil dry?" } as const;
 * twinMark(question) === twinMark({ ...question, label: "typed" }); // false
 * ```
 */
export function twinMark(question: TypedQuestion): string | undefined {
  return markFor(question, sourceOf(question) === "history" ? "transcript" : "history");
}

/**
 * Tells whether a question was forgotten as it stood in the other source.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { forgetsTwin, twinMark } from "./forgotten_twins.ts";
 * const question = { client: "claude-code", sessionId: "s1", label: "history", text: "Why does it boil dry?" } as const;
 * const hashes = new Set([twinMark(question) ?? ""]);
 * assertEquals(forgetsTwin({ hashes }, { ...question, label: "typed" }), true);
 * assertEquals(forgetsTwin({ hashes }, question), false);
 * ```
 */
export function forgetsTwin({ hashes, holdsCut }: Forgotten, question: TypedQuestion): boolean {
  if (hashes.size === 0) return false;
  return hashes.has(markFor(question, sourceOf(question)) ?? "") || holdsCut?.(question) === true;
}

function sourceOf({ label }: TypedQuestion): Source {
  return label === "history" ? "history" : "transcript";
}

function markFor({ client, sessionId, text }: TypedQuestion, source: Source): string | undefined {
  const words = normalisedText(text);
  if (words === "") return undefined;
  return sha256Hex(JSON.stringify(["forgotten question", client, sessionId, source, words])).slice(0, 32);
}
