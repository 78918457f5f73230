/**
 * Is the reply that a payload names the one that stands in the transcript? White space is collapsed, and one may end with
 * the other (design section 6).
 *
 * @module
 */
import { sha256Hex } from "../record/ids.ts";

/** Characters of the end that are compared with a reply of an earlier run. */
const END = 200;

/** The text with its white space collapsed. */
export function collapsed(text: string): string {
  return text.toWellFormed().replace(/\s+/g, " ").trim();
}

/**
 * True when both are the same reply.
 *
 * @example
 * ```ts
 * import { isSameReply } from "./same_reply.ts";
 * isSameReply("Done.\n\nAll  green.", "All green."); // true
 * ```
 */
export function isSameReply(a: string, b: string): boolean {
  const [one, other] = [collapsed(a), collapsed(b)];
  if (one === "" || other === "") return one === other;
  return one.endsWith(other) || other.endsWith(one);
}

/** What is kept of a reply between runs, to know it again without its text. */
export function replyMark(text: string): string {
  return sha256Hex(collapsed(text).slice(-END)).slice(0, 16);
}
