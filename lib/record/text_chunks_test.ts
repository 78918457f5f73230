import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { MOST_TEXT_BYTES, textChunks } from "./text_chunks.ts";
import { utf8Length, utf8Prefix } from "./utf8.ts";

const texts = fc.array(
  fc.oneof(
    fc.constantFrom("\n", "\n\n", "\r\n\r\n", "\n \t\n", " ", "\t", "word", "ä", "🍵", "\ud800", "\udc00", "漢字"),
    fc.string({ unit: "binary" }),
  ),
  { maxLength: 60 },
).map((parts) => parts.join(""));

Deno.test("textChunks() gives chunks that fit and are the text", () => {
  fc.assert(fc.property(texts, fc.integer({ min: 4, max: 40 }), (text, limit) => {
    const chunks = textChunks(text, limit);
    assertEquals(chunks.join(""), text);
    assert(chunks.every((chunk) => utf8Length(chunk) <= limit));
    assert(text === "" ? chunks.length === 1 : chunks.every((chunk) => chunk !== ""));
    // No pair is torn apart: the chunks encode to what the text encodes to.
    const encoder = new TextEncoder();
    assertEquals(chunks.flatMap((chunk) => [...encoder.encode(chunk)]), [...encoder.encode(text)]);
  }));
});

Deno.test("textChunks() prefers a blank line, then a line, then a space, then a code point", () => {
  const CASES: readonly (readonly [string, number, readonly string[]])[] = [
    ["", 8, [""]],
    ["short", 8, ["short"]],
    ["12345678", 8, ["12345678"]],
    ["a b\nc\n\nd e f", 10, ["a b\nc\n\n", "d e f"]],
    ["a\r\n \r\nb c d", 8, ["a\r\n \r\n", "b c d"]],
    ["a b\nc d e", 8, ["a b\n", "c d e"]],
    ["aaa bbb ccc", 9, ["aaa bbb ", "ccc"]],
    ["aaa\tbbbbb", 6, ["aaa\t", "bbbbb"]],
    ["aaaaäbbbb", 5, ["aaaa", "äbbb", "b"]],
    ["🍵🍵🍵", 9, ["🍵🍵", "🍵"]],
    ["\n\n\n\nabcdef", 8, ["\n\n\n\n", "abcdef"]],
  ];
  for (const [text, limit, expected] of CASES) assertEquals(textChunks(text, limit), expected, JSON.stringify(text));
});

Deno.test("textChunks() cuts at 8 KiB unless told", () => {
  assertEquals(textChunks("x".repeat(MOST_TEXT_BYTES + 1)).map((chunk) => chunk.length), [8192, 1]);
  assertEquals(textChunks("x".repeat(MOST_TEXT_BYTES)).length, 1);
});

Deno.test("utf8Length() counts what TextEncoder writes", () => {
  fc.assert(fc.property(texts, (text) => assertEquals(utf8Length(text), new TextEncoder().encode(text).length)));
});

Deno.test("utf8Prefix() is the longest beginning that fits", () => {
  fc.assert(fc.property(texts, fc.nat(60), (text, limit) => {
    const prefix = utf8Prefix(text, limit);
    assert(text.startsWith(prefix) && utf8Length(prefix) <= limit);
    const next = text.codePointAt(prefix.length);
    assert(next === undefined || utf8Length(prefix + String.fromCodePoint(next)) > limit);
  }));
});
