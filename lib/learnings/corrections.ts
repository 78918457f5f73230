/**
 * Mistakes: the user contradicts and the assistant reverses itself, or the assistant admits one. The pair is the signal;
 * "you're right" alone is none, as most of those follow a proposal (design, learnings.md).
 *
 * @module
 */
import type { Json, SessionEvent } from "../types.ts";
import {
  ADMISSIONS,
  AGREEING,
  CONTRADICTIONS,
  FAILURE,
  mayAdmit,
  mayContradict,
  MENDED,
  NO_ADMISSION,
  OUTRIGHT,
  REVERSALS,
  SLIPS,
  TURNING,
  UNDERSTANDING,
  UNSURE,
} from "./correction_words.ts";
import { finds, findsAny } from "./cues.ts";
import type { LearningDraft } from "./drafts.ts";
import { saidAt, saysMore } from "./hollow_corrections.ts";
import { type OwnSentence, ownSentences } from "./own_sentences.ts";
import { standingAlone } from "./phrases.ts";
import { lowerReply, type ReplySentence, replySentences } from "./reply_sentences.ts";
import { CLAIMS } from "./root_cause_words.ts";
import type { Rule, RuleNote, RuleView, RunningRule } from "./rule.ts";

const ADMITTED: RuleNote = { id: "correction.admitted", kind: "mistakes", confidence: 0.9 };
const PAIR: RuleNote = { id: "correction.pair", kind: "mistakes", confidence: 0.9 };
const SAID: RuleNote = { id: "correction.said", kind: "mistakes", confidence: 0.8 };
const SAME_ERROR: RuleNote = { id: "correction.same-error", kind: "mistakes", confidence: 0.85 };
const STOPPED: RuleNote = { id: "correction.stopped", kind: "mistakes", confidence: 0.85 };

/** Replies after the user's words in which the assistant may turn around. */
const REPLIES_LOOKED_AT = 3;
/** Longest contradiction kept. */
const LONGEST_WORDS = 300;
/** An admission with what is right is told in so many code units. */
const ENOUGH_WORDS = 140;
/** Code units in which those stand. */
const HEAD = 2000;
/** Sentences at the beginning of a reply in which it agrees or disagrees. */
const OPENING = 4;

/** The rule family `corrections`. */
export const correctionsRule: Rule = {
  family: "corrections",
  rules: [ADMITTED, PAIR, SAID, STOPPED, SAME_ERROR],
  reads: ["typed", "user-answer", "reply"],
  start,
};

/** What the user said that may turn out to correct the assistant. */
interface Doubt {
  readonly key: string;
  readonly at: string | null;
  /** The contradicting sentence, or the first one; with the next one where that says what is right. */
  readonly words: string;
  /** The sentence before it. */
  readonly before: string;
  readonly contradicts: boolean;
  /** They say that something is wrong, and no more: what the reply says has to be added. */
  readonly hollow: boolean;
  /** It shows a failure. */
  readonly failed: boolean;
  /** It came with stopping the assistant: an interrupt, or a refused call. */
  readonly stopped: boolean;
  /** The reply it is about. */
  readonly about: string | null;
  /** A learning was made of it already. */
  readonly told: boolean;
  readonly replies: number;
}

