import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { splitElements } from "./elements.ts";

/** What is found when the bytes come in pieces of that size. */
function found(bytes: Uint8Array, { step, most = 1e6 }: { readonly step: number; readonly most?: number }): unknown[] {
  const splitter = splitElements({ most });
  const all: unknown[] = [];
  const take = (elements: ReturnType<typeof splitter.push>) => {
    for (const each of elements) all.push(each.kind === "element" ? new TextDecoder().decode(each.bytes) : each.kind);
  };
  for (let at = 0; at < bytes.length; at += step) take(splitter.push(bytes.subarray(at, at + step)));
  take(splitter.end());
  return all;
}

const encode = (text: string) => new TextEncoder().encode(text);

Deno.test("splitElements() finds what JSON.parse finds when the array comes in any chunks", () => {
  fc.assert(
    fc.property(
      fc.array(fc.jsonValue()),
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom(0, 1),
      (values, step, indent) => {
        const texts = found(encode(JSON.stringify(values, null, indent)), { step });
        assertEquals(texts.map((text) => JSON.parse(String(text))), JSON.parse(JSON.stringify(values)));
      },
    ),
  );
});

const CASES: readonly (readonly [string, string, readonly unknown[]])[] = [
  ["a byte-order mark", '\ufeff[{"a":1}]', ['{"a":1}']],
  ["brackets and escapes in strings", '["]\\"[", {"a":"}\\\\"}]', ['"]\\"["', '{"a":"}\\\\"}']],
  ["one object", ' {"a":[1]} ', ['{"a":[1]}']],
  ["an element that is too long", '[{"a":"0123456789012345678901234567890"},{"b":1}]', ["oversized", '{"b":1}']],
  ["an element that is no JSON", '[{"a" 1},{"b":1}]', ['{"a" 1}', '{"b":1}']],
  ["an array that is cut off", '[{"b":1},{"a":', ['{"b":1}', "broken"]],
  ["no array", "<html>", ["broken"]],
  ["nothing", "", ["broken"]],
];

for (const [what, text, expected] of CASES) {
  Deno.test(`splitElements() reads ${what}`, () => {
    for (const step of [1, 7, 1000]) assertEquals(found(encode(text), { step, most: 30 }), expected, `step ${step}`);
  });
}
