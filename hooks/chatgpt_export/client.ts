/**
 * Conversations of ChatGPT as its export holds them.
 *
 * @module
 */
import { type ExportedElement, type ExportedMessage, pathTo } from "../../lib/exports/conversation.ts";
import { exportClient } from "../../lib/exports/export_client.ts";
import { asId, asRow, asText, asTime, type Row, safeId } from "../../lib/transcript/rows.ts";
import type { ClientModule } from "../../lib/types.ts";

/** The ChatGPT export. */
export const chatgptExport: ClientModule = exportClient("chatgpt-export", chatgptConversation);

/** A conversation is known by its `mapping`, whatever file it stands in. */
function chatgptConversation(element: unknown): ExportedElement {
  const row = asRow(element);
  const mapping = asRow(row?.["mapping"]);
  if (row === undefined || mapping === undefined) return undefined;
  const id = safeId(row["conversation_id"]) ?? safeId(row["id"]);
  if (id === null) return "no-id";
  const nodes = new Map(
    Object.entries(mapping).flatMap(([key, node]) => {
      const found = asRow(node);
      return found === undefined ? [] : [[key, found] as const];
    }),
  );
  const leaf = leafOf(nodes, asId(row["current_node"]));
  const path = leaf === undefined ? [] : pathTo(leaf, (key) => {
    const node = nodes.get(key);
    return node === undefined ? undefined : asId(node["parent"]);
  });
  return { id, messages: path.flatMap((key) => message(key, asRow(nodes.get(key)?.["message"]))) };
}

/** `current_node`, else the newest node that is nobody's parent; `children` and roots are not looked at (dsh-chat-import 62). */
function leafOf(nodes: ReadonlyMap<string, Row>, current: string | null): string | undefined {
  if (current !== null && nodes.has(current)) return current;
  const parents = new Set([...nodes.values()].map((node) => node["parent"]));
  const timed = [...nodes].filter(([key]) => !parents.has(key)).map(([key, node]) => {
    const time = asRow(node["message"])?.["create_time"];
    return { key, time: typeof time === "number" ? time : 0 };
  });
  return timed.sort((a, b) => b.time - a.time || (a.key < b.key ? 1 : -1))[0]?.key;
}

const TEXTS: ReadonlySet<unknown> = new Set(["text", "multimodal_text"]);

function message(key: string, row: Row | undefined): ExportedMessage[] {
  const author = asRow(row?.["author"])?.["role"];
  const content = asRow(row?.["content"]);
  if (row === undefined || (author !== "user" && author !== "assistant")) return [];
  const metadata = asRow(row["metadata"]);
  if (metadata?.["is_visually_hidden_from_conversation"] === true || metadata?.["is_user_system_message"] === true) {
    return [];
  }
  // Exports that other programs wrote leave the type out where there are parts.
  const isShown = TEXTS.has(content?.["content_type"] ?? "text") &&
    (author === "user" || asId(row["recipient"]) === null || row["recipient"] === "all");
  if (author === "user" && !isShown) return [];
  const parts = isShown && Array.isArray(content?.["parts"]) ? content["parts"] : [];
  const texts = parts.flatMap((part) => asText(part) ?? asText(asRow(part)?.["text"]) ?? []).filter((text) =>
    text !== ""
  );
  const attached = parts.flatMap((part) => asId(asRow(part)?.["asset_pointer"]) === null ? [] : ["attachment"]);
  const role = author === "user" ? "human" : "assistant";
  return [{ id: asId(row["id"]) ?? key, role, at: asTime(row["create_time"]), text: texts.join("\n"), attached }];
}
