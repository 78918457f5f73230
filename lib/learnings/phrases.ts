/**
 * Rules that look for a phrase in the user's own sentences. A phrase is data: a cue, and what must not stand beside it.
 *
 * @module
 */
import type { TypedEvent } from "../types.ts";
import { createSearch, holdsAny } from "./cues.ts";
import type { LearningDraft } from "./drafts.ts";
import { type OwnSentence, ownSentences, plainOf } from "./own_sentences.ts";
import type { RuleNote, RuleView } from "./rule.ts";

/** A phrase and what it tells. */
export interface Phrase extends RuleNote {
  /** One of these stands in every sentence that the cue finds; lower case. */
  readonly hints: readonly string[];
  /** Looked for in {@linkcode OwnSentence.plain}; made when a hint is found, like all patterns here. */
  readonly cue?: () => RegExp;
  /** Each keeps the phrase from counting. */
  readonly unless?: readonly (() => RegExp)[];
  /** Looked for in the sentence as it was typed; in place of `cue` where capitals matter. */
  readonly raw?: () => RegExp;
  /** The phrase counts only where something is talked over, not in an order: see {@linkcode isTalk}. */
  readonly talk?: boolean;
  /** The phrase also counts in a sentence that asks for something ("can we always ..."). */
  readonly asking?: boolean;
}

/** A sentence in which a phrase was found. */
export interface PhraseHit<P extends Phrase = Phrase> {
  readonly phrase: P;
  readonly sentence: OwnSentence;
  /** The sentence, with the one before it when it cannot stand alone. */
  readonly text: string;
}

/** Sentences longer than this say too much for one phrase to be what they are about. */
const LONGEST_SENTENCE = 320;

/**
 * The first phrase of each sentence.
 *
 * @param sentences of one message, in order
 * @param phrases in the order of trust
 * @param replyBefore the reply that the message answers
 */
export function findPhrases<P extends Phrase>(
  sentences: readonly OwnSentence[],
  phrases: readonly P[],
  replyBefore?: string,
): readonly PhraseHit<P>[] {
  const hits: PhraseHit<P>[] = [];
  const mayHold = searchFor(phrases);
  sentences.forEach((sentence, index) => {
    if (sentence.remembered || sentence.text.length > LONGEST_SENTENCE || !mayHold(sentence.plain)) return;
    const phrase = phrases.find((one) => isIn(sentence, one) && (one.talk !== true || isTalk(sentence, replyBefore)));
    if (phrase === undefined) return;
    const text = standingAlone(sentence.text, sentences[index - 1]?.text);
    const last = hits.at(-1);
    // "That's too wordy. Please be brief." is one wish.
    if (last?.phrase === phrase && last.sentence === sentences[index - 1]) {
      hits[hits.length - 1] = { phrase, sentence, text: text.includes(last.text) ? text : `${last.text} ${text}` };
    } else hits.push({ phrase, sentence, text });
  });
  return hits;
}

function searchFor(phrases: readonly Phrase[]): (plain: string) => boolean {
  let search = SEARCHES.get(phrases);
  if (search === undefined) {
    SEARCHES.set(
      phrases,
      search = createSearch([...new Set(phrases.flatMap(({ hints }) => hints))]),
    );
  }
  return search;
}

const SEARCHES = new WeakMap<readonly Phrase[], (plain: string) => boolean>();

function isIn({ text, plain, asks }: OwnSentence, phrase: Phrase): boolean {
  return (phrase.asking === true || !asks) && holdsAny(plain, phrase.hints) && phrase.raw?.().test(text) !== false &&
    phrase.cue?.().test(plain) !== false && !isKeptOff(plain, phrase);
}

/** True when the phrase's cue stands in a plain sentence and nothing keeps it from counting. */
export function isPhrase(plain: string, phrase: Phrase): boolean {
  return phrase.cue !== undefined && holdsAny(plain, phrase.hints) && phrase.cue().test(plain) &&
    !isKeptOff(plain, phrase);
}

