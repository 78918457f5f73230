/**
 * Short hashes of message texts: keys of messages that the client gave no id, and recognition of a text without
 * keeping it.
 *
 * @module
 */
import { sha256 } from "@noble/hashes/sha2.js";

const encoder = new TextEncoder();

/**
 * @param text well-formed text
 * @returns first 16 hexadecimal digits of the SHA-256 of its UTF-8 bytes
 */
export function textHash(text: string): string {
  let hex = "";
  for (const byte of sha256(encoder.encode(text)).subarray(0, 8)) hex += byte.toString(16).padStart(2, "0");
  return hex;
}

/**
 * The same for texts that differ only in white space, as a prompt does between its queue record and its row.
 *
 * @param text well-formed text
 */
export function looseHash(text: string): string {
  return textHash(text.replace(/\s+/g, " ").trim());
}
