/**
 * How a conversation ends, and what is left open by it.
 *
 * @module
 */
import { FAILURE } from "./correction_words.ts";
import { finds } from "./cues.ts";
import { plainOf } from "./own_sentences.ts";
import { wishIn } from "./remember_words.ts";
import { type ReplySentence, replySentences } from "./reply_sentences.ts";
import { shareWords } from "./shared_words.ts";
import type { Asked, Said, Turn } from "./turn.ts";

/** One thing left open. */
export interface Ending {
  readonly ending:
    | "unanswered"
    | "unfinished"
    | "plan"
    | "question"
    | "postponed"
    | "unconfirmed"
    | "waiting"
    | "passed-over";
  readonly text: string;
  /** The text is the user's own words; otherwise some of it is the assistant's. */
  readonly own: boolean;
  /** Key of the message or record it stands in. */
  readonly source: string;
  readonly at: string | null;
}

/** An answer of so many code units says too little by itself. */
const SHORT_ANSWER = 24;
/** Longest text of an open loop. */
const LONGEST = 300;

/** Nothing is asked with it that could stay open. */
const NO_REQUEST =
  /^(?:(?:hi|hello|hey|thanks?|thank you|thx|ok|okay|great|perfect|nice|cool|good|lgtm|bye|exit|quit|stop|never ?mind|nvm|wow|awesome|warmup|test|ping|hm+|\/\S+)\b[\s.!]*(?:you|so much|a lot|then|job|work)?[\s.!]*$|(?:no,? |and |so )*(?:thanks?\b|thank you|that(?:'s| is| was|'ll be| will be) (?:all|it|enough|everything)|done\b|all (?:done|good|set)|wrap (?:it|this) up|enough\b|perfect[!.]|goodbye|see you))/i;
/** The user agrees to what the reply before proposed. */
const AGREES =
  /^(?:yes|yeah|yep|yup|sure|please|go ahead|do it|ok|okay|sounds good|go for it|please do|y)\b[\s\w.!,]{0,20}$/i;

/** Questions out of politeness: nothing stays open with them. */
const POLITE =
  /\b(?:anything else|what(?:'s| is| would you like to do| do you want to (?:do|work on)| should we (?:do|work on)|'d you like)? next|how can i help|what (?:can|would you like|do you want)(?: me)? (?:i |to )?(?:help|do|work on)\b|need (?:help|anything)|does (?:that|this) (?:help|make sense|answer)|make sense|questions|what do you think|thoughts|is there anything|let me know|sound good|shall we continue|ready (?:to|for))\b/;

/** The assistant offers further work; for the last sentence of a reply. */
const OFFERS =
  /^(?:(?:do you )?want me to|would you like (?:me )?to|shall i) (?!(?:proceed|continue|go (?:ahead|on)|know|help|talk)\b)/;
