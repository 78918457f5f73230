/**
 * Who wrote each message of a session, for `explain`: the same reader that learning uses, over the whole transcript.
 *
 * @module
 */
import type { ReadHandle } from "../io/files.ts";
import { redactEvent } from "../learnings/redact_event.ts";
import type { Redactor } from "../learnings/redaction/redactor.ts";
import type { PauseFilter } from "../ownership/mod.ts";
import { feedSession, type RecordCounts } from "../transcript/feed.ts";
import type { ClientModule, SessionEvent } from "../types.ts";

/** Who wrote a message. `answer`: the user answered something that was asked, which starts no exchange. */
export type MessageAuthor = "typed" | "answer" | "client" | "reply";

/** One message and what decided its author. */
export interface ExplainedMessage {
  /** From 1 on, in file order. */
  readonly number: number;
  readonly at: string | null;
  readonly author: MessageAuthor;
  /** The label of typed text, the origin of client-written text, the kind of an answer; null for replies. */
  readonly detail: string | null;
  /** The client's own marker, for client-written text. */
  readonly raw?: string;
  /** The step of the client's table; null where only one author is possible. */
  readonly rule: string | null;
  /** The client's own id of the message. */
  readonly key: string;
  /** Its first words on one line, redacted. */
  readonly text: string;
  /** It was said during a pause, or answers what was: it is never stored. */
  readonly paused?: true;
}

/** What reading a session told. */
export interface ExplainedMessages {
  readonly messages: readonly ExplainedMessage[];
  readonly records: RecordCounts & { readonly ignored: number };
  readonly unknownMarkers: Readonly<Record<string, number>>;
  /** Files that tool records name, each once, as recorded. */
  readonly files: readonly string[];
}

/** Code units of a message's text that are shown. */
const SHOWN = 160;
/** Files of one session that are looked at. */
const MOST_FILES = 5000;

/** Reads all messages of a session. */
export function explainMessages(
  source: ReadHandle,
  client: ClientModule,
  { sessionId, alone, redactor, pauses }: {
    readonly sessionId: string;
    /** True when the file holds this session alone. */
    readonly alone: boolean;
    readonly redactor: Redactor;
    /** Pauses that concern the session. */
    readonly pauses: PauseFilter | undefined;
  },
): ExplainedMessages {
  const reader = client.createReader({ sessionId });
  const messages: ExplainedMessage[] = [];
  const files = new Set<string>();
  /** The question that the messages belong to was typed during a pause. */
  let isQuestionPaused = false;
  const { counts } = feedSession(source, client, {
    sessionId,
    from: 0,
    reader,
    current: alone,
    isFinal: () => true,
    onEvent(event) {
      const isPaused = event.type !== "link" && event.type !== "rewind" && pauses?.covers(event.at) === true;
      if (event.type === "typed") isQuestionPaused = isPaused;
      if (event.type === "signal") {
        const paths = event.signal.type === "tool-call" ? event.signal.paths ?? [] : [];
        for (const path of paths) if (files.size < MOST_FILES) files.add(path);
      } else if (event.type !== "link") {
        const redacted = redactEvent(event, redactor, () => {});
        const message = explained(redacted);
        if (message === undefined) return true;
        const paused = isPaused || isQuestionPaused;
        messages.push({ number: messages.length + 1, ...message, ...(paused ? { paused } : {}) });
      }
      return true;
    },
    onHold: () => {},
    onRelease: () => {},
  });
  const { ignored, unknownMarkers } = reader.counts;
  return { messages, records: { ...counts, ignored }, unknownMarkers, files: [...files] };
}

function explained(event: SessionEvent): Omit<ExplainedMessage, "number"> | undefined {
  switch (event.type) {
    case "typed":
      return { ...common(event), author: "typed", detail: event.label, rule: event.rule ?? null };
    case "user-answer":
      return { ...common(event), author: "answer", detail: event.kind, rule: event.rule ?? null };
    case "evidence":
      return { ...common(event), author: "client", detail: event.origin, raw: event.raw, rule: event.rule ?? null };
    case "reply":
      return { ...common(event), author: "reply", detail: null, rule: null };
    default:
      return undefined;
  }
}

function common(
  { at, key, text }: { readonly at: string | null; readonly key: string; readonly text: string },
): Pick<ExplainedMessage, "at" | "key" | "text"> {
  return { at, key, text: firstWords(text) };
}

/**
 * The beginning of a text on one line.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(firstWords("Where does\n  the kettle boil dry?"), "Where does the kettle boil dry?");
 * ```
 */
export function firstWords(text: string): string {
  // Only a little more than is shown needs to be looked at, however long a pasted log is.
  const line = text.slice(0, SHOWN * 8).replaceAll(/\s+/g, " ").trim();
  if (line.length <= SHOWN && text.length <= SHOWN * 8) return line;
  return `${line.slice(0, SHOWN - 1).toWellFormed().replace(/\ufffd$/, "").trimEnd()}…`;
}
