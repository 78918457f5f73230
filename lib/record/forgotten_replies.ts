/**
 * A forgotten reply that has no id yet: a `Stop` hook stored it as the payload told it, before the client wrote it. Its
 * tombstone binds what the client writes afterwards: a reply of the same exchange that ends with the same words.
 *
 * @module
 */
import { CUT_MARK, type ForgettableMessage, type Forgotten } from "./forgotten.ts";
import { sha256Hex } from "./ids.ts";
import type { LearningRow } from "./learning_rows.ts";
import type { StoredExchange } from "./read_exchanges.ts";
import type { TextPlace } from "./whole_texts.ts";

/** Characters of the end that are compared, as hooks do it: a payload may tell more of a reply than a record, or less. */
const END = 200;
/** Tell these tombstones from others. */
const KIND = "reply";
const OUTDATED = "text";

/**
 * The tombstones of the replies of an exchange that have no id.
 *
 * @param matches chooses among them
 * @returns the tombstones, with the mark that there are some
 */
export function lateReplyMarks(
  { id, answers }: Pick<StoredExchange, "id" | "answers">,
  matches: (text: string) => boolean,
): readonly string[] {
  const late = answers.filter(({ uuid, text }) => uuid === null && matches(text));
  return late.length === 0 ? [] : [CUT_MARK, ...late.map(({ text }) => markOf(id, collapsed(text).slice(-END)))];
}

/**
 * What tells forgotten replies.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { holdsReplies, lateReplyMarks } from "./forgotten_replies.ts";
 * const early = { uuid: null, at: null, msg: null, provisional: true, text: "It is made of copper." };
 * const holdsReply = holdsReplies({ hashes: new Set(lateReplyMarks({ id: "e1", answers: [early] }, () => true)) });
 * assertEquals(holdsReply({ exchangeId: "e1", text: "So:\n\nIt is  made of copper." }), true);
 * assertEquals(holdsReply({ exchangeId: "e2", text: early.text }), false);
 * ```
 */
export function holdsReplies({ hashes }: Pick<Forgotten, "hashes">): (message: ForgettableMessage) => boolean {
  const marks = [...hashes].filter((hash) => hash.startsWith("["));
  const lengths = new Set(marks.flatMap(lengthIn));
  return ({ exchangeId, text }) => {
    if (marks.length === 0 || exchangeId === null || typeof text !== "string") return false;
    if (hashes.has(outdatedTextMark(exchangeId, { place: "answer", text }))) return true;
    const words = collapsed(text);
    return [...lengths].some((length) =>
      words.length >= length && hashes.has(markOf(exchangeId, words.slice(words.length - length)))
    );
  };
}

/**
 * The tombstone of a text that no reader is shown any more, as what took its place stays: that version alone. A reply
 * that is rewritten to it stays as it is.
 */
export function outdatedTextMark(
  exchangeId: string,
  { place, text }: { readonly place: TextPlace; readonly text: string },
): string {
  const hash = sha256Hex(JSON.stringify(["outdated text", exchangeId, place, text])).slice(0, 32);
  return JSON.stringify([OUTDATED, hash]);
}

/** The tombstone of a learning's row that says what the learning says no more. */
export function outdatedLearningMark({ id, payload: { text, quote = "" } }: LearningRow): string {
  return sha256Hex(JSON.stringify(["outdated learning", id, text, quote])).slice(0, 32);
}

function markOf(exchangeId: string, words: string): string {
  const hash = sha256Hex(JSON.stringify(["forgotten reply", exchangeId, words])).slice(0, 32);
  return JSON.stringify([KIND, words.length, hash]);
}

function lengthIn(mark: string): readonly number[] {
  try {
    const [kind, length] = JSON.parse(mark) as readonly unknown[];
    return kind === KIND && typeof length === "number" ? [length] : [];
  } catch {
    return [];
  }
}

function collapsed(text: string): string {
  return text.toWellFormed().replace(/\s+/g, " ").trim();
}
