/**
 * `progress` rows (up to about 2.1.42) repeat what sub-agents do. One thing in them is the user's: the reason typed when
 * a sub-agent's tool call was refused. It stands nowhere else in the session's file.
 *
 * @module
 */
import type { LinkEvent } from "../../lib/types.ts";
import { refusalAnswers, resultText } from "./answers.ts";
import { type DraftMessage, withKeys } from "./event_keys.ts";
import { asId, asRow, asTime, messageBlocks, type Row } from "./records.ts";
import type { ReaderState } from "./state.ts";
import type { Step } from "./step.ts";

/**
 * Reads a `progress` row.
 *
 * @param row the row
 * @param state after it
 * @param links the row's link
 * @returns undefined for rows without words of the user
 */
export function stepProgress(row: Row, state: ReaderState, links: readonly LinkEvent[]): Step | undefined {
  const data = asRow(row["data"]);
  const key = asId(row["uuid"]);
  if (key === null || data?.["type"] !== "agent_progress") return undefined;
  const inner = asRow(data["message"]);
  if (inner?.["type"] !== "user") return undefined;
  const drafts: DraftMessage[] = [];
  for (const block of messageBlocks(inner) ?? []) {
    if (block.type !== "tool_result" || block.row["is_error"] !== true) continue;
    for (const answer of refusalAnswers(resultText(block.row), null)) {
      const at = asTime(row["timestamp"]);
      drafts.push({ type: "user-answer", at, ...answer, rule: "2 reason in a sub-agent's refused tool call" });
    }
  }
  return drafts.length === 0 ? undefined : { state, events: [...links, ...withKeys(drafts, key)] };
}
