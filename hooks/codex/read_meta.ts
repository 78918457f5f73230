/**
 * The line that says which thread a file holds. The first one counts: a fork of old carries its parent's behind its own,
 * and resuming may repeat it (https://github.com/ccusage/ccusage/issues/1349).
 *
 * @module
 */
import type { Intake } from "./intake.ts";
import { asId, asRow, asUuid, birthOf, type CodexLine, type Row } from "./records.ts";
import type { ReaderState } from "./state.ts";

/**
 * Takes a `session_meta` line in.
 *
 * @param line the line
 * @param state before it
 */
export function readMeta({ payload, at }: CodexLine, state: ReaderState): Intake {
  const id = asId(payload["id"]);
  const nothing = { entries: [], unknown: [] };
  if (id === null) return { ...nothing, state, ignored: true };
  if (state.thread === null) {
    const forkedFrom = asId(payload["forked_from_id"]);
    const hasCopy = forkedFrom !== null && asRow(payload["history_base"]) === undefined;
    const next: ReaderState = {
      ...state,
      thread: id,
      root: hasCopy ? forkedFrom : id,
      copiedUntil: hasCopy ? birthOf(asUuid(id)) : null,
      subagent: isSubagentMeta(payload),
      source: asId(payload["source"]),
      cwd: asId(payload["cwd"]),
    };
    return { ...nothing, state: next, ignored: false };
  }
  if (state.reverting && id === state.thread) {
    // What the new file builds on ends at an ordinal; without one nothing of the older files is left (2.6, step 7).
    const end = asRow(payload["history_base"])?.["end_ordinal_exclusive"];
    const ordinal = typeof end === "number" && end >= 0 ? end : 0;
    return {
      state: { ...state, reverting: false, turn: null, review: "no" },
      entries: [{ kind: "revert", at, turn: null, ordinal }],
      ignored: false,
      unknown: [],
    };
  }
  // Parents of parents follow each other; the last is where the copied words were first written.
  const root = state.leading && id !== state.thread ? id : state.root;
  return { ...nothing, state: root === state.root ? state : { ...state, root }, ignored: false };
}

/**
 * True for the `session_meta` of a sub-agent or reviewer: nothing in the thread was typed
 * (https://github.com/gadzan/xacpx/pull/78). Before about January 2026 they look like the user's own.
 *
 * @param payload of the file's first `session_meta`
 */
export function isSubagentMeta(payload: Row): boolean {
  const source = asRow(payload["source"]);
  if (source !== undefined && (source["subagent"] !== undefined || source["subAgent"] !== undefined)) return true;
  if (payload["thread_source"] === "subagent") return true;
  return asId(payload["parent_thread_id"]) !== null && asId(payload["forked_from_id"]) === null;
}
