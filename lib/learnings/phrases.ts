/**
 * Rules that look for a phrase in the user's own sentences. A phrase is data: a cue, and what must not stand beside it.
 *
 * @module
 */
import type { TypedEvent } from "../types.ts";
import type { LearningDraft } from "./drafts.ts";
import { type OwnSentence, ownSentences } from "./own_sentences.ts";
import type { RuleNote, RuleView } from "./rule.ts";

/** A phrase and what it tells. */
export interface Phrase extends RuleNote {
  /** One of these stands in every sentence that the cue finds; lower case. */
  readonly hints: readonly string[];
  /** Looked for in {@linkcode OwnSentence.plain}. */
  readonly cue?: RegExp;
  /** Keeps the phrase from counting. */
  readonly unless?: RegExp;
  /** Looked for in the sentence as it was typed; in place of `cue` where capitals matter. */
  readonly raw?: RegExp;
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
 */
export function findPhrases<P extends Phrase>(
  sentences: readonly OwnSentence[],
  phrases: readonly P[],
): readonly PhraseHit<P>[] {
  const hits: PhraseHit<P>[] = [];
  sentences.forEach((sentence, index) => {
    if (sentence.text.length > LONGEST_SENTENCE) return;
    const phrase = phrases.find((one) => isIn(sentence, one));
    if (phrase !== undefined) hits.push({ phrase, sentence, text: standingAlone(sentences, index) });
  });
  return hits;
}

function isIn({ text, plain, asks }: OwnSentence, { hints, cue, raw, unless, asking }: Phrase): boolean {
  return (asking === true || !asks) && hints.some((hint) => plain.includes(hint)) &&
    cue?.test(plain) !== false && raw?.test(text) !== false && unless?.test(plain) !== true;
}

/** Words in front of what is said. */
const FILLERS = new RegExp(
  "^(?:(?:ok(?:ay)?|oh|ah+|uh|um|hmm+|well|so|and|but|also|yes|yeah|yep|no|nope|right|sure|fine|great|good|thanks|thank you|" +
    "please|pls|btw|by the way|actually|alright|cool|hey)\\b[ ,.!:;\u2014-]*)+",
  "i",
);
/** A sentence that points at the one before it. */
const POINTING = /^(?:that|this|it|those|these)(?:'s|'re|'ll)?\b/;

/**
 * A sentence without filler words in front, joined to the one before it when it only points at that.
 *
 * @param index of the sentence
 */
export function standingAlone(sentences: readonly OwnSentence[], index: number): string {
  const { text, plain } = sentences[index] ?? { text: "", plain: "" };
  const before = sentences[index - 1];
  const own = text.replace(FILLERS, "").trim() || text;
  return before !== undefined && POINTING.test(plain.replace(FILLERS, "")) && before.text.length <= LONGEST_SENTENCE
    ? `${before.text.replace(FILLERS, "").trim()} ${own}`
    : own;
}

/**
 * The drafts of a message's phrases.
 *
 * @param view of a typed message
 */
export function phraseDrafts(
  { exchangeId }: RuleView,
  event: TypedEvent,
  phrases: readonly Phrase[],
): readonly LearningDraft[] {
  return findPhrases(ownSentences(event), phrases).map(({ phrase, sentence, text }, counter) => ({
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
