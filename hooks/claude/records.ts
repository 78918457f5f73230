/**
 * Safe access to raw transcript rows. The format is internal to the client and damaged rows are real: a `message` that
 * is an object of numeric keys (https://github.com/anthropics/claude-code/issues/24663), lone surrogates
 * (https://github.com/anthropics/claude-code/issues/61301), fields of the wrong type. Nothing here throws.
 *
 * @module
 */

/** A row, or any object inside one, before anything is known about its fields. */
export type Row = { readonly [key: string]: unknown };

/** Types of rows that form the conversation tree and carry `uuid` and `parentUuid`; `progress` up to about 2.1.42. */
const TREE_TYPES: ReadonlySet<unknown> = new Set(["user", "assistant", "system", "attachment", "progress"]);

/**
 * @param value anything
 * @returns `value` when it is an object that is no array
 */
export function asRow(value: unknown): Row | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value as Row : undefined;
}

/**
 * A string that can be hashed and written: lone surrogates become U+FFFD.
 *
 * @param value anything
 * @returns the well-formed string; undefined when `value` is none
 * @example
 * ```ts
 * import { asText } from "./records.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(asText("a\ud83d"), "a\ufffd");
 * assertEquals(asText(3), undefined);
 * ```
 */
export function asText(value: unknown): string | undefined {
  return typeof value === "string" ? value.toWellFormed() : undefined;
}

/**
 * @param value anything
 * @returns the well-formed string when it holds at least one character; null otherwise
 */
export function asId(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value.toWellFormed() : null;
}

/**
 * @param value anything
 * @returns the elements of an array that are objects; empty for everything else
 */
export function asRows(value: unknown): readonly Row[] {
  if (!Array.isArray(value)) return [];
  const rows: Row[] = [];
  for (const element of value) {
    const row = asRow(element);
    if (row !== undefined) rows.push(row);
  }
  return rows;
}

/**
 * @param row a transcript row
 * @returns true for rows that belong to the conversation tree
 */
export function isTreeRow(row: Row): boolean {
  return TREE_TYPES.has(row["type"]);
}

/**
 * The time a row states.
 *
 * @param value an ISO string, or (hand-written rows) seconds or milliseconds since 1970
 * @returns an ISO string; null when there is no readable time
 */
export function asTime(value: unknown): string | null {
  if (typeof value === "string") return Number.isNaN(Date.parse(value)) ? null : value.toWellFormed();
  if (typeof value !== "number") return null;
  const date = new Date(value < 1e11 ? value * 1000 : value);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** One block of a message's content. */
export type Block =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image" }
  | { readonly type: "document" }
  | { readonly type: "tool_result"; readonly row: Row }
  | { readonly type: "tool_use"; readonly row: Row };

/**
 * The blocks of a content value: a string is one text block; unknown block types are dropped.
 *
 * @param content `message.content` or a queued command's `prompt`
 * @returns undefined when the value is neither a string nor an array
 */
export function blocksOf(content: unknown): readonly Block[] | undefined {
  const whole = asText(content);
  if (whole !== undefined) return [{ type: "text", text: whole }];
  if (!Array.isArray(content)) return undefined;
  const blocks: Block[] = [];
  for (const element of content) {
    const text = asText(element);
    if (text !== undefined) {
      blocks.push({ type: "text", text });
      continue;
    }
    const row = asRow(element);
    if (row === undefined) continue;
    const type = row["type"];
    if (type === "text") {
      const inner = asText(row["text"]);
      if (inner !== undefined) blocks.push({ type, text: inner });
    } else if (type === "image" || type === "document") {
      blocks.push({ type });
    } else if (type === "tool_result" || type === "tool_use") {
      blocks.push({ type, row });
    }
  }
  return blocks;
}

/**
 * The blocks of a `user` or `assistant` row.
 *
 * @param row a transcript row
 * @returns undefined when its `message` has no readable content
 */
export function messageBlocks(row: Row): readonly Block[] | undefined {
  const message = asRow(row["message"]);
  return message === undefined ? undefined : blocksOf(message["content"]);
}

/**
 * The texts of blocks joined by a blank line.
 *
 * @param blocks blocks of one message
 */
export function joinedText(blocks: readonly Block[]): string {
  const texts: string[] = [];
  for (const block of blocks) if (block.type === "text") texts.push(block.text);
  return texts.join("\n\n");
}
