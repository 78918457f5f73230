/**
 * One `queued_command` attachment: text typed while the agent worked, which has no `user` row
 * (https://github.com/simonw/claude-code-transcripts/issues/98). The same attachment carries notifications and peers'
 * messages.
 *
 * @module
 */
import type { LinkEvent } from "../../lib/types.ts";
import { withAuthor } from "./automation.ts";
import { recordKey, withKeys } from "./event_keys.ts";
import { looseHash } from "./hashes.ts";
import { type Markers, readMarkers } from "./markers.ts";
import { readMessages } from "./messages.ts";
import { delivered } from "./queue.ts";
import { draftMessages, signalEvents } from "./read_user.ts";
import { asId, asRow, asText, asTime, blocksOf, joinedText, type Row } from "./records.ts";
import type { Counted, ReaderState } from "./state.ts";
import { countName, countUnknown, REPEAT_WINDOW, type RowContext, type Step } from "./step.ts";
import { queuedRule } from "./typed_rule.ts";

const MODES: ReadonlySet<string> = new Set(["prompt", "task-notification", "bash"]);

/**
 * Reads a `queued_command` attachment.
 *
 * @param row the `attachment` row
 * @param state before it
 * @param context of the session, with the row's link
 */
export function stepQueued(
  row: Row,
  state: ReaderState,
  context: RowContext & { readonly links: readonly LinkEvent[] },
): Step {
  const attachment = asRow(row["attachment"]) ?? {};
  const blocks = blocksOf(attachment["prompt"]);
  let next: ReaderState = { ...state, attachments: true, waiting: [] };
  if (blocks === undefined) {
    context.counts.ignored++;
    return { state: next, events: context.links };
  }
  const markers = attachmentMarkers(row, attachment);
  countUnknown(markers, context.counts);
  const commandMode = attachment["commandMode"] ?? undefined;
  const mode = commandMode === undefined ? undefined : (asText(commandMode) ?? typeof commandMode).slice(0, 64);
  if (mode !== undefined && !MODES.has(mode)) countName(`commandMode=${mode}`, context.counts);
  const forwarded = attachment["forwardedIntent"] != null && attachment["forwardedIntent"] !== false;
  const messages = readMessages(blocks, {
    judge: (text) => queuedRule(text, { markers, mode, forwarded }),
    beside: false,
  });
  const text = joinedText(blocks);
  const uuid = asId(row["uuid"]);
  const named = asId(attachment["source_uuid"]) ?? asId(attachment["delivery_id"]) ?? uuid;
  const sessionId = asId(row["sessionId"]) ?? context.sessionId;
  const key = recordKey(named, { sessionId, ordinal: state.nameless, text });
  if (named === null) next = { ...next, nameless: next.nameless + 1 };
  const loose = looseHash(text);
  next = { ...next, waiting: delivered(next.waiting, loose) };
  let typed = messages.typed;
  next = withAuthor(next, { row, markers, typed: typed === undefined ? "no" : "text" });
  if (typed !== undefined) {
    const repeated = next.counted.some((counted) =>
      counted.from === "queue" && counted.loose === loose && next.records <= counted.until
    );
    if (repeated) typed = undefined;
    else next = { ...next, counted: [...next.counted, countedHere(loose, next.records)] };
  }
  const at = asTime(row["timestamp"]);
  const { drafts, signals } = draftMessages(row, { at, messages, typed, answers: [] });
  const events = [...context.links, ...signalEvents(signals, key, at), ...withKeys(drafts, key)];
  return { state: next, events };
}

function countedHere(loose: string, records: number): Counted {
  return { loose, from: "attachment", until: records + REPEAT_WINDOW };
}

/** The attachment states most markers itself; the row says whether it is a side chain. */
function attachmentMarkers(row: Row, attachment: Row): Markers {
  const own = readMarkers(attachment);
  const outer = readMarkers(row);
  return {
    subagent: own.subagent || outer.subagent,
    own: own.own ?? outer.own,
    odd: [...own.odd, ...outer.odd],
    promptSource: own.promptSource ?? outer.promptSource,
    rowSource: own.rowSource ?? outer.rowSource,
    origin: own.origin ?? outer.origin,
    subkind: own.subkind ?? outer.subkind,
    turnOrigin: own.turnOrigin ?? outer.turnOrigin,
  };
}
