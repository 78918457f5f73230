/**
 * Whether two learnings say the same, by the words they share. Wordings differ; what is compared is what they are about.
 *
 * @module
 */

/** Share of the shorter one's words that both have to hold. */
const SHARE = 0.4;
/** Fewest shared words, and of texts that have few. */
const FEWEST = 3;
const FEWEST_OF_FEW = 2;
const FEW = 5;

const STOP = new Set(
  ("a an the and or but not no of to in on at by for from with without as is are was were be been being it its this that " +
    "these those they them their there here we us our you your i my me he she his her who which what when where why how " +
    "do does did done doing have has had will would should could can may might must shall than then so if else also only " +
    "just more most very too such same other any all each every some one two first now new use used using make made " +
    "user assistant said says say into out up down over about after before again still yet because since while until")
    .split(" "),
);

/**
 * The words of a text that carry meaning, in a plain form.
 *
 * @example
 * ```ts
 * import { contentWords } from "./says_the_same.ts";
 * [...contentWords("The hooks were failing in lib/x_y.ts")]; // ["hook", "fail", "lib", "x", "y", "ts"]
 * ```
 */
export function contentWords(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().replaceAll(/[’']s\b/g, "").split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  return new Set(words.filter((word) => !STOP.has(word)).map(stem));
}

function stem(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word;
  return word.replace(/(?:ers?|ly|s)$/, "").replace(/(?:ations?|ing|ies|ie|ed|es|s|ly|e|y)$/, "").replace(
    /([bdfglmnprt])\1$/,
    "$1",
  );
}

/** Share of the shorter text's words that the other one holds too, 0 to 1; 0 for too few. */
export function sharedWords(one: string, other: string): number {
  const words = contentWords(one);
  const others = contentWords(other);
  const shared = [...words].filter((word) => others.has(word)).length;
  const shorter = Math.min(words.size, others.size);
  const fewest = Math.min(shorter <= FEW ? FEWEST_OF_FEW : FEWEST, shorter);
  return shared < fewest || shorter === 0 ? 0 : shared / shorter;
}

/** What begins so forbids something; a text without any denying word says the opposite. */
const FORBIDS = /^(?:no|not|never|do not|don['’]t|avoid|stop) /i;
const DENIES = /\b(?:no|not|never|none|nothing|nobody|without|avoid|stop|instead|rather|cannot|only)\b|n['’]t\b/i;

/** True when the texts share enough words, and neither forbids what the other asks for. */
export function saysTheSame(one: string, other: string): boolean {
  if ((FORBIDS.test(one) && !DENIES.test(other)) || (FORBIDS.test(other) && !DENIES.test(one))) return false;
  return sharedWords(one, other) >= SHARE;
}
