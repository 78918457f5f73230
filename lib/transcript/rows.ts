/**
 * Safe access to raw transcript records. Clients' formats are internal to them and damaged records are real: an object
 * of numeric keys where a string belongs (https://github.com/anthropics/claude-code/issues/24663), lone surrogates
 * (https://github.com/anthropics/claude-code/issues/61301), fields of the wrong type. Nothing here throws.
 *
 * @module
 */

/** A record, or any object inside one, before anything is known about its fields. */
export type Row = { readonly [key: string]: unknown };

/**
 * @param value anything
 * @returns `value` when it is an object that is no array
 */
export function asRow(value: unknown): Row | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value as Row : undefined;
}

/**
 * A string that can be hashed and written: lone surrogates become U+FFFD.
 *
 * @param value anything
 * @returns the well-formed string; undefined when `value` is none
 * @example
 * ```ts
 * import { asText } from "./rows.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(asText("a\ud83d"), "a\ufffd");
 * assertEquals(asText(3), undefined);
 * ```
 */
export function asText(value: unknown): string | undefined {
  return typeof value === "string" ? value.toWellFormed() : undefined;
}

/**
 * @param value anything
 * @returns the well-formed string when it holds at least one character; null otherwise
 */
export function asId(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value.toWellFormed() : null;
}

/**
 * @param value anything
 * @returns the elements of an array that are objects; empty for everything else
 */
export function asRows(value: unknown): readonly Row[] {
  if (!Array.isArray(value)) return [];
  const rows: Row[] = [];
  for (const element of value) {
    const row = asRow(element);
    if (row !== undefined) rows.push(row);
  }
  return rows;
}

/**
 * The time a record states.
 *
 * @param value an ISO string, or (hand-written records) seconds or milliseconds since 1970
 * @returns an ISO string; null when there is no readable time
 */
export function asTime(value: unknown): string | null {
  if (typeof value === "string") return Number.isNaN(Date.parse(value)) ? null : value.toWellFormed();
  if (typeof value !== "number") return null;
  const date = new Date(value < 1e11 ? value * 1000 : value);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** An SDK host may choose any string for an id. */
const SAFE_ID = /^[0-9A-Za-z][0-9A-Za-z._-]{0,127}$/;

/**
 * A session's id that is safe as one part of a path.
 *
 * @param value anything
 * @returns null for everything else
 */
export function safeId(value: unknown): string | null {
  return typeof value === "string" && SAFE_ID.test(value) ? value : null;
}
