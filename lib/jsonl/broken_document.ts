/**
 * JSON documents whose writer was interrupted: the elements of an array that are complete are read, what broke off is not.
 *
 * @module
 */
import { asRow, type Row } from "../transcript/rows.ts";
import { objectEnd } from "./object_walk.ts";

/** A document and what is wrong with it. */
export interface ReadDocument {
  readonly value: unknown;
  /** True: the text broke off; `value` is what stood in front of that. */
  readonly cut: boolean;
}

/**
 * Reads a document.
 *
 * @param text the whole file; NULs and white space around the value are ignored
 * @param list for an object: name of the array that is worth saving; for an array leave it out
 * @returns undefined when it is no JSON and holds no such array
 * @example
 * ```ts
 * import { readDocument } from "./broken_document.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(readDocument('[{"a":1},{"b":'), { value: [{ a: 1 }], cut: true });
 * assertEquals(readDocument('{"id":"x","messages":[{"a":1},{', "messages"), { value: { messages: [{ a: 1 }] }, cut: true });
 * ```
 */
export function readDocument(text: string, list?: string): ReadDocument | undefined {
  const trimmed = text.replace(/^[\0\s]+|[\0\s]+$/g, "");
  try {
    return { value: JSON.parse(trimmed), cut: false };
  } catch {
    return salvage(trimmed, list);
  }
}

function salvage(text: string, list: string | undefined): ReadDocument | undefined {
  const from = list === undefined ? (text.startsWith("[") ? 1 : -1) : arrayStart(text, list);
  if (from < 0) return undefined;
  const elements: Row[] = [];
  const walk = { text, left: text.length };
  let at = from;
  while (at < text.length) {
    const rest = /[^\s,]/g;
    rest.lastIndex = at;
    const start = rest.exec(text)?.index ?? text.length;
    const end = objectEnd(walk, start);
    if (end < 0) break;
    const element = parsed(text.slice(start, end));
    if (element !== undefined) elements.push(element);
    at = end;
  }
  return { value: list === undefined ? elements : { [list]: elements }, cut: true };
}

function arrayStart(text: string, list: string): number {
  const found = new RegExp(`"${list}"\\s*:\\s*\\[`).exec(text);
  return found === null ? -1 : found.index + found[0].length;
}

function parsed(text: string): Row | undefined {
  try {
    return asRow(JSON.parse(text));
  } catch {
    return undefined;
  }
}
