/**
 * Preferences that the user states about how the assistant works and how things are done in the project, without "always" or
 * "from now on": asking first, what comes before what, what there must be none of, what is off limits, how names and texts
 * are written (design, learnings.md: explicit words of the user). Each takes a general object; an order about one thing at
 * hand has an article, a pointer or a place in front of it.
 *
 * @module
 */
import { FOR_NOW, NARRATION, REPORTED, THIS_SCREEN } from "./no_wish_words.ts";
import type { Phrase } from "./phrases.ts";

const NOT_MEANT = [FOR_NOW, NARRATION, REPORTED];

/** What points at the thing at hand. */
const AT_HAND = () =>
  /\b(?:this|that|these|those|here|it|them|above|below|current|same|first|second|third|last) ?(?:one|time|file|line|function|test|page|screen|button|section|commit|branch|pr|part|change|step|message)?\b/;

/** The phrases, in the order of trust. */
export const HABIT_PHRASES: readonly Phrase[] = [
  {
    id: "habit.ask-first",
    kind: "preferences",
    confidence: 0.85,
    hints: [
      "ask me",
      "check with me",
      "asking me",
      "checking with me",
      "telling me",
      "wait for my",
      "my ok",
      "my approval",
    ],
    cue: () =>
      /(?:^|[,;:.] ?|\b(?:and|but|so|please|always|also) )(?:please |always )?(?:ask me|check with me) (?:first\b|before (?:you )?(?!(?:lunch|noon|the meeting)\b)\w)|\bwithout (?:asking|checking with|telling) me\b|\bwait for my (?:ok|okay|go|approval|review)\b (?:before (?:you|\w+ing)|first)/,
    asking: true,
    unless: [
      () => /^(?:and |but |so |ok,? )*(?:why|what|how|who|when|where|did|do|does|should i)\b/,
      FOR_NOW,
      REPORTED,
      () => /\b(?:why did you|you (?:did|went|have|had|just|changed|pushed|deleted|removed))\b/,
    ],
  },
  {
    id: "habit.before",
    kind: "preferences",
    confidence: 0.8,
    hints: ["before "],
    cue: () =>
      /^(?:please |and |also |but |so |just |always )*(?:run|wait for|check|read|build|lint|format|update|regenerate|test)\b(?! (?:it|this|that|these|those)\b).{2,60}\bbefore (?:you )?(?:show|call|say|claim|tell|report|hand|commit|push|open(?:ing)? a|merge|declar|start coding|writ)\w*|^(?:please |and |also |but |so |just |always )*(?!(?:what|who|how|why|was|were|it|i|we|you|they|the|did|is)\b)[a-z]+ (?!(?:the|this|that|these|those|it|a|an|my|your|tests?|conflicts|errors|issues)\b)[\w-]+ .{0,40}\b(?:before|prior to) (?:you (?:commit|push|merge)\b|committing|pushing|merging|opening a pr|(?:every|each) (?:commit|push|merge|pr)\b)/,
    unless: NOT_MEANT,
  },
  {
    id: "habit.whenever",
    kind: "preferences",
    confidence: 0.85,
    hints: ["whenever ", "every time ", "each time ", "any time "],
    cue: () =>
      /^(?:and |also |so |please |but )*(?:whenever|every time|each time|any time) (?:you|we)\b .{4,90}?(?:,|\b(?:also|always|please|then)\b) ?(?:also |please |always |then )*(?:regenerate|update|bump|add|run|ask|tell|use|write|check|make sure|don't|do not|never|give|show|keep|leave|rebuild|put)\b/,
    unless: [REPORTED, THIS_SCREEN],
  },
  {
    id: "habit.when-you",
    kind: "preferences",
    confidence: 0.8,
    hints: ["when you ", "whenever you ", "every time you ", "each time you ", "if you "],
    cue: () =>
      /(?:^(?:please |and |also |but |so )*(?:give|show|tell|ask|send|link|add|use|run|write|include|mention|cite|leave|keep|update|regenerate|bump|explain)\b .{3,80}|, .{0,10})\b(?:when(?:ever)?|every time|each time|if) you (?:claim|report|use|add|change|touch|review|write|create|fix|rename|edit|answer|explain|propose|suggest|commit|open|release|merge|quote|cite|introduce)\b (?!(?:it|this|that|these|those|them)\b)\w/,
    unless: [REPORTED, FOR_NOW, THIS_SCREEN],
  },
  {
    id: "habit.as-ever",
    kind: "preferences",
    confidence: 0.85,
    hints: [
      "same as last time",
      "in general i",
      "in general, i",
      "every time",
      "everytime",
      "each time",
      "same as always",
      "for the record",
      "for the future",
      "for future",
      "as a rule",
      "house rule",
    ],
    cue: () =>
      /^(?:and |but |ok,? |thanks,? )*(?:same as (?:last time|always)|for the record|for (?:the )?future(?: reference)?(?:,? though)?|(?:as a|house|general) rule)[:,] ?\S.{8,}|^(?:and |but )*in general,? i (?:like|prefer|want|expect) (?!(?:it|this|that|the)\b)\w|\b(?:tell|show|give|ask|explain|run|update|add|say|list|mention) .{3,60}\b(?:every ?time|each time)[.! ]*$/,
    unless: [REPORTED],
  },
  {
    id: "habit.assistant",
    kind: "preferences",
    confidence: 0.85,
    hints: ["don't ", "do not ", "no need to ", "stop ", "quit ", "question", "want you to"],
    cue: () =>
      /\b(?:don't|do not|no need to|stop|quit) (?:keep |always |ever )?(?:apologi[sz](?:e|ing)|summari[sz](?:e|ing) (?:what you|at the end|every|your)|thank(?:ing)? me|lectur(?:e|ing)|guess(?:ing)?(?:[.,!]|$| (?:when|if|at|an?|what)\b)|repeat(?:ing)? (?:my|what i)|praise|prais(?:e|ing) me|flatter)|\b(?:one|a single) question at a time\b|\bi (?:don't|do not|never) want you to (?:ever )?(?:push|commit|merge|deploy|release|publish|guess|install)\b(?! (?:this|that|it|these|the)\b)/,
    unless: [FOR_NOW, REPORTED],
  },
  {
    id: "habit.none-of",
    kind: "preferences",
    confidence: 0.8,
    hints: ["no "],
    cue: () =>
      /^(?:please,? |and |also |but |ugh,? |hey,? )*no (?:more |new )?(?!(?:changes|edits|differences|results|errors|tests|updates|problems|issues|warnings|questions|worries|idea|need|luck|way|one|thanks|doubt|wonder|matter|longer|hurry|rush|output|response|problem|effect|more|other)\b)(?:[\w-]+ ){0,2}[\w-]+(?:s|code|boilerplate|dependency|malloc|allocation|recursion|whitespace)\b(?: (?:in|inside|within) (?!(?:this|that|these|those|the|it)\b)| without | unless | outside |,? (?:ever|please|pls)\b|.*\bever\b| for (?!.*\b(?:the|this|that|these|those|it)\b).*\b(?:pls|please)\b)/,
    unless: [FOR_NOW, REPORTED, () => /\b(?:found|found in|there (?:is|are)|showing|visible|appear|left)\b/],
  },
  {
    id: "habit.please-none",
    kind: "preferences",
    confidence: 0.8,
    hints: ["please no ", "pls no "],
    cue: () => /\b(?:please|pls) no (?!(?:more|changes|one|need|the|this|that)(?![\w-]))(?:[\w-]+ )?[\w-]+s\b/,
    unless: [FOR_NOW, AT_HAND],
  },
  {
    id: "habit.off-limits",
    kind: "preferences",
    confidence: 0.85,
    hints: ["off limits", "off-limits", "hands off", "don't touch", "do not touch", "don't edit", "do not edit"],
    cue: () =>
      /\b(?:is|are|stays?|remains?) off[- ]limits\b|\bhands off (?:the |of )?\S+|^(?:please |and |also |but |so |ok,? )*(?:don't|do not) (?:touch|edit|modify) (?:anything (?:in|under|below) )?(?:the )?\S*\w\/(?:\s|,|$)/,
    unless: [FOR_NOW, REPORTED, () => /\b(?:only|just) (?:the|change|edit|touch|fix)\b/],
  },
  {
    id: "habit.we-do-not",
    kind: "preferences",
    confidence: 0.8,
    hints: ["we don't ", "we do not "],
    cue: () =>
      /^(?:nah|no|hm+|and|but|also|please|sorry|oh|ok)?,? ?we (?:don't|do not) (?:do|use|allow|accept|merge|mock|vendor) (?!(?:it|that|this|these|those|them|the|a|an|any|much|have|know|to|anything)\b)[\w-]+/,
    unless: [FOR_NOW, REPORTED, NARRATION, () => /\b(?:anymore|any more|because it|yet|so why|so it)\b/],
  },
  {
    id: "habit.strict",
    kind: "preferences",
    confidence: 0.85,
    hints: ["strict about", "picky about", "won't accept", "will not accept", "not acceptable"],
    cue: () =>
      /\b(?:we're|we are|i'm|i am) (?:very |quite |really |pretty )?(?:strict|picky) about\b|\bi (?:won't|will not) accept (?!(?:it|this|that)\b)\w/,
    unless: [REPORTED],
  },
  {
    id: "habit.over",
    kind: "preferences",
    confidence: 0.8,
    hints: [" over "],
    cue: () =>
      /^(?:please |in [\w.#+-]+,? )?(?:(?:i|we) (?:want|like|take|favou?r) |favou?r |choose )?(?!(?:move|put|drag|hover|go|run|loop|iterate|read|start|do|take|draw|lay|place|slide|look|hand|carry|switch|roll|spread|map|page|the|this|that|it|a|an)\b)(?:[\w.`_-]+ ){1,3}over (?!(?:the|this|that|there|here|it|them|time|and|to|all|again)\b)[\w.`_-]+(?: [\w.`_-]+){0,3}(?: (?:please|pls|wherever|everywhere|always|whenever|any day)\b.*|[.! ]*$)/,
    unless: [
      ...NOT_MEANT,
      () => /\b(?:is|are|was|were|has|have|had|went|goes|comes?|came|got|gets|been)\b.* over /,
      () => /^(?:[\w.`_-]+ ){0,2}\w+(?:ed|ing) over /,
    ],
  },
  {
    id: "habit.every",
    kind: "preferences",
    confidence: 0.85,
    hints: ["each ", "every ", "all "],
    cue: () =>
      /\b(?:each|every|any new|all(?: of)?(?: our)?) (?:new |exported |public |\w+ (?=func))?(?:commits?|prs?|pull requests?|bug ?fix(?:es)?|fix(?:es)?|migrations?|releases?|branch(?:es)?|functions?|features?|endpoints?|of ours)\b(?: (?!(?:in|on|of) (?:this|that|the)\b)[\w-]+){0,4} (?:needs?|must|have to|has to|gets?|should (?:have|come with|be))\b/,
    unless: [REPORTED, FOR_NOW, NARRATION, () => /\b(?:this|these|those|error|list|table|returns?)\b/],
  },
  {
    id: "habit.written",
    kind: "preferences",
    confidence: 0.8,
    hints: [
      "commit",
      "branch",
      "changelog",
      "docstring",
      "comments",
      "messages",
      "texts",
      "identifiers",
      "names",
      "todos",
      "strings",
      "keys",
      "answers",
      "replies",
    ],
    cue: () =>
      /\b(?:commit (?:messages?|subjects?|titles?)|commits|branch names|branches|pr (?:titles?|descriptions?)|changelog entr(?:y|ies)|docstrings|comments|(?:log|error|commit) messages|error texts|identifiers|(?:variable|test|file|function|class|branch) names|todos|user[- ]facing (?:strings|texts?)|json keys|answers|replies)\b(?: (?!(?:in|on|of|from) (?:this|that|the)\b)[^ ?]+){0,6}? (?:(?:should |must |always |stay |are |be |go |written )*in (?:english|german|french|spanish|lower ?case|upper ?case|snake_case|camelcase|kebab-case|the imperative|imperative|the present tense|present tense|sentence case)|imperative|(?:(?:are|be|stay|all) )(?:always )?(?:english|lower ?case|upper ?case|snake_case|camelcase)|under \d+ ?char\w*|without (?:a |an |the )?(?:full stops?|periods?|emojis?|co-authored\S*))/,
    unless: [
      FOR_NOW,
      REPORTED,
      () =>
        /(?:^|\b(?:please|and|then|also) )(?:rename|convert|translate|change|move|fix|make|turn|rewrite|replace|update|transform|find|grep|show|list|why|are)\b|\b(?:this|that|these|those|here)\b/,
    ],
  },
  {
    id: "habit.stop-please",
    kind: "preferences",
    confidence: 0.85,
    hints: ["you stop", "you please stop", "you quit", "you please quit"],
    cue: () =>
      /^(?:hey,? |and |please,? |ok,? )*(?:can|could|would|will) you (?:please )?(?:stop|quit) [a-z]+ing (?!(?:the|this|that|it|them|these|those|now)\b)[\w"'…]/,
    unless: [FOR_NOW],
    asking: true,
  },
  {
    id: "habit.agree",
    kind: "preferences",
    confidence: 0.85,
    hints: ["we agree", "you please always", "you always", "you never"],
    cue: () =>
      /^(?:hey,? |and |please,? |ok,? )*(?:could|can|shall|should) we agree (?:that|on|to)\b|^(?:can|could|would) you (?:please )?(?:always|never)\b/,
    unless: [FOR_NOW, () => /\bagree (?:on|to) (?:this|that|it)\b|\b(?:this|these|those|here|it)\b/],
    asking: true,
  },
  {
    id: "habit.project",
    kind: "preferences",
    confidence: 0.8,
    hints: [
      "in this ",
      "in our ",
      "around here",
      "at our company",
      "that's the policy",
      "as everywhere else",
      "like everything else",
    ],
    cue: () =>
      /\b(?:should|must|needs? (?:an?|to)|has to|have to|we (?:always |only )?(?:use|write|keep|treat|follow|name|ship)|stick (?:to|with)|are named|lives? next to)\b.*\b(?:in (?:this|our) (?:project|repo|repository|code ?base|app|service|team|company|tool|monorepo)|around here|at our company|everywhere in this \w+)\b|\b(?:in (?:this|our) (?:project|repo|repository|code ?base|app|service|team|company|tool|monorepo)|around here|at our company)\b.*\b(?:should|must|needs? (?:an?|to)|has to|have to|we (?:always |only )?(?:use|write|keep|treat|follow|name|ship)|are named)\b|\bthat's the policy\b|\bas everywhere else\b|\blike everything else\b/,
    unless: [
      REPORTED,
      FOR_NOW,
      () =>
        /^(?:please |and |also |but |so |ok,? |now )*(?:find|search|look|fix|add|update|check|list|grep|count|where|why|what|how|replace|rename|remove|refactor|implement|create|make|show|tell|explain|go through|move|put|change|convert|migrate|run|the|this|that|it|there|let)\b|\b(?:bugs?|broken|fails?|failing|wrong|errors?|crash\w*|somewhere)\b/,
    ],
  },
  {
    id: "habit.unless-asked",
    kind: "preferences",
    confidence: 0.85,
    hints: ["unless i", "unless asked", "what i asked", "when i say", "if i ask"],
    cue: () =>
      /\bunless (?:i (?:explicitly )?(?:ask|say|tell)|asked)\b|\b(?:confine yourself|stick|keep|restrict yourself|limit yourself) to what i asked\b|^(?:please |and |but )*(?:edit|commit|push|change|write|refactor|install) (?:only )?(?:when|if) i (?:say|tell|ask)\b|^if i ask (?:a|you a|something)\b.{3,}\bi want\b/,
    unless: [REPORTED],
  },
  {
    id: "habit.enough-of",
    kind: "preferences",
    confidence: 0.85,
    hints: [
      "stop with the",
      "spare me the",
      "enough with the",
      "lose the ",
      "drop the ",
      "skip the ",
      "in the habit of",
      "not a fan of",
      "not really a fan",
    ],
    cue: () =>
      /\b(?:stop with|spare me|enough with|lose|drop|skip) the (?:apolog\w+|emojis?|recaps?|praise|flattery|disclaimers?|preambles?|pleasantries|small talk|lectures?)\b|\bget (?:in|into) the habit of \w+ing\b|\bnot (?:really )?a (?:big |huge )?fan of (?!(?:this|that|it|the|these|those|how|your)\b)\w/,
    unless: [FOR_NOW],
    asking: true,
  },
  {
    id: "habit.never-by-hand",
    kind: "preferences",
    confidence: 0.85,
    hints: ["by hand", "manually", "off the table", "acceptable"],
    cue: () =>
      /\b(?:is|are|gets?|must) never (?:be )?(?:edited|changed|touched|committed|modified|updated) (?:by hand|manually)\b|\b(?:is|are) (?:off the table|never (?:an )?acceptable)\b/,
    unless: [FOR_NOW, REPORTED],
  },
  {
    id: "habit.answer-me",
    kind: "preferences",
    confidence: 0.85,
    hints: [
      "me in ",
      "answer in ",
      "reply in ",
      "respond in ",
      "simple terms",
      "your answers",
      "your replies",
      "your explanations",
    ],
    cue: () =>
      /\b(?:answer|answering|reply|replying|talk|talking|respond|responding)(?:(?: to)? me)? in (?:english|german|french|spanish|italian|portuguese|dutch|japanese|chinese|polish|russian)\b|\b(?:keep|make) your (?:answers|replies|explanations) (?:\w+ )?(?:shorter|short|simple|brief)\b|^(?:please )?explain (?:things|everything|code|concepts) (?:to me )?in simple terms\b/,
    unless: [FOR_NOW],
    asking: true,
  },
  {
    id: "habit.myself",
    kind: "preferences",
    confidence: 0.8,
    hints: ["myself", "is mine", "are mine"],
    cue: () =>
      /\bi (?:always )?(?:do|handle|make|run) (?:the |all |my )?(?:commits?|committing|push(?:es|ing)|merges|merging|releases?|deploys|deployments|deploying) (?:by )?myself\b|\b(?:committing|push(?:es|ing)|merg(?:es|ing)|releas(?:es|ing)|deploy(?:s|ing)|apply) (?:is|are) mine\b/,
    unless: [FOR_NOW],
  },
];
