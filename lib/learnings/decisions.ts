/**
 * Decisions and facts that the user states: what is wanted, what is settled, what belongs where, what was observed; and the
 * option chosen from a list of the assistant's (design, learnings.md: facts come from the user's words).
 *
 * @module
 */
import { type Cue, cue, finds } from "./cues.ts";
import type { LearningDraft } from "./drafts.ts";
import { DECISION_PHRASES } from "./decision_words.ts";
import { chosenOptions } from "./options.ts";
import { ownSentences } from "./own_sentences.ts";
import { phraseDrafts, standingAlone } from "./phrases.ts";
import { PREFERENCE_PHRASES } from "./preference_phrases.ts";
import type { Rule, RuleNote, RuleView } from "./rule.ts";

const OPTION: RuleNote = { id: "decision.option", kind: "facts", confidence: 0.45 };
const RECORDED: RuleNote = { id: "decision.recorded", kind: "facts", confidence: 0.85 };

/** The user wants what was just said kept where agents read it. */
const RECORD_IT: Cue = cue(
  "claude.md|agents.md|gemini.md|memor|copilot-instructions",
  () =>
    /\b(?:add|put|note|record|document|write|save|remember) (?:this|that|it)\b.{0,30}\b(?:in|into|to) (?:the |our |your )?(?:\S*\/)?(?:claude\.md|agents\.md|gemini\.md|memory|memories|copilot-instructions)/,
);

/** The rule family `decisions`. */
export const decisionsRule: Rule = {
  family: "decisions",
  rules: [...DECISION_PHRASES, OPTION, RECORDED],
  reads: ["typed"],
  start: () => ({
    push(view) {
      const { event, turn } = view;
      if (event.type !== "typed" || turn.asked?.own !== true) return [];
      const drafts = [
        ...phraseDrafts(view, event, DECISION_PHRASES, PREFERENCE_PHRASES),
        ...recorded(view),
        ...chosen(view),
      ];
      return drafts.map((draft, counter) => ({ ...draft, counter }));
    },
  }),
};

/** "... add this to CLAUDE.md": the sentences in front of it. */
function recorded({ event, exchangeId }: RuleView): readonly LearningDraft[] {
  if (event.type !== "typed") return [];
  const sentences = ownSentences(event);
  const at = sentences.findIndex(({ plain }) => finds(plain, RECORD_IT));
  const before = sentences.slice(Math.max(0, at - 2), at).filter(({ asks }) => !asks);
  if (at < 1 || before.length === 0) return [];
  const text = before.map(({ text }, index) => standingAlone(text, before[index - 1]?.text)).join(" ");
  return [draftOf(RECORDED, { key: event.key, at: event.at, exchangeId, text })];
}

/** "option 3", "A)": the words of that option, with the question. */
function chosen({ event, exchangeId, turn }: RuleView): readonly LearningDraft[] {
  if (event.type !== "typed" || turn.before === null) return [];
  const choice = chosenOptions(event.text, turn.before.text);
  if (choice === undefined) return [];
  const text = `${choice.question} \u2192 ${choice.options.join("; ")}`;
  return [{
    ...draftOf(OPTION, { key: event.key, at: event.at, exchangeId, text }),
    quote: event.text.trim().slice(0, 200).toWellFormed(),
    also: [turn.before.key],
  }];
}

function draftOf(
  note: RuleNote,
  { key, at, exchangeId, text }: {
    readonly key: string;
    readonly at: string | null;
    readonly exchangeId: string | null;
    readonly text: string;
  },
): LearningDraft {
  return {
    kind: note.kind,
    rule: note.id,
    text,
    confidence: note.confidence,
    assertedBy: "user",
    source: key,
    counter: 0,
    at,
    exchangeId,
  };
}
