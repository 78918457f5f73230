import { assertEquals } from "@std/assert";
import { promoteWords } from "./promote_words.ts";

Deno.test("promoteWords() leaves out what only tells where a learning comes from", () => {
  const cases: readonly (readonly [Parameters<typeof promoteWords>[0], string])[] = [
    [{ rule: "preference.explicit", text: "indent with tabs" }, "indent with tabs"],
    [{ rule: "refusal.reason", text: "squash them (refused: rm -rf old)", quote: "squash them" }, "squash them"],
    // A row that names what was refused and does not quote.
    [{ rule: "refusal.reason", text: "squash them" }, "squash them"],
    [{ rule: "correction.reversal", text: "not in the lid \u2192 You are right, moving it." }, "not in the lid"],
    [{ rule: "correction.said", text: "not in the lid" }, "not in the lid"],
    [{ rule: "dialog.preference", text: "Ask first? \u2192 always" }, "Ask first? always"],
    [{ rule: "decision.option", text: "The port of the kettle \u2192 4173" }, "The port of the kettle: 4173"],
    // What stands alone only with the words in brackets keeps them.
    [{ rule: "deferral.later", text: "later (the lid?)", quote: "later" }, "later (the lid?)"],
    // A person's own words mean what they say.
    [{ text: "boil \u2192 pour" }, "boil \u2192 pour"],
    [{ rule: "preference.explicit", text: "boil \u2192 pour" }, "boil \u2192 pour"],
    [{ rule: "review.edited", text: "boil \u2192 pour" }, "boil \u2192 pour"],
  ];
  for (const [payload, words] of cases) assertEquals(promoteWords(payload), words, payload.text);
});
