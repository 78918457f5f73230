/**
 * Preferences the user asked to be remembered in so many words: `remember: ...`.
 *
 * Only the user's own words count: no program's prompt, no accepted suggestion, no pasted text, no code block, no
 * quotation. In prompts of more than 500 characters or 6 lines only the first line is read: long prompts are often pasted.
 *
 * @module
 */
import type { TextRange, TypedEvent } from "../types.ts";
import type { LearningDraft } from "./drafts.ts";
import type { Rule, RuleEvent } from "./rule.ts";

const LONGEST_PROMPT = 500;
const MOST_LINES = 6;
const OWN_WORDS: ReadonlySet<string> = new Set(["typed", "queued", "unmarked", "recovered"]);

/** The rule family `preference-explicit`. */
export const explicitPreferenceRule: Rule = {
  family: "preference-explicit",
  start() {
    const byExchange = new Map<string, LearningDraft[]>();
    return {
      push({ event, exchangeId }: RuleEvent) {
        if (event.type !== "typed" || !OWN_WORDS.has(event.label)) return [];
        const drafts = explicitPreferences(event).map((text, counter): LearningDraft => ({
          kind: "preferences",
          rule: "preference.explicit",
          text,
          confidence: 0.95,
          assertedBy: "user",
          source: event.key,
          counter,
          at: event.at,
          exchangeId,
        }));
        if (exchangeId !== null && drafts.length > 0) byExchange.set(exchangeId, drafts);
        return drafts;
      },
      leave(exchangeId) {
        return (byExchange.get(exchangeId) ?? []).map((draft) => ({ ...draft, retracted: true }));
      },
      settle: () => [],
      state: () => null,
    };
  },
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
export function explicitPreferences({ text, quoted }: Pick<TypedEvent, "text" | "quoted">): string[] {
  const lines = text.split("\n");
  const short = text.length <= LONGEST_PROMPT && lines.length <= MOST_LINES;
  const found: string[] = [];
  let offset = 0;
  let inCode = false;
  for (const line of short ? lines : lines.slice(0, 1)) {
    const fence = /^\s{0,3}(?:```|~~~)/.test(line);
    if (fence) inCode = !inCode;
    else if (!inCode && !overlaps(quoted, { start: offset, end: offset + line.length })) {
      const match = /^[ \t]{0,3}(?:please[ \t,]+)?remember[ \t]?:[ \t]*(\S.*)$/i.exec(line);
      const wish = match?.[1]?.trim();
      if (wish !== undefined && /\p{L}/u.test(wish) && wish.length <= LONGEST_PROMPT) found.push(wish);
    }
    offset += line.length + 1;
  }
  return found;
}

function overlaps(ranges: readonly TextRange[], span: TextRange): boolean {
  return ranges.some((range) => range.start < span.end && range.end > span.start);
}
