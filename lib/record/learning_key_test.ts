import { assertEquals, assertNotEquals } from "@std/assert";
import fc from "fast-check";
import { learningKeyOf, normalisedText } from "./learning_key.ts";

Deno.test("normalisedText() drops case, white space and punctuation around words", () => {
  const CASES: Readonly<Record<string, string>> = {
    "Use pnpm.": "use pnpm",
    "  use\n\tPNPM !": "use pnpm",
    '"Use `pnpm`", (always)': "use pnpm always",
    "don’t push": "don't push",
    "run — then stop": "run then stop",
    "ﬁne ｗｉｄｅ": "fine wide",
    "zero\u200bwidth": "zerowidth",
    "Äpfel": "äpfel",
    "使用 pnpm。": "使用 pnpm",
    "...": "",
  };
  for (const [text, expected] of Object.entries(CASES)) assertEquals(normalisedText(text), expected);
});

Deno.test("normalisedText() keeps what tells names apart", () => {
  const PAIRS: readonly (readonly [string, string])[] = [
    ["use C", "use C++"],
    ["use C", "use C#"],
    ["pass --force", "pass force"],
    ["node 1.2", "node 12"],
    ["src/kettle", "src kettle"],
    ["a != b", "a b"],
    ["@kettle/lid", "kettle/lid"],
    ["$HOME", "HOME"],
  ];
  for (const [one, other] of PAIRS) assertNotEquals(normalisedText(one), normalisedText(other), `${one} | ${other}`);
});

Deno.test("normalisedText() is done after one pass", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => {
    assertEquals(normalisedText(normalisedText(text)), normalisedText(text));
  }));
});

Deno.test("learningKeyOf() tells kinds apart", () => {
  assertEquals(learningKeyOf("facts", "Boil first."), learningKeyOf("facts", "boil first"));
  assertNotEquals(learningKeyOf("facts", "Boil first."), learningKeyOf("mistakes", "Boil first."));
});
