/**
 * Conversations of the editor's database, as lines of a transcript would hold them (formats/other_clients.md C.1, C.4). The
 * newest layout keeps each message in a row of its own and their order in the conversation's row; older ones keep them
 * inside of it, or in the tabs of the chat that came before. Nothing here throws.
 *
 * @module
 */
import type { Json } from "../../lib/types.ts";
import { asId, asRow, asRows, asText, EDITOR_MARK, type Row, safeId } from "./records.ts";

/** What a conversation's row says. */
export interface EditorConversation {
  readonly id: string;
  /** Directories that it names, as paths and URIs. */
  readonly directories: readonly string[];
  /** Messages in order, those that stand in rows of their own by their ids alone. */
  readonly messages: readonly Row[];
  /** Messages that are still being written. */
  readonly unfinished: ReadonlySet<string>;
}

/**
 * Reads a conversation's row (`composerData:<id>`, an entry of `allComposers`, or a tab of the old chat).
 *
 * @param value parsed
 * @param given its id, where the row's key says it
 * @returns undefined for a sub-agent's, for one without messages, and for anything else
 * @example
 * ```ts
 * import { editorConversation } from "./editor_conversation.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const row = { tabId: "t1", bubbles: [{ type: "user", id: "b1", text: "why?" }] };
 * assertEquals(editorConversation(row)?.messages.length, 1);
 * assertEquals(editorConversation({ ...row, subagentInfo: {} }), undefined);
 * ```
 */
export function editorConversation(value: unknown, given?: string): EditorConversation | undefined {
  const row = asRow(value);
  const id = safeId(given ?? row?.["composerId"] ?? row?.["tabId"]);
  if (row === undefined || id === null || isProgrammed(row)) return undefined;
  const heads = asRows(row["fullConversationHeadersOnly"]);
  const messages = heads.length > 0 ? heads : asRows(row["conversation"] ?? row["bubbles"]);
  if (messages.length === 0) return undefined;
  const unfinished = Array.isArray(row["generatingBubbleIds"]) ? row["generatingBubbleIds"] : [];
  return {
    id,
    directories: directoriesOf(row),
    messages,
    unfinished: new Set(unfinished.flatMap((each) => asId(each) ?? [])),
  };
}

/** Conversations that the agent began itself. */
function isProgrammed(row: Row): boolean {
  return asRow(row["subagentInfo"]) !== undefined || row["isBestOfNSubcomposer"] === true ||
    row["isSpecSubagentDone"] !== undefined;
}

/** Directories that a conversation or a message of it names. */
export function directoriesOf(row: Row): readonly string[] {
  const one = uriText(asRow(row["workspaceIdentifier"])?.["uri"]) ?? uriText(row["workspaceUri"]);
  const many = Array.isArray(row["workspaceUris"]) ? row["workspaceUris"] : [];
  const all = [one, uriText(row["workspaceProjectDir"]), ...many.map(uriText)];
  return all.filter((each) => each !== undefined);
}

/** A path or URI as text: VS Code writes URIs as strings, and as objects of their parts. */
function uriText(value: unknown): string | undefined {
  if (typeof value === "string") return asId(value) ?? undefined;
  const uri = asRow(value);
  const whole = asId(uri?.["external"]);
  if (uri === undefined || whole !== null) return whole ?? undefined;
  const [scheme, authority, path] = [asId(uri["scheme"]), asId(uri["authority"]), asId(uri["path"])];
  if (scheme !== null && scheme !== "file") return `${scheme}://${authority ?? ""}${path ?? ""}`;
  return asId(uri["fsPath"]) ?? path ?? undefined;
}

/**
 * The lines.
 *
 * @param conversation its row
 * @param options messages of rows of their own, by id; directories that others name for it
 */
export function editorRecords(
  { id, directories, messages, unfinished }: EditorConversation,
  { rows, also }: { readonly rows: ReadonlyMap<string, Row>; readonly also: readonly string[] },
): readonly Json[] {
  const bubbles = messages.map((head): Row => {
    const key = idOf(head);
    const row = key === null ? undefined : rows.get(key);
    // What stands only beside the id in the list counts too: that nobody typed it.
    return row === undefined ? head : { ...head, ...row, ...(isSimulated(head) ? { isSimulatedMsg: true } : {}) };
  });
  const named = [...directories, ...bubbles.flatMap(directoriesOf)];
  const all = [...new Set(named.length > 0 ? named : also)];
  const lines = bubbles.flatMap((bubble): readonly Json[] => unfinished.has(idOf(bubble) ?? "") ? [] : line(bubble));
  return [{ [EDITOR_MARK]: 1, session: id, directories: all }, ...lines];
}

function idOf(bubble: Row): string | null {
  return asId(bubble["bubbleId"]) ?? asId(bubble["id"]);
}

function isSimulated(bubble: Row): boolean {
  return bubble["isSimulatedMsg"] === true || asRow(bubble["grouping"])?.["isSimulatedMsg"] === true;
}

function line(bubble: Row): readonly Json[] {
  const { type } = bubble;
  const role = type === 1 || type === "user" ? "user" : type === 2 || type === "ai" ? "assistant" : undefined;
  const text = asText(bubble["text"]) || asText(bubble["rawText"]) || "";
  // Thoughts are no speech, and neither is what a compaction says.
  if (role === undefined || bubble["isThought"] === true || bubble["isSummary"] === true) return [];
  const tool = role === "user" ? undefined : toolCall(asRow(bubble["toolFormerData"]));
  if (text.trim() === "" && tool === undefined) return [];
  const at = bubble["createdAt"] ?? bubble["timestamp"];
  return [{
    role,
    editor: isSimulated(bubble) ? "simulated" : "message",
    ...(idOf(bubble) === null ? {} : { id: idOf(bubble) }),
    ...(typeof at === "string" || typeof at === "number" ? { at } : {}),
    message: {
      content: [...(text.trim() === "" ? [] : [{ type: "text", text }]), ...(tool === undefined ? [] : [tool])],
    },
  }];
}

function toolCall(data: Row | undefined): Json | undefined {
  const name = asId(data?.["name"]);
  if (data === undefined || name === null) return undefined;
  const input = parsed(data["params"]) ?? parsed(data["rawArgs"]) ?? {};
  return { type: "tool_use", id: asId(data["toolCallId"]) ?? "", name, input: input as Json };
}

function parsed(text: unknown): Row | undefined {
  if (typeof text !== "string" || text.length > 65_536) return asRow(text);
  try {
    return asRow(JSON.parse(text));
  } catch {
    return undefined;
  }
}
