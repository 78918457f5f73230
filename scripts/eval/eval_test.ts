import { assert, assertEquals } from "@std/assert";
import { matchLearnings } from "./match.ts";
import type { Label } from "./labels.ts";
import type { Found, Replayed } from "./replay.ts";
import { foundMark, NO_REVIEWS, readReviews, textMark } from "./reviews.ts";
import { contentWords, saysTheSame } from "./says_the_same.ts";
import { score } from "./score.ts";
import { wilson } from "./wilson.ts";

Deno.test("wilson() gives the published bounds", () => {
  const rounded = (right: number, all: number) => wilson(right, all).map((bound) => Math.round(bound * 1000) / 1000);
  assertEquals(rounded(9, 10), [0.596, 0.982]);
  assertEquals(rounded(0, 10), [0, 0.278]);
  assertEquals(rounded(10, 10), [0.722, 1]);
  assertEquals(rounded(0, 0), [0, 1]);
});

Deno.test("saysTheSame() compares what texts are about, not their wording", () => {
  assertEquals([...contentWords("The hooks were failing")], [...contentWords("a failed hook")].reverse());
  assert(
    saysTheSame("Never query the production database", "the production database is not to be queried; use the replica"),
  );
  assert(!saysTheSame("Never query the production database", "Keep the production notes short"));
  assert(!saysTheSame("", "anything at all"));
  assert(!saysTheSame("No emojis in commit messages.", "emojis in commit messages please"));
  assert(saysTheSame("No emojis in commit messages.", "commit messages without emojis"));
});

const label = (kind: Label["kind"], source: string, text: string): Label => ({
  file: "f",
  sessionId: "s",
  kind,
  text,
  source: [source],
  quote: "",
  must: true,
});
const found = (kind: Label["kind"], source: string, text: string, confidence = 0.9): Found => ({
  kind,
  source,
  text,
  confidence,
  rule: `rule.${kind}`,
  family: "rule",
  assertedBy: "user",
  counter: 0,
  at: null,
  exchangeId: null,
});
const places = new Map(
  ["a", "b", "c", "d"].map((id, position) => [id, { position, exchange: id === "d" ? 1 : 0 }] as const),
);
const replayed = (...learnings: Found[]): Replayed => ({ learnings, places, typed: 1 });

Deno.test("matchLearnings() wants the kind, the place and the words", () => {
  const labels = [label("facts", "b", "the kettle leaks at the valve")];
  const told = (one: Found) =>
    matchLearnings("f", { labels, replayed: replayed(one), reviews: NO_REVIEWS }).hits[0]?.tells.length;
  const text = "kettle leaks at its valve";
  assertEquals([told(found("facts", "b", text)), told(found("facts", "a", text)), told(found("facts", "c", text))], [
    1,
    1,
    1,
  ]);
  // Not in the next exchange, not of another kind, not with other words.
  assertEquals(
    [told(found("facts", "d", text)), told(found("mistakes", "b", text)), told(found("facts", "b", "tea"))],
    [0, 0, 0],
  );
});

Deno.test("matchLearnings() lets a reviewer decide, where a label is near", () => {
  const labels = [label("facts", "b", "the kettle leaks at the valve")];
  const one = found("facts", "b", "something else entirely");
  const reviews = readReviews(
    JSON.stringify({ found: foundMark(one), tells: labels.map(({ text }) => textMark(text)) }),
  );
  const [hit] = matchLearnings("f", { labels, replayed: replayed(one), reviews }).hits;
  assertEquals([hit?.tells.length, hit?.by, hit?.byWords], [1, "review", []]);
});

Deno.test("score() counts a rule's hits that tell the same once, and leaves out low confidence", () => {
  const labels = [label("facts", "b", "the kettle leaks at the valve"), label("facts", "d", "tea is green")];
  const text = "the kettle leaks at its valve";
  const learnings = [
    found("facts", "b", text),
    found("facts", "a", `${text} always`),
    found("facts", "c", "nothing of it"),
    found("facts", "c", "nothing of it either"),
    found("mistakes", "d", "unsure", 0.4),
  ];
  const result = score([matchLearnings("f", { labels, replayed: replayed(...learnings), reviews: NO_REVIEWS })]);
  const facts = result.kinds.find(({ kind }) => kind === "facts");
  assertEquals([facts?.found, facts?.right, facts?.labels, facts?.told], [2, 1, 2, 1]);
  assertEquals(result.low.map(({ rule, found }) => [rule, found]), [["rule.mistakes", 1]]);
  assertEquals(result.misses.map((miss) => miss.text), ["tea is green"]);
});
