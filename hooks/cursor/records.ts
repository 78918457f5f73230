/**
 * The lines of an agent transcript: `{role, message: {content: [...]}}` and a few without a role. They have no id, time,
 * model or directory (formats/other_clients.md C.1). Nothing here throws.
 *
 * @module
 */
import { asRow, asRows, asText, type Row } from "../../lib/transcript/rows.ts";

export { asId, asRow, asRows, asText, type Row, safeId } from "../../lib/transcript/rows.ts";

/** One message. */
export interface CursorMessage {
  readonly role: "user" | "assistant";
  readonly blocks: readonly Row[];
}

/**
 * Reads one line.
 *
 * @param record one parsed line
 * @returns undefined for lines of which nothing is made, such as `turn_ended` and `error`
 * @example
 * ```ts
 * import { cursorMessage } from "./records.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(cursorMessage({ type: "turn_ended", status: "success" }), undefined);
 * assertEquals(cursorMessage({ role: "user", message: { content: "hi" } })?.blocks, [{ type: "text", text: "hi" }]);
 * ```
 */
export function cursorMessage(record: unknown): CursorMessage | undefined {
  const row = asRow(record);
  const role = row?.["role"];
  if (row === undefined || row["type"] !== undefined || (role !== "user" && role !== "assistant")) return undefined;
  const content = asRow(row["message"])?.["content"];
  const whole = asText(content);
  if (whole !== undefined) return { role, blocks: [{ type: "text", text: whole }] };
  return Array.isArray(content) ? { role, blocks: asRows(content) } : undefined;
}
