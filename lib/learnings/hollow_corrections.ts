/**
 * Corrections that say that something is wrong, and neither what nor what is right: "That's not what I asked." They become a
 * mistake with what the next sentence or the reply adds, or none (design, learnings.md: a failure report alone is none).
 *
 * @module
 */
import type { OwnSentence } from "./own_sentences.ts";
import { standingAlone } from "./phrases.ts";
import { replySentences } from "./reply_sentences.ts";
import { tellingWords } from "./shared_words.ts";

/** Nothing but that it is wrong, broken, or not what was meant; for text in the plain form. */
const HOLLOW = () =>
  /^(?:(?:ok|okay|uh|um|hmm+|well|so|but|and|ah|oh|no|nope|wait|hey|sorry)\b[ ,.!…]*)*(?:(?:that|this|it)(?:(?:'s| is| was) (?:(?:still|just|simply|really|clearly|definitely) )?not|(?: isn't| wasn't)) (?:(?:at all|quite|really|exactly|just) )?(?:(?:what|how|the(?: \w+){1,2}) i (?:(?:actually|really|just) )?(?:meant|asked|wanted|said|needed|had in mind)(?: it| you)?(?: for)?|right|correct|true|it|good|ok|okay)|(?:that|this|it)(?:'s| is| was) (?:(?:still|just|simply|totally|completely|clearly|all) )?(?:wrong|incorrect|broken)|(?:(?:that|this|it) )?(?:still )?(?:doesn't|does not|didn't|did not) work|you (?:(?:just|still|really|also|completely|totally) )?(?:broke \S+(?: \S+){0,2}|(?:misread|misunderstood|ignored|missed|forgot)(?: (?:me|it|that|this|them|something|the point|my (?:point|question|message|request)))?))(?: (?:again|now|completely|entirely|too|at all))*[\s.!…]*$/;

/** An order to mend it, which does not say what is right. */
const ORDER = () =>
  /^(?:(?:please|just|now|so|and|ok|then)\b[ ,]*)*(?:try|fix|redo|revert|undo|roll|put it|stop|start|go|do it|do that|look|check|think|read|focus|again|come on|thanks|thank)\b/;

/** What a reply that agrees begins with. */
const AGREEMENT = () =>
  /^(?:(?:oh|ah|yes|yeah|hmm|sorry(?: about that)?|apologies|my (?:bad|mistake)|good (?:catch|point)|you(?:'re| are) (?:\w+ )?(?:right|correct))\b[\s,.!:;—–-]*(?:(?:and|so|but) )?)*/;
/** ... and goes on with, when it says nothing yet. */
const PLAN = () =>
  /^(?:now )?(?:let me|let's|i'll|i will|i'm (?:going|about)|i am (?:going|about)|going to|give me|one moment)\b/;

/** Words of blame, of agreeing and of mending: what holds no others says nothing of the thing itself. */
const STOCK: ReadonlySet<string> = new Set(
  ("absolutely actually again apologies apologize apologise asked back broke broken catch completely confusion correct " +
    "correcting corrected corrections exactly fixed fixing forgot good great incorrect meant mended misread missed mistake misunderstood okay please " +
    "point really redo revert reverted reverting right rolled rolling said sorry still sure thank thanks that thing " +
    "things totally true undo undoing understand understood want wanted well working works work yeah").split(" "),
);

/** A sentence of the user that corrects the assistant. */
export interface Correction {
  /** The sentence; with the next one where it is hollow and that says what is right. */
  readonly text: string;
  /** It says that something is wrong, and neither it nor what stands around it says more. */
  readonly hollow: boolean;
}

/**
 * A sentence as a correction.
 *
 * @param sentences of one message
 * @param index of the sentence; one that is not there has no text
 * @example
 * ```ts
 * import { saidAt } from "./hollow_corrections.ts";
 * import { ownSentences } from "./own_sentences.ts";
 * const text = "That's not what I asked. I said JSON lines.";
 * saidAt(ownSentences({ text, quoted: [] }), 0); // { text, hollow: false }
 * ```
 */
export function saidAt(sentences: readonly OwnSentence[], index: number): Correction {
  const [sentence, next] = [sentences[index], sentences[index + 1]];
  if (sentence === undefined || !HOLLOW().test(sentence.plain)) return { text: sentence?.text ?? "", hollow: false };
  if (next !== undefined && saysWhatIsRight(next)) return { text: `${sentence.text} ${next.text}`, hollow: false };
  // "You return an array. That's not what I asked." says it in front.
  const before = sentences[index - 1]?.text;
  const joined = before !== undefined && standingAlone(sentence.text, before) !== standingAlone(sentence.text);
  return { text: sentence.text, hollow: !(joined && namesThing(before)) };
}

function saysWhatIsRight({ plain, asks }: OwnSentence): boolean {
  return !asks && !HOLLOW().test(plain) && !ORDER().test(plain) && namesThing(plain);
}

/**
 * True when a reply says more than that the user is right, that it is sorry, and what it is about to do.
 *
 * @param answer sentences of the reply
 */
export function saysMore(answer: string): boolean {
  return replySentences(answer).some(({ plain }) => {
    const rest = plain.replace(AGREEMENT(), "");
    return !rest.endsWith("?") && !PLAN().test(rest) && namesThing(rest);
  });
}

/** Words stand in the text that are neither blame nor apology. */
function namesThing(text: string): boolean {
  for (const word of tellingWords(text)) if (!STOCK.has(word)) return true;
  return false;
}
