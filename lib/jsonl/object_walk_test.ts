import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { objectEnd, objectStart, type Walk } from "./object_walk.ts";

const table: readonly { readonly text: string; readonly end: number; readonly start: number }[] = [
  { text: "{}", end: 2, start: 0 },
  { text: '{"a":{"b":[{}]}}', end: 16, start: 0 },
  { text: '{"}":"{"}', end: 9, start: 0 },
  { text: '{"a":"\\"}"}', end: 11, start: 0 },
  { text: '{"a":"\\\\"}', end: 10, start: 0 },
  { text: '{"a":1}{"b":2}', end: 7, start: 7 },
  { text: '{"a":"us{"b":"}"}', end: -1, start: 8 },
  { text: '{"a":1', end: -1, start: -1 },
  { text: "a}", end: -1, start: -1 },
  { text: '"}', end: -1, start: -1 },
  { text: "", end: -1, start: -1 },
];
for (const { text, end, start } of table) {
  Deno.test(`objectEnd() and objectStart() find ${end} and ${start} when the text is ${text}`, () => {
    assertEquals(objectEnd({ text, left: 1000 }, 0), end);
    assertEquals(objectStart({ text, left: 1000 }, { from: 0, to: text.length }), start);
  });
}

Deno.test("objectEnd() and objectStart() find both ends when valid JSON stands between anything", () => {
  const object = fc.dictionary(fc.string(), fc.jsonValue()).map((value) => JSON.stringify(value));
  fc.assert(fc.property(object, fc.string(), (json, around) => {
    assertEquals(objectEnd({ text: json + around, left: 1e6 }, 0), json.length);
    const text = around + json;
    assertEquals(objectStart({ text, left: 1e6 }, { from: 0, to: text.length }), around.length);
  }));
});

Deno.test("objectEnd() and objectStart() walk no further than they may, and take what they walked", () => {
  const text = `{${"1,".repeat(50)}}`;
  const tooShort: Walk = { text, left: 101 };
  assertEquals([objectEnd(tooShort, 0), tooShort.left], [-1, 0]);
  const enough: Walk = { text, left: 250 };
  assertEquals([objectEnd(enough, 0), enough.left], [102, 148]);
  assertEquals([objectStart(enough, { from: 0, to: 102 }), enough.left], [0, 46]);
  assertEquals([objectStart(enough, { from: 0, to: 102 }), enough.left], [-1, 0]);
  const stopped: Walk = { text: '{"a"x"b":1}', left: 100 };
  assertEquals([objectEnd(stopped, 0), stopped.left], [-1, 96]);
});
