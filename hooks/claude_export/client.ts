/**
 * Conversations of Claude.ai as its export holds them.
 *
 * @module
 */
import { type ExportedElement, type ExportedMessage, pathTo } from "../../lib/exports/conversation.ts";
import { exportClient } from "../../lib/exports/export_client.ts";
import { asId, asRow, asRows, asText, asTime, type Row, safeId } from "../../lib/transcript/rows.ts";
import type { ClientModule } from "../../lib/types.ts";

/** The Claude.ai export. */
export const claudeExport: ClientModule = exportClient("claude-export", claudeConversation);

/** A conversation is known by its `chat_messages`, whatever file it stands in (nexus-ai-chat-importer 73). */
function claudeConversation(element: unknown): ExportedElement {
  const row = asRow(element);
  if (row === undefined || !Array.isArray(row["chat_messages"])) return undefined;
  const id = safeId(row["uuid"]);
  if (id === null) return "no-id";
  return {
    id,
    messages: branch(asRows(row["chat_messages"]), asId(row["current_leaf_message_uuid"])).flatMap(message),
  };
}

/** The messages up to the leaf; all of them, in their order, where none says what it follows. */
function branch(rows: readonly Row[], current: string | null): readonly Row[] {
  if (!rows.some((row) => asId(row["parent_message_uuid"]) !== null)) return rows;
  const byId = new Map(rows.flatMap((row) => {
    const id = asId(row["uuid"]);
    return id === null ? [] : [[id, row] as const];
  }));
  const parents = new Set(rows.map((row) => asId(row["parent_message_uuid"])));
  const leaves = [...byId].filter(([id]) => !parents.has(id));
  const times = new Map(leaves.map(([id, row]) => [id, asTime(row["created_at"]) ?? ""]));
  // The last of equally old ones: the array is written in order.
  const newest = leaves.reduce<string | undefined>(
    (best, [id]) => best === undefined || (times.get(id) ?? "") >= (times.get(best) ?? "") ? id : best,
    undefined,
  );
  const leaf = current !== null && byId.has(current) ? current : newest;
  if (leaf === undefined) return rows;
  // A root names an all-zero parent, which is no message's.
  return pathTo(leaf, (id) => {
    const row = byId.get(id);
    return row === undefined ? undefined : asId(row["parent_message_uuid"]);
  }).map((id) => byId.get(id)).filter((row) => row !== undefined);
}

function message(row: Row): ExportedMessage[] {
  const id = asId(row["uuid"]);
  const role = row["sender"];
  if (id === null || (role !== "human" && role !== "assistant")) return [];
  const blocks = asRows(row["content"]).filter((block) => block["type"] === "text");
  const typed = blocks.flatMap((block) => asText(block["text"]) ?? []).filter((text) => text !== "").join("\n\n");
  // Beside blocks that are no text `text` may hold the service's words for them.
  const plain = Array.isArray(row["content"]) && row["content"].length > 0 ? "" : asText(row["text"]) ?? "";
  const attached = [...asRows(row["attachments"]), ...asRows(row["files"])]
    .map((each) => asText(each["file_name"]) ?? "attachment");
  return [{ id, role, at: asTime(row["created_at"]), text: typed === "" ? plain : typed, attached }];
}
