/**
 * What the assistant said, without what is no speech.
 *
 * @module
 */
import { asRows, asText } from "./records.ts";

/**
 * @param content a message's content: a string or blocks
 * @returns its text blocks, joined; empty without any
 */
export function replyText(content: unknown): string {
  const whole = asText(content);
  if (whole !== undefined) return whole.trim() === "" ? "" : whole;
  const texts = asRows(content).filter((part) => part["type"] === "text").flatMap((part) => asText(part["text"]) ?? []);
  const text = texts.join("\n\n");
  return text.trim() === "" ? "" : text;
}
