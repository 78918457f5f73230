/**
 * Reads one thread's records in file order. Between two records the state is a value; what waits for later lines is kept
 * beside it, and the state that counts is the one before the first line that waits, so that a later run reads it again.
 *
 * @module
 */
import type { Json, ReaderCounts, RecordReader, SessionEvent } from "../../lib/types.ts";
import type { Entry } from "./entry.ts";
import { intake } from "./intake.ts";
import { codexLine } from "./records.ts";
import { settle } from "./settle.ts";
import { bounded, type ReaderState, stateFromJson, stateToJson } from "./state.ts";

/** Distinct unknown values that are counted by name. */
const MAX_UNKNOWN = 64;

interface Step {
  readonly state: ReaderState;
  readonly waiting: readonly Entry[];
  readonly events: readonly SessionEvent[];
  readonly ignored: boolean;
  readonly unknown: readonly string[];
}

/**
 * Creates a reader.
 *
 * @param options the thread's id, for files that state none; the state an earlier run left
 */
export function createCodexReader(options: { readonly sessionId: string; readonly state?: Json }): RecordReader {
  let state = withThread(stateFromJson(options.state), options.sessionId);
  let waiting: readonly Entry[] = [];
  /** The state before the first line that waits. */
  let before = state;
  let prepared: { readonly record: unknown; readonly step: Step } | undefined;
  const counts: ReaderCounts = { ignored: 0, unknownMarkers: {} };

  function stepOf(record: unknown): Step {
    const taken = intake(codexLine(record), state);
    const settled = settle(taken.state, [...waiting, ...taken.entries], { final: false });
    return { ...settled, state: bounded(settled.state), ignored: taken.ignored, unknown: taken.unknown };
  }

  /** `holds` and `read` are asked about the same record, one after the other. */
  function prepare(record: unknown): Step {
    if (prepared === undefined || prepared.record !== record) prepared = { record, step: stepOf(record) };
    return prepared.step;
  }

  return {
    counts,
    get flags() {
      return { automation: state.program && !state.person };
    },
    read(record) {
      const step = prepare(record);
      prepared = undefined;
      if (waiting.length === 0) before = state;
      state = step.state;
      waiting = step.waiting;
      if (step.ignored) counts.ignored++;
      for (const name of step.unknown) count(counts.unknownMarkers, name);
      return [...step.events];
    },
    holds(record) {
      return prepare(record).waiting.length > 0;
    },
    finish() {
      const settled = settle(state, waiting, { final: true });
      if (waiting.length === 0) before = settled.state;
      state = settled.state;
      waiting = [];
      return [...settled.events];
    },
    snapshot(redact) {
      return stateToJson(waiting.length === 0 ? state : before, redact);
    },
  };
}

/** Files without a `session_meta` hold the thread that they are named after. */
function withThread(state: ReaderState, sessionId: string): ReaderState {
  return state.root === null ? { ...state, root: sessionId } : state;
}

function count(markers: Record<string, number>, name: string): void {
  const known = markers[name];
  if (known !== undefined) markers[name] = known + 1;
  else if (Object.keys(markers).length < MAX_UNKNOWN) markers[name] = 1;
}
