/**
 * Dates that people type for "not before".
 *
 * @module
 */
import { UsageError } from "../errors.ts";
import { parseDuration } from "./duration.ts";

/**
 * Reads a day (local time), a moment or a time back.
 *
 * @param text as typed: `2026-10-01`, `2026-10-01T08:00:00Z`, `3d`, `2h`
 * @param options the command, for the message, and what is taken for now
 * @returns milliseconds since 1970
 * @throws {UsageError} when it is none of them
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { parseSince } from "./since.ts";
 * const now = new Date("2026-10-02T00:00:00Z");
 * assertEquals(parseSince("2h", { command: "learn", now }), Date.parse("2026-10-01T22:00:00Z"));
 * ```
 */
export function parseSince(text: string, { command, now }: { readonly command: string; readonly now: Date }): number {
  const date = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text.length === 10 ? `${text}T00:00:00` : text) : NaN;
  if (!Number.isNaN(date)) return date;
  if (/^\d+[dhm]/.test(text)) return now.getTime() - parseDuration(text);
  throw new UsageError(`${command}: cannot read the date "${text}"; give 2026-10-01, or a time back such as 3d or 2h`);
}
