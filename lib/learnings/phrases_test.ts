import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { standingAlone, withoutFillers } from "./phrases.ts";

const CUT: readonly (readonly [typed: string, left: string])[] = [
  ["ok so no emojis please", "no emojis please"],
  ["No, always use tabs", "always use tabs"],
  ["no. always use tabs", "always use tabs"],
  ["no! always use tabs", "always use tabs"],
  ["no \u2026 always use tabs", "always use tabs"],
  ["no - always use tabs", "always use tabs"],
  ["nope, always use tabs", "always use tabs"],
  ["right, well, use tabs", "use tabs"],
  ["so the port is 1", "the port is 1"],
  ["thanks! please use tabs", "use tabs"],
  ["by the way, use tabs", "use tabs"],
  ["ok...", "ok..."],
  ["no", "no"],
  // What denies, says how, or is one word with the next stays.
  ["no emojis", "no emojis"],
  ["No. 5 is the spare valve", "No. 5 is the spare valve"],
  ["no, or only few, emojis", "no, or only few, emojis"],
  ["no-op migrations", "no-op migrations"],
  ["nope use tabs", "nope use tabs"],
  ["right-align numbers", "right-align numbers"],
  ["right alignment everywhere", "right alignment everywhere"],
  ["well-known ports only", "well-known ports only"],
  ["fine-grained locks", "fine-grained locks"],
  ["good tests name their case", "good tests name their case"],
  ["great, good tests name their case", "good tests name their case"],
  ["so far we always used tabs", "so far we always used tabs"],
  ["so-called drafts", "so-called drafts"],
  ["so many tests are slow", "so many tests are slow"],
  ["thank you notes are sent by hand", "thank you notes are sent by hand"],
  ["yes/no questions only", "yes/no questions only"],
  ["also.ts is generated", "also.ts is generated"],
  ["cool colours only", "cool colours only"],
  ["sure things first", "sure things first"],
  // Words of other languages that look like English ones: none is followed by a mark where it denies.
  ["No usar mocks", "No usar mocks"],
  ["no usare mai i mock", "no usare mai i mock"],
  ["um cache por processo", "um cache por processo"],
  ["so viele Tests", "so viele Tests"],
];

Deno.test("withoutFillers() cuts what says nothing and keeps what belongs to the next word", () => {
  for (const [typed, left] of CUT) assertEquals(withoutFillers(typed), left);
});

Deno.test("withoutFillers() removes no word that denies unless a mark follows it (property)", () => {
  const word = fc.constantFrom(
    "no",
    "No",
    "nope",
    "not",
    "never",
    "ok",
    "so",
    "and",
    "right",
    "well",
    "use",
    "tabs",
    "é",
  );
  const joint = fc.constantFrom(" ", "  ", "-", "/", ".", "_", "'", ":", " ", "\u2013");
  const typed = fc.array(fc.tuple(word, joint), { minLength: 1, maxLength: 8 })
    .map((parts) => parts.map(([one, after]) => one + after).join("").trim());
  const denials = (text: string) => text.match(/(?<![\w-])(?:no|nope|not|never)(?!\w)/gi)?.length ?? 0;
  fc.assert(fc.property(typed, (text) => assertEquals(denials(withoutFillers(text)), denials(text))));
});

Deno.test("standingAlone() joins what only points to the sentence before, whatever fillers are in front of both", () => {
  assertEquals(standingAlone("ok, that is settled", "so no emojis."), "no emojis. that is settled");
  assertEquals(standingAlone("That is settled", "Well, ok."), "That is settled");
  assert(!standingAlone("That is settled", "Hmm.").startsWith(" "));
});
