/**
 * Words of findings and of their support. Data of `root_causes.ts`.
 *
 * @module
 */

/** Stands in every reply that holds a claim, an admission or a reversal. */
export const CLAIM_HINT =
  /root cause|found it|finding|the (?:fix|solution|trick|issue|problem|cause|culprit|bug) (?:is|was|isn)|explains|what's happening|verified|confirmed|wrong|mistake|incorrect|backwards|misread|misunderstood/i;

/** The assistant says what it found. */
export const CLAIMS =
  /\broot cause\b.{3,}|^found (?:it|the (?:issue|problem|bug|cause|culprit|root cause))\b|^(?:the )?(?:key|major|critical|main|important) finding\b|\bthe (?:fix|solution|trick) was\b|\bthe (?:actual |real |underlying )?(?:issue|problem|cause|culprit|bug) (?:is|was) (?!(?:now |already )?(?:fixed|resolved|solved|gone)\b)|^(?:now )?i see what's happening|\b(?:that|this) explains (?:the|why|it)\b/;

/** It is a guess. */
export const HEDGED =
  /\b(?:might|may be|maybe|probably|likely|perhaps|possibly|could be|seems?|appears?|i think|i suspect|suspect|let me (?:check|see|look|verify|investigate)|if (?:that's|this is) the case|would be)\b/;

/** A result has shown it. */
export const PROVEN =
  /^(?:(?:perfect|great|excellent|good|yes|success|done)\b[!,. ]*)*(?:(?:it|that|this) (?:now )?(?:works|worked)|works now|fixed\b|all (?:\w+ )?(?:tests )?pass|tests pass|verified|confirmed|reproduced|the (?:job )?log (?:says|shows|answered|confirms))\b/;

/** The user says that it holds. */
export const CONFIRMED =
  /(?:^|\b(?:yes|yeah|ok|great|perfect|nice|cool|awesome|and|now|that|it|this)\b[ ,.!]*)(?:(?:it|that|this) )?(?:now )?(?:worked|works|seems to work|is working|did it|was it|fixed it|solved it|did the trick)\b|\b(?:now i(?:'ve)? (?:get|got) it|manual test (?:has |is )?pass\w*|tests? (?:now )?pass(?:es|ed)?|confirmed|is (?:now )?(?:fixed|green|working))\b/;

/** The user says that it does not, or shows a failure. */
export const DENIED =
  /\b(?:still (?:no|not|doesn't|does not|didn't|didnt|fails?|failing|broken|the same|get(?:ting)?|see(?:ing)?|happen\w*|wrong)|not (?:quite )?(?:right|fixed|working|it)|doesn't work|didn't work|didnt work|same (?:error|issue|problem))\b|(?:^|\n).{0,80}\b(?:error|exception|failed|fatal|traceback)\b.{0,120}(?:\n|$)/i;
