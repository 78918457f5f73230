import { assert, assertEquals } from "@std/assert";
import { eventsOf, learningsOf } from "./conversation_test_support.ts";
import { RULES } from "./engine.ts";
import { type Found, RULE_EXAMPLES } from "./rule_examples_test_support.ts";

const NOTES = RULES.flatMap(({ rules }) => rules);

Deno.test("RULES each have examples and counter-examples", () => {
  assertEquals(NOTES.map(({ id }) => id).sort(), Object.keys(RULE_EXAMPLES).sort());
  for (const { id, confidence } of NOTES) {
    assert((RULE_EXAMPLES[id]?.finds.length ?? 0) >= 1, id);
    assert((RULE_EXAMPLES[id]?.leaves.length ?? 0) >= 2, id);
    assert(confidence > 0 && confidence <= 1, id);
  }
  assertEquals(new Set(NOTES.map(({ id }) => id)).size, NOTES.length);
});

const textsOf = (id: string, conversation: string): readonly string[] =>
  learningsOf(eventsOf(conversation)).flatMap(({ rule, text }) => rule === id ? [text] : []);
const talkOf = (example: string | Found): string => typeof example === "string" ? example : example[0];

for (const [id, { finds, leaves }] of Object.entries(RULE_EXAMPLES)) {
  Deno.test(`${id} finds its examples`, () => {
    for (const example of finds) {
      const texts = textsOf(id, talkOf(example));
      assert(texts.length > 0, talkOf(example));
      if (typeof example !== "string") assertEquals(texts, [example[1]]);
    }
  });

  Deno.test(`${id} leaves its counter-examples`, () => {
    for (const example of leaves) assertEquals(textsOf(id, example), [], example);
  });
}

Deno.test("rules find the same in one run and in many", () => {
  for (
    const example of Object.values(RULE_EXAMPLES).flatMap(({ finds, leaves }) => [...finds.map(talkOf), ...leaves])
  ) {
    const events = eventsOf(example);
    const whole = learningsOf(events);
    assertEquals(learningsOf(events, { splitAt: events.map((_, index) => index) }), whole, example);
  }
});
