/**
 * Preferences the user asked to be remembered in so many words: `remember: ...`.
 *
 * Only the user's own words count: no program's prompt, no accepted suggestion, no pasted text, no code block, no
 * quotation. In prompts of more than 500 characters or 6 lines only the first line is read: long prompts are often pasted.
 *
 * @module
 */
import type { Json, TextRange, TypedEvent } from "../types.ts";
import type { LearningDraft } from "./drafts.ts";
import type { Rule, RuleEvent, RunningRule } from "./rule.ts";

const LONGEST_PROMPT = 500;
const MOST_LINES = 6;
const OWN_WORDS: ReadonlySet<string> = new Set(["typed", "queued", "unmarked", "recovered"]);

/** What is remembered of a learning, to take it back when its exchange is left: exchange, source and how many. */
type Given = readonly [exchangeId: string, source: string, count: number];

/** Learnings that can still be taken back; only recent exchanges are ever rewound. */
const MOST_GIVEN = 100;

/** The rule family `preference-explicit`. */
export const explicitPreferenceRule: Rule = { family: "preference-explicit", reads: ["typed"], start };

function start(state?: Json): RunningRule {
  const given: Given[] = readGiven(state);

  function push({ event, exchangeId }: RuleEvent): readonly LearningDraft[] {
    if (event.type !== "typed" || !OWN_WORDS.has(event.label)) return [];
    const texts = explicitPreferences(event);
    if (texts.length === 0) return [];
    if (exchangeId !== null && given.push([exchangeId, event.key, texts.length]) > MOST_GIVEN) given.shift();
    return texts.map((text, counter) => ({
      ...draftOf({ source: event.key, counter, exchangeId }),
      text,
      at: event.at,
    }));
  }

  function leave(exchangeId: string): readonly LearningDraft[] {
    return given.filter(([left]) => left === exchangeId).flatMap(([, source, count]) =>
      Array.from({ length: count }, (_, counter) => ({
        ...draftOf({ source, counter, exchangeId }),
        retracted: true,
      }))
    );
  }

  return { push, leave, settle: () => [], state: () => given };
}

function draftOf(
  from: { readonly source: string; readonly counter: number; readonly exchangeId: string | null },
): LearningDraft {
  return {
    kind: "preferences",
    rule: "preference.explicit",
    text: "",
    confidence: 0.95,
    assertedBy: "user",
    at: null,
    ...from,
  };
}

function readGiven(state: Json | undefined): Given[] {
  if (!Array.isArray(state)) return [];
  return (state as readonly Json[]).filter((entry): entry is Given & Json =>
    Array.isArray(entry) && typeof entry[0] === "string" && typeof entry[1] === "string" &&
    typeof entry[2] === "number"
  );
}

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
