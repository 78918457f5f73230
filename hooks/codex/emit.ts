/**
 * Entries that are decided, as events.
 *
 * @module
 */
import type { Label, SessionEvent, TextRange } from "../../lib/types.ts";
import { isElided } from "../../lib/jsonl/elide.ts";
import type { AnswerEntry, EvidenceEntry, ReplyEntry, SignalEntry, UserEntry } from "./entry.ts";
import { textHash } from "./hashes.ts";
import { evidenceKey, namedKey, nextKey } from "./keys.ts";
import { withPrompt } from "./program.ts";
import { joinTexts } from "./records.ts";
import type { ReaderState } from "./state.ts";

/** Events and the state behind them. */
export interface Emitted {
  readonly state: ReaderState;
  readonly events: readonly SessionEvent[];
}

/** A question of one or more texts, with what editors put in front of them as evidence behind it. */
export function questionEvents(before: ReaderState, texts: readonly UserEntry[]): Emitted {
  const [first, ...more] = texts;
  if (first === undefined) return { state: before, events: [] };
  const { key, index, state: counted } = nextKey(before, first, {
    counted: "texts",
    hash: () => first.hash,
    texts: texts.length,
  });
  const state = texts.reduce((now, { program }) => withPrompt(now, program), counted);
  const text = joinTexts(texts.map((entry) => entry.text));
  const rule = more.length === 0 ? first.rule : `${first.rule}, with ${more.length} more before the reply`;
  const live = { key, turn: first.turn, ordinal: first.ordinal };
  const events: SessionEvent[] = [{
    type: "typed",
    key,
    uuid: null,
    parent: null,
    at: first.at,
    label: labelOf(first, index),
    text,
    quoted: quotedParts(texts),
    // The directory of a turn is recorded behind its first prompt in older versions: the newest one known counts.
    cwd: before.cwd ?? first.cwd,
    rule,
  }];
  for (const entry of texts) {
    for (const { header, text: preamble } of entry.preambles) {
      const { at, turn } = entry;
      events.push(
        ...evidenceEvent(state, {
          kind: "evidence",
          at,
          turn,
          origin: "ide-context",
          raw: header,
          text: preamble,
          rule: "7 preamble",
        }).events,
      );
    }
    if (entry.attachments.length > 0) {
      const { at, turn, attachments } = entry;
      events.push(
        ...evidenceEvent(state, {
          kind: "evidence",
          at,
          turn,
          origin: "image-note",
          raw: "attachments",
          text: attachments.join(", "),
        }).events,
      );
    }
  }
  return { state: { ...state, live: [...state.live, live] }, events };
}

function labelOf({ program, candidate }: UserEntry, index: number): Label {
  if (program) return "sdk";
  if (candidate) return "unmarked";
  // Sent while the agent worked on the turn.
  return index > 0 ? "queued" : "typed";
}

/** Texts that were too long to read are nobody's words. */
function quotedParts(texts: readonly UserEntry[]): readonly TextRange[] {
  const quoted: TextRange[] = [];
  let start = 0;
  for (const { text } of texts) {
    if (isElided(text)) quoted.push({ start, end: start + text.length });
    start += text.length + joinTexts(["", ""]).length;
  }
  return quoted;
}

/** A reply. */
export function replyEvent(before: ReaderState, entry: ReplyEntry): Emitted {
  const { at, msg, text, from } = entry;
  const counted = from === "plan" ? "plans" : "replies";
  const { key, state } = nextKey(before, entry, { counted, hash: () => textHash(text) });
  return { state, events: [{ type: "reply", key, at, msg, text }] };
}

/** Client-written text. */
export function evidenceEvent(state: ReaderState, entry: EvidenceEntry): Emitted {
  const { at, origin, raw, text, rule } = entry;
  const key = evidenceKey(state, entry, { hash: textHash(text), context: origin === "system-reminder" });
  return { state, events: [{ type: "evidence", key, at, origin, raw, text, ...(rule === undefined ? {} : { rule }) }] };
}

/** An answer of the user to a question of the assistant. */
export function answerEvent(state: ReaderState, entry: AnswerEntry): Emitted {
  const { at, id, asked, text, rule } = entry;
  const key = namedKey(state, entry, id);
  return { state, events: [{ type: "user-answer", key, at, kind: "question", asked, text, rule }] };
}

/** Structure for learning rules. */
export function signalEvent(state: ReaderState, entry: SignalEntry): Emitted {
  const { at, signal } = entry;
  return { state, events: [{ type: "signal", key: namedKey(state, entry, entry.key), at, signal }] };
}
