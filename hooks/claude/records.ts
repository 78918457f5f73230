/**
 * The shape of Claude Code's transcript rows, as far as they are read. Nothing here throws.
 *
 * @module
 */
import { asRow, asText, type Row } from "../../lib/transcript/rows.ts";

export { asId, asRow, asRows, asText, asTime, type Row } from "../../lib/transcript/rows.ts";

/** Types of rows that form the conversation tree and carry `uuid` and `parentUuid`; `progress` up to about 2.1.42. */
const TREE_TYPES: ReadonlySet<unknown> = new Set(["user", "assistant", "system", "attachment", "progress"]);

/**
 * @param row a transcript row
 * @returns true for rows that belong to the conversation tree
 */
export function isTreeRow(row: Row): boolean {
  return TREE_TYPES.has(row["type"]);
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
