/**
 * Long strings of Claude Code's rows that nobody reads: output of tools, contents of files, thinking, pictures. They are
 * four fifths of a transcript.
 *
 * @module
 */
import type { UnreadStrings } from "../../lib/types.ts";
import { mayBeRefusal, REFUSAL_WITHIN, resultText } from "./answers.ts";
import { asRow, asRows, type Row } from "./records.ts";

type BeginningOf = (value: unknown) => string | undefined;

/** Fields of a tool's input and of its result, as rows keep it. */
const INPUT_FIELDS = ["content", "old_string", "new_string"] as const;
const RESULT_FIELDS = ["stdout", "stderr", "content", "originalFile", "oldString", "newString"] as const;
const FILE_FIELDS = ["content", "base64"] as const;
const THINKING_FIELDS = ["thinking", "signature", "data"] as const;

/** What may be cut of a row. */
export const unread: UnreadStrings = {
  behind: [
    ...new Set([...INPUT_FIELDS, ...RESULT_FIELDS, ...FILE_FIELDS, ...THINKING_FIELDS, "toolUseResult"]),
  ].map((field) => `"${field}":"`).concat('"type":"tool_result","content":[{"type":"text","text":"'),
  head: 64,
  count: countUnread,
};

function countUnread(record: unknown, beginningOf: BeginningOf): number {
  const row = asRow(record);
  if (row === undefined) return 0;
  const attachment = asRow(row["attachment"]);
  // A record that is read for both is not one that the client writes.
  if (attachment !== undefined) return countOfAttachment(row, attachment, beginningOf);
  let count = 0;
  for (const block of asRows(asRow(row["message"])?.["content"])) count += countOfBlock(block, beginningOf);
  const result = row["toolUseResult"];
  if (beginningOf(result) !== undefined) return count + 1;
  const fields = asRow(result);
  if (fields === undefined) return count;
  return count + countOfFields(fields, RESULT_FIELDS, beginningOf) +
    countOfFields(asRow(fields["file"]), FILE_FIELDS, beginningOf);
}

function countOfBlock(block: Row, beginningOf: BeginningOf): number {
  switch (block["type"]) {
    case "thinking":
    case "redacted_thinking":
      return countOfFields(block, THINKING_FIELDS, beginningOf);
    case "tool_use":
      return countOfFields(asRow(block["input"]), INPUT_FIELDS, beginningOf);
    case "tool_result":
      return countOfResult(block, beginningOf);
    case "image":
    case "document":
      return countOfFields(asRow(block["source"]), ["data"], beginningOf);
  }
  return 0;
}

/** What a tool gave that failed is read; else only whether the user refused the call, which the first words say. */
function countOfResult(block: Row, beginningOf: BeginningOf): number {
  const { content } = block;
  const pictures = countOfPictures(content, beginningOf);
  const texts = typeof content === "string" ? [content] : asRows(content).map((part) => part["text"]);
  const cut = texts.map(beginningOf).filter((beginning) => beginning !== undefined);
  if (cut.length === 0 || block["is_error"] === false) return pictures + cut.length;
  const isRead = block["is_error"] === true || mayBeRefusal(resultText(block)) ||
    cut.some((beginning) => beginning.length < REFUSAL_WITHIN);
  return isRead ? 0 : pictures + cut.length;
}

function countOfPictures(content: unknown, beginningOf: BeginningOf): number {
  return asRows(content).reduce((sum, part) => sum + countOfFields(asRow(part["source"]), ["data"], beginningOf), 0);
}

/** Contents of files that the client attached; a prompt that waited and the environment are read. */
function countOfAttachment(row: Row, attachment: Row, beginningOf: BeginningOf): number {
  const type = attachment["type"];
  if (row["type"] !== "attachment" || type === "queued_command" || type === "environment") return 0;
  const { content } = attachment;
  if (beginningOf(content) !== undefined) return 1;
  return countOfFields(asRow(asRow(content)?.["file"]), FILE_FIELDS, beginningOf);
}

function countOfFields(row: Row | undefined, fields: readonly string[], beginningOf: BeginningOf): number {
  if (row === undefined) return 0;
  let count = 0;
  for (const field of fields) if (beginningOf(row[field]) !== undefined) count++;
  return count;
}
