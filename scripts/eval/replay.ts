/**
 * A whole conversation through the client's reader and the learning rules, in memory: what an import of the finished
 * session would store.
 *
 * @module
 */
import { createExchangeBuilder } from "../../lib/exchange/builder.ts";
import type { LearningDraft } from "../../lib/learnings/drafts.ts";
import { createLearningEngine, type FamilyDraft } from "../../lib/learnings/engine.ts";
import { redactEvent } from "../../lib/learnings/redact_event.ts";
import { createRedactor } from "../../lib/learnings/redaction/redactor.ts";
import type { Rule } from "../../lib/learnings/rule.ts";
import type { ClientModule, SessionEvent } from "../../lib/types.ts";

/** A learning that stands at the end of a conversation. */
export interface Found extends LearningDraft {
  readonly family: string;
}

/** A record that holds a message or a tool record. */
export interface Place {
  /** Position among such records. */
  readonly position: number;
  /** Position of its exchange among the exchanges; -1 before the first question. */
  readonly exchange: number;
}

/** A conversation, read. */
export interface Replayed {
  readonly learnings: readonly Found[];
  /** Where a record stands, by its id, its event's key and `line:N`. */
  readonly places: ReadonlyMap<string, Place>;
  /** Messages that the user typed. */
  readonly typed: number;
}

/** A record of a transcript and the line it stands in, counted from 1. */
export interface NumberedRecord {
  readonly line: number;
  readonly record: unknown;
}

/**
 * Replays a conversation.
 *
 * @param client whose records they are
 * @param records in file order
 */
export function replay(
  client: ClientModule,
  records: Iterable<NumberedRecord>,
  options: { readonly sessionId: string; readonly rules?: readonly Rule[] },
): Replayed {
  const reader = client.createReader({ sessionId: options.sessionId });
  const builder = createExchangeBuilder(client.name);
  const engine = createLearningEngine(undefined, options.rules);
  const redactor = createRedactor({});
  const standing = new Map<string, Found>();
  const places = new Map<string, Place>();
  const queued: (readonly [text: string, id: string])[] = [];
  let position = 0;
  let typed = 0;

  const keep = (drafts: readonly FamilyDraft[]) => {
    for (const draft of drafts) {
      standing.set(JSON.stringify([draft.family, draft.kind, draft.source, draft.counter]), draft);
    }
  };
  const take = (raw: SessionEvent) => {
    if (raw.type === "signal" && !engine.reads(raw)) return;
    const event = redactEvent(raw, redactor, () => {});
    for (const change of builder.push(event)) {
      if (change.type === "state") keep(engine.leave(change.exchangeId, change.at));
    }
    if (event.type === "typed") typed++;
    if (engine.reads(event)) keep(engine.push({ event, exchangeId: builder.open }));
  };

  for (const { line, record } of records) {
    const events = reader.read(record);
    events.forEach(take);
    const told = events.filter((event) => event.type !== "link" && event.type !== "evidence");
    const place = { position: told.length === 0 ? position : ++position, exchange: builder.total - 1 };
    const { uuid, content } = record as { readonly uuid?: unknown; readonly content?: unknown };
    for (const id of [uuid, `line:${line}`, ...told.map((event) => "key" in event ? event.key : undefined)]) {
      if (typeof id === "string" && !places.has(id)) places.set(id, place);
    }
    // A queued prompt is told where it left the queue; labels name the line in which it was typed.
    if (typeof content === "string") queued.push([content, `line:${line}`]);
    for (const event of told) {
      if (event.type !== "typed") continue;
      for (const [text, id] of queued) if (text.trim() === event.text.trim()) places.set(id, place);
    }
  }
  reader.finish().forEach(take);
  keep(engine.settle(true));
  const learnings = [...standing.values()].filter(({ retracted, status }) => retracted !== true && status !== "closed");
  return { learnings, places, typed };
}
