import { assertEquals, assertThrows } from "@std/assert";
import { UsageError } from "../errors.ts";
import { parseDuration } from "./duration.ts";

const MINUTE = 60_000;

Deno.test("parseDuration() reads days, hours and minutes, alone and together", () => {
  const cases: readonly (readonly [string, number])[] = [
    ["1m", MINUTE],
    ["45m", 45 * MINUTE],
    ["90m", 90 * MINUTE],
    ["2h", 120 * MINUTE],
    ["1h30m", 90 * MINUTE],
    ["3d", 3 * 24 * 60 * MINUTE],
    ["1d2h3m", (24 * 60 + 120 + 3) * MINUTE],
    ["3650d", 3650 * 24 * 60 * MINUTE],
  ];
  for (const [text, milliseconds] of cases) assertEquals(parseDuration(text), milliseconds, text);
});

Deno.test("parseDuration() refuses what is no span of time, and what is one by mistake", () => {
  for (const text of ["", "2", "h", "0m", "-1h", "1.5h", "2 h", "2hours", "30m1h", "1h1h", "2H", "3651d", "999999d"]) {
    assertThrows(() => parseDuration(text), UsageError, `cannot read the time "${text}"`);
  }
});
