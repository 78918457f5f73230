/**
 * What the assistant found out, once there is support: the user confirms it, or a result did before it was said. A
 * confident root cause alone is no fact; a later reversal takes it back (design, learnings.md).
 *
 * @module
 */
import type { Json } from "../types.ts";
import { ADMISSIONS, CONTRADICTIONS, REVERSALS } from "./correction_words.ts";
import { createSearch, finds, findsAny, hintsOf } from "./cues.ts";
import type { LearningDraft } from "./drafts.ts";
import { ownSentences, plainOf } from "./own_sentences.ts";
import { lowerReply, type ReplySentence, replySentences } from "./reply_sentences.ts";
import type { Rule, RuleNote, RuleView, RunningRule } from "./rule.ts";
import { CLAIMS, CONFIRMED, DENIED, HEDGED, PROVEN } from "./root_cause_words.ts";
import { shareWords } from "./shared_words.ts";

const BY_USER: RuleNote = { id: "root-cause.confirmed", kind: "facts", confidence: 0.85 };
const BY_RESULT: RuleNote = { id: "root-cause.verified", kind: "facts", confidence: 0.7 };

/** Claims that wait for support. */
const MOST_CLAIMS = 4;
/** Told facts that can still be taken back. */
const MOST_TOLD = 6;
/** Typed messages in which a claim can be confirmed or taken back. */
const REACH = 3;
/** Longest claim kept. */
const LONGEST = 320;

/** The assistant takes back what it found. */
const REVERSED = [...REVERSALS, ...ADMISSIONS];
/** Stand in every reply, in lower case, that holds a claim or takes one back. */
const mayClaim = createSearch(hintsOf(CLAIMS));
const mayFind = createSearch(hintsOf([...CLAIMS, ...REVERSED]));

/** The rule family `root-causes`. */
export const rootCausesRule: Rule = {
  family: "root-causes",
  rules: [BY_USER, BY_RESULT],
  reads: ["typed", "reply"],
  start,
};

interface Claim {
  readonly key: string;
  readonly at: string | null;
  readonly exchangeId: string | null;
  readonly text: string;
  readonly counter: number;
  /** A result proved it before it was made. */
  readonly proven: boolean;
  /** Number of the open question when it was made. */
  readonly turn: number;
}