function start(state?: Json): RunningRule {
  let doubt: Doubt | null = readDoubt(state);

  function ofUser(view: RuleView, event: SessionEvent & { readonly key: string; readonly text: string }) {
    const { turn } = view;
    const sentences = ownSentences(event.type === "typed" ? event : { text: event.text, quoted: [] });
    const contradicting = sentences.findIndex(({ plain }) =>
      mayContradict(plain) && findsAny(plain, CONTRADICTIONS) && !UNSURE().test(plain)
    );
    const about = event.type === "typed" ? turn.before : turn.last ?? turn.before;
    const at = "at" in event ? event.at : null;
    const outright = outrightly(sentences, { answers: asksAtEnd(about?.text ?? ""), first: turn.number <= 1 });
    const contradiction = saidAt(sentences, Math.max(0, contradicting));
    doubt = {
      key: event.key,
      at,
      words: cut(contradiction.text),
      before: cut(sentences[contradicting - 1]?.text ?? ""),
      contradicts: contradicting >= 0,
      hollow: contradiction.hollow,
      failed: finds(event.text.toLowerCase(), FAILURE),
      stopped: event.type !== "typed" || turn.stopped,
      about: about?.key ?? null,
      told: outright >= 0,
      replies: 0,
    };
    const again = sameError(about?.text ?? "", { shown: event.text, failed: doubt.failed });
    if (about !== null && again !== undefined) {
      doubt = { ...doubt, told: true };
      // What shows it is mostly pasted: the assistant's own words are the source.
      const claim = { key: about.key, at: about.at, about: null };
      const draft = draftOf(SAME_ERROR, claim, { exchangeId: view.exchangeId, text: again });
      return [{ ...draft, assertedBy: "assistant" as const }];
    }
    if (outright < 0) return [];
    const said = standingAlone(saidAt(sentences, outright).text, sentences[outright - 1]?.text);
    return [draftOf(SAID, doubt, { exchangeId: view.exchangeId, text: cut(said) })];
  }

  function ofReply({ exchangeId, turn }: RuleView, event: SessionEvent & { readonly type: "reply" }) {
    const now = doubt;
    if (doubt !== null) doubt = { ...doubt, replies: doubt.replies + 1 };
    const fresh = now !== null && now.replies < REPLIES_LOOKED_AT && now.words !== "" ? now : null;
    const doubted = fresh !== null && (fresh.contradicts || fresh.stopped || fresh.failed);
    const admits = mayAdmit(lowerReply(event.text));
    // Most replies admit nothing: one search must do for them; agreeing stands at the beginning.
    if (!doubted && !admits) return [];
    const sentences = replySentences(admits ? event.text : event.text.slice(0, HEAD));
    const admitted = sentences.findIndex(({ plain }, index) =>
      (findsAny(plain, ADMISSIONS) || (doubted && findsAny(plain, SLIPS)) ||
        (index < OPENING && fresh !== null && findsAny(plain, REVERSALS))) && !NO_ADMISSION().test(plain)
    );
    if (admitted >= 0) {
      const admission = around(sentences, admitted);
      if (fresh !== null && addsNothing(fresh, admission)) return [];
      if (doubt !== null) doubt = { ...doubt, told: true };
      if (fresh === null || fresh.told || !doubted) {
        const about = turn.asked?.own === true ? [turn.asked.key] : [];
        return [{
          ...draftOf(ADMITTED, { key: event.key, at: event.at, about: null }, { exchangeId, text: admission }),
          assertedBy: "assistant" as const,
          ...(about.length === 0 ? {} : { also: about }),
        }];
      }
      const text = `${wordsOf(fresh)} ${TURNED} ${admission}`;
      return [draftOf(ADMITTED, fresh, { exchangeId, text, quote: admission, reply: event.key })];
    }
    if (fresh === null || fresh.told) return [];
    const opening = sentences.slice(0, OPENING);
    const agreed = opening.findIndex(({ plain, text }) =>
      findsAny(plain, AGREEING) || findsAny(text, TURNING) || (fresh.stopped && findsAny(plain, UNDERSTANDING))
    );
    if (agreed < 0 || !(fresh.contradicts || fresh.stopped)) {
      // What was answered by a plain yes needed no turning around; a later "you're right" is about something else.
      if (doubt !== null && /^(?:yes|yeah|yep)\b/.test(opening[0]?.plain ?? "")) doubt = { ...doubt, told: true };
      return [];
    }
    const answer = around(sentences, agreed);
    if (addsNothing(fresh, answer)) return [];
    doubt = { ...fresh, told: true };
    const note = fresh.contradicts ? PAIR : STOPPED;
    return [
      draftOf(note, fresh, {
        exchangeId,
        text: `${wordsOf(fresh)} ${TURNED} ${answer}`,
        quote: answer,
        reply: event.key,
      }),
    ];
  }

  return {
    push(view): readonly LearningDraft[] {
      const { event, turn } = view;
      if (event.type === "reply") return ofReply(view, event);
      if (event.type === "user-answer") return event.kind === "question" ? [] : ofUser(view, event);
      if (event.type !== "typed") return [];
      if (turn.asked?.own === true) return ofUser(view, event);
      doubt = null;
      return [];
    },
    state: () => doubt as unknown as Json,
  };
}

