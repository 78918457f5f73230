/**
 * Words that keep a phrase of a wish from counting: orders for the task at hand, stories, complaints, and answers that point
 * at something said elsewhere (design, learnings.md: one-off orders are none, and a learning stands alone). Data of
 * `preference_phrases.ts`.
 *
 * @module
 */

/** Words that make an order one for the task at hand. */
export const FOR_NOW = () =>
  /\b(?:for now|right now|just now|this time|this once|for the moment|at the moment|today|tonight|first thing|yet|temporar\w*|in this case|for this (?:one|task|pr|commit|test|run|release|change))\b/;

/** What is told of the past or of a program, not wished. */
export const NARRATION = () =>
  /\b(?:(?:it|this|that|which|they|he|she|there|app|test|tests|build|server|script|code|function|page|client|hook|job) (?:(?!you\b)\w+ )?(?:always|never)|(?:always|never) (?:been|was|were|had|has|mind|ending|happen\w*|work\w*|fail\w*|return\w*|seen?|got|ran|did|knew|heard|used to|worked|saw)|(?:i've|i have|we've|we have|have you|i had|used to|i would|i'd) (?:always|never)|(?:i|we) (?:always|never) (?:forget|wonder|get|see|feel|end up|struggle|know|hear)|i (?:always|never) (?:think|thought|assume|felt|mix|confuse|end|wanted|loved|liked|hated|remember|understood|understand)|as always|than ever|almost never|almost always)\b/;

/** The past tense; "need", "feed" and "embed" are none. */
const IN_THE_PAST = () =>
  /\b(?:always|never)(?: ever| really| actually| even)? (?:(?!\w*[^r]eed\b|embed\b|shed\b)\w{2,}ed|began|bought|broke|brought|built|came|caught|chose|dealt|did|drove|fell|felt|fought|found|gave|got|grew|had|heard|held|kept|knew|left|lost|made|meant|met|paid|ran|said|saw|sent|sold|spent|spoke|stood|taught|thought|threw|told|took|understood|was|went|were|won|wrote)\b/;

/**
 * What the assistant does or did is complained about ("you never run the tests"), or the user tells a habit of their own.
 * "make sure you always ..." is a wish, and so is what the user always wants.
 */
const TOLD_OF_SOMEBODY = () =>
  /(?<!\b(?:sure|ensure|insist|expect|important|require|want|prefer)(?: that)? )\byou (?:(?:just|still|really|also|simply|almost|guys) )?(?:always|never)\b|\bi (?:(?:just|also|myself|usually|personally) )?(?:always|never) (?!(?:ever )?(?:want|prefer|like|expect|insist)\b)|(?<!\b(?:if|when|whenever|before|after|once|until|while|unless) )\byou (?!(?:to|please|should|must|need|have|can|may|are|ought|shall|will)\b)\w+ [^,.;:!]*\b(?:and|but|or) (?:always|never)\b/;

/** Somebody else's words: the sentence reports or cites. */
export const REPORTED = () =>
  /\b(?:you (?:said|wrote|told|mentioned|suggested|claimed)|(?:he|she|they|docs?|documentation|readme|reviewer|review|comment|linter|error|message|log|output|article|post|guide) (?:states?|suggests?|tells?|recommends?|complains?)|(?<!\b(?:i|i'd|to|would|can|not) )(?:say|says|said)|according to)\b/;

/** What is told with "always" and "never", and not wished. */
export const TOLD: readonly (() => RegExp)[] = [NARRATION, IN_THE_PAST, TOLD_OF_SOMEBODY];

/** What is preferred stands elsewhere, or is to wait: "option 2", "the second one", "your version", "it like before". */
export const ELSEWHERE = () =>
  /\b(?:rather|prefer(?: to)?|preference (?:is|would be)) (?:(?:not|just|also|really) )*(?:\w+ (?:with |for )?)?(?:(?:the )?(?:option|version|variant|choice|number|approach|alternative|solution|plan) #?(?:\d+|[a-z]|one|two|three)\b|the (?:first|second|third|last|latter|former|other|old|older|new|newer|previous|current|original|same)(?: (?:ones?|option|version|variant|approach|way|solution|idea|plan|design))?(?=[.!,;:]| (?:too|please|because|since|as|but|over|and|here)\b|$)|(?:your|his|her|their) (?:version|one|suggestion|approach|solution|proposal|idea|plan|way|variant|draft|wording)\b|(?<!\b(?!keeping|leaving|having|doing)\w+ing )(?:it\b(?! (?:when|if)\b)|them\b)|(?:this|these|those|yours|mine|theirs)\b|that(?=[.!,;:]| (?:one|way|version|option|approach|too|over|to|instead|now|then|here|again)\b|$)|(?:one|both|neither|either|[a-d])(?=[.!,;:]| (?:too|please|because|over)\b|$))|\b(?:rather|prefer to) (?:not )?(?:wait|stop|pass|sleep|think|continue|go on|move on|proceed|start over)(?=[.!,;:]| (?:for|until|till|a|here|now|with|about)\b|$)|\brather (?:you|we|they|i) (?:didn't|did not|did|don't|do not|wouldn't)(?: do (?:it|that|this))?[.! ]*$/;

/** A value, a text or a place of the thing at hand is changed, not a way to work. */
export const THIS_VALUE = () =>
  /\b(?:call|name) the [\w-]*[^\Ws] |\bput the (?:[\w-]+ )*?[\w-]*[^\Ws] (?:on|in|at|to|above|below|under|next|inside|into|beside|behind|before|after|near)\b|\bon the (?:left|right)\b|\b(?:write|put|call|name) ["'“„«‘]|\bline \d|(?<!\bline )\b(?:port|id|step|page|value|timeout|limit|offset|index|padding|margin|height|width|size) (?:of )?\d.*(?:instead of|rather than|, not) (?:\w+ )?\d|\b(?:use|prefer|with|write|put|call|name) \d[\d.,]*(?:px|ms|s|%|em|rem|[kmg]b)?,? (?:instead of|rather than|not) \d[\d.,]*(?:px|ms|s|%|em|rem|[kmg]b)?(?=[.,;! ]|$)|(?:instead of|rather than|, not) the [\w-]+ ones?\b/;

/** What the program at hand does to a thing of its own, not what the assistant does: "stop showing the popup". */
export const WHAT_A_PROGRAM_DOES = () =>
  /\b(?:stop|quit) (?:showing|sending|rendering|displaying|loading|reloading|fetching|opening|closing|returning|emitting|redirecting|caching|blinking|flashing|tracking|triggering|firing|scrolling|playing|polling|retrying|throwing|calling|passing|hiding|storing|saving|serving|refreshing|submitting|validating|resetting|logging) (?:the|a|an|this|that|these|those|its|our)\b(?! (?:\w+ )?(?:prs?|pull|issues?|tickets?|browser|editor|files?|plan|summary)\b)/;

/** What happens on a screen, or a stop to something that happens now. */
export const THIS_SCREEN = () =>
  /\bwhen(?:ever)? (?:you|we) (?:\w+ )?(?:(?:click|tap|hover|scroll|press|drag|swipe|resize|zoom|log in|log out|sign in|see fit)\b|(?:want|like),|(?:open|close|load|visit|reload|refresh|leave|enter|submit) (?:the|a|an|that|this) (?:\w+ )?(?:modal|page|menu|dialog|app|popup|tab|window|site|screen|drawer|sidebar|panel|form)\b)|\bstop (?:it|that|this)\b/;

/** How things are from now on, not how they are to be done: "from now on the endpoint returns 204". */
export const NEW_STATE = () =>
  /(?:\b(?:from (?:now|here) on(?:wards?)?|going forward|henceforth),? |^(?:(?:ok|so|and|but|also|well)\b[, ]*)*(?=[^,;:]*\b(?:from (?:now|here) on(?:wards?)?|going forward)[.! ]*$))(?:(?:the(?! (?:\w+ )?(?:rule|policy|convention|standard)\b)|this (?!(?:project|repo|repository|codebase|team|workspace)\b)|that|it|there|they|he|she|users?|customers?|people|admins?|clients?|visitors?)\b(?!.*\b(?:should|must|needs? to|has to|have to|shall|please)\b)|we(?:'ve| (?:have|had|got|own)\b(?! to\b))|i(?:'m| am|'ve| have(?! to\b))\b)/;
