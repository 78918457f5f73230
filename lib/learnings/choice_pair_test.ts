import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { choicePair } from "./choice_pair.ts";

/** Sentences about the same two things, whichever is wanted. */
const PAIRS: readonly (readonly [pair: string, ...sentences: readonly string[]])[] = [
  [
    "npm | pnpm",
    "use pnpm instead of npm",
    "use npm instead of pnpm from now on",
    "let's use pnpm rather than npm for the dashboard",
    "use pnpm for the dashboard instead of npm",
    "always use pnpm, never npm",
    "we always use npm and never pnpm",
    "never use npm, always use pnpm",
    "we never use npm, always pnpm",
    "don't use npm, use pnpm",
    "stop using pnpm, please use npm instead",
    "not npm, use pnpm",
    "use `pnpm`, not npm.",
    "use pnpm not npm",
    "I prefer pnpm over npm",
    "we prefer npm to pnpm, it is slower but everywhere",
    "prefer pnpm to npm",
    "I'd rather use pnpm than npm",
    "pnpm instead of npm",
    "so pnpm, not npm",
  ],
  [
    "spaces | tabs",
    "always use tabs, never spaces",
    "always use spaces \u2014 never tabs",
    "I'd rather have tabs than spaces",
  ],
  ["dayjs | moment", "we always use moment, never dayjs", "no moment, use dayjs"],
  [
    "esptool | openocd",
    "I'd rather flash with openocd than with esptool, it verifies",
    "flash with esptool, not openocd",
  ],
  ["english | german", "write commit messages in English, not German", "use German in commit messages, not English"],
  ["8080 | 9090", "the port is 9090 now, not 8080", "the port is 8080 again, not 9090"],
  [
    "default exports | named exports",
    "always use named exports, never default exports",
    "default exports, not named ones",
  ],
  ["big commits | small commits", "I prefer small commits over big ones", "prefer big commits to small commits"],
  ["2 spaces | 4 spaces", "use 2 spaces instead of 4", "use 4 spaces, not 2 spaces"],
  ["22 node | 24 node", "use node 24 instead of 22", "use node 22 rather than 24"],
  ["eu-central-1 | us-east-1", "use eu-central-1, not us-east-1", "use us-east-1, not eu-central-1"],
];

for (const [pair, ...sentences] of PAIRS) {
  Deno.test(`choicePair() gives the same two when they are ${pair}`, () => {
    for (const sentence of sentences) assertEquals(choicePair(sentence)?.join(" | "), pair, sentence);
  });
}

Deno.test("choicePair() gives nothing when the sentence names no two things", () => {
  const sentences = [
    ...["be brief", "never push straight to main, open a pull request", "I prefer to use tabs", "always ask first"],
    ...["do not use mocks", "I'd rather not", "use tabs instead of tabs", "I prefer small functions", "it is not that"],
    ...["keep it small rather than asking me every time you touch it", "never mind", ""],
  ];
  for (const sentence of sentences) assertEquals(choicePair(sentence), undefined, sentence);
});

Deno.test("choicePair() gives the same when the two change places (property)", () => {
  const name = fc.constantFrom("pnpm", "npm", "tabs", "eu-central-1", "named exports", "src/lib", "node:test", "c++");
  const form = fc.constantFrom(
    (a: string, b: string) => `use ${a} instead of ${b}`,
    (a: string, b: string) => `always use ${a}, never ${b}`,
    (a: string, b: string) => `I prefer ${a} over ${b} in tests`,
    (a: string, b: string) => `please use ${a}, not ${b}, from now on`,
    (a: string, b: string) => `never use ${a}, always use ${b}`,
  );
  fc.assert(fc.property(name, name, form, form, (a, b, one, other) => {
    if (a.split(" ").length === b.split(" ").length) assertEquals(choicePair(one(a, b)), choicePair(other(b, a)));
  }));
});

Deno.test("choicePair() takes any text", () => {
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => void choicePair(text)));
});
