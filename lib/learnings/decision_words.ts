/**
 * Phrases in which users state decisions and facts. Data of `decisions.ts`.
 *
 * @module
 */
import type { Phrase } from "./phrases.ts";

/** An order for the task at hand, or a guess. */
const FOR_NOW = () =>
  /\b(?:for now (?:just|let's)|right now|this time|today|tonight|in this (?:session|pr|commit)|maybe|perhaps|might|not sure|i guess|or something|a new one|another one)\b/;

/** The phrases, in the order of trust. */
export const DECISION_PHRASES: readonly Phrase[] = [
  {
    id: "decision.settled",
    kind: "facts",
    confidence: 0.85,
    hints: ["settled", "decided", "agreed", "decision is"],
    cue: () =>
      /(?:\b(?:is|are) (?:already )?(?:settled|decided)\b|\bwe(?:'ve| have)? (?:already )?(?:decided|settled|agreed) (?:on|to|that|against|not)\b|\b(?:the|our|my) decision is\b)/,
    unless: [() => /\b(?:not|isn't|never|until|once|when|if|unless) (?:\w+ ){0,4}(?:settled|decided|agreed)\b/],
  },
  {
    id: "decision.identity",
    kind: "facts",
    confidence: 0.85,
    hints: ["my "],
    cue: () =>
      /^(?:\w+ ){0,2}my (?:\w+ ){0,2}(?:user ?name|user|login|handle|account|e-?mail(?: address)?|time ?zone|name|pronouns|operating system|os|shell|editor|machine|laptop) (?:is|are) \S/,
    unless: [
      () =>
        /\b(?:my (?:\w+ )?(?:name|user) is (?:not|wrong|missing|in|on|at)|broken|wrong|slow|full|failing|down|not)\b/,
    ],
  },
  {
    id: "decision.where",
    kind: "facts",
    confidence: 0.85,
    hints: [
      " is in ",
      " are in ",
      " lives in ",
      " live in ",
      " lives under ",
      " is under ",
      " lives at ",
      " is kept in ",
    ],
    cue: () =>
      /^(?:the |our |all |that )?(?:\w[\w.-]* ){0,4}(?:logic|code|config|configuration|settings|docs|documentation|tests|schema|schemas|migrations|source|sources|scripts|templates|infrastructure|secrets|credentials|deployment|fixtures|assets|types|definitions|playbooks?|runbooks?) (?:is|are|lives?|sits?|is kept|are kept) (?:in|under|at) \S/,
    unless: [() => /\b(?:bug|error|problem|issue|wrong|stuck|log file|downloads|tmp|temp)\b/],
  },
  {
    id: "decision.want-not",
    kind: "facts",
    talk: true,
    confidence: 0.8,
    hints: ["don't want", "do not want", "don't ever want"],
    cue: () =>
      /\b(?:we|i) (?:\w+ )?(?:don't|do not) (?:ever |really )?want (?!(?:it|that|this|to (?:break|lose|wait|see|look|spend))\b)\S+ \S/,
    unless: [FOR_NOW],
  },
  {
    id: "decision.want",
    kind: "facts",
    talk: true,
    confidence: 0.75,
    hints: ["we want", "we would want", "we'd want", "something that lets"],
    cue: () =>
      /\bwe(?:'d| would)? want (?!(?:it|that|this|them|more|one|you|to (?:do|see|check|look|work|commit|push|merge|make sure|know|use an?|start|try|test|fix|add|get|have)|an? (?:new|agent)\b)\b)(?:the |an? |all |to |something |any |every |whatever )?\S+ \S/,
    unless: [
      FOR_NOW,
      () => /\b(?:if|whether|what|goal|goals|that|which|things|unless) we(?:'d| would)? want\b|\bi don't know\b/,
    ],
  },
  {
    id: "decision.should",
    kind: "facts",
    talk: true,
    confidence: 0.75,
    hints: ["we should", "we shouldn't"],
    cue: () =>
      /(?:\b(?:i think|then|so|for now)\b.{0,12}\bwe (?:should(?:n't| not)?|must(?:n't| not)?) (?:only |continue to |keep |always |never |not |use |stay |support |have |treat |follow )\S+ \S|^we should(?:n't| not| only| always| never| keep| stay| continue) \S+ \S)/,
    unless: [
      () => /\b(?:commit|push|merge|review|test this|look at|check|instead|first|later|next|right now|now that)\b/,
    ],
  },
  {
    id: "decision.needs-to-be",
    kind: "facts",
    talk: true,
    confidence: 0.75,
    hints: ["needs to be", "need to be", "must be", "has to be", "have to be"],
    cue: () =>
      /^(?:the |all |every |each |our |any )?(?:\S+ ){1,10}(?:needs? to|must|has to|have to) (?:always |never |all )?be (?!(?:done|fixed|updated|merged|committed|changed|able|careful|something|a (?:bug|problem|mistake)|wrong|missing|reviewed|tested|added|removed|moved|renamed|rebased|addressed|resolved|the)\b)\S/,
    unless: [
      () => /\b(?:that|this|there|something|somebody|someone) (?:needs?|must|has|have)\b|\b(?:now|first|before we)\b/,
    ],
  },
  {
    id: "decision.requirement",
    kind: "facts",
    talk: true,
    confidence: 0.75,
    hints: ["make sure", "ensure"],
    cue: () => /\b(?:needs?|has|have) to (?:make sure|ensure)\b.{10,}\b(?:as|because|since)\b.{8,}/,
    unless: [FOR_NOW],
  },
  {
    id: "decision.like-others",
    kind: "facts",
    talk: true,
    confidence: 0.75,
    hints: ["like we do", "as we do", "same as we do", "like the other", "like all other", "consistent with"],
    cue: () =>
      /^(?!(?:please|can|could|make|do|let's|use|add|fix|change|update|write|put|move|rename|it|this|that)\b)\S+ .{6,}\b(?:(?:like|as|same as|just like) we (?:already )?do (?:for|in|with|on|everywhere)|like (?:all )?the other \w+)\b/,
    unless: [() => /\b(?:why|not|isn't|doesn't|looks|feels|broken)\b/],
  },
  {
    id: "decision.keep-in-mind",
    kind: "facts",
    confidence: 0.8,
    hints: ["keep in mind", "bear in mind", "be aware that", "note that"],
    cue: () => /\b(?:keep|bear) in mind (?:that )?\S+ \S+ \S|^(?:please |also |and )?(?:be aware|note) that \S+ \S+ \S/,
    unless: [() => /\b(?:already|you wrote|it says)\b/],
  },
  {
    id: "decision.fyi",
    kind: "facts",
    confidence: 0.75,
    hints: ["fyi", "for your information", "just so you know", "heads up", "heads-up"],
    cue: () =>
      /^(?:and |also |oh )*(?:fyi|for your information|just so you know|heads[ -]up)\b[,:.]? *(?!i(?:'m| am|'ll| will)\b)\S+ .{6,}/,
    unless: [() => /\b(?:today|tonight|tomorrow|this afternoon|just (?:pushed|merged|committed|now)|brb|back in)\b/],
  },
  {
    id: "decision.model",
    kind: "facts",
    confidence: 0.8,
    hints: ["in my head", "in my mind", "the way i see it", "my mental model", "by definition", "we call "],
    cue: () => /\b(?:in my (?:head|mind)|the way i see it|my mental model is|we call)\b.{0,10}\b\S+ \S+ \S/,
  },
  {
    id: "decision.observed",
    kind: "facts",
    confidence: 0.75,
    hints: [
      "i have found",
      "i've found",
      "we found",
      "i found",
      "we are discovering",
      "turns out",
      "we learned",
      "we've learned",
      "i learned",
      "we've found",
    ],
    cue: () =>
      /\b(?:(?:i|we)(?:'ve| have)? (?:found|learned|learnt|noticed|seen) (?:out )?that \S+ \S+ \S|(?:i|we)(?:'re| are) (?:discovering|finding|learning)\b.{0,20}\bthat \S+ \S|(?:it )?turns out (?:that )?\S+ \S+ \S)/,
    unless: [() => /\b(?:bug|broken|fails?|failing|error|typo|comment|comments)\b.{0,20}$/],
  },
  {
    id: "decision.reason",
    kind: "facts",
    confidence: 0.75,
    hints: ["that's why", "that is why", "the reason"],
    cue: () => /\S+ \S+.{8,}\b(?:that's|that is) why we \S+|\bthe reason (?:we|for|why) .{10,}\bis\b/,
    unless: [() => /\?|\b(?:maybe|perhaps|i guess|might)\b/],
  },
  {
    id: "decision.accepted",
    kind: "facts",
    talk: true,
    confidence: 0.7,
    hints: ["this is fine", "that's fine", "that is fine", "is acceptable", "won't fix", "wontfix", "not worth"],
    cue: () =>
      /\b(?:(?:this|that|it)(?:'s| is) (?:fine|acceptable|ok|okay|intentional|by design|deliberate)(?:,? (?:and|because|since|as)) \S+ \S+|(?:wo|wi)n't fix,? (?:because|since|as)|not worth (?:the|\w+ing)\b.{5,})/,
    unless: [FOR_NOW],
  },
  {
    id: "decision.newer",
    kind: "facts",
    confidence: 0.75,
    hints: ["knowledge cutoff", "knowledge cut-off", "training data"],
    cue: () => /\b(?:since|after|past|beyond|newer than) (?:your|the) (?:knowledge cut-?off|training data)\b.{5,}/,
  },
];
