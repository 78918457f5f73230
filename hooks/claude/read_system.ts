/**
 * The two kinds of `system` rows that matter: a compaction boundary, and local commands, which newer versions record
 * there with their output.
 *
 * @module
 */
import type { LinkEvent } from "../../lib/types.ts";
import { recordKey } from "./event_keys.ts";
import { signalEvents } from "./read_user.ts";
import { asId, asText, asTime, type Row } from "./records.ts";
import type { ReaderState } from "./state.ts";
import type { RowContext, Step } from "./step.ts";

/**
 * Reads a `system` row.
 *
 * @param row the row
 * @param state before it
 * @param context of the session, with the row's link
 * @returns undefined for rows that say nothing about the conversation
 */
export function stepSystem(
  row: Row,
  state: ReaderState,
  context: RowContext & { readonly links: readonly LinkEvent[] },
): Step | undefined {
  const subtype = row["subtype"];
  if (row["isSidechain"] === true || (subtype !== "compact_boundary" && subtype !== "local_command")) return undefined;
  const text = asText(row["content"]) ?? "";
  const uuid = asId(row["uuid"]);
  const sessionId = asId(row["sessionId"]) ?? context.sessionId;
  const key = recordKey(uuid, { sessionId, ordinal: state.nameless, text });
  const at = asTime(row["timestamp"]);
  const next = uuid === null ? { ...state, nameless: state.nameless + 1 } : state;
  if (subtype === "compact_boundary") {
    return { state: next, events: [...context.links, ...signalEvents([{ type: "compaction" }], key, at)] };
  }
  if (text.trim() === "") return undefined;
  const origin = text.trimStart().startsWith("<command-") ? "command" : "command-output";
  return {
    state: next,
    events: [...context.links, {
      type: "evidence",
      key,
      at,
      origin,
      raw: "local_command",
      text,
      rule: "system local_command",
    }],
  };
}
