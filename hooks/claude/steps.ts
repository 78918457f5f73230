/**
 * What one record does: a new state and events, by type of row. Only `user`, `assistant`, `attachment/queued_command`
 * and queue operations hold text of the conversation; a reader keyed on `message.role` would count every prompt again in
 * the `api-request` rows of 2.1.332.
 *
 * @module
 */
import type { LinkEvent, SessionEvent } from "../../lib/types.ts";
import { isObserverDirectory, withAuthor } from "./automation.ts";
import { type Command, commandText } from "./commands.ts";
import { cleanText } from "./element_cleanup.ts";
import { recordKey, withKeys } from "./event_keys.ts";
import { looseHash } from "./hashes.ts";
import type { CommandKind } from "./held_command.ts";
import { type Markers, readMarkers } from "./markers.ts";
import { isIdleType } from "./may_matter.ts";
import type { TypedPart } from "./messages.ts";
import { delivered } from "./queue.ts";
import { stepQueued } from "./read_attachment.ts";
import { stepAssistant } from "./read_assistant.ts";
import { stepProgress } from "./read_progress.ts";
import { stepQueueOperation } from "./read_queue.ts";
import { stepSystem } from "./read_system.ts";
import { draftMessages, readUserRow, signalEvents } from "./read_user.ts";
import { asId, asRow, asTime, isTreeRow, joinedText, messageBlocks, type Row } from "./records.ts";
import type { ReaderState } from "./state.ts";
import { countUnknown, type Held, type RowContext, type Step } from "./step.ts";
import { asVersion, compareVersions, recoversQueuedPrompts } from "./versions.ts";

/**
 * Reads one row.
 *
 * @param row the record; an empty one for values that are no objects
 * @param state before it
 * @param context of the session
 */
export function stepRow(row: Row, state: ReaderState, context: RowContext): Step {
  const next = ambient(row, state);
  const links = linkOf(row);
  switch (row["type"]) {
    case "user":
      return stepUser(row, next, { ...context, links });
    case "assistant":
      return stepAssistant(row, next, { ...context, links });
    case "attachment":
      if (asRow(row["attachment"])?.["type"] === "queued_command") {
        return stepQueued(row, next, { ...context, links });
      }
      break;
    case "system": {
      const step = stepSystem(row, next, { ...context, links });
      if (step !== undefined) return step;
      break;
    }
    case "progress": {
      const step = stepProgress(row, next, links);
      if (step !== undefined) return step;
      break;
    }
    case "queue-operation":
      return stepQueueOperation(row, next, context);
  }
  context.counts.ignored++;
  return { state: next, events: links };
}

function linkOf(row: Row): readonly LinkEvent[] {
  const uuid = isTreeRow(row) ? asId(row["uuid"]) : null;
  return uuid === null ? [] : [{ type: "link", uuid, parent: asId(row["parentUuid"]) }];
}

/** What every row tells: one more record, its client's version, its directory. */
function ambient(row: Row, state: ReaderState): ReaderState {
  // Almost every row states the version that the row before it stated.
  const version = row["version"] === state.version ? undefined : asVersion(row["version"]);
  const newer = version !== undefined && (state.version === null || compareVersions(version, state.version) > 0);
  const cwd = row["cwd"];
  const next: ReaderState = {
    ...state,
    records: isIdleType(row["type"]) ? state.records : state.records + 1,
    version: newer ? version : state.version,
    observer: state.observer || (typeof cwd === "string" && isObserverDirectory(cwd)),
  };
  if (!newer || next.waiting.length === 0 || recoversQueuedPrompts(next.version)) return next;
  return { ...next, waiting: [] };
}

function stepUser(row: Row, state: ReaderState, context: RowContext & { readonly links: readonly LinkEvent[] }): Step {
  const blocks = messageBlocks(row);
  if (blocks === undefined) {
    context.counts.ignored++;
    return { state, events: context.links };
  }
  const markers = readMarkers(row);
  countUnknown(markers, context.counts);
  const text = joinedText(blocks);
  const uuid = asId(row["uuid"]);
  const sessionId = asId(row["sessionId"]) ?? context.sessionId;
  const key = recordKey(uuid, { sessionId, ordinal: state.nameless, text });
  const user = readUserRow(row, {
    blocks,
    markers,
    toolName: (id) => state.calls.find(([call]) => call === id)?.[1] ?? null,
    expansion: context.expansion,
  });
  const { messages } = user;
  let next: ReaderState = {
    ...state,
    nameless: uuid === null ? state.nameless + 1 : state.nameless,
    calls: user.answered.length === 0 ? state.calls : state.calls.filter(([id]) => !user.answered.includes(id)),
  };
  if (messages.command !== undefined && !markers.subagent) {
    next = withAuthor(next, { row, markers, typed: "command" });
    const { command } = messages.command;
    return { state: next, events: [], held: { row, command, text: messages.command.text, key, links: context.links } };
  }
  let typed: TypedPart | undefined = messages.typed;
  next = withAuthor(next, { row, markers, typed: typed === undefined ? "no" : "text" });
  if (text !== "" && (next.waiting.length > 0 || next.counted.length > 0)) {
    const loose = looseHash(text);
    next = { ...next, waiting: delivered(next.waiting, loose) };
    if (isRepeated(loose, { state: next, markers })) typed = undefined;
  }
  const at = asTime(row["timestamp"]);
  const { drafts, signals } = draftMessages(row, { at, messages, typed, answers: user.answers });
  const events = [
    ...context.links,
    ...signalEvents([...user.signals, ...signals], key, at),
    ...withKeys(drafts, key),
  ];
  return { state: next, events };
}

/** True when the text was counted already, as a queue record or an attachment. */
function isRepeated(loose: string, { state, markers }: { state: ReaderState; markers: Markers }): boolean {
  const source = markers.promptSource?.value;
  return state.counted.some((counted) =>
    counted.loose === loose && state.records <= counted.until &&
    // Two prompts of one wording: the second was typed at the prompt, not queued.
    (counted.from === "queue" || (source !== "typed" && source !== "sdk"))
  );
}

/**
 * The command of a row that is wholly one and must wait for its successor.
 *
 * @param row any row
 */
export function wholeCommand(row: Row): Command | undefined {
  if (row["type"] !== "user") return undefined;
  const blocks = messageBlocks(row);
  if (blocks === undefined || !blocks.some((block) => block.type === "text" && block.text.includes("<command-"))) {
    return undefined;
  }
  const markers = readMarkers(row);
  if (markers.subagent) return undefined;
  return readUserRow(row, { blocks, markers, toolName: () => null, expansion: false }).messages.command?.command;
}

/**
 * Events of a command once it is decided: a question when it is custom, evidence when it is built in.
 *
 * @param held the command
 * @param options what it is, and the state now
 */
export function customCommandEvents(
  held: Held,
  { kind, state }: { readonly kind: CommandKind; readonly state: ReaderState },
): Step {
  const { row, key, links } = held;
  const at = asTime(row["timestamp"]);
  if (!kind.custom) {
    const raw = held.command.name.slice(0, 64).toWellFormed();
    return {
      state,
      events: [...links, { type: "evidence", key, at, origin: "command", raw, text: held.text, rule: kind.rule }],
    };
  }
  const { text, quoted } = cleanText(commandText(held.command), { marked: true });
  const events: SessionEvent[] = [...links, {
    type: "typed",
    key,
    uuid: asId(row["uuid"]),
    parent: asId(row["parentUuid"]),
    at,
    label: "command",
    text,
    quoted,
    cwd: asId(row["cwd"]),
    rule: kind.rule,
  }];
  return { state, events };
}