function start(state?: Json): RunningRule {
  let { claims, told } = readState(state);

  function tell(
    claim: Claim,
    note: RuleNote,
    { turn, by }: { readonly turn: number; readonly by: string | null },
  ): LearningDraft {
    told = [...told, { ...claim, turn }].slice(-MOST_TOLD);
    return {
      kind: note.kind,
      rule: note.id,
      text: claim.text,
      confidence: note.confidence,
      assertedBy: "assistant",
      source: claim.key,
      ...(by === null ? {} : { also: [by] }),
      counter: claim.counter,
      at: claim.at,
      exchangeId: claim.exchangeId,
    };
  }

  const takeBack = (claim: Claim, at: string | null): LearningDraft => ({
    kind: BY_USER.kind,
    rule: BY_USER.id,
    text: "",
    confidence: 0,
    assertedBy: "assistant",
    source: claim.key,
    counter: claim.counter,
    at: at ?? claim.at,
    exchangeId: claim.exchangeId,
    retracted: true,
  });

  function ofUser({ event, turn }: RuleView): readonly LearningDraft[] {
    if (event.type !== "typed") return [];
    const waiting = claims;
    claims = [];
    const sentences = ownSentences(event);
    if (waiting.length + told.length === 0) return [];
    const denies = findsAny(event.text.toLowerCase(), DENIED) ||
      sentences.some(({ plain }) => findsAny(plain, CONTRADICTIONS));
    if (denies) {
      const recent = told.filter((claim) => turn.number - claim.turn <= 1);
      told = told.filter((claim) => !recent.includes(claim));
      return recent.map((claim) => takeBack(claim, event.at));
    }
    if (sentences.some(({ plain }) => findsAny(plain, CONFIRMED))) {
      return waiting.filter((claim) => turn.number - claim.turn === 1).map((claim) =>
        tell(claim, BY_USER, { turn: turn.number, by: event.key })
      );
    }
    claims = waiting.filter((claim) => !claim.proven && turn.number - claim.turn < REACH);
    return waiting.filter((claim) => claim.proven).map((claim) =>
      tell(claim, BY_RESULT, { turn: turn.number, by: null })
    );
  }

  function ofReply({ event, exchangeId, turn }: RuleView): readonly LearningDraft[] {
    if (event.type !== "reply" || !mayFind(lowerReply(event.text))) return [];
    const sentences = replySentences(event.text);
    const reversed = told.length + claims.length === 0
      ? []
      : sentences.filter(({ plain }) => findsAny(plain, REVERSED));
    const left = told.filter((claim) => reversed.some(({ text }) => shareWords(text, claim.text)));
    told = told.filter((claim) => !left.includes(claim));
    claims = claims.filter((claim) => !reversed.some(({ text }) => shareWords(text, claim.text)));
    let shown: boolean | undefined;
    sentences.forEach((sentence, index) => {
      if (!isClaim(sentence)) return;
      const proven = shown ??= turn.calls > 0 && sentences.slice(0, 3).some(({ plain }) => finds(plain, PROVEN));
      const text = wholeClaim(sentences, index);
      // The first wording of a finding is kept, unless only the later one was shown by a result.
      const same = [...claims, ...told].find((claim) => text !== undefined && shareWords(claim.text, text));
      if (text === undefined || (same !== undefined && (same.proven || !proven))) return;
      claims = claims.filter((claim) => claim !== same);
      const counter = claims.filter((claim) => claim.key === event.key).length;
      claims = [
        ...claims,
        { key: event.key, at: event.at, exchangeId, text, counter, proven, turn: turn.number },
      ].slice(-MOST_CLAIMS);
    });
    return left.map((claim) => takeBack(claim, event.at));
  }

  return {
    push: (view) => view.event.type === "typed" ? ofUser(view) : ofReply(view),
    leave(exchangeId) {
      claims = claims.filter((claim) => claim.exchangeId !== exchangeId);
      return [];
    },
    state: () => ({ claims, told }) as unknown as Json,
  };
}

function isClaim({ plain }: ReplySentence): boolean {
  return mayClaim(plain) && findsAny(plain, CLAIMS) && !findsAny(plain, HEDGED) && !plain.endsWith("?");
}

/** The claim, with the sentence behind it when it only announces. */
function wholeClaim(sentences: readonly ReplySentence[], index: number): string | undefined {
  const parts: string[] = [];
  for (const { text, line } of sentences.slice(index, index + 3)) {
    if (parts.length > 0 && line - (sentences[index]?.line ?? 0) > 4) break;
    parts.push(text);
    if (parts.join(" ").length >= 90 && !text.endsWith(":")) break;
  }
  const text = parts.join(" ");
  if (findsAny(plainOf(text), HEDGED) || text.length < 40) return undefined;
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`.toWellFormed();
}

function readState(state: Json | undefined): { claims: readonly Claim[]; told: readonly Claim[] } {
  const value = typeof state === "object" && state !== null && !Array.isArray(state)
    ? state as unknown as { readonly claims?: unknown; readonly told?: unknown }
    : {};
  const list = (field: unknown): readonly Claim[] => Array.isArray(field) ? field.filter(isStoredClaim) : [];
  return { claims: list(value.claims), told: list(value.told) };
}

function isStoredClaim(value: unknown): value is Claim {
  if (typeof value !== "object" || value === null) return false;
  const { key, text, turn, counter } = value as Partial<Claim>;
  return typeof key === "string" && typeof text === "string" && typeof turn === "number" && typeof counter === "number";
}
