/**
 * Messages as `sessions show` and `sessions browse` show them.
 *
 * @module
 */
import { textMessageOf } from "../../record/message_text.ts";
import type { StoredExchange } from "../../record/read_exchanges.ts";
import type { TranscriptMessage } from "../../record/transcript_messages.ts";

/** One message for people and for `--json`. */
export interface ShownMessage {
  readonly role: string;
  /** ISO time. */
  readonly at: string | null;
  readonly text: string;
}

/** A line of a transcript for people. */
export function shownMessage(row: TranscriptMessage): ShownMessage {
  const message = textMessageOf(row);
  return {
    role: message?.role ?? (typeof row.type === "string" ? row.type : "other"),
    at: typeof row.timestamp === "string" ? row.timestamp : null,
    text: message?.content ?? "(no text)",
  };
}

/** What was said in an exchange, in the order in which a reader follows it. */
export function messagesOfExchange(exchange: StoredExchange): readonly ShownMessage[] {
  const { question, userAnswers, answers } = exchange;
  return [
    ...(question === null ? [] : [{ role: "user", at: question.at, text: question.text }]),
    ...userAnswers.map(({ at, text }) => ({ role: "user", at, text })),
    ...answers.map(({ at, text }) => ({ role: "assistant", at, text })),
  ];
}
