/**
 * Open loops that the user makes: work put off, and a ticket asked for and created.
 *
 * @module
 */
import type { Json } from "../types.ts";
import { type Cue, cue, finds } from "./cues.ts";
import type { LearningDraft } from "./drafts.ts";
import { ownSentences } from "./own_sentences.ts";
import { findPhrases, type Phrase } from "./phrases.ts";
import { replySentences } from "./reply_sentences.ts";
import type { Rule, RuleNote, RunningRule } from "./rule.ts";

/** Ways to put work off. */
export const DEFERRALS: readonly Phrase[] = [
  {
    id: "deferral.later",
    kind: "open_loops",
    confidence: 0.85,
    hints: [
      "future",
      "later",
      "another time",
      "separate pr",
      "follow-up",
      "follow up",
      "next sprint",
      "some other time",
      "next session",
      "tomorrow",
      "backlog",
      "remind me",
      "park ",
      "on the list",
      "on our list",
      "on my list",
      "for next",
      "afterwards",
      "still owe",
    ],
    cue: () =>
      /\b(?:(?:leave|defer|postpone|save|park|keep|do|handle|tackle|address|revisit|fix|implement|come back to|get back to)\b.{1,60}\b(?:for (?:a |the )?(?:future|later|another|next|separate)\b|in a (?:future|later|separate|follow-?up|another)\b|later on\b|another time\b|some other time\b|tomorrow\b|next (?:week|session|sprint|time we)|until later\b)|(?:put|add)\b.{1,60}\b(?:on|to|in) the backlog\b|i(?:'ll| will) .{3,60}\b(?:later on|next (?:week|month|sprint)|tomorrow|another time|some other time|after the (?:release|holidays))\b|\bremind me (?:to|about|of)\b|^(?:ok,? |and |please |let's )*park (?:the|this|that|it)\b|\bput (?:it|that|this) on (?:the|our|my) (?:to-?do )?list\b|\b(?:leave|keep) .{1,40}\bfor (?:next (?:week|month|sprint)|tomorrow|monday|after)\b|\bwe (?:still owe|(?:will |can )?look at (?:it|this|that) (?:afterwards|later))\b)/,
    unless: [
      () =>
        /\b(?:in case|don't|do not|never|so that|which we|if we|when we|can be|could be|will need that|used later|later in this|later today)\b/,
    ],
  },
];

const TICKET: RuleNote = { id: "deferral.ticket", kind: "open_loops", confidence: 0.8 };

/** Asks to write work down for later. */
const ASKS_FOR_TICKET: Cue = cue(
  "issue|ticket|bug report|jira|todo",
  () =>
    /\b(?:create|open|file|write|log|raise|make|add)\b.{0,40}\b(?:an? )?(?:new )?(?:\w+ )?(?:issue|ticket|bug report|jira|sub-?issues?|todo)s?\b/,
);
const TICKET_MADE =
  /\b(?:created|opened|filed|logged|raised)\b.*(?:#\d+|\b[A-Z]{2,8}-\d+\b|\bissue\b|\bticket\b|sub-?issues?\b)/i;

/** The rule family `deferrals`. */
export const deferralsRule: Rule = {
  family: "deferrals",
  rules: [...DEFERRALS, TICKET],
  reads: ["typed", "reply"],
  start,
};

/** A ticket that was asked for. */
type Wanted = readonly [key: string, at: string | null, words: string];

function start(state?: Json): RunningRule {
  let wanted: Wanted | null = readWanted(state);
  return {
    push({ event, exchangeId, turn }): readonly LearningDraft[] {
      if (event.type === "typed") {
        wanted = null;
        if (turn.asked?.own !== true) return [];
        const sentences = ownSentences(event);
        const ticket = sentences.find(({ plain }) => finds(plain, ASKS_FOR_TICKET));
        if (ticket !== undefined) wanted = [event.key, event.at, ticket.text];
        return findPhrases(sentences, DEFERRALS).map(({ phrase, text }, counter) => ({
          kind: phrase.kind,
          rule: phrase.id,
          text: about(text, turn.before?.text ?? ""),
          quote: text,
          confidence: phrase.confidence,
          assertedBy: "user",
          source: event.key,
          ...(turn.before === null ? {} : { also: [turn.before.key] }),
          counter,
          at: event.at,
          exchangeId,
        }));
      }
      if (event.type !== "reply" || wanted === null) return [];
      const made = replySentences(event.text).find(({ text }) => TICKET_MADE.test(text));
      if (made === undefined) return [];
      const [key, at, words] = wanted;
      wanted = null;
      return [{
        kind: TICKET.kind,
        rule: TICKET.id,
        text: withTitles(made.text, event.text),
        quote: words,
        confidence: TICKET.confidence,
        assertedBy: "user",
        source: key,
        also: [event.key],
        counter: 50,
        at,
        exchangeId,
      }];
    },
    state: () => wanted as unknown as Json,
  };
}

/** The lines that name the tickets, when the sentence does not. */
function withTitles(sentence: string, reply: string): string {
  const lines = reply.split("\n").map((line) =>
    line.replaceAll(/\]\([^)]*\)|[[\]|*]/g, " ").replaceAll(/\s+/g, " ").trim()
  );
  const titles = lines.filter((line) => /(?:#\d+|\b[A-Z]{2,8}-\d+)\b.{8,}/.test(line) && !sentence.includes(line));
  return [sentence, ...titles.slice(0, 6)].join("\n").slice(0, 600).toWellFormed();
}

/** "let's leave this for later" needs what it is about: the question that the reply before it asked. */
function about(text: string, reply: string): string {
  const question = replySentences(reply).findLast(({ plain }) => plain.endsWith("?"));
  return /\b(?:this|that|it)\b/i.test(text) && question !== undefined ? `${text} (${question.text})` : text;
}

function readWanted(state: Json | undefined): Wanted | null {
  return Array.isArray(state) && typeof state[0] === "string" && typeof state[2] === "string"
    ? [state[0], typeof state[1] === "string" ? state[1] : null, state[2]]
    : null;
}