/**
 * The assistant said what was wrong and that it is mended now, and what the user shows next holds the very error that it
 * had quoted: what it said of the cause was wrong.
 */
function sameError(
  reply: string,
  { shown, failed }: { readonly shown: string; readonly failed: boolean },
): string | undefined {
  if (!failed || !finds(lowerReply(reply), MENDED)) return undefined;
  for (const { text, plain } of replySentences(reply)) {
    if (!findsAny(plain, CLAIMS)) continue;
    const quoted = Array.from(text.matchAll(QUOTED), ([words]) => words.slice(1, -1))
      .find((words) => shown.includes(words));
    if (quoted !== undefined) return cut(`${text} ${TURNED} the same error came again: ${quoted}`);
  }
  return undefined;
}

function wordsOf({ words, before }: Doubt): string {
  return cut(standingAlone(words, before === "" ? undefined : before));
}

/** Words that the assistant quotes, long enough to be an error's own. */
const QUOTED = /"[^"\n]{10,120}"|“[^”\n]{10,120}”|`[^`\n]{10,120}`/g;

/** Stands between what the user said and how the assistant turned around. */
const TURNED = "\u2192";

function outrightly(
  sentences: readonly OwnSentence[],
  { answers, first }: { readonly answers: boolean; readonly first: boolean },
): number {
  if (first) return -1;
  return sentences.findIndex(({ plain }, index) =>
    findsAny(plain, OUTRIGHT) && !(answers && plain.startsWith("no")) && !saidAt(sentences, index).hollow
  );
}

/** Neither what the user said nor the answer to it tells what was wrong or what is right. */
function addsNothing({ hollow }: Doubt, answer: string): boolean {
  return hollow && !saysMore(answer);
}

function asksAtEnd(reply: string): boolean {
  return /\?["')\]*_`\s]*$/.test(reply);
}

/** The sentence with those behind it, which say what is right; and the one before when it only points at that. */
function around(sentences: readonly ReplySentence[], index: number): string {
  const sentence = sentences[index];
  if (sentence === undefined) return "";
  const before = sentences[index - 1];
  const points = /\b(?:it|that|this|them)\b/.test(sentence.plain) && before !== undefined &&
    before.line < sentence.line &&
    sentence.line - before.line <= 2;
  const parts = points ? [before.text, sentence.text] : [sentence.text];
  for (const next of sentences.slice(index + 1, index + 4)) {
    if (next.line > sentence.line + 4 || parts.join(" ").length + next.text.length > LONGEST_WORDS) break;
    parts.push(next.text);
    if (parts.join(" ").length > ENOUGH_WORDS && !next.text.endsWith(":")) break;
  }
  return cut(parts.join(" "));
}

function draftOf(
  note: RuleNote,
  doubt: Pick<Doubt, "key" | "at" | "about">,
  { exchangeId, text, quote, reply }: {
    readonly exchangeId: string | null;
    readonly text: string;
    readonly quote?: string;
    readonly reply?: string;
  },
): LearningDraft {
  const also = [reply, doubt.about ?? undefined].filter((key) => key !== undefined);
  return {
    kind: note.kind,
    rule: note.id,
    text,
    ...(quote === undefined ? {} : { quote }),
    confidence: note.confidence,
    assertedBy: "user",
    source: doubt.key,
    ...(also.length === 0 ? {} : { also }),
    counter: 0,
    at: doubt.at,
    exchangeId,
  };
}

function cut(text: string): string {
  return text.length <= LONGEST_WORDS ? text : `${text.slice(0, LONGEST_WORDS - 1)}…`.toWellFormed();
}

function readDoubt(state: Json | undefined): Doubt | null {
  if (typeof state !== "object" || state === null || Array.isArray(state)) return null;
  const value = state as unknown as Partial<Doubt>;
  if (typeof value.key !== "string" || typeof value.words !== "string") return null;
  return {
    key: value.key,
    at: typeof value.at === "string" ? value.at : null,
    words: value.words,
    before: typeof value.before === "string" ? value.before : "",
    contradicts: value.contradicts === true,
    hollow: value.hollow === true,
    failed: value.failed === true,
    stopped: value.stopped === true,
    about: typeof value.about === "string" ? value.about : null,
    told: value.told === true,
    replies: typeof value.replies === "number" ? value.replies : 0,
  };
}
