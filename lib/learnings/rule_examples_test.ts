import { assert, assertEquals } from "@std/assert";
import { eventsOf, learningsOf } from "./conversation_test_support.ts";
import { RULES } from "./engine.ts";
import { RULE_EXAMPLES } from "./rule_examples_test_support.ts";

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

const rulesOf = (conversation: string): readonly string[] =>
  learningsOf(eventsOf(conversation)).map(({ rule }) => rule);

for (const [id, { finds, leaves }] of Object.entries(RULE_EXAMPLES)) {
  Deno.test(`${id} finds its examples`, () => {
    for (const example of finds) assert(rulesOf(example).includes(id), example);
  });

  Deno.test(`${id} leaves its counter-examples`, () => {
    for (const example of leaves) assert(!rulesOf(example).includes(id), example);
  });
}

Deno.test("rules find the same in one run and in many", () => {
  for (const example of Object.values(RULE_EXAMPLES).flatMap(({ finds, leaves }) => [...finds, ...leaves])) {
    const events = eventsOf(example);
    const whole = learningsOf(events);
    assertEquals(learningsOf(events, { splitAt: events.map((_, index) => index) }), whole, example);
  }
});
