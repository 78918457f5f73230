import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { runsOf } from "./ntfs_upcase_runs.ts";

Deno.test("runsOf() loses nothing when a table is arbitrary", () => {
  const change = fc.tuple(fc.integer({ min: 0, max: 300 }), fc.constantFrom(-32, -1, 1, 80));
  fc.assert(
    fc.property(fc.array(change, { maxLength: 100 }), (changes) => {
      const table = Uint16Array.from({ length: 0x10000 }, (_, unit) => unit);
      for (const [unit, delta] of changes) table[unit + 100] = unit + 100 + delta;
      const unpacked = Uint16Array.from({ length: 0x10000 }, (_, unit) => unit);
      for (const { first, count, step, delta } of runsOf(table)) {
        for (let index = 0; index < count; index++) unpacked[first + index * step] = first + index * step + delta;
      }
      assertEquals(unpacked, table);
    }),
    { numRuns: 30 },
  );
});

Deno.test("runsOf() makes one run of neighbours when every second unit changes alike", () => {
  const table = Uint16Array.from(
    { length: 0x10000 },
    (_, unit) => unit > 256 && unit < 304 && unit % 2 === 1 ? unit - 1 : unit,
  );
  assertEquals(runsOf(table), [{ first: 257, count: 24, step: 2, delta: -1 }]);
});
