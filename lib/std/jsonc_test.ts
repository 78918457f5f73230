import { assert, assertEquals, assertThrows } from "@std/assert";
import { parse } from "@std/jsonc";
import fc from "fast-check";

const VALID: readonly (readonly [text: string, value: unknown])[] = [
  ["{}", {}],
  [" [1, 2.5e3, -0.1, true, false, null, ] ", [1, 2500, -0.1, true, false, null]],
  ['{ "a": { "b": [ "\\u00e9\\n" ], }, }', { a: { b: ["é\n"] } }],
  ['// first\n{ /* in between */ "a" /* here */ : 1 // last\r\n}', { a: 1 }],
  ['{ "url": "file:///srv/kettle", "note": "/* kept */" }', { url: "file:///srv/kettle", note: "/* kept */" }],
  ['{ "a": 1, "a": 2 }', { a: 2 }],
  ['"text"', "text"],
  ["null", null],
];

for (const [text, value] of VALID) {
  Deno.test(`parse() reads ${JSON.stringify(text)}`, () => assertEquals<unknown>(parse(text), value));
}

const INVALID = [
  "",
  " // nothing\n",
  "{",
  '{ "a" }',
  '{ "a": 1 "b": 2 }',
  "[1,,2]",
  "{ a: 1 }",
  "{} {}",
  "'a'",
  "/* x",
];

for (const text of INVALID) {
  Deno.test(`parse() throws for ${JSON.stringify(text)}`, () => {
    assertThrows(() => parse(text), SyntaxError);
  });
}

Deno.test("parse() keeps a key __proto__ as a key", () => {
  const value = parse('{ "__proto__": { "admin": true } }') as Record<string, unknown>;
  assertEquals(Object.keys(value), ["__proto__"]);
  assertEquals(value["admin"], undefined);
});

Deno.test("parse() throws and does not crash when the text is nested a hundred thousand deep", () => {
  const error = assertThrows(() => parse("[".repeat(100_000) + "]".repeat(100_000)));
  assert(error instanceof Error);
});

Deno.test("parse() gives what JSON.parse gives for any JSON", () => {
  fc.assert(fc.property(fc.json(), (text) => assertEquals<unknown>(parse(text), JSON.parse(text))));
});
