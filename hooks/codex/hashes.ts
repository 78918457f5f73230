/**
 * Short hashes of texts: keys of messages without an id, and recognition of a text without keeping it.
 *
 * @module
 */
import { sha256Hex } from "../../lib/record/ids.ts";

/**
 * @param text well-formed text
 * @returns first 16 hexadecimal digits of the SHA-256 of its UTF-8 bytes
 */
export function textHash(text: string): string {
  return sha256Hex(text).slice(0, 16);
}

/**
 * The same for texts that differ only in white space, as an event and the item that repeats it may.
 *
 * @param text well-formed text
 */
export function looseHash(text: string): string {
  return textHash(text.replace(/\s+/g, ""));
}
