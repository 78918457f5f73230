/**
 * The two things that a sentence chooses between: "use A instead of B", "always A, never B", "A rather than B". Which of them
 * is wanted does not matter: a later sentence about the same two takes the place of an earlier one.
 *
 * @module
 */
import { type Cue, cue, holdsAny } from "./cues.ts";

/** One thing and the other, in either order; first what says it most plainly. */
const FORMS: readonly Cue[] = [
  cue(
    "never|not|no |don't|stop",
    () =>
      /^(?:.* )?(?:never|not|no|don't|do not|stop)(?: ever)? ([^,;.—]+?)(?:[,;.]| -| –| ?—) (?:(?:but|and|please|instead|rather|always|only) )*((?:always|only|use|prefer|go with|stick (?:to|with)) .+)$/,
  ),
  cue("instead of|rather than", () => /^(.+?),? (?:instead of|rather than) (.+)$/),
  cue(" never ", () => /^(.+?)(?:,| -| –| ?—)?(?: and| but)? never (.+)$/),
  cue(" not ", () => /^(.+?)(?:,| -| –| ?—)(?: and| but)? not (.+)$/),
  cue(" not ", () => /^(.*\b(?:use|prefer|want|go with|stick (?:to|with)) .+?) (?:and |but )?not (.+)$/),
  cue("prefer ", () => /^(.*\bprefer .+?) to (.+)$/),
  cue(" over ", () => /^(.*\b(?:use|prefer|choose|favou?r) .+?) over (.+)$/),
  cue(" than ", () => /^(.*\brather .+?) than (.+)$/),
];

/** Behind these words what is chosen is named. */
const CHOOSING = /^.*\b(?:us(?:e|ing)|prefer|go with|stick (?:to|with)|want|have|choose|favou?r)\b/;
/** Words that stand in front of a thing and are no part of its name. */
const IN_FRONT =
  /^(?:(?:i|we|you|it|is|are|always|only|ever|please|use|using|have|go|prefer|the|a|an|any|our|with|in|on|to|from|at|by|into|under|of|as)(?: |$))+/;
/** ... behind it: where, when and why it is chosen. */
const BEHIND =
  / (?:for|in|on|when|whenever|from|if|because|as|since|at|with|to|by|unless|until|everywhere|going|so|that|this|and|but|or|now|again|here|please|always|only|instead|any ?more)(?: .*)?$/;
const ADVERBS = /(?: (?:now|again|here|please|always|only|instead|any ?more))+$/;
const CLAUSE_END = /[,;!?()—]|[.:](?= |$)| [-–] /;
/** A longer name is a sentence. */
const MOST_WORDS = 3;

/**
 * The two things that a sentence chooses between.
 *
 * @param text of a preference
 * @returns both in lower case, sorted; undefined when the sentence names no two
 * @example
 * ```ts
 * import { choicePair } from "./choice_pair.ts";
 * choicePair("always use pnpm, never npm"); // ["npm", "pnpm"]
 * choicePair("I prefer small commits over big ones"); // ["big commits", "small commits"]
 * ```
 */
export function choicePair(text: string): readonly [string, string] | undefined {
  const plain = text.toLowerCase().replaceAll("\u2019", "'").replaceAll(/[`"“”*]|(?<!\w)'|'(?!\w)/g, "")
    .replaceAll(/\s+/g, " ").trim();
  for (const { hints, pattern } of FORMS) {
    if (!holdsAny(plain, hints)) continue;
    const [, front = "", behind = ""] = pattern().exec(plain) ?? [];
    const pair = pairOf(front, wordsOf(clauses(behind)[0] ?? "", BEHIND));
    if (pair !== undefined) return pair;
  }
  return undefined;
}

/** Finds in front the thing that is named like the other: by as many words, or by the same noun. */
function pairOf(front: string, other: readonly string[]): readonly [string, string] | undefined {
  const last = other.at(-1);
  if (last === undefined || other.length > MOST_WORDS) return undefined;
  const chosen = CHOOSING.test(front);
  const name = chosen
    ? wordsOf(clauses(front.replace(CHOOSING, ""))[0] ?? "", BEHIND)
    : wordsOf(clauses(front).at(-1) ?? "", ADVERBS);
  if (/^ones?$/.test(last)) return sorted(name.slice(-other.length), [...other.slice(0, -1), name.at(-1) ?? ""]);
  if (/^\d/.test(last) && other.length === 1) {
    // "2 spaces instead of 4", "node 24 instead of 22"
    const at = name.findIndex((word) => /^\d/.test(word));
    const counted = name[at + 1] ?? (chosen ? name[at - 1] : undefined);
    if (at >= 0 && counted !== undefined) return sorted([name[at] ?? "", counted], [last, counted]);
  }
  return sorted(name.slice(-other.length), other);
}

function clauses(text: string): readonly string[] {
  return text.split(CLAUSE_END);
}

function wordsOf(text: string, behind: RegExp): readonly string[] {
  const name = text.trim().replace(IN_FRONT, "").replace(behind, "");
  return name.split(" ").filter((word) => word !== "");
}

function sorted(one: readonly string[], other: readonly string[]): readonly [string, string] | undefined {
  const [a, b] = [one.join(" "), other.join(" ")];
  if (a === "" || b === "" || a === b) return undefined;
  return a < b ? [a, b] : [b, a];
}
