/**
 * The lines of `events.jsonl` in one shape. Schema 1, about a hundred event types, of which a reader must ignore those that
 * it does not know (https://github.com/github/copilot-cli/issues/2122). Nothing here throws.
 *
 * @module
 */
import { asId, asRow, asTime, type Row } from "../../lib/transcript/rows.ts";

export { asId, asRow, asRows, asText, type Row, safeId } from "../../lib/transcript/rows.ts";

/** One line. */
export interface CopilotEvent {
  readonly type: string;
  readonly data: Row;
  /** The client's id of the event: a UUID; null where a line has none. */
  readonly id: string | null;
  readonly at: string | null;
  /** A sub-agent's event, or one of a tool call that is a sub-agent. */
  readonly agent: boolean;
}

/**
 * Reads the envelope of one line.
 *
 * @param record one parsed line
 * @returns undefined for what is no event, and for events that a client of good health keeps off the disk (`ephemeral`)
 * @example
 * ```ts
 * import { copilotEvent } from "./records.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(copilotEvent({ type: "abort", data: {}, agentId: "a1" })?.agent, true);
 * assertEquals(copilotEvent({ type: "abort" }), undefined);
 * ```
 */
export function copilotEvent(record: unknown): CopilotEvent | undefined {
  const row = asRow(record);
  const type = asId(row?.["type"]);
  const data = asRow(row?.["data"]);
  if (row === undefined || type === null || data === undefined || row["ephemeral"] === true) return undefined;
  const agent = asId(row["agentId"]) !== null || asId(data["parentToolCallId"]) !== null;
  return { type, data, id: asId(row["id"]), at: asTime(row["timestamp"]), agent };
}
