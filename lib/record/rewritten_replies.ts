/**
 * Replies that a client has rewritten since they were stored: conversations that are one document (Cline's, Gemini CLI's
 * older chats) are written while the reply still grows, and a hook may read between. The newest text under a reply's id
 * counts; rows are only appended, so that the exchange is written once more and its former parts are replaced.
 *
 * @module
 */
import type { ExchangeChange, MessageIdentity } from "../exchange/changes.ts";
import type { Files } from "../io/files.ts";
import type { RowWriter } from "./exchange_rows.ts";
import { messageIdentityOf, questionIdentity } from "./ids.ts";
import { EXCHANGES_FILE, type SessionPlace, under } from "./layout.ts";
import { readMeta } from "./meta.ts";
import { readPositions } from "./positions.ts";
import { readExchanges, type StoredExchange } from "./read_exchanges.ts";
import type { RowAppender } from "./row_files.ts";
import type { AddOutcome } from "./session_store.ts";

/** What one run finds rewritten. */
export interface RewrittenReplies {
  /** Told of every message of the run, in order. @returns true for a reply that is stored with another text */
  isAnew(change: ExchangeChange, outcome: AddOutcome): boolean;
  /** Writes the exchanges of those anew. What the run stored beside is in the file by then. */
  write(writer: RowWriter, rows: RowAppender): void;
}

/**
 * What Cline puts where it cuts a text to make room for more. Its older versions keep the conversation like that
 * [`agent-runtime.ts`, 0.0.41 of `@cline/agents`], newer ones beside it.
 */
const CUT = /\.\.\.\[(?:assistant text )?truncated\b[^\]\n]{0,80}\]/;

/** A reply without an id of its own is named after its place, where another one may stand by now. */
const NAMED_BY_PLACE = /:line-\d+(?::|$)/;

/**
 * Sees to the replies of one session.
 *
 * @param transcript that is read; one that is not the last one read may be older, and only lengthens what is stored
 */
export function rewrittenReplies(files: Files, place: SessionPlace, transcript: string): RewrittenReplies {
  const read = () => {
    const { imprint } = readMeta(files, place.directory);
    const options = { committed: imprint?.revision };
    const { exchanges } = readExchanges(files, under(place.directory, EXCHANGES_FILE), options);
    // Where that is lost, nothing says that there was ever another file.
    return { exchanges, options, isSameFile: imprint === undefined || imprint.transcripts.at(-1) === transcript };
  };
  let stored: { readonly texts: ReadonlyMap<string, string>; readonly isSameFile: boolean } | undefined;
  // Of two messages with one id in a document the first is the one that is stored.
  const told = new Set<MessageIdentity>();
  const anew = new Map<string, Map<string, string>>();

  function storedTexts() {
    const { exchanges, isSameFile } = read();
    const texts = exchanges.flatMap(({ id, answers }) =>
      answers.flatMap(({ uuid, text }) => uuid === null ? [] : [[`${id} ${uuid}`, text] as const])
    );
    return { texts: new Map(texts), isSameFile };
  }

  return {
    isAnew(change, outcome) {
      if (change.type !== "answer" || told.has(change.identity)) return false;
      told.add(change.identity);
      if (outcome !== "known") return false;
      const { exchangeId, uuid, text } = change;
      const { texts, isSameFile } = stored ??= storedTexts();
      const before = texts.get(`${exchangeId} ${uuid}`);
      if (before === undefined || before === text) return false;
      const isGrown = text.startsWith(before);
      if (!isGrown && (!isSameFile || NAMED_BY_PLACE.test(uuid) || isCut(text, before))) return false;
      anew.set(exchangeId, (anew.get(exchangeId) ?? new Map()).set(uuid, text));
      return true;
    },
    write(writer, rows) {
      if (anew.size === 0) return;
      const { exchanges, options } = read();
      const { positions } = readPositions(files, place.directory, options);
      for (const exchange of exchanges) {
        const texts = anew.get(exchange.id);
        if (texts === undefined) continue;
        const parts = Array.from({ length: positions.get(exchange.id)?.nextPart ?? 0 }, (_, part) => part);
        // The new rows first: a run that is killed between leaves messages twice, of which the first counts.
        let { redactions } = exchange;
        for (const change of changesOf(exchange, texts)) {
          writer.add(change, redactions);
          redactions = 0;
        }
        writer.drop(exchange.id, parts);
      }
      rows.flush();
    },
  };
}

/** The text with its mark may be longer than what was cut off. */
function isCut(text: string, before: string): boolean {
  return CUT.test(text) && !CUT.test(before);
}

/** All that is stored of an exchange, told once more with its replies' new texts. */
function changesOf(
  { id: exchangeId, client, label, cwd, question, answers, userAnswers, evidence }: StoredExchange,
  texts: ReadonlyMap<string, string>,
): readonly ExchangeChange[] {
  const of = <T extends { readonly uuid: string | null }>(message: T) => {
    const uuid = message.uuid ?? "";
    return { ...message, exchangeId, uuid, identity: client === null ? "" : messageIdentityOf(client, uuid) };
  };
  const asked: readonly ExchangeChange[] = question === null
    ? []
    : [{ ...of(question), type: "question", identity: questionIdentity(exchangeId), label: label ?? "unmarked", cwd }];
  return [
    ...asked,
    ...answers.map((answer): ExchangeChange => {
      const { at, uuid, msg, text } = answer;
      return uuid === null
        ? { type: "provisional", exchangeId, at, text }
        : { ...of(answer), type: "answer", msg, text: texts.get(uuid) ?? text };
    }),
    ...userAnswers.map((answer): ExchangeChange => ({ ...of(answer), type: "user-answer" })),
    ...evidence.map((one): ExchangeChange => ({ ...of(one), type: "evidence" })),
  ];
}
