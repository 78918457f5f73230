import { assertEquals } from "@std/assert";
import fc from "fast-check";
import type { Span } from "./rule.ts";
import { composeSpans, mergeSpans, replaceSpans } from "./spans.ts";

function spansOf(...parts: [start: number, end: number, type?: string][]): Span[] {
  return parts.map(([start, end, type = "x"]) => ({ start, end, type }));
}

Deno.test("mergeSpans() joins what overlaps and keeps what touches apart", () => {
  assertEquals(mergeSpans(spansOf([4, 6], [0, 2], [2, 4]), []), spansOf([0, 2], [2, 4], [4, 6]));
  assertEquals(mergeSpans(spansOf([0, 5, "a"], [3, 8, "b"], [7, 9, "c"]), []), spansOf([0, 9, "a"]));
  assertEquals(mergeSpans(spansOf([3, 4, "a"], [0, 9, "b"]), []), spansOf([0, 9, "a"]));
});

Deno.test("mergeSpans() never cuts a marker", () => {
  const markers = [{ start: 4, end: 8 }];
  assertEquals(mergeSpans(spansOf([4, 8], [5, 6]), markers), []);
  assertEquals(mergeSpans(spansOf([2, 5]), markers), spansOf([2, 8]));
  assertEquals(mergeSpans(spansOf([7, 9]), markers), spansOf([4, 9]));
  assertEquals(mergeSpans(spansOf([0, 4], [8, 9]), markers), spansOf([0, 4], [8, 9]));
});

Deno.test("composeSpans() says of two passes what one would have said (property)", () => {
  const text = "abcdefghijklmnopqrstuvwxyz".repeat(2);
  const some = fc.uniqueArray(fc.nat(text.length), { minLength: 2, maxLength: 10 }).map((places) => {
    const sorted = places.sort((a, b) => a - b);
    return sorted.flatMap((start, i) =>
      i % 2 === 0 && i + 1 < sorted.length ? [{ start, end: sorted[i + 1]!, type: "t" }] : []
    );
  });
  fc.assert(fc.property(some, fc.array(fc.tuple(fc.nat(100), fc.nat(20)), { maxLength: 4 }), (first, places) => {
    const once = replaceSpans(text, first);
    const markers = [...once.matchAll(/\[redacted:t\]/g)].map(({ index }) => ({ start: index, end: index + 12 }));
    const wanted = places.map(([start, length]) => ({
      start,
      end: Math.min(start + length + 1, once.length),
      type: "u",
    }))
      .filter(({ start, end }) => start < end);
    const second = mergeSpans(wanted, markers);
    assertEquals(replaceSpans(text, composeSpans(first, second)), replaceSpans(once, second));
  }));
});
