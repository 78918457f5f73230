/**
 * Reads one session's records in file order. The state between two records is a value (`state.ts`); a record gives a
 * new one and events. A slash command is held until its successor decides about it; until then the state that counts is
 * the one before the command, so that a later run can read it again.
 *
 * @module
 */
import type { Json, ReaderCounts, RecordReader, SessionEvent } from "../../lib/types.ts";
import { type CommandKind, commandKind, decidesCommand } from "./held_command.ts";
import { isIdleType } from "./may_matter.ts";
import { asId, asRow, type Row } from "./records.ts";
import type { Held, RowContext, Step } from "./step.ts";
import { customCommandEvents, stepRow, wholeCommand } from "./steps.ts";
import { bounded, type ReaderState, stateFromJson, stateToJson } from "./state.ts";

/** Records a command waits for its successor; side rows in between are few. */
const MAX_HELD = 64;

interface Waiting extends Held {
  /** State before the command. */
  readonly before: ReaderState;
  /** Events of side rows since; they come after the command's. */
  readonly events: SessionEvent[];
  rows: number;
}

/**
 * Creates a reader.
 *
 * @param options the session's id, for records that state none; the state an earlier run left
 */
export function createClaudeReader(options: { readonly sessionId: string; readonly state?: Json }): RecordReader {
  let state = stateFromJson(options.state);
  let held: Waiting | undefined;
  const counts: ReaderCounts = { ignored: 0, unknownMarkers: {} };

  const take = (step: Step): SessionEvent[] => {
    state = bounded(step.state);
    return [...step.events];
  };
  const context = (expansion: boolean): RowContext => ({ sessionId: options.sessionId, counts, expansion });

  function settle(successor: Row | undefined): { readonly events: SessionEvent[]; readonly kind?: CommandKind } {
    if (held === undefined) return { events: [] };
    const { command, events: between } = held;
    const kind = commandKind(command, { uuid: asId(held.row["uuid"]), successor });
    const step = customCommandEvents(held, { kind, state });
    held = undefined;
    return { events: [...take(step), ...between], kind };
  }

  function readRow(row: Row, expansion: boolean): SessionEvent[] {
    const before = state;
    const step = stepRow(row, state, context(expansion));
    state = bounded(step.state);
    if (step.held === undefined) return [...step.events];
    held = { ...step.held, before, events: [], rows: 0 };
    return [];
  }

  return {
    counts,
    get flags() {
      return { automation: state.observer || (state.program && !state.person) };
    },
    read(record) {
      const row = asRow(record) ?? {};
      if (held === undefined) return readRow(row, false);
      if (decidesCommand(row, asId(held.row["uuid"]))) {
        const { events, kind } = settle(row);
        return [...events, ...readRow(row, kind?.custom === true && kind.expanded)];
      }
      if (!isIdleType(row["type"])) held.rows++;
      if (asId(row["uuid"]) === null || row["uuid"] !== held.row["uuid"]) {
        held.events.push(...take(stepRow(row, state, context(false))));
      }
      return held.rows < MAX_HELD ? [] : settle(undefined).events;
    },
    holds(record) {
      const row = asRow(record) ?? {};
      if (wholeCommand(row) !== undefined) return true;
      return held !== undefined && !decidesCommand(row, asId(held.row["uuid"]));
    },
    finish() {
      return settle(undefined).events;
    },
    snapshot(redact) {
      return stateToJson(held?.before ?? state, redact);
    },
  };
}
