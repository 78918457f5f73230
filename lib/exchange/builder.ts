/**
 * Pairs what the user typed with what followed it: one pass, in file order, pure.
 *
 * A typed message starts an exchange; everything else joins the exchange that is open. Replies before any typed message
 * are counted, never stored (design section 3, ADR 0079).
 *
 * @module
 */
import { exchangeIdOf, messageIdentityOf, questionIdentity } from "../record/ids.ts";
import type { ClientName, SessionEvent, TypedEvent } from "../types.ts";
import type { ExchangeChange } from "./changes.ts";
import { createKnownMarks, MARK_LENGTH } from "./joined_marks.ts";
import { createLineage, type LineageState, type RewoundExchange } from "./lineage.ts";

/** Serialisable form of an {@linkcode ExchangeBuilder}; bounded, without text. */
export interface BuilderState {
  /** Id of the open exchange. */
  readonly open: string | null;
  /** First 12 hex of every exchange id of the session, joined. */
  readonly known: string;
  readonly lineage: LineageState;
  readonly repliesWithoutQuestion: number;
}

/** Builds the exchanges of one session. */
export interface ExchangeBuilder {
  /** @returns what has to be stored, in order */
  push(event: SessionEvent): ExchangeChange[];
  /** Id of the open exchange; null before the first question. */
  readonly open: string | null;
  /** Exchanges opened so far, over all runs. */
  readonly total: number;
  readonly repliesWithoutQuestion: number;
  state(): BuilderState;
  /** The state of now, written out when it is wanted: most are taken at a question and thrown away at the next record. */
  snapshot(): () => BuilderState;
}

/**
 * Starts or continues the exchanges of one session.
 *
 * @param client whose messages these are; part of every id
 * @param state what an earlier run's `state()` gave
 */
export function createExchangeBuilder(client: ClientName, state?: BuilderState): ExchangeBuilder {
  const lineage = createLineage(state?.lineage);
  const known = createKnownMarks(state?.known ?? "");
  let open: string | null = state?.open ?? null;
  let repliesWithoutQuestion = state?.repliesWithoutQuestion ?? 0;

  function openExchange(event: TypedEvent): ExchangeChange[] {
    const exchangeId = exchangeIdOf(client, event.key);
    const changes: ExchangeChange[] = [];
    const short = exchangeId.slice(0, MARK_LENGTH);
    // A prompt that stands in the file again (resume and /branch rewrite history) opens its exchange again and rewinds nothing.
    if (!known.has(short)) {
      known.add(short);
      changes.push(...ended(lineage.prompt(exchangeId, event), event.at));
    }
    open = exchangeId;
    const { label, cwd, key: uuid, at, text } = event;
    const identity = questionIdentity(exchangeId);
    changes.push({ type: "question", exchangeId, identity, label, cwd, uuid, at, text });
    return changes;
  }

  function push(event: SessionEvent): ExchangeChange[] {
    switch (event.type) {
      case "typed":
        return openExchange(event);
      case "link":
        lineage.link(event.uuid);
        return [];
      case "rewind": {
        const left = event.open === null ? null : exchangeIdOf(client, event.open);
        open = left !== null && known.has(left.slice(0, MARK_LENGTH)) ? left : null;
        return ended(lineage.takeBack(event.keys.map((key) => exchangeIdOf(client, key))), event.at);
      }
      case "signal":
        return [];
      case "reply": {
        if (open === null) {
          repliesWithoutQuestion++;
          return [];
        }
        lineage.replied(open);
        const { key: uuid, at, msg, text } = event;
        const identity = messageIdentityOf(client, uuid);
        return [{ type: "answer", exchangeId: open, identity, uuid, at, msg, text }];
      }
      case "evidence": {
        if (open === null) return [];
        const { key: uuid, at, origin, raw, text } = event;
        const identity = messageIdentityOf(client, uuid);
        return [{ type: "evidence", exchangeId: open, identity, uuid, at, origin, raw, text }];
      }
      case "user-answer": {
        if (open === null) return [];
        const { key: uuid, at, kind, asked, text } = event;
        const identity = messageIdentityOf(client, uuid);
        return [{ type: "user-answer", exchangeId: open, identity, uuid, at, kind, asked, text }];
      }
    }
  }

  function snapshot(): () => BuilderState {
    const [now, marks, tree] = [{ open, repliesWithoutQuestion }, known.snapshot(), lineage.snapshot()];
    return () => ({
      open: now.open,
      known: marks(),
      lineage: tree(),
      repliesWithoutQuestion: now.repliesWithoutQuestion,
    });
  }

  return {
    push,
    get open() {
      return open;
    },
    get total() {
      return known.size;
    },
    get repliesWithoutQuestion() {
      return repliesWithoutQuestion;
    },
    snapshot,
    state: () => snapshot()(),
  };
}

/** An exchange that the user left: it was answered, or it never was. */
function ended(left: readonly RewoundExchange[], at: string | null): ExchangeChange[] {
  return left.map(({ exchangeId, replied }) => ({
    type: "state",
    exchangeId,
    state: replied ? "rewound" : "withdrawn",
    at,
  }));
}
