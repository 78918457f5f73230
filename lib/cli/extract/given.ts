/**
 * What the extractor is given: finished exchanges, one JSON line each, redacted, of bounded size. Only what the user typed
 * and answered and what the assistant replied: never what a client wrote.
 *
 * @module
 */
import type { ReadableSession } from "../../import/readable_sessions.ts";
import type { Redactor } from "../../learnings/redaction/redactor.ts";
import { sha256Hex } from "../../record/ids.ts";
import type { ExchangeMessage, StoredExchange } from "../../record/read_exchanges.ts";

/** An exchange as the program gets it. */
export interface GivenExchange {
  readonly id: string;
  /** One line of JSON. */
  readonly line: string;
  /** When it was asked. */
  readonly at: string | null;
  /** Changes whenever the line does. */
  readonly mark: string;
  /** What an answer may quote, as it stands in the line. */
  readonly messages: readonly { readonly uuid: string; readonly text: string }[];
}

/** Milliseconds without a further message after which the last exchange of a conversation is taken for finished. */
const QUIET = 3_600_000;
/** Code units given of one text: its beginning and its end. */
const LONGEST_TEXT = 16_384;
/** Replies given of one exchange: the last ones, which say what came of it. */
const MOST_REPLIES = 12;

/**
 * The exchanges of a session that are finished: answered, not taken back, and not the one that may still go on.
 *
 * @param exchanges in the order of the session's file
 */
export function finishedExchanges(exchanges: readonly StoredExchange[], now: Date): readonly StoredExchange[] {
  return exchanges.filter((exchange, index) => {
    if (exchange.question?.uuid == null || exchange.state !== null || exchange.answers.length === 0) return false;
    if (exchange.answers.some(({ provisional }) => provisional)) return false;
    if (index < exchanges.length - 1) return true;
    const last = Date.parse(exchange.answers.at(-1)?.at ?? exchange.question.at ?? "");
    return Number.isNaN(last) || now.getTime() - last >= QUIET;
  });
}

/** Makes the line of an exchange. Texts were redacted when they were stored; today's configuration may know more words. */
export function givenExchange(
  exchange: StoredExchange,
  { meta, redactor }: { readonly meta: ReadableSession["meta"]; readonly redactor: Redactor },
): GivenExchange {
  const shown = (text: string): string => shortened(redactor.redact(text).text);
  const question = shown(exchange.question?.text ?? "");
  const answers = exchange.userAnswers.map((answer) => ({
    kind: answer.kind,
    asked: answer.asked === null ? null : shown(answer.asked),
    text: shown(answer.text),
  }));
  const lastReplies = exchange.answers.slice(-MOST_REPLIES);
  const replies = lastReplies.map(({ text }) => shown(text));
  const line = JSON.stringify({
    ...{ schema: 1, exchange: exchange.id, client: meta.client, label: exchange.label },
    project: shown(meta.projectPath),
    at: exchange.question?.at ?? null,
    ...{ question, answers, replies },
  });
  const quotable = (message: ExchangeMessage, text: string) =>
    message.uuid === null ? [] : [{ uuid: message.uuid, text }];
  return {
    id: exchange.id,
    at: exchange.question?.at ?? null,
    line,
    mark: sha256Hex(line).slice(0, 16),
    messages: [
      ...(exchange.question === null ? [] : quotable(exchange.question, question)),
      ...exchange.userAnswers.flatMap((answer, index) => quotable(answer, answers[index]?.text ?? "")),
      ...lastReplies.flatMap((reply, index) => quotable(reply, replies[index] ?? "")),
    ],
  };
}

function shortened(text: string): string {
  if (text.length <= LONGEST_TEXT) return text;
  return `${text.slice(0, LONGEST_TEXT / 2)}\n[...]\n${text.slice(-LONGEST_TEXT / 2)}`.toWellFormed();
}
