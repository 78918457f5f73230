/**
 * The beginning that the payload readers of most clients share.
 *
 * @module
 */
import { asId, asRow, type Row } from "../transcript/rows.ts";
import type { HookPayload } from "../types.ts";
import { type ForeignClient, foreignClient } from "./foreign_client.ts";
import { parsePayloadBytes } from "./payload_bytes.ts";

/**
 * Reads the bytes of a payload that one client should have sent. Never throws.
 *
 * @param client whose hook entry was called
 * @param bytes everything that was on stdin
 * @param read told the object, when it is that client's
 * @returns what `read` made of it; why it cannot be used, or whose it is, otherwise
 */
export function readOwnPayload(
  client: ForeignClient,
  bytes: Uint8Array,
  read: (payload: Row) => HookPayload,
): HookPayload {
  const parsed = parsePayloadBytes(bytes);
  if ("problem" in parsed) return { kind: "unusable", reason: parsed.problem };
  const payload = asRow(parsed.value);
  if (payload === undefined) return { kind: "unusable", reason: "not-an-object" };
  const sender = foreignClient(payload);
  if (sender === client) return read(payload);
  return { kind: "foreign", client: sender ?? "claude-code", eventName: asId(payload["hook_event_name"]) };
}
