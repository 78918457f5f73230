/**
 * Messages of an export into a session's store.
 *
 * @module
 */
import type { ExchangeChange } from "../exchange/changes.ts";
import type { PauseFilter } from "../ownership/mod.ts";
import { forgetsTwin } from "../record/forgotten_twins.ts";
import { exchangeIdOf, messageIdentityOf } from "../record/ids.ts";
import type { SessionStore } from "../record/session_store.ts";
import type { ClientName, Json } from "../types.ts";
import type { MessageLine, StateLine } from "./stream_lines.ts";

/** How messages are added. */
export interface AddMessagesOptions {
  readonly client: ClientName;
  readonly sessionId: string;
  readonly redact: (text: string) => string;
  readonly pauses: PauseFilter | undefined;
  /** Nothing older is kept; null: everything. */
  readonly from: string | null;
}

/** What was added. */
export interface AddedMessages {
  readonly stored: number;
  readonly forgotten: number;
  /** The session's digest, when it has none. */
  readonly digest: Json;
}

/** Adds what the store does not hold yet. */
export function addMessages(
  store: Pick<SessionStore, "add" | "forgotten">,
  lines: readonly (MessageLine | StateLine)[],
  { client, sessionId, redact, pauses, from }: AddMessagesOptions,
): AddedMessages {
  let [stored, forgotten, questions] = [0, 0, 0];
  let first: string | null = null;
  let last: string | null = null;
  /** Exchanges that this import began, and those of which nothing may be stored. */
  const begun = new Set<string>();
  const left = new Set<string>();
  const gone = new Set<string>();
  for (const line of lines) {
    if (line.type === "message") {
      const old = from !== null && line.at !== null && line.at < from;
      const paused = pauses?.covers(line.at) === true;
      if (line.role === "question" && (old || paused)) left.add(line.exchangeId);
      if (old || paused) continue;
    }
    if (left.has(line.exchangeId)) continue;
    if (gone.has(line.exchangeId)) {
      forgotten++;
      continue;
    }
    const change = changeOf(line, { client, redact });
    // Nothing tells whether a reply without an id is there already, unless the exchange itself is new.
    if (change === undefined || (change.type === "provisional" && !begun.has(line.exchangeId))) continue;
    const isTwin = change.type === "question" && forgetsTwin(store.forgotten, { ...change, client, sessionId });
    const outcome = isTwin ? "forgotten" : store.add(change);
    if (outcome === "forgotten") forgotten++;
    // Its replies are named by nothing else when it was forgotten as the client's other source has it.
    if (outcome === "forgotten" && change.type === "question") gone.add(line.exchangeId);
    if (outcome !== "stored" || line.type === "state") continue;
    stored++;
    first ??= line.at;
    last = line.at ?? last;
    if (change.type === "question") {
      questions++;
      begun.add(line.exchangeId);
    }
  }
  return { stored, forgotten, digest: { first, last, questions, lastReply: null, pausedExchange: null } };
}

function changeOf(
  line: MessageLine | StateLine,
  { client, redact }: Pick<AddMessagesOptions, "client" | "redact">,
): ExchangeChange | undefined {
  const { exchangeId } = line;
  if (line.type === "state") return { type: "state", exchangeId, state: line.state, at: null };
  const { uuid, at } = line;
  const text = redact(line.text.toWellFormed());
  if (uuid === null) return line.role === "answer" ? { type: "provisional", exchangeId, at, text } : undefined;
  const message = { exchangeId, identity: messageIdentityOf(client, uuid), uuid, at, text };
  switch (line.role) {
    case "question":
      // An id that is made of another message would let a line hide behind what was not forgotten.
      if (exchangeIdOf(client, uuid) !== exchangeId) return undefined;
      return {
        ...message,
        type: "question",
        label: line.label ?? "unmarked",
        cwd: line.cwd === undefined ? null : redact(line.cwd),
      };
    case "answer":
      return { ...message, type: "answer", msg: line.msg ?? null };
    case "user-answer":
      return {
        ...message,
        type: "user-answer",
        kind: line.kind ?? "question",
        asked: line.asked === undefined ? null : redact(line.asked),
      };
    case "evidence":
      return { ...message, type: "evidence", origin: line.origin ?? "other", raw: redact(line.raw ?? "") };
  }
}
