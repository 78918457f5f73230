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
 * The texts of a part list: a string, one part, or an array of strings and parts. Function calls and responses are no
 * text, and what a model thought is not said.
 *
 * @param parts of a message's content
 * @example
 * ```ts
 * import { partTexts } from "./records.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(partTexts(["a", { text: "b" }, { text: "c", thought: true }, { functionCall: {} }]), ["a", "b"]);
 * ```
 */
export function partTexts(parts: unknown): readonly string[] {
  if (Array.isArray(parts)) return parts.flatMap((part) => Array.isArray(part) ? [] : partTexts(part));
  const row = asRow(parts);
  const text = asText(row === undefined ? parts : row["thought"] === true ? undefined : row["text"]);
  return text === undefined ? [] : [text];
}

/**
 * What stands for a message's images and files where it has no words, as for other clients.
 *
 * @param parts of a message's content
 * @returns empty without any
 * @example
 * ```ts
 * import { imagePlaceholder } from "./records.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(imagePlaceholder([{ inlineData: { mimeType: "image/png" } }, { fileData: {} }]), "[Image #1] [Document]");
 * ```
 */
export function imagePlaceholder(parts: unknown): string {
  let images = 0;
  return (Array.isArray(parts) ? parts : [parts]).flatMap((part) => {
    const data = asRow(asRow(part)?.["inlineData"]) ?? asRow(asRow(part)?.["fileData"]);
    if (data === undefined) return [];
    return asText(data["mimeType"])?.startsWith("image/") === true ? `[Image #${++images}]` : "[Document]";
  }).join(" ");
}
