import fc from "fast-check";
import { assertEquals } from "@std/assert";
import { wholeLines, wholeLinesBackwards, type WholeLineSource } from "./whole_lines.ts";

function sourceOf(text: string): WholeLineSource {
  const bytes = new TextEncoder().encode(text);
  return {
    size: bytes.length,
    read(into, at) {
      const piece = bytes.subarray(at, at + into.length);
      into.set(piece);
      return piece.length;
    },
  };
}

function expected(text: string) {
  const parts = text.split("\n");
  return parts.map((part, index) => ({ text: part, terminated: index < parts.length - 1, oversized: false }))
    .filter((line) => line.text !== "");
}

const TEXT = fc.array(fc.oneof(fc.constant("\n"), fc.string({ unit: "grapheme", maxLength: 9 })), { maxLength: 12 })
  .map((parts) => parts.join("").replaceAll(/[\r\ufeff]/g, ""));

Deno.test("wholeLines() and wholeLinesBackwards() give the same lines however the bytes are cut", () => {
  fc.assert(fc.property(TEXT, fc.integer({ min: 1, max: 40 }), (text, chunkBytes) => {
    const lines = expected(text);
    assertEquals([...wholeLines(sourceOf(text), { chunkBytes })], lines);
    assertEquals([...wholeLinesBackwards(sourceOf(text), { chunkBytes })], lines.toReversed());
  }));
});

Deno.test("wholeLines() gives up a line that is too long, and no other", () => {
  const text = `one\n${"x".repeat(50)}\ntwo`;
  const seen = (lines: Iterable<{ text: string; oversized: boolean }>) =>
    Array.from(lines, (l) => [l.text, l.oversized]);
  const lines = [["one", false], ["", true], ["two", false]];
  assertEquals(seen(wholeLines(sourceOf(text), { chunkBytes: 7, mostLineBytes: 49 })), lines);
  assertEquals(seen(wholeLinesBackwards(sourceOf(text), { chunkBytes: 7, mostLineBytes: 49 })), lines.toReversed());
});

Deno.test("wholeLinesBackwards() reads no more than the lines that are asked for need", () => {
  const whole = sourceOf(`${"x".repeat(999)}\n`.repeat(1000));
  let read = 0;
  const counting: WholeLineSource = {
    size: whole.size,
    read(into, at) {
      read += into.length;
      return whole.read(into, at);
    },
  };
  let count = 0;
  for (const _ of wholeLinesBackwards(counting)) if (++count === 20) break;
  assertEquals([count, read], [20, 32 * 1024]);
});

Deno.test("wholeLines() takes the return off a line that ends in one", () => {
  assertEquals([...wholeLines(sourceOf("one\r\ntwo\r\n"))].map(({ text }) => text), ["one", "two"]);
  assertEquals([...wholeLinesBackwards(sourceOf("one\r\ntwo\r\n"))].map(({ text }) => text), ["two", "one"]);
});
