/**
 * Why the user refused a tool call or a plan. A reason that says how things are to be done is a preference; a question
 * or an order for the task at hand is none. The best source of preferences there is (design, learnings.md).
 *
 * @module
 */
import type { Json, Signal } from "../types.ts";
import type { LearningDraft } from "./drafts.ts";
import { ELSEWHERE, TOLD } from "./no_wish_words.ts";
import { ownSentences } from "./own_sentences.ts";
import { isPhrase, standingAlone } from "./phrases.ts";
import { PREFERENCE_PHRASES } from "./preference_phrases.ts";
import type { Rule, RuleNote, RunningRule } from "./rule.ts";
import { programCalls } from "./shell_words.ts";

const NOTE: RuleNote = { id: "refusal.reason", kind: "preferences", confidence: 0.9 };

/** How a reason begins that holds beyond the call. */
const MANNER =
  /(?:^|[,;:] )(?:(?:please|no|nope|and|but|ok|okay|hey|wait|stop|hmm)\b[ ,.!-]*)*(?:(?:let's|lets|let us|we|you|i)(?:'d| would| should| can| want to| need to)? )?(?:prefer|rather|always|never|don't|do not|not|shouldn't|should not|must not|mustn't|can't|cannot|avoid|stop|only|use|using|keep|stick|no)\b/;

/** An order for now, or a thing that only this call is about. */
const FOR_THIS_CALL =
  /(?:https?:\/\/|\b(?:for now|right now|yet|wait|hold on|first|again|instead of that|this one|that one|the (?:other|second|first|last|wrong|same) (?:one|file|branch|option|version|line)|try|not (?:that|this|what|yet|quite|sure)|no need|never ?mind|i(?:'ll| will)|i(?:'ve| have)|i'm|done|already|later|undo|revert|go back|continue|ask me|what i meant|commit \d)\b)/;

/** It complains, tells a story, or points at something said elsewhere. */
const NO_MANNER = [...TOLD, ELSEWHERE];

/** Longest reason that is one rule and not a set of orders. */
const LONGEST_REASON = 240;
/** What was refused is kept, and shown, up to these lengths. */
const LONGEST_CALL = 400;
const LONGEST_CONTEXT = 120;

/** The rule family `refusals`. */
export const refusalsRule: Rule = {
  family: "refusals",
  rules: [NOTE],
  reads: ["user-answer", "tool-call"],
  start,
};

/** The last call of a tool: what it was about to do. */
type LastCall = readonly [name: string, call: string];
type ToolCall = Extract<Signal, { readonly type: "tool-call" }>;

function start(state?: Json): RunningRule {
  let last: LastCall | null = readCall(state);
  // Hardly any call is refused: what it says is looked at only then and at the end of a run.
  let unread: ToolCall | null = null;
  const lastCall = (): LastCall | null => {
    if (unread !== null) {
      const { name, command, paths } = unread;
      last = [name, (command ?? paths?.[0] ?? name).slice(0, LONGEST_CALL).toWellFormed()];
      unread = null;
    }
    return last;
  };
  return {
    push({ event, exchangeId }) {
      if (event.type === "signal" && event.signal.type === "tool-call") {
        unread = event.signal;
        return [];
      }
      if (event.type !== "user-answer" || event.kind === "question") return [];
      const call = lastCall();
      const about = call !== null && (event.asked === null || event.asked === call[0]) ? aboutCall(call[1]) : "";
      return refusalReasons(event.text).map((text, counter): LearningDraft => ({
        kind: NOTE.kind,
        rule: NOTE.id,
        text: about === "" ? text : `${text} (refused: ${about})`,
        quote: text,
        confidence: NOTE.confidence,
        assertedBy: "user",
        source: event.key,
        counter,
        at: event.at,
        exchangeId,
      }));
    },
    state: () => lastCall() as unknown as Json,
  };
}

/**
 * The sentences of a refusal's reason that say how things are to be done.
 *
 * @param reason the user's words
 * @example
 * ```ts
 * import { refusalReasons } from "./refusals.ts";
 * refusalReasons("don't check plans in"); // ["don't check plans in"]
 * refusalReasons("why not use tea?"); // []
 * ```
 */
export function refusalReasons(reason: string): readonly string[] {
  const sentences = ownSentences({ text: reason, quoted: [] });
  if (reason.length > LONGEST_REASON) return [];
  return sentences.flatMap((sentence, index) => {
    if (sentence.asks || !tellsManner(sentence.plain)) return [];
    return [standingAlone(sentence.text, sentences[index - 1]?.text)];
  });
}

function tellsManner(plain: string): boolean {
  if (plain.split(" ").length < 3) return false;
  if (PREFERENCE_PHRASES.some((phrase) => isPhrase(plain, phrase))) {
    return true;
  }
  return MANNER.test(plain) && !FOR_THIS_CALL.test(plain) && !NO_MANNER.some((pattern) => pattern().test(plain));
}

/** The first program of a command; anything else as it is. */
function aboutCall(call: string): string {
  return (programCalls(call)[0]?.text ?? call).slice(0, LONGEST_CONTEXT).toWellFormed();
}

function readCall(state: Json | undefined): LastCall | null {
  return Array.isArray(state) && typeof state[0] === "string" && typeof state[1] === "string"
    ? [state[0], state[1]]
    : null;
}
