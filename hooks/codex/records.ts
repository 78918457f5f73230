/**
 * The lines of a rollout, whatever version wrote them, in one shape. Measured forms (0.20 to 0.171): bare items without
 * an envelope and `record_type` lines up to 0.29; `{timestamp, type, payload}` from 0.34; the same with an `ordinal` in
 * threads with paginated history (0.148 and later). The vendor promises no stability
 * (https://github.com/openai/codex/issues/45251), so nothing here throws and unknown lines are no error.
 *
 * @module
 */
import { asId, asRow, asRows, asText, asTime, type Row } from "../../lib/transcript/rows.ts";

export { asId, asRow, asRows, asText, type Row } from "../../lib/transcript/rows.ts";

/** Type of the line that {@linkcode codexParts} puts between two files of one thread; no client writes it. */
export const NEXT_FILE = "imprint_next_file";

/** One line. */
export interface CodexLine {
  readonly type: string;
  readonly payload: Row;
  readonly at: string | null;
  /** Place in a thread with paginated history; survives nothing but plain appending, so it is no id. */
  readonly ordinal: number | null;
  /** True for items without an envelope, as written up to 0.29. */
  readonly bare: boolean;
}

/** Response items that stood bare in a file; anything else with a `type` and no payload is another program's. */
const BARE_ITEMS: ReadonlySet<unknown> = new Set([
  "message",
  "reasoning",
  "function_call",
  "function_call_output",
  "custom_tool_call",
  "custom_tool_call_output",
  "local_shell_call",
  "web_search_call",
]);

/**
 * Reads the envelope of one line.
 *
 * @param record one parsed line
 * @returns undefined for lines of which nothing is ever made: `record_type` lines and what is no line of a rollout
 * @example
 * ```ts
 * import { codexLine } from "./records.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(codexLine({ id: "t1", timestamp: "2026-11-29T09:00:00.000Z", git: {} })?.type, "session_meta");
 * assertEquals(codexLine({ type: "message", role: "user", content: [] })?.bare, true);
 * assertEquals(codexLine({ record_type: "state" }), undefined);
 * ```
 */
export function codexLine(record: unknown): CodexLine | undefined {
  // The evidence and the reader ask about one record after the other.
  if (record !== last.record || record === undefined) last = { record, line: readLine(record) };
  return last.line;
}

let last: { readonly record: unknown; readonly line: CodexLine | undefined } = { record: undefined, line: undefined };

function readLine(record: unknown): CodexLine | undefined {
  const row = asRow(record);
  if (row === undefined || row["record_type"] !== undefined) return undefined;
  const type = asId(row["type"]);
  const payload = asRow(row["payload"]);
  const at = asTime(row["timestamp"]);
  if (payload !== undefined) {
    if (type === null) return undefined;
    const ordinal = row["ordinal"];
    return { type, payload, at, ordinal: Number.isSafeInteger(ordinal) ? ordinal as number : null, bare: false };
  }
  if (type === null) {
    const isMeta = asId(row["id"]) !== null && asId(row["timestamp"]) !== null && row["role"] === undefined;
    return isMeta ? { type: "session_meta", payload: row, at, ordinal: null, bare: true } : undefined;
  }
  return BARE_ITEMS.has(type) ? { type: "response_item", payload: row, at, ordinal: null, bare: true } : undefined;
}

/**
 * A turn's or thread's id that is the same wherever the record is copied.
 *
 * `migrate-rollouts` gives turns that had no id one made of the line number, `rollout-4`, which every migrated file has
 * (measured on 0.171), and text between turns says `auto-compact-0`: only UUIDs tell turns apart.
 *
 * @param value anything
 * @returns the UUID in lower case; null for anything else
 * @example
 * ```ts
 * import { asUuid } from "./records.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(asUuid("01A22907-E38E-7d00-8a2e-035786f0c14c"), "01a22907-e38e-7d00-8a2e-035786f0c14c");
 * assertEquals(asUuid("rollout-4"), null);
 * ```
 */
