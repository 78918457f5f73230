/**
 * Where a conversation stands: the question that is open, what was said before it and since. Kept once for all rules.
 *
 * @module
 */
import type { Json, SessionEvent, TypedEvent } from "../types.ts";
import { ownSentences } from "./own_sentences.ts";

/** A message. */
export interface Said {
  readonly key: string;
  readonly at: string | null;
  /** Its beginning and its end when it is long. */
  readonly text: string;
}

/** What was typed. */
export interface Asked extends Said {
  /** The user's own words: no program's prompt, no suggestion that was accepted, no slash command. */
  readonly own: boolean;
  /** The user's own sentences in it: nothing pasted, no code. */
  readonly words: string;
}

/** Where a conversation stands. For a typed message: as it is with that message open. */
export interface Turn {
  /** Typed messages so far. */
  readonly number: number;
  /** The open question. */
  readonly asked: Asked | null;
  /** The last reply before it. */
  readonly before: Said | null;
  /** The last reply since. */
  readonly last: Said | null;
  /** Replies since. */
  readonly replies: number;
  /** Tool calls since the last message of either side: what the assistant is at. */
  readonly calls: number;
  /** The user stopped the assistant just before the open question: an interrupt, or a refused call. */
  readonly stopped: boolean;
  /** The user stopped the assistant, and nothing came since. */
  readonly halted: boolean;
}

/** Code units kept of a message: the first quarter of them from its beginning, the rest from its end. */
const MOST_TEXT = 4000;
/** Code units kept of the user's own words. */
const MOST_WORDS = 600;
/** What stands in a shortened text for what was left out. */
export const LEFT_OUT = "\n\n[...]\n\n";

/** Labels under which the text is the user's own. */
const OWN_LABELS: ReadonlySet<string> = new Set(["typed", "queued", "unmarked", "recovered"]);

const NOTHING: Turn = {
  number: 0,
  asked: null,
  before: null,
  last: null,
  replies: 0,
  calls: 0,
  stopped: false,
  halted: false,
};

/** Follows a conversation. */
export interface Turns {
  readonly now: Turn;
  /** A typed message is taken in before the rules see it, everything else after. */
  take(event: SessionEvent): void;
  state(): Json;
}

/**
 * Starts or goes on following a conversation.
 *
 * @param state what an earlier run's `state()` gave
 */
export function createTurns(state?: Json): Turns {
  let now: Turn = readTurn(state);

  function take(event: SessionEvent): void {
    switch (event.type) {
      case "typed":
        now = {
          ...NOTHING,
          number: now.number + 1,
          asked: { ...said(event), own: OWN_LABELS.has(event.label), words: wordsOf(event) },
          before: now.last ?? now.before,
          stopped: now.halted,
        };
        break;
      case "reply":
        now = { ...now, last: said(event), replies: now.replies + 1, calls: 0, halted: false };
        break;
      case "signal": {
        const { signal } = event;
        if (signal.type === "interrupt" || (signal.type === "tool-result" && signal.refused === true)) {
          now = { ...now, halted: true };
        }
        if (signal.type === "tool-call") now = { ...now, calls: now.calls + 1, halted: false };
        break;
      }
      default:
    }
  }

  return {
    get now() {
      return now;
    },
    take,
    state: () => now as unknown as Json,
  };
}

function wordsOf(event: Pick<TypedEvent, "text" | "quoted">): string {
  const sentences = ownSentences(event);
  // Of many sentences the ones that ask are what is wanted.
  const asking = sentences.filter(({ asks }) => asks);
  const words = (asking.length > 0 && sentences.length > 2 ? asking : sentences).map(({ text }) => text).join(" ");
  return words.slice(0, MOST_WORDS).toWellFormed();
}

function said(event: { readonly key: string; readonly at: string | null; readonly text: string }): Said {
  return { key: event.key, at: event.at, text: shortened(event.text) };
}

function shortened(text: string): string {
  if (text.length <= MOST_TEXT) return text;
  const head = text.slice(0, MOST_TEXT / 4);
  return (head + LEFT_OUT + text.slice(head.length + text.length - MOST_TEXT)).toWellFormed();
}

function readTurn(state: Json | undefined): Turn {
  if (typeof state !== "object" || state === null || Array.isArray(state)) return NOTHING;
  const value = state as unknown as Partial<Record<keyof Turn, unknown>>;
  const number = (field: unknown): number => typeof field === "number" ? field : 0;
  return {
    number: number(value.number),
    asked: readSaid(value.asked) as Asked | null,
    before: readSaid(value.before),
    last: readSaid(value.last),
    replies: number(value.replies),
    calls: number(value.calls),
    stopped: value.stopped === true,
    halted: value.halted === true,
  };
}

function readSaid(value: unknown): Said | null {
  if (typeof value !== "object" || value === null) return null;
  const { key, at, text, own, words } = value as Partial<Asked>;
  if (typeof key !== "string" || typeof text !== "string") return null;
  const said = { key, at: typeof at === "string" ? at : null, text };
  return typeof words === "string" ? { ...said, own: own === true, words } as Asked : said;
}
