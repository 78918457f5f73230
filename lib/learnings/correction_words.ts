/**
 * Words of corrections: how users contradict, how assistants admit, agree and turn around. Data of `corrections.ts`.
 * Texts are in the plain form of `plainOf`, lower case with straight apostrophes, unless said otherwise.
 *
 * @module
 */
import { createSearch, type Cue, cue, hintsOf } from "./cues.ts";

/** The assistant admits that what it said or decided was wrong; enough by itself. */
export const ADMISSIONS: readonly Cue[] = [
  cue(
    "i had |i got ",
    () => /\bi (?:had|got) (?:it|that|this|them|these|the \w+) (?:backwards?|wrong|reversed|mixed up|the wrong way)\b/,
  ),
  cue(
    "invented|made that|made it|made this|made them|made those",
    () => /\bi (?:just )?made (?:that|it|this|them|those)(?: \w+)? up\b|\bi (?:just )?invented (?:that|it|this)\b/,
  ),
  cue(
    "i was wrong|i was mistaken|i was incorrect|i was inconsistent|i was conflating|i was framing",
    () => /\bi was (?:wrong|mistaken|incorrect|inconsistent|conflating|framing (?:it|this|that) wrong)\b/,
  ),
  cue(
    "i mis|i over|i conflated",
    () =>
      /\bi (?:misread|misunderstood|misinterpreted|misdiagnosed|misstated|mischaracteri[sz]ed|oversold|conflated|overstated)\b/,
  ),
  cue(
    "on my part|my mistake|my error|my fault|my bad|my own|my oversight",
    () =>
      /\b(?:mistake|error|oversight) on my part\b|\b(?:was|that's|that is|is|were) (?:entirely |completely )?my (?:own )?(?:mistake|error|fault|bad|oversight)\b|^my (?:mistake|bad|error|fault)\b/,
  ),
  cue(
    "was wrong|was incorrect|was a mistake",
    () =>
      /\b(?:that|what i (?:said|wrote|told you)|my (?:earlier|previous|first|last|own) \w+) was (?:wrong|incorrect|a mistake)\b/,
  ),
  cue(
    "i should",
    () =>
      /\b(?:i|one i|which i|that i) should(?:n't| not)? have (?:caught|checked|read|noticed|asked|verified|looked|known|tested|used|told|realized|realised|kept|committed|pushed|skipped|assumed|said)\b/,
  ),
  cue(
    "correct my|correcting my|stand corrected",
    () => /\bi (?:have|need) to correct (?:myself|my)\b|\bi stand corrected\b|\bcorrecting myself\b/,
  ),
  cue("the wrong ", () => /\b(?:went|was pushed|got pushed|landed|ended up) (?:to|on|in|into|onto) the wrong \w+/),
];

/** A slip; counts only when the user contradicted or showed a failure, as agents name and mend their slips all the time. */
export const SLIPS: readonly Cue[] = [
  cue(
    "i was ",
    () => /\bi was (?:confusing|confused|misreading|misled|looking at the wrong|using the wrong|editing the wrong)\b/,
  ),
  cue(
    "incorrectly|wrongly|mistakenly|erroneously|accidentally",
    () => /\bi (?:incorrectly|wrongly|mistakenly|erroneously|accidentally)\b/,
  ),
  cue(
    "the wrong|a wrong",
    () =>
      /\bi (?:cited|used|edited|pushed|created|put|deleted|committed|ran|wrote|referenced|picked|named|read|checked) (?:\w+ ){0,4}(?:the|a) wrong\b/,
  ),
  cue("but i ", () => /\bbut i (?:created|used|put|wrote|set|passed|called|copied|pushed|edited|named|placed)\b/),
];

/** True of every text in lower case that holds one of {@linkcode ADMISSIONS} or {@linkcode SLIPS}. */
export const mayAdmit = createSearch(hintsOf([...ADMISSIONS, ...SLIPS]));

/** The assistant gives up its earlier explanation; counts right after the user spoke. */
export const REVERSALS: readonly Cue[] = [
  cue(
    "isn't|is not|wasn't|was not",
    () =>
      /\b(?:root cause|cause|problem|issue|bug|culprit) (?:isn't|is not|wasn't|was not) .{2,90}(?:[—–-]+ ?|[,;:.] )(?:it's|it is|it was|but|the real|actually)\b/,
  ),
  cue(
    "isn't|is not|wasn't|was not",
    () =>
      /\b(?:it|this|that) (?:isn't|is not|wasn't|was not) (?:a |an |the )?[\w …-]{2,40} [—–-]+ (?:it's|it is|it was)\b/,
  ),
  cue(
    "without ",
    () =>
      /\bi (?:\w+ed|ran|wrote|took|gave|sent|put|overwrote) .{0,60}\bwithout (?:checking|looking|reading|verifying|asking)\b/,
  ),
  cue(
    "too early|guessed|invented|didn't check|did not check|hadn't checked",
    () =>
      /\bi (?:reported|claimed|announced|declared) .{2,40}\btoo early\b|\bi (?:had |only |just )*(?:guessed|invented) (?!right)\w|\bi (?:didn't|did not|hadn't) check(?:ed)? .{2,60}\bbefore\b/,
  ),
  cue("at all|wasn't it", () => /\b(?:it|that|this) (?:was not|wasn't) \w+ at all\b|\bthen .{2,30} wasn't it\b/),
];

/** The assistant agrees; counts only when the user contradicted or stopped it. */
export const AGREEING: readonly Cue[] = [
  cue(
    "you're |you are ",
    () =>
      /^(?:(?:oh|ah|yes|yeah|hmm|ok|okay|sorry|apologies)\b[,.! ]*)*you(?:'re| are) (?:absolutely |completely |totally |quite |entirely )?(?:right|correct)\b(?! to (?:ask|question|wonder|check|be|push))/,
  ),
  cue("good |great |nice ", () => /^(?:(?:oh|ah|yes)\b[,.! ]*)*(?:good|great|nice) (?:catch|spot)\b/),
  cue("sorry|apologies|apologi", () => /^(?:sorry|apologies)\b|\bi apologi[sz]e\b/),
  cue(
    "revert|undo|correct ",
    () =>
      /\b(?:let me|i'll|i will) (?:revert|undo|correct) (?:that|this|my|the (?:section|plan|claim|comment|wording))\b/,
  ),
  cue("revert|undo", () => /\b(?:revert|reverting|undo|undoing) my (?:change|changes|edit|edits)\b/),
];

/** The assistant understands; counts only when the user stopped it. */
export const UNDERSTANDING: readonly Cue[] = [
  cue(
    "i see|i understand",
    () =>
      /^(?:(?:oh|ah|hmm|right)\b[,.! ]*)*(?:now )?i (?:see|understand)(?: now| the (?:issue|problem|full picture|confusion))?[.!,]/,
  ),
];

/** A sentence that admits nothing although it sounds so: a plan, a condition, somebody else. */
export const NO_ADMISSION = () =>
  /^(?:let me|i'll|i will|i'm going to|to |make sure|check|verify|confirm|now |next)\b|\b(?:whether|if i|nothing|unless|would have been|could have been|might have|in case|so i don't|not to|avoid|instead of me)\b/;

/** The assistant turns around by stress; looked for as written. */
export const TURNING: readonly Cue[] = [
  cue(
    " IS| ARE| DO| DOES| WAS| WERE| HAS| HAVE| CAN",
    () => /\b(?:[Tt]here|[Ii]t|[Ww]e|[Tt]hey|[Tt]hat|[Yy]ou) (?:IS|ARE|DO|DOES|WAS|WERE|HAS|HAVE|CAN)\b/,
  ),
];

/** The user doubts or denies what the assistant said or did. */
export const CONTRADICTIONS: readonly Cue[] = [
  cue(
    "'s not|is not|it isn't|that isn't|this isn't",
    () =>
      /\b(?:that|this|it)(?:'s| is) not (?:a |an |the )?(?:fully |quite |entirely |really |exactly |actually |even )?\S|\b(?:that|this|it) isn't\b/,
  ),
  cue(
    "wrong|incorrect|not right|not correct|not true|backwards",
    () => /\b(?:is|are|was|were) (?:wrong|incorrect|not right|not correct|not true|backwards)\b/,
  ),
  cue("no,|no.|no!|no…", () => /^(?:(?:ok|okay|uh|um|hmm|well|so|but|ah|oh)\b[ ,.!…]*)*no\b[,.!…]+ *\S/),
  cue("work", () => /\b(?:doesn't|does not|don't|won't|can't|cannot|didn't|did not) work\b/),
  cue("issue|problem|cause|bug|error", () => /\b(?:issue|problem|cause|bug|error) (?:is|was|isn't|is not)\b.*\bnot\b/),
  cue(
    "don't |do not|didn't|did not|can't|cannot",
    () => /\b(?:i|we) (?:still )?(?:don't|do not|didn't|did not|can't|cannot) (?:see|find|have|get|want|need that)\b/,
  ),
  cue("see", () => /^(?:hm+[, ]*|but )?i (?:still )?see\b.*\?/),
  cue("where ", () => /\bwhere (?:do|did|does) (?:you|that|this|it|the)\b.*\b(?:get|come|see|find)\b/),
  cue("why ", () => /\bwhy (?:do|did|are|is|would|does|don't|didn't|aren't|isn't) (?:you|we|it|this|that|the|there)\b/),
  cue(
    "n't ",
    () =>
      /\b(?:isn't|aren't|wasn't|shouldn't|doesn't|don't|didn't|hasn't|haven't|won't) (?:it|there|that|this|we|you|they|the)\b.*\?/,
  ),
  cue(" not ", () => /\bis (?:it|that|this) not\b/),
  cue("sure|certain", () => /\bare (?:we|you) (?:sure|certain)\b/),
  cue(
    "right?|no?|yes?|correct?",
    () => /\b(?:don't|doesn't|isn't|aren't|not|no|also|already|still|automatic\w*)\b.*,? (?:right|no|yes|correct)\?$/,
  ),
  cue("do have|but ", () => /\bwe do have\b.*\bright\b|^but (?:we|it|they|you|there) (?:do|does|did) \w+/),
  cue(
    "should ",
    () => /\bshould (?:also|still|already|only|not) (?:be|have|contain|include|show|use|return|work|go|get)\b/,
  ),
  cue(
    "still",
    () =>
      /\bstill (?:no\b|not\b|fail\w*|broken|doesn't|does not|reads?|shows?|there|the same|wrong|see\b|get(?:ting)?\b|happen\w*)/,
  ),
  cue(
    "you ",
    () => /\byou (?:missed|forgot|broke|ignored|skipped|removed|deleted|changed|lost|misread|misunderstood)\b/,
  ),
  cue(
    "not what|what i|meant|i mean",
    () =>
      /\bnot what i\b|\bwhat i (?:actually |really |was )?(?:meant|mean|asked|wanted)\b|\bi (?:actually |mostly |really )?meant\b|^i mean\b/,
  ),
];

/** The user says outright what was wrong; needs no admission. */
export const OUTRIGHT: readonly Cue[] = [
  cue("what i ", () => /\bwhat i (?:actually|really) (?:meant|mean|wanted|asked for)\b/),
  cue("not what", () => /\b(?:that's|that is|this is|it's) not what i (?:meant|asked|wanted|said)\b/),
  cue("you ", () => /^(?:\w+[, ]+){0,2}you (?:missed|forgot|broke|ignored|misread|misunderstood) \w+/),
  cue(
    "there isn|there is no|there are no|there aren",
    () =>
      /\bthere (?:isn't|isnt|is no|are no|is not|aren't) (?:a |an |any )?(?:such )?.{0,30}\b(?:command|flag|option|switch|function|method|class|module|package|endpoint|setting|parameter|argument|field|column|thing)\b.{0,20}\b(?:but|instead|it's|it is|use)\b/,
  ),
  cue(
    "no,|no.|no!",
    () =>
      /^(?:(?:ok|okay|uh|um|hmm|well|so|ah|oh)\b[ ,.!…]*)*no\b[,.!]+ *(?:the|it|that|this|we|there|i|you|they)\b(?:'s|'re)? .*\b(?:is|are|was|were|has|have|does|do|did|isn't|runs?|uses?|needs?|gets?|goes|takes?|lives?)\b.{8,}/,
  ),
  cue(
    "ancient|outdated|obsolete|out of date|deprecated",
    () =>
      /^(?!.*\b(?:docs?|documentation|readme|comments?|branch|pr|lockfile|update|remove|delete|replace|fix|bump)\b).*\b(?:that|those|this|these|it)(?:'s|'re| is| are| looks?| \w+ \w+ looks?| \w+ looks?)[ .…]*(?:an? |all |so |way |pretty |really |rather |quite )*(?:ancient|outdated|obsolete|out of date|deprecated)\b/,
  ),
];

/** True of every text in which one of {@linkcode CONTRADICTIONS} is found. */
export const mayContradict = createSearch(hintsOf(CONTRADICTIONS));

/** The user only wonders about something that is not done yet. */
export const UNSURE = () => /^(?:i guess|i suppose|maybe|perhaps|i wonder)\b/;

/** A failure report: something still does not work, or a log that says so. For text in lower case. */
export const FAILURE: Cue = cue(
  "error|exception|fail|fatal|traceback|broken|crash|work|still",
  () =>
    /\b(?:error|exception|fail\w*|fatal|traceback|broken|crash\w*|not working|doesn't work|does not work|didn't work|didnt work|still (?:no|not|the same|doesn't|broken|get\w*|see\w*|happen\w*))\b/,
);

/** The assistant says that it is mended now. For text in lower case. */
export const MENDED: Cue = cue(
  "fixed|should |try ",
  () =>
    /\bfixed\b|\bshould (?:now )?(?:work|be fixed|fix|pass|resolve|build|start)\b|\btry (?:it |running |that )?(?:again|now)\b/,
);