/** Something keeps the phrase from counting. */
function isKeptOff(plain: string, { unless }: Phrase): boolean {
  return unless?.some((pattern) => pattern().test(plain)) === true;
}

/** Something is talked over: the assistant asked, or the user says what they think or hold for good. */
function isTalk({ plain }: OwnSentence, replyBefore = ""): boolean {
  return /\?["')\]*_`\s]*$/.test(replyBefore) || /\?[^?]{0,200}$/.test(replyBefore.slice(-260)) ||
    /\b(?:i think|i feel|i'd say|imo|explicitly|in general|by design|on purpose|never|always)\b/.test(plain);
}

/** Ends a filler word: a mark that joins it to nothing. A hyphen, a slash or a stop inside of a word does not. */
const MARK = "(?:\\s*(?:[,!…—]|[.;:]+(?!\\S)|(?<=\\s)[-–]+(?=\\s)))";
/** Say nothing, whatever follows. */
const INTERJECTIONS =
  "ok(?:ay)?|oh|ah+|uh|hmm+|and|but|also|yes|yeah|yep|please|pls|btw|by the way|actually|alright|hey";
/** "so" says nothing in front of these; "so far", "so many", "so-called" do. */
const BEHIND_SO =
  "i|you|we|they|it|a|an|the|each|every|all|this|that's|there|these|those|my|our|your|let's|lets|let us|please|always|never|don't|do not|no|from|in|for|if|when|use";
/** These deny, or belong to what follows: "no emojis", "right-align", "good tests", "thank you notes". */
const OTHERS = "no(?!\\.\\s*\\d|,\\s*n?or\\b)|nope|right|sure|fine|great|good|cool|well|um|so|thanks|thank you";

/** Words in front of what is said; made when they are first wanted. */
function fillers(): RegExp {
  return pattern ??= new RegExp(
    `^(?:(?:(?:${INTERJECTIONS})(?=\\s|${MARK})|so(?=\\s+(?:${BEHIND_SO})(?![\\w-]))|(?:${OTHERS})(?=${MARK}))${MARK}*\\s*)+`,
    "i",
  );
}

let pattern: RegExp | undefined;

/** A sentence that points at the one before it. */
const POINTING = /^(?:that|this|it|those|these)(?:'s|'re|'ll)?\b/;

/**
 * A sentence without filler words in front. What denies or belongs to the next word is none: "no" only in front of a mark.
 *
 * @param text as it was typed; when it is nothing else, it stays
 * @example
 * ```ts
 * import { withoutFillers } from "./phrases.ts";
 * withoutFillers("ok, no, always use tabs"); // "always use tabs"
 * withoutFillers("ok, no emojis please"); // "no emojis please"
 * ```
 */
export function withoutFillers(text: string): string {
  return text.replace(fillers(), "").trim() || text;
}

/**
 * A sentence without filler words in front, joined to the one before it when it only points at that.
 *
 * @param text as it was typed
 * @param before the sentence before it
 */
export function standingAlone(text: string, before?: string): string {
  const own = withoutFillers(text);
  return before !== undefined && POINTING.test(plainOf(own)) && before.length <= LONGEST_SENTENCE
    ? `${before.replace(fillers(), "")} ${own}`.trim()
    : own;
}

/**
 * The drafts of a message's phrases.
 *
 * @param view of a typed message
 * @param not phrases of another kind: a sentence that holds one of them is what they say
 */
export function phraseDrafts(
  { exchangeId, turn }: RuleView,
  event: TypedEvent,
  phrases: readonly Phrase[],
  not: readonly Phrase[] = [],
): readonly LearningDraft[] {
  const sentences = ownSentences(event);
  return findPhrases(sentences, phrases, turn.before?.text)
    .filter(({ sentence }) => findPhrases([sentence], not).length === 0).map(({ phrase, sentence, text }, counter) => ({
      kind: phrase.kind,
      rule: phrase.id,
      text,
      ...(sentence.text === text ? {} : { quote: sentence.text }),
      confidence: phrase.confidence,
      assertedBy: "user",
      source: event.key,
      counter,
      at: event.at,
      exchangeId,
    }));
}
