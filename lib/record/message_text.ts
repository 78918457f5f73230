/**
 * What was said in one line of a transcript.
 *
 * @module
 */
import { isObject, type RawRow } from "./read_rows.ts";

/** Who spoke. */
export type MessageRole = "user" | "assistant";

/** A message as model SDKs take it. */
export interface TextMessage {
  /** Who spoke. */
  readonly role: MessageRole;
  /** What was said, without tool calls and results. */
  readonly content: string;
}

/**
 * The text of a line: its whole content, or its text blocks joined by a blank line.
 *
 * @returns undefined for a line without text (tool calls, results, images), and for one that nobody spoke
 * @example
 * ```ts
 * import { textMessageOf } from "./message_text.ts";
 * textMessageOf({ type: "user", message: { role: "user", content: "Boil it." } }); // { role: "user", content: "Boil it." }
 * ```
 */
export function textMessageOf(row: RawRow): TextMessage | undefined {
  const { type, message } = row;
  if ((type !== "user" && type !== "assistant") || !isObject(message)) return undefined;
  const content = contentText(message.content);
  return content.trim() === "" ? undefined : { role: type, content };
}

function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.filter(isObject).flatMap(({ type, text }) => type === "text" && typeof text === "string" ? [text] : [])
    .join("\n\n");
}
