/**
 * Facts that the user states with a tag ("..., right?") and the assistant confirms outright. Neither is enough alone: a
 * belief of the user may be wrong, and assistants agree easily (design, learnings.md), so only a plain "exactly" counts, and
 * what the assistant takes back afterwards is withdrawn.
 *
 * @module
 */
import type { Json, ReplyEvent } from "../types.ts";
import { ADMISSIONS, mayAdmit } from "./correction_words.ts";
import { createSearch, type Cue, cue, finds, findsAny } from "./cues.ts";
import type { LearningDraft } from "./drafts.ts";
import { ownSentences } from "./own_sentences.ts";
import { standingAlone } from "./phrases.ts";
import { lowerReply, replySentences } from "./reply_sentences.ts";
import type { Rule, RuleNote, RuleView, RunningRule } from "./rule.ts";
import { shareWords, tellingWords } from "./shared_words.ts";

const NOTE: RuleNote = { id: "statement.confirmed", kind: "facts", confidence: 0.75 };

/** A statement in the form of a question. */
const TAGGED: Cue = cue(
  "right?|yeah?|yes?|correct?|or?|=>|->|isn't it?",
  () => /^.{24,}(?:,? (?:right|yeah|yes|correct|isn't it)\?+|, or(?: not)?\?+)$|^.{8,} (?:=>|->) .{3,}\?$/,
);
/** The tag itself says nothing. */
const TAG = /,? (?:right|yeah|yes|correct|isn't it|or(?: not)?)\?+$/i;
/** Without a comma it may be what the sentence says: "is not correct?" */
const NO_TAG = /(?:\b(?:is|are|was|were|be|not|look|looks|seems?|the|all)|n't|'s|'re) (?:right|correct)\?+$/;
/** Fewer telling words say too little by themselves. */
const FEWEST_WORDS = 3;
/** It asks what to do, or points at something said elsewhere. */
const NO_STATEMENT: Cue = cue(
  "this |that |it |can |could |should i|shall |will you|would you|do you|did you|are you|have you|you |now|yet|done|just|ready|finished|already|today",
  () =>
    /^(?:(?:so|and|but|ok|okay|oh|ah)\b[ ,]*)*(?:(?:this|that|it)(?:'s| is| was| does| should)?\b|(?:can|could|would|will|do|did|have|are) (?:we|you|i)\b|you\b|should i\b|shall\b)|\b(?:done|ready|finished|just|now|yet|already|today)\b.{0,12}\?/,
);
/** The assistant confirms; at the beginning of its reply. */
const CONFIRMS =
  /^(?:(?:yes|yeah|yep|ah)\b[,.! —–-]*)?(?:exactly\b|precisely\b|correct\b(?=[.!,:]| [—–-])|(?:that's|that is) (?:exactly |absolutely )?(?:right|correct)\b|you're (?:absolutely |completely |exactly )?(?:right|correct)\b(?! to\b| about\b| that i\b| i\b))/;
const mayConfirm = createSearch(["exactly", "precisely", "correct", "right"]);
/** ... and at once not quite. */
const LIMITED = /\b(?:but|however|except|though|although|not quite|almost|partly|partially|mostly|with one)\b/;

/** Replies of an exchange in which it may be confirmed, and code units of the beginning in which it has to be. */
const REPLIES_LOOKED_AT = 4;
const HEAD = 600;
/** Longest statement kept. */
const LONGEST = 400;

/** Told statements that can still be taken back, and typed messages in which they can. */
const MOST_TOLD = 4;
const REACH = 3;

interface Statement {
  readonly key: string;
  readonly at: string | null;
  readonly exchangeId: string | null;
  readonly text: string;
  /** Number of the open question when it was made. */
  readonly turn: number;
  readonly replies: number;
}

/** The rule family `confirmed-statements`. */
export const confirmedStatementsRule: Rule = {
  family: "confirmed-statements",
  rules: [NOTE],
  reads: ["typed", "reply"],
  start,
};

function start(state?: Json): RunningRule {
  let { open, told } = readState(state);

  function ofUser({ event, exchangeId, turn }: RuleView): void {
    if (event.type !== "typed") return;
    open = null;
    told = told.filter((one) => turn.number - one.turn < REACH);
    if (turn.asked?.own !== true) return;
    const sentences = ownSentences(event);
    const tagged = sentences.flatMap(({ text, plain }, index) =>
      finds(plain, TAGGED) && !NO_TAG.test(plain) && !finds(plain, NO_STATEMENT)
        ? [standingAlone(text, sentences[index - 1]?.text).replace(TAG, ".")]
        : []
    );
    const text = tagged.join(" ");
    if (text.length > LONGEST || tellingWords(text).size < FEWEST_WORDS) return;
    open = { key: event.key, at: event.at, exchangeId, text, turn: turn.number, replies: 0 };
  }

  function ofReply(event: ReplyEvent): readonly LearningDraft[] {
    const taken = takenBack(event);
    told = told.filter((one) => !taken.includes(one));
    const back = taken.map((one): LearningDraft => {
      return { ...draftOf(one), text: "", retracted: true, at: event.at ?? one.at };
    });
    if (open === null) return back;
    const statement = open;
    open = statement.replies + 1 < REPLIES_LOOKED_AT ? { ...statement, replies: statement.replies + 1 } : null;
    if (!isConfirmed(event.text.slice(0, HEAD))) return back;
    open = null;
    told = [...told, statement].slice(-MOST_TOLD);
    return [...back, { ...draftOf(statement), also: [event.key] }];
  }

  function takenBack({ text: reply }: ReplyEvent): readonly Statement[] {
    if (told.length === 0 || !mayAdmit(lowerReply(reply))) return [];
    const admissions = replySentences(reply).filter(({ plain }) => findsAny(plain, ADMISSIONS));
    return told.filter((one) => admissions.some(({ text }) => shareWords(text, one.text)));
  }

  return {
    push(view) {
      if (view.event.type === "reply") return ofReply(view.event);
      ofUser(view);
      return [];
    },
    leave(exchangeId) {
      told = told.filter((one) => one.exchangeId !== exchangeId);
      if (open?.exchangeId === exchangeId) open = null;
      return [];
    },
    state: () => ({ open, told }) as unknown as Json,
  };
}

/** @param head the beginning of a reply */
function isConfirmed(head: string): boolean {
  if (!mayConfirm(head.toLowerCase())) return false;
  const [first, ...next] = replySentences(head);
  if (first === undefined || !CONFIRMS.test(first.plain) || LIMITED.test(first.plain)) return false;
  if (/^(?:but|however|except|though|although)\b/.test(next[0]?.plain ?? "")) return false;
  // "You're right, I made that up" is a mistake of the assistant's, and told as one.
  return ![first, ...next.slice(0, 2)].some(({ plain }) => findsAny(plain, ADMISSIONS));
}

function draftOf({ key, at, exchangeId, text }: Statement): LearningDraft {
  return {
    kind: NOTE.kind,
    rule: NOTE.id,
    text,
    confidence: NOTE.confidence,
    assertedBy: "user",
    source: key,
    counter: 0,
    at,
    exchangeId,
  };
}

function readState(state: Json | undefined): { open: Statement | null; told: readonly Statement[] } {
  const value = typeof state === "object" && state !== null && !Array.isArray(state)
    ? state as unknown as { readonly open?: unknown; readonly told?: unknown }
    : {};
  return {
    open: isStatement(value.open) ? value.open : null,
    told: Array.isArray(value.told) ? value.told.filter(isStatement) : [],
  };
}

function isStatement(value: unknown): value is Statement {
  if (typeof value !== "object" || value === null) return false;
  const { key, text, turn, replies } = value as Partial<Statement>;
  return typeof key === "string" && typeof text === "string" && typeof turn === "number" && typeof replies === "number";
}
