/**
 * What the user chose in a dialog of the assistant. An answer means something only together with its question; yes, no, a
 * question back, or an order for now is no decision.
 *
 * @module
 */
import type { LearningDraft } from "./drafts.ts";
import { plainOf } from "./own_sentences.ts";
import type { Rule, RuleNote } from "./rule.ts";

const FACT: RuleNote = { id: "dialog.decision", kind: "facts", confidence: 0.8 };
const PREFERENCE: RuleNote = { id: "dialog.preference", kind: "preferences", confidence: 0.85 };

/** The rule family `dialog-answers`. */
export const dialogAnswersRule: Rule = {
  family: "dialog-answers",
  rules: [FACT, PREFERENCE],
  reads: ["user-answer"],
  start: () => {
    // The answers of one dialog stand in one record.
    let record = "";
    let counter = 0;
    return {
      push({ event, exchangeId }) {
        if (event.type !== "user-answer" || event.kind !== "question" || event.asked === null) return [];
        counter = event.key === record ? counter + 1 : 0;
        record = event.key;
        const note = judge(event.asked, event.text);
        if (note === undefined) return [];
        const answer = event.text.replace(/\s*\((?:recommended|empfohlen)\)\s*$/i, "").trim();
        const draft: LearningDraft = {
          kind: note.kind,
          rule: note.id,
          text: `${event.asked.trim()} ${ARROW} ${answer}`,
          quote: answer,
          confidence: note.confidence,
          assertedBy: "user",
          source: event.key,
          counter,
          at: event.at,
          exchangeId,
        };
        return [draft];
      },
    };
  },
};

const ARROW = "\u2192";
const LONGEST_ANSWER = 200;
const LONGEST_QUESTION = 400;

/** The answer says how to treat something for good. */
const LASTING =
  /^(?:please )?(?:always|never|don't|do not|leave|keep|only ever|avoid|ask (?:me )?(?:first|every|each))\b/;

/** The answer is about going on, not about a thing. */
const PROCEEDING =
  /^(?:yes|no|yeah|yep|nope|ok|okay|sure|go ahead|proceed|continue|do it|run|start|stop|skip|cancel|later|not now|wait|confirm|approve[ds]?|commit|push|merge|deploy|check|look|see|show|tell|read|try|test|fix|explain|other|none|both are|i(?:'ll| will)|let me|let's|can you|could you|确认|是|好|否|不)(?:\b|[ ,.:;!-]|$|[，。])/;

/** The question asks whether or how to go on with the work. */
const ABOUT_PROCEEDING =
  /\b(?:shall i|should i|do you want me|would you like me|want me to|ready to|proceed|go ahead|how far should|next step|what next|continue (?:with|to)|start (?:with|now)|push (?:now|it)|commit (?:now|this|these|it)|merge (?:now|it)|which (?:files|commits?|changes|issues?|tasks?|items?|tests?) (?:to|should|do)|before (?:i|doing)|right now|this session|this (?:pr|commit))\b/;

/** The same in a script that the words above do not cover. */
const ABOUT_PROCEEDING_ELSEWHERE =
  /[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af].*(?:commit|push|merge|提交|推送|合并|继续|是否)/;

function judge(asked: string, answer: string): RuleNote | undefined {
  const plain = plainOf(answer);
  const question = plainOf(asked);
  if (plain === "" || answer.length > LONGEST_ANSWER || asked.length > LONGEST_QUESTION) return undefined;
  if (/[?？]/.test(answer)) return undefined;
  if (LASTING.test(plain)) return PREFERENCE;
  if (PROCEEDING.test(plain) || ABOUT_PROCEEDING.test(question)) return undefined;
  if (ABOUT_PROCEEDING_ELSEWHERE.test(question)) return undefined;
  return FACT;
}
