/**
 * Preferences the user asked to be remembered in so many words: `remember: ...`, in several languages.
 *
 * Only the user's own words count: no program's prompt, no accepted suggestion, no pasted text, no code block, no
 * quotation. In prompts of more than 500 characters or 6 lines only the first line is read: long prompts are often pasted.
 *
 * @module
 */
import type { TypedEvent } from "../types.ts";
import { ownLines } from "./own_sentences.ts";
import { wishIn } from "./remember_words.ts";
import type { Rule, RuleNote } from "./rule.ts";

const NOTE: RuleNote = { id: "preference.explicit", kind: "preferences", confidence: 0.95 };

/** The rule family `preference-explicit`. */
export const explicitPreferenceRule: Rule = {
  family: "preference-explicit",
  rules: [NOTE],
  reads: ["typed"],
  start: () => ({
    push({ event, exchangeId, turn }) {
      if (event.type !== "typed" || turn.asked?.own !== true) return [];
      return explicitPreferences(event).map((text, counter) => ({
        kind: NOTE.kind,
        rule: NOTE.id,
        text,
        confidence: NOTE.confidence,
        assertedBy: "user",
        source: event.key,
        counter,
        at: event.at,
        exchangeId,
      }));
    },
  }),
};

/**
 * The sentences that a typed message asks to remember.
 *
 * @returns one text for each `remember:` line, in order
 * @example
 * ```ts
 * import { explicitPreferences } from "./explicit_preference.ts";
 * const text = "Remember: run the kettle tests before each commit";
 * explicitPreferences({ text, quoted: [] }); // ["run the kettle tests before each commit"]
 * ```
 */
export function explicitPreferences(message: Pick<TypedEvent, "text" | "quoted">): string[] {
  return ownLines(message).flatMap((line) => wishIn(line) ?? []);
}
