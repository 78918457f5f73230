/**
 * The lines of an agent transcript: `{role, message: {content: [...]}}` and a few without a role. They have no id, time,
 * model or directory (formats/other_clients.md C.1). Nothing here throws.
 *
 * @module
 */
import type { RecordedDirectory } from "../../lib/types.ts";
import { asId, asRow, asRows, asText, asTime, type Row } from "../../lib/transcript/rows.ts";

export { asId, asRow, asRows, asText, type Row, safeId } from "../../lib/transcript/rows.ts";

/** One message. */
export interface CursorMessage {
  readonly role: "user" | "assistant";
  readonly blocks: readonly Row[];
  /** What the editor's database says of it; absent for a transcript's line. */
  readonly editor?: {
    readonly id: string | null;
    readonly at: string | null;
    /** The client wrote it. */
    readonly isSimulated: boolean;
  };
}

/** The key that begins a conversation that was read from the editor's database. */
export const EDITOR_MARK = "imprintEditor";

/**
 * The directories of a conversation of the editor's database.
 *
 * @param record its first one
 */
export function editorDirectories(record: unknown): readonly RecordedDirectory[] {
  const row = asRow(record);
  const named = row?.[EDITOR_MARK] === 1 ? row["directories"] : undefined;
  if (!Array.isArray(named)) return [];
  return named.flatMap((each) => {
    const path = asId(each);
    return path === null ? [] : [{ path, source: "store" as const }];
  });
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
  if (!Array.isArray(content)) return undefined;
  if (row["editor"] === undefined) return { role, blocks: asRows(content) };
  const editor = { id: asId(row["id"]), at: asTime(row["at"]), isSimulated: row["editor"] === "simulated" };
  return { role, blocks: asRows(content), editor };
}