export function asUuid(value: unknown): string | null {
  return typeof value === "string" && UUID.test(value) ? value.toLowerCase() : null;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * When a UUIDv7 was made, as text that sorts like the time.
 *
 * @param id a UUID
 * @returns 12 hexadecimal digits of milliseconds since 1970; null for other versions (threads up to 0.34 have v4)
 */
export function birthOf(id: string | null): string | null {
  return id !== null && id[14] === "7" ? id.slice(0, 8) + id.slice(9, 13) : null;
}

/** One text of a message with what the client says about where it comes from. */
export interface TextPart {
  readonly text: string;
  /** `content_item_kinds` (0.155 and later): `user.text`, `agents_md.instructions`, ...; null where not stated. */
  readonly kind: string | null;
}

/** The content of a `message` item. */
export interface MessageContent {
  readonly texts: readonly TextPart[];
  /** Types of the parts without text, in order: `input_image`, `input_audio`. */
  readonly attachments: readonly string[];
  /** The id of the turn that the item says it belongs to. */
  readonly turn: unknown;
}

/**
 * The content of a `message` item of any version; hand-made files write it as one string.
 *
 * @param payload the item
 */
export function messageContent(payload: Row): MessageContent {
  const passthrough = asRow(payload["internal_chat_message_metadata_passthrough"]);
  const kinds = Array.isArray(passthrough?.["content_item_kinds"]) ? passthrough["content_item_kinds"] : [];
  const turn = passthrough?.["turn_id"];
  const whole = asText(payload["content"]);
  if (whole !== undefined) return { texts: [{ text: whole, kind: asId(kinds[0]) }], attachments: [], turn };
  const texts: TextPart[] = [];
  const attachments: string[] = [];
  const content = payload["content"];
  if (Array.isArray(content)) {
    content.forEach((element, index) => {
      const part = asRow(element);
      const text = asText(part?.["text"]);
      const type = asId(part?.["type"]);
      if (text !== undefined) texts.push({ text, kind: asId(kinds[index]) });
      else if (type !== null && /image|audio/.test(type)) attachments.push(type);
    });
  }
  return { texts, attachments, turn };
}

/** What a user sent: text and parts that are none. */
export interface UserContent {
  readonly text: string;
  /** Types of the other parts, in order: `local_image`, `image`, `skill`, `mention`, `audio`, ... */
  readonly parts: readonly string[];
}

/** Separates the texts of one message. */
const BETWEEN_TEXTS = "\n\n";

/**
 * The content of a `UserMessage` item (0.148 and later).
 *
 * @param item the item
 */
export function userItemContent(item: Row): UserContent {
  const texts: string[] = [];
  const parts: string[] = [];
  for (const part of asRows(item["content"])) {
    const text = asText(part["text"]);
    const type = asId(part["type"]) ?? "unknown";
    if (text !== undefined && (type === "text" || type === "Text")) texts.push(text);
    else parts.push(type);
  }
  return { text: texts.join(BETWEEN_TEXTS), parts };
}

/**
 * The content of a `user_message` event (0.34 to 0.145, and in threads that began there).
 *
 * @param payload the event
 */
export function userEventContent(payload: Row): UserContent {
  const parts: string[] = [];
  for (const [field, type] of EVENT_LISTS) {
    const list = payload[field];
    if (Array.isArray(list)) { for (let n = 0; n < list.length; n++) parts.push(type); }
  }
  return { text: asText(payload["message"]) ?? "", parts };
}

const EVENT_LISTS = [["images", "image"], ["local_images", "local_image"], ["audio", "audio"], [
  "local_audio",
  "local_audio",
]] as const;

/**
 * The texts of an `AgentMessage` or `Plan` item, or of an assistant's `message` item.
 *
 * @param item the item
 */
export function itemText(item: Row): string {
  const whole = asText(item["text"]) ?? asText(item["content"]);
  if (whole !== undefined) return whole;
  return asRows(item["content"]).flatMap((part) => asText(part["text"]) ?? []).join(BETWEEN_TEXTS);
}

/**
 * The texts of a message as one.
 *
 * @param texts in order
 */
export function joinTexts(texts: readonly string[]): string {
  return texts.join(BETWEEN_TEXTS);
}
