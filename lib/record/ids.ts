/**
 * Ids. All of them are made of the client's own ids, so that a second run, or a copy of a conversation, gives the same.
 *
 * @module
 */
import { sha256 } from "@noble/hashes/sha2.js";
import type { MessageIdentity } from "../exchange/changes.ts";
import type { ClientName, LearningKind } from "../types.ts";

const encoder = new TextEncoder();

/** @returns the SHA-256 of bytes, or of a text's UTF-8, as 64 lower-case hex digits */
export function sha256Hex(data: Uint8Array | string): string {
  return toHex(sha256(typeof data === "string" ? encoder.encode(data) : data), 32);
}

/**
 * Id of an exchange: first 32 hex of sha256(client NUL question key) (design section 5).
 *
 * @param key the client's own id of the typed message
 * @example
 * ```ts
 * import { exchangeIdOf, messageIdentityOf } from "./ids.ts";
 * exchangeIdOf("codex", "turn-1").startsWith(messageIdentityOf("codex", "turn-1")); // true
 * ```
 */
export function exchangeIdOf(client: ClientName, key: string): string {
  return toHex(sha256(encoder.encode(`${client}\0${key}`)), 16);
}

/** Identity of one message: first 16 hex of the same hash, so a question's identity begins its exchange's id. */
export function messageIdentityOf(client: ClientName, key: string): MessageIdentity {
  return toHex(sha256(encoder.encode(`${client}\0${key}`)), 8);
}

/** @returns the identity of the question that an exchange's id was made of */
export function questionIdentity(exchangeId: string): MessageIdentity {
  return exchangeId.slice(0, 16);
}

/** What makes a learning the same one in a second run. */
export interface LearningIdParts {
  /** Client that wrote the conversation. */
  readonly client: ClientName;
  /** The client's id of the session. */
  readonly sessionId: string;
  /** Kind of learning. */
  readonly kind: LearningKind;
  /** Rule family. */
  readonly family: string;
  /** Key of the message or record it came from. */
  readonly source: string;
  /** Tells apart several learnings of one family from one source. */
  readonly counter: number;
}

/** Id of a learning, 32 hex. The parts are joined as JSON, as none of them may run into the next. */
export function learningIdOf(parts: LearningIdParts): string {
  const { client, sessionId, kind, family, source, counter } = parts;
  return sha256Hex(JSON.stringify([client, sessionId, kind, family, source, counter])).slice(0, 32);
}

/** The first `count` bytes. */
function toHex(bytes: Uint8Array, count: number): string {
  let hex = "";
  for (let i = 0; i < count; i++) hex += HEX[bytes[i]!]!;
  return hex;
}

const HEX: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
