/**
 * The lines of a chat: metadata first, then messages; `$set` patches the metadata and may replace the messages,
 * `$rewindTo` takes messages back (formats/other_clients.md E). Nothing here throws.
 *
 * @module
 */
import { asId, asRow, asRows, asText, type Row } from "../../lib/transcript/rows.ts";

export { asId, asRow, asRows, asText, asTime, type Row, safeId } from "../../lib/transcript/rows.ts";

/** One line, told apart. */
export type GeminiLine =
  | { readonly kind: "metadata"; readonly metadata: Row; readonly messages: readonly Row[] }
  | { readonly kind: "message"; readonly message: Row }
  | { readonly kind: "rewind"; readonly to: string };

/**
 * Reads one line.
 *
 * @param record one parsed line
 * @returns undefined for anything else
 * @example
 * ```ts
 * import { geminiLine } from "./records.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(geminiLine({ $rewindTo: "b" }), { kind: "rewind", to: "b" });
 * assertEquals(geminiLine({ id: "a", type: "user", content: "hi" })?.kind, "message");
 * ```
 */
export function geminiLine(record: unknown): GeminiLine | undefined {
  const row = asRow(record);
  if (row === undefined) return undefined;
  const to = asId(row["$rewindTo"]);
  if (to !== null) return { kind: "rewind", to };
  const patch = asRow(row["$set"]);
  if (patch !== undefined) return { kind: "metadata", metadata: patch, messages: asRows(patch["messages"]) };
  if (asId(row["sessionId"]) !== null && (row["startTime"] !== undefined || row["projectHash"] !== undefined)) {
    return { kind: "metadata", metadata: row, messages: asRows(row["messages"]) };
  }
  return asId(row["id"]) !== null && TYPES.has(row["type"]) ? { kind: "message", message: row } : undefined;
}

const TYPES: ReadonlySet<unknown> = new Set(["user", "gemini", "info", "error", "warning"]);

/**
 * The text of a part list: a string, one part, or an array of strings and parts. Function calls and responses are no text.
 *
 * @param parts of a message's content
 */
export function partsText(parts: unknown): string {
  const whole = asText(parts) ?? asText(asRow(parts)?.["text"]);
  if (whole !== undefined) return whole;
  if (!Array.isArray(parts)) return "";
  return parts.flatMap((part) => asText(part) ?? asText(asRow(part)?.["text"]) ?? []).join("");
}
