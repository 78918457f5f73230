/**
 * Spans of time as people type them.
 *
 * @module
 */
import { UsageError } from "../errors.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A longer span is a slip of the finger. */
const LONGEST = 3650 * DAY;

/**
 * Reads a span of time.
 *
 * @param text days, hours and minutes: `2h`, `45m`, `1h30m`, `3d`
 * @returns milliseconds
 * @throws {UsageError} when it is none, or longer than ten years
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(parseDuration("1h30m"), 90 * 60 * 1000);
 * ```
 */
export function parseDuration(text: string): number {
  const [, days, hours, minutes] = /^(?:(\d{1,6})d)?(?:(\d{1,6})h)?(?:(\d{1,8})m)?$/.exec(text) ?? [];
  const span = Number(days ?? 0) * DAY + Number(hours ?? 0) * HOUR + Number(minutes ?? 0) * MINUTE;
  if (span > 0 && span <= LONGEST) return span;
  throw new UsageError(`cannot read the time "${text}"; expected days, hours and minutes such as 2h, 45m, 1h30m or 3d`);
}