/** The user answers it, one way or the other. */
const ANSWERS =
  /^(?:(?:ok|okay|hm+|well|oh|actually|i think|i guess)\b[ ,.!]*)*(?:yes|yeah|yep|yup|sure|please|go|do|no|nope|nah|not|don't|skip|leave|never ?mind|let's|lets|forget|option|the (?:first|second|last)|both|either|neither|[a-e1-9][).:]?(?: |$))(?:\b|$)|\b(?:leave (?:this|that|it)|not now|for later|future|don't need|no need|instead)\b/;

const TRY_IT =
  /\b(?:try (?:it |that |this |running |the |again|now)|please (?:test|try|verify|check|re-?run)|(?:can|could) you (?:test|try|verify|confirm|re-?run)|test (?:it|this|that) (?:again|now|and)|should (?:now )?(?:work|fix|be fixed|resolve)|let me know (?:if|whether|how|what)|ready for (?:you to|your) (?:\w+ )?(?:re-?)?test)\b/;
const WAITING =
  /\b(?:ready for (?:\w+ )?(?:review|approval|merge|merging|re-review)|(?:waiting|waits|blocked) (?:for|on) (?:your|the|a|an|ci|review|approval|merge)|awaiting (?:your|the|review|approval|merge|ci)|needs? your (?:review|approval|decision|input|go)|pending (?:your|review|approval)|(?:opened|created|pushed to|updated)\b.{0,30}\b(?:pr|pull request|merge request|mr) ?[#!]?\d+|(?:once|after) (?:you|it's|it is|that is|that's|this is|the pr is|ci is)[\w ]{0,16} (?:merge[ds]?|approve[ds]?|green))\b/i;

/**
 * What is open now that the conversation is over.
 *
 * @param refusedPlan key of the record in which the last plan was refused, when nothing came after it
 */
export function findEndings(turn: Turn, refusedPlan: string | null): readonly Ending[] {
  const { asked, last, before } = turn;
  if (asked === null || !asked.own) return [];
  if (refusedPlan !== null) {
    const text = `The plan was refused and not taken up again: ${asked.words}`;
    return [{ ending: "plan", text: cut(text), own: false, source: refusedPlan, at: asked.at }];
  }
  const endings: Ending[] = [];
  if (last === null || turn.calls > 0) {
    const request = requestOf(asked, before);
    if (turn.halted || request === undefined) return [];
    const ending = last === null ? "unanswered" : "unfinished";
    const reached = last === null ? "" : ` (last: ${replySentences(last.text).map((one) => one.text).join(" ")})`;
    endings.push({
      ending,
      text: cut(request + reached),
      own: last === null && request === cut(asked.words),
      source: (last ?? asked).key,
      at: (last ?? asked).at,
    });
  }
  const offered = before === null ? undefined : closingQuestion(before);
  if (offered !== undefined && last === null && /\bfirst\b/i.test(asked.text) && asked.text.length <= 200) {
    endings.push({ ending: "postponed", text: offered, own: false, source: asked.key, at: asked.at });
  } else endings.push(...passedOver(turn, asked));
  if (last === null || turn.calls > 0) return endings;
  return [...endings, ...ofReply(last, asked)];
}

/** The offer before the last question, which was about something else, and the assistant did not come back to it. */
function passedOver({ before, last }: Turn, asked: Asked): readonly Ending[] {
  const closing = before === null ? undefined : replySentences(before.text).at(-1);
  const text = before === null ? undefined : cut(endOf(before));
  if (before === null || text === undefined || !OFFERS.test(closing?.plain ?? "")) return [];
  const plain = plainOf(asked.text);
  if (plain.length <= SHORT_ANSWER || ANSWERS.test(plain)) return [];
  if ([asked.text, last?.text ?? ""].some((said) => shareWords(closing?.text ?? "", said))) return [];
  return [{ ending: "passed-over", text, own: false, source: before.key, at: before.at }];
}

function ofReply(last: Said, asked: Said): readonly Ending[] {
  const { key: source, at } = last;
  const sentences = replySentences(last.text);
  const unconfirmed = sentences.find(({ plain }) => TRY_IT.test(plain));
  if (unconfirmed !== undefined && finds(asked.text.toLowerCase(), FAILURE)) {
    const then = sentences.find(({ plain }) =>
      /^if (?:this|that|it) (?:still )?(?:fails|doesn't|does not|happens)/.test(plain)
    );
    const text = [`Fix not confirmed: ${failureOf(asked.text)}`, then?.text].filter((part) => part !== undefined);
    return [{ ending: "unconfirmed", text: cut(text.join(" ")), own: false, source, at }];
  }
  const question = closingQuestion(last);
  if (question !== undefined) return [{ ending: "question", text: question, own: false, source, at }];
  const waiting = sentences.findLast(({ plain }) => WAITING.test(plain));
  if (waiting === undefined) return [];
  return [{
    ending: "waiting",
    text: cut(`Waits for review or merge: ${withReference(waiting, last.text)}`),
    own: false,
    source,
    at,
  }];
}

/** The question or offer that a reply ends with. */
function closingQuestion(reply: Said): string | undefined {
  const sentences = replySentences(reply.text);
  const closing = sentences.at(-1);
  if (closing === undefined) return undefined;
  const asks = /[?？]["')\]]*$/.test(closing.plain) ||
    /^(?:say the word|just say the word|let me know (?:if|whether|which|when) (?:you(?:'d)? (?:want|like)|i should|to))\b/
      .test(
        closing.plain,
      );
  if (!asks || POLITE.test(closing.plain)) return undefined;
  return cut(endOf(reply));
}

/** The last sentence of a reply, with the one before it when it says too little. */
function endOf(reply: Said): string {
  const sentences = replySentences(reply.text);
  const closing = sentences.at(-1);
  if (closing === undefined) return "";
  const before = sentences.at(-2);
  const needsMore = closing.plain.length < 60 || /\b(?:it|that|this|them|one)\b/.test(closing.plain);
  return needsMore && before !== undefined && closing.line - before.line <= 2
    ? `${before.text} ${closing.text}`
    : closing.text;
}

/** What was asked for, in words that stand alone. */
function requestOf(asked: Asked, before: Said | null): string | undefined {
  if (NO_REQUEST.test(asked.text.trim()) || asked.words === "") return undefined;
  // Being told something to remember asks for no answer.
  if (wishIn(asked.words) !== undefined) return undefined;
  const question = before === null ? undefined : closingQuestion(before);
  if (AGREES.test(asked.words)) return question;
  // "1", "the second one": the question says what about.
  if (asked.words.length <= SHORT_ANSWER && question !== undefined) return cut(`${question} \u2192 ${asked.words}`);
  return tellsNothing(asked.words) ? undefined : cut(asked.words);
}

/** "commit", "push it": what was to be done cannot be told from it. Other scripts write without spaces. */
function tellsNothing(words: string): boolean {
  return /^[a-z'-]+(?: [a-z'-]+)?[\s.!]*$/i.test(words);
}

/** The line that says what failed. */
function failureOf(text: string): string {
  const lines = text.split("\n").map((line) => line.trim()).filter((line) => line !== "");
  const line = lines.find((one) => /\berror\b/i.test(one) && plainOf(one).length > 12) ??
    lines.find((one) => finds(one.toLowerCase(), FAILURE)) ?? lines[0] ?? "";
  return line.slice(0, 160).toWellFormed();
}

/** A pull request or issue that the reply names belongs to what waits for it. */
function withReference({ text }: ReplySentence, reply: string): string {
  const reference = /(?:PR|pull request|issue) ?#\d+|https?:\/\/\S+\/(?:pull|issues|merge_requests)\/\d+/i.exec(reply)
    ?.[0];
  return reference === undefined || text.includes(reference) ? text : `${text} (${reference})`;
}

function cut(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`.toWellFormed();
}
