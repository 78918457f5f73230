/**
 * Preferences that the user states in guarded phrases: always and never, rather, instead, from now on, what belongs into
 * the agents' instructions, how to be answered (design, learnings.md: explicit words of the user).
 *
 * @module
 */
import {
  ELSEWHERE,
  FOR_NOW,
  NARRATION,
  NEW_STATE,
  REPORTED,
  THIS_SCREEN,
  THIS_VALUE,
  TOLD,
  WHAT_A_PROGRAM_DOES,
} from "./no_wish_words.ts";
import { HABIT_PHRASES } from "./habit_phrases.ts";
import { type Phrase, phraseDrafts } from "./phrases.ts";
import type { Rule } from "./rule.ts";

const NOT_MEANT = [FOR_NOW, NARRATION, REPORTED];

/** The phrases, in the order of trust. */
export const PREFERENCE_PHRASES: readonly Phrase[] = [
  {
    id: "wish.from-now-on",
    kind: "preferences",
    confidence: 0.9,
    hints: ["from now on", "going forward", "in future", "in the future", "from here on", "henceforth", "next time"],
    cue: () =>
      /(?:(?:^|[,;:.] ?|\b(?:and|so|please|ok|but) )from (?:now|here) on(?:wards?)?\b|\bfrom (?:now|here) on(?:wards?)?[.! ]*$|\b(?:going forward|henceforth)\b|(?:^|[,;:] ?)(?:in (?:the )?future|next time),? (?:please |always |never |do not |don't |use |run |ask |make |write |keep |put |you )|(?:please|always|never|don't|do not|use|run|ask|make sure|keep) .{3,}\b(?:in (?:the )?future|next time)\b)/,
    unless: [
      NEW_STATE,
      () =>
        /\b(?:in the future (?:we|i|this|it|there|users?) (?:might|may|could|can|will|would)|might|maybe|perhaps|will need)\b/,
    ],
  },
  {
    id: "wish.remember",
    kind: "preferences",
    confidence: 0.9,
    hints: ["remember"],
    cue: () =>
      /(?:^|[.,;:] |\b(?:and|please|also|but|just) )(?:please )?(?:always )?remember(?: that|,)? (?:to (?:always|never)|that|i |i'd|we |never|always|not to|don't)\b/,
    unless: [
      () => /\b(?:remember when|do you remember|i remember|can't remember|don't remember|if i remember|as far as)\b/,
    ],
  },
  {
    id: "wish.rather",
    kind: "preferences",
    confidence: 0.9,
    hints: ["rather", "prefer", ", not "],
    cue: () =>
      /\b(?:(?:i|we)(?:'d| would) (?:much |really |far )?rather (?!not (?:know|see)\b)\w+|(?:i|we) (?:generally |usually |always |really |much |strongly )?prefer\b|(?:i|we)(?:'d| would) (?:much |really )?prefer\b|my preference (?:is|would be)|^(?:please |also |and |but )?prefer \w+|^(?:and |but |also )*i (?:like|want) (?!(?:it|that|this|the|these|those|you)\b).{4,}, not \S)/,
    unless: [
      ...NOT_MEANT,
      ELSEWHERE,
      () =>
        /\b(?:if you(?:'d)? prefer|whichever|do you|would you|(?:prefer|rather) not (?:to )?(?:know|see|hear|think|say|look|ask))\b/,
    ],
  },
  {
    id: "wish.instead",
    kind: "preferences",
    confidence: 0.9,
    hints: ["instead of", "rather than", ", not "],
    cue: () =>
      /(?:^|[.,;:] ?|\b(?:please|and|so|but|always|ok|also|(?:we|you|i) should) )(?:let's |lets |let us |please |always |we should |you should )*(?:use|prefer|go with|stick (?:to|with)|write|run|call|name|put)\b (?!(?:it|that|this|these|those|them|option|number|the (?:first|second|third|last|other|old|new|same))\b)[^?]{2,120}?(?:,? instead of|,? rather than|, not) (?!(?:it|that|this|these|those|them|me|now|just)\b)\S/,
    unless: [
      ...NOT_MEANT,
      THIS_VALUE,
      () =>
        /\b(?:here|there|in this (?:function|file|test|line|case|loop|method|query))\b|, not sure\b|\bmaybe\b|\buse the [\w-]+ (?:[\w-]+ )?(?:instead of|rather than) the\b|\b(?:on|at) the (?:[\w-]+ ){1,3}(?:instead of|rather than)\b/,
    ],
  },
  {
    id: "wish.always-never",
    kind: "preferences",
    confidence: 0.9,
    hints: ["always", "never"],
    cue: () =>
      /(?:^|[.,;:!] ?|\b(?:please|and|but|so|also|should|must|to|you|we|i|ok) )(?:please |for [\w-]+(?: [\w-]+)?,? )?(?:always|never)(?: ever)? (?!(?:the|a|an|in|so|been|mind|ending|again|be able|is|was|were|had|has|have|did|got|works?|fails?|happens?|gets?|returns?|seems?|saw|seen|needs?|down|up|under|over|on|at|to|with|for|of|off|out|left|right|once|more|less|below|above)\b)[a-z]{2,}/,
    unless: [
      FOR_NOW,
      REPORTED,
      ...TOLD,
      () => /\b(?:where|which|places?|spots?) (?:\w+ )?(?:we|you|they|it) (?:always|never)\b/,
    ],
  },
  {
    id: "wish.unless",
    kind: "preferences",
    confidence: 0.9,
    hints: ["unless", "without"],
    cue: () =>
      /(?:^|[.,;:!] ?|\b(?:please|and|but|so|also|you|we) )(?:please )?(?:don't|do not|never|must not|mustn't|should not|shouldn't)(?: ever)? (?!(?:know|think|see|want|need|understand|care|have|worry|bother|panic|mind)\b)\w+.{2,}\b(?:unless (?:i|we|you|it|asked|told|necessary|really)|without (?:asking|my|checking|telling|running|reading|a test|tests|permission|confirming|confirmation|approval))\b/,
    unless: [FOR_NOW, REPORTED, ...TOLD],
  },
  {
    id: "wish.only-asked",
    kind: "preferences",
    confidence: 0.9,
    hints: ["only "],
    cue: () =>
      /\bonly (?:change|touch|edit|do|fix|modify|commit|push|deploy|answer|update)\b.{0,40}\b(?:(?:what|when|if|once|after|where) i (?:ask|say|tell|approve|request|confirm)\w*|i asked|asked for|when asked|if asked)\b/,
    unless: [REPORTED],
  },
  {
    id: "wish.instructions",
    kind: "preferences",
    confidence: 0.85,
    hints: ["claude.md", "agents.md", "gemini.md", "copilot-instructions", "cursorrules"],
    cue: () =>
      /\b(?:enforce (?!(?:this|that|it|these|those|them)\b)|(?:put|note|record|write|add|make|state) (?:an? )?(?:\w+ ){0,2}(?:rule|note|guideline|instruction|convention|policy)\b).{0,}\b(?:in|into|to) (?:the |our |my )?(?:\S*\/)?(?:claude\.md|agents\.md|gemini\.md|copilot-instructions|\.?cursorrules)/,
    unless: [() => /\b(?:fix|typo|section|already|remove|delete|outdated|stale)\b/],
  },
  {
    id: "wish.in-this-project",
    kind: "preferences",
    confidence: 0.85,
    hints: [
      "in this ",
      "around here",
      "our convention",
      "our style",
      "our policy",
      "our rule",
      "our standard",
      "house style",
    ],
    cue: () =>
      /(?:\bin this (?:project|repo|repository|codebase|code base|workspace|team)\b,? (?:we|you|please|always|never|use|don't|do not|all|every|no)\b|^(?:\w+ ){0,2}around here,? we\b|\b(?:our|the|my) (?:(?:naming|code|coding|commit|team|project|house) )?(?:convention|style|policy|rule|standard) (?:is|here is)\b (?:to|that|no|not|never|always|one|we)\b)/,
    unless: [REPORTED, () => /\b(?:find|look|search|bug|broken|fails?|failing|wrong|error)\b/],
  },
  {
    id: "wish.manner",
    kind: "preferences",
    confidence: 0.9,
    hints: [
      "concise",
      "verbose",
      "wordy",
      "brief",
      "terse",
      "succinct",
      "long-winded",
      "jargon",
      "emoji",
      "fluff",
      "preamble",
      "bullet",
      "short",
    ],
    cue: () =>
      /(?:^(?:\w+ ){0,3}too (?:verbose|wordy|long-winded)|\b(?:that|this|it|that was|this is|you|you're|your (?:answers?|repl(?:y|ies)|messages?|explanations?|summar(?:y|ies)))(?:'s|'re| is| are| was)? (?:\w+ ){0,2}too (?:verbose|wordy|long-winded)|(?:^|[.,;:] ?|\b(?:and|please|but|just) )be (?:more |very |extremely |really |a bit more )?(?:concise|brief|terse|succinct|less verbose|less wordy)\b|\b(?:keep|make) (?:it|them|this|your (?:answers?|repl(?:y|ies)|messages?|explanations?|summar(?:y|ies))|answers|replies|explanations|summaries|commit messages) (?:\w+ ){0,2}(?:concise|brief|terse|succinct|short)\b|^(?:please |and |so |just |but )*(?:explain|answer|reply|respond|write|summari[sz]e)\b[^.?]{0,24}\b(?:concisely|concise|briefly|succinctly)\b[.! ]*$|(?:^|[.,;] ?|\b(?:please|and|with) )(?:no|without|skip the|stop (?:using|with|the)|drop the|don't use|do not use|never use|avoid) (?:any |more )?(?:emojis?|jargon|fluff|preambles?|filler|bullet points)\b)/,
    unless: [
      () => /\b(?:function|class|file|method|test|log|logs|logging|flag|output of|--verbose|type|types|name is)\b/,
    ],
  },
  {
    id: "wish.first-before",
    kind: "preferences",
    confidence: 0.85,
    hints: ["before "],
    cue: () =>
      /(?:\b(?:we|you) (?:should|must|need to|have to) (?:always |first )+.{3,80}\bbefore (?:we |you )?(?:\w+ing|start|commit|push|merge|writ|implement|cod|chang|touch|look)\w*|^(?:please )?(?:always )?(?:ask(?: me)?|check with me|confirm(?: with me)?|show me(?: \w+){0,6}|wait for (?:me|my)(?: \w+){0,3}) before (?:you )?(?:\w+ing|start|commit|push|merge|delet|install|chang|run|deploy|releas|publish)\w*)/,
    unless: NOT_MEANT,
  },
  {
    id: "wish.stick-to",
    kind: "preferences",
    confidence: 0.8,
    hints: ["stick to", "stick with", "keep to the", "stay with the", "follow "],
    cue: () =>
      /\b(?:stick (?:to|with)|keep to|follow) (?:the|our|my|this|existing) (?:\w+ ){0,3}(?:workflow|convention|conventions|style|pattern|patterns|process|rules|guidelines|conventions we have|format we use)\b/,
    unless: [REPORTED, FOR_NOW],
    asking: true,
  },
  {
    id: "wish.style",
    kind: "preferences",
    confidence: 0.8,
    hints: ["spelling", "naming", "casing", "convention", "indentation", "quotes", "english", "tense", "units"],
    // A polite question for a way to write is a wish for good; "in this style" points at something else.
    cue: () =>
      /^(?:(?:please|hey|also|and|hm+|oh|btw|ok|okay)\b[ ,]*)*(?:any chance|can|could|would it be (?:possible|ok)|is it possible) (?:that )?(?:we |you |i |to |can |could )*(?:please |maybe |also )?(?:use|stick (?:to|with)|follow|keep to|write(?: \S+){0,3} (?:in|with)|switch to|go with) (?!(?:this|that|these|those|it|its)\b)(?:\S+ ){0,3}(?:spelling|naming|casing|conventions?|indentation|quotes|english|tense|units)\b/,
    unless: [FOR_NOW, () => /\b(?:here|in this (?:file|line|test|function|one))\b/],
    asking: true,
  },
  {
    id: "wish.stop-doing",
    kind: "preferences",
    confidence: 0.85,
    hints: ["stop ", "quit ", "don't ", "do not "],
    cue: () =>
      /(?:^(?:please |also |and |but |ok,? )*(?:stop|quit) (?!(?:running|trying|working|waiting|looking|going|testing|building|serving|deploying|investigating|reading|searching|thinking|rebasing)\b)[a-z]+ing (?!(?:the (?:server|app|dev|build|process|container|job)|it\b|that\b|this\b)).{3,}|^(?:please |also |and |but )*(?:don't|do not) (?:ever [a-z]+|keep [a-z]+ing)\b.{3,}|^(?:please |also |and |but )*(?:don't|do not) .{3,}\b(?:ever again|in my name|on my behalf)\b)/,
    unless: [REPORTED, FOR_NOW, WHAT_A_PROGRAM_DOES],
  },
  {
    id: "wish.not-such",
    kind: "preferences",
    confidence: 0.8,
    hints: ["don't ", "do not ", "avoid "],
    // Such things in general, not this one: what follows has no article.
    cue: () =>
      /^(?:please |also |and |but |so )*(?:(?:don't|do not) (?:ever |just )?(?:add|use|write|put|create|generate|include|install|leave|introduce|invent|make up|reformat|rename|mock|skip|sign) |avoid (?:(?:adding|using|writing|putting|creating|generating|including|installing|leaving|introducing|mocking) )?)(?!(?:the|this|that|these|those|it|them|its|my|your|our|his|her|me|us|a|an|any|anything|all|both|more|files?|lines?|tests?|changes|entries)\b)(?:\w+ )?[a-z-]+(?:s|code|whitespace|boilerplate|javascript|inheritance|recursion)\b(?!')/,
    unless: [...NOT_MEANT, () => /\b(?:here|in this|to this|yet|until|these)\b/],
  },
  {
    id: "wish.when",
    kind: "preferences",
    confidence: 0.8,
    hints: ["when you", "when we", "whenever", "in doubt", "unsure", "not sure"],
    cue: () =>
      /^(?:and |also |so )*(?:(?:when|whenever) (?:you|we)\b.{4,80}|(?:when|if) in doubt|(?:if|when) you(?:'re| are) (?:ever )?(?:unsure|in doubt|not sure)\b.{0,60})(?:,| (?=ask|tell|stop|say)) ?(?:then |please |you (?:should|must) )*(?:ask|use|don't|do not|always|never|tell|stop|run|check|write|prefer|keep|first|leave|pick|choose|say)\b/,
    unless: [REPORTED, THIS_SCREEN, () => /\b(?:done|finished|ready|through|back|at it|there)\b/],
  },
  {
    id: "wish.shout",
    kind: "preferences",
    confidence: 0.8,
    hints: ["always", "never", "do not", "don't", "write", "run", "ask", "use", "stop", "keep", "test"],
    raw: () => /\b(?:ALWAYS|NEVER|DO NOT|DON['’]T|WRITE|RUN|ASK|USE|STOP|KEEP|TEST) [A-Z]{3,}\b/,
    unless: TOLD,
  },
  ...HABIT_PHRASES,
];

/** The rule family `wishes`. */
export const preferencePhrasesRule: Rule = {
  family: "wishes",
  rules: PREFERENCE_PHRASES,
  reads: ["typed"],
  start: () => ({
    push(view) {
      const { event, turn } = view;
      return event.type === "typed" && turn.asked?.own === true ? phraseDrafts(view, event, PREFERENCE_PHRASES) : [];
    },
  }),
};
