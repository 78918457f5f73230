/**
 * Words of findings and of their support. Data of `root_causes.ts`. Texts are in the plain form of `plainOf`, unless said
 * otherwise.
 *
 * @module
 */
import { type Cue, cue } from "./cues.ts";

/** The assistant says what it found. */
export const CLAIMS: readonly Cue[] = [
  cue("root cause", () => /\broot cause\b.{3,}/),
  cue("found ", () => /^found (?:it|the (?:issue|problem|bug|cause|culprit|root cause))\b/),
  cue("finding", () => /^(?:the )?(?:key|major|critical|main|important) finding\b/),
  cue("the fix was|the solution was|the trick was", () => /\bthe (?:fix|solution|trick) was\b/),
  cue(
    "issue |problem |cause |culprit |bug ",
    () =>
      /\bthe (?:actual |real |underlying )?(?:issue|problem|cause|culprit|bug) (?:is|was) (?!(?:now |already )?(?:fixed|resolved|solved|gone)\b)/,
  ),
  cue("what's happening|explains", () => /^(?:now )?i see what's happening|\b(?:that|this) explains (?:the|why|it)\b/),
];

/** It is a guess. */
export const HEDGED: readonly Cue[] = [
  cue(
    "might|may be|probably|likely|perhaps|possibly|could be|seem|appear|i think|suspect|let me|case|would be",
    () =>
      /\b(?:might|may be|maybe|probably|likely|perhaps|possibly|could be|seems?|appears?|i think|i suspect|suspect|let me (?:check|see|look|verify|investigate)|if (?:that's|this is) the case|would be)\b/,
  ),
];

/** A result has shown it. */
export const PROVEN: Cue = cue(
  "work|fixed|pass|verified|confirmed|reproduced|log ",
  () =>
    /^(?:(?:perfect|great|excellent|good|yes|success|done)\b[!,. ]*)*(?:(?:it|that|this) (?:now )?(?:works|worked)|works now|fixed\b|all (?:\w+ )?(?:tests )?pass|tests pass|verified|confirmed|reproduced|the (?:job )?log (?:says|shows|answered|confirms))\b/,
);

/** The user says that it holds. */
export const CONFIRMED: readonly Cue[] = [
  cue(
    "work|did it|was it|fixed|solved|did the trick",
    () =>
      /(?:^|\b(?:yes|yeah|ok|great|perfect|nice|cool|awesome|and|now|that|it|this)\b[ ,.!]*)(?:(?:it|that|this) )?(?:now )?(?:worked|works|seems to work|is working|did it|was it|fixed it|solved it|did the trick)\b/,
  ),
  cue(
    "got it|get it|pass|confirmed|fixed|green|working",
    () =>
      /\b(?:now i(?:'ve)? (?:get|got) it|manual test (?:has |is )?pass\w*|tests? (?:now )?pass(?:es|ed)?|confirmed|is (?:now )?(?:fixed|green|working))\b/,
  ),
];

/** The user says that it does not, or shows a failure; for the whole message in lower case. */
export const DENIED: readonly Cue[] = [
  cue(
    "still|not |work|same ",
    () =>
      /\b(?:still (?:no|not|doesn't|does not|didn't|didnt|fails?|failing|broken|the same|get(?:ting)?|see(?:ing)?|happen\w*|wrong)|not (?:quite )?(?:right|fixed|working|it)|doesn't work|didn't work|didnt work|same (?:error|issue|problem))\b/,
  ),
  cue("error|exception|failed|fatal|traceback", () => /\b(?:error|exception|failed|fatal|traceback)\b/),
];
