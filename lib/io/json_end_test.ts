import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { jsonEndFinder } from "./json_end.ts";

const encoder = new TextEncoder();

Deno.test("feed() finds the end of the value wherever the chunks are cut", () => {
  fc.assert(fc.property(
    fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue())),
    fc.string(),
    fc.array(fc.nat(9), { minLength: 1 }),
    (value, rest, cuts) => {
      const json = encoder.encode(JSON.stringify(value));
      const bytes = encoder.encode(`  ${JSON.stringify(value)}${rest}`);
      const finder = jsonEndFinder();
      let at = 0;
      let end: number | undefined;
      for (let i = 0; end === undefined && at < bytes.length; i++) {
        const chunk = bytes.subarray(at, at + 1 + (cuts[i % cuts.length] ?? 0));
        const found = finder.feed(chunk);
        if (found !== undefined) end = at + found;
        at += chunk.length;
      }
      assertEquals(end, json.length + 2);
    },
  ));
});

Deno.test("feed() finds no end in what is cut off, and one in what is closed too often", () => {
  for (const text of ['{"a":1', '{"a":"}', "[[1]", '"abc', "12", "", '{"a":"\\"}']) {
    assertEquals(jsonEndFinder().feed(encoder.encode(text)), undefined, text);
  }
  assertEquals(jsonEndFinder().feed(encoder.encode("}")), 1);
  assertEquals(jsonEndFinder().feed(encoder.encode('"abc"')), 5);
});
