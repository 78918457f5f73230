/**
 * The user's own sentences in a typed message: no pasted text, code, quotation, table, heading, log or terminal output.
 *
 * In prompts of more than 500 characters or 6 lines only the first line is read, because long prompts are often pasted
 * (design, learnings.md).
 *
 * @module
 */
import type { TextRange, TypedEvent } from "../types.ts";
import { wishIn } from "./remember_words.ts";
import { sentenceRanges } from "./sentences.ts";

/** Longest prompt that is read whole, and longest first line that is read at all, in UTF-16 code units. */
export const LONGEST_PROMPT = 500;
/** Most lines of a prompt that is read whole. */
const MOST_LINES = 6;

/** One sentence of the user. */
export interface OwnSentence {
  /** As it was typed, without the mark of a list item. */
  readonly text: string;
  /** For matching: lower case, straight apostrophes, single spaces; code and longer quotations are `…`. */
  readonly plain: string;
  /** It asks: something, or for something. */
  readonly asks: boolean;
  /** Its line is one to remember (`remember: ...`): said outright, it needs no phrase, and is told once. */
  readonly remembered: boolean;
}

/**
 * Reads the user's own sentences.
 *
 * @param message its text, and the parts of it that were pasted
 * @example
 * ```ts
 * import { ownSentences } from "./own_sentences.ts";
 * const text = "Fine. Don’t use `rm`!\n> always quote\n~~~\nnever\n~~~\n- Can we ship?";
 * ownSentences({ text, quoted: [] }).map(({ plain }) => plain); // ["fine.", "don't use …!", "can we ship?"]
 * ```
 */
export function ownSentences(message: Pick<TypedEvent, "text" | "quoted">): readonly OwnSentence[] {
  // Half a dozen rules read each message.
  const known = KNOWN.get(message);
  if (known !== undefined) return known;
  const sentences = ownLines(message).flatMap(sentencesOfLine);
  KNOWN.set(message, sentences);
  return sentences;
}

const KNOWN = new WeakMap<object, readonly OwnSentence[]>();

/** The lines of a typed message that the user wrote as prose. */
export function ownLines({ text, quoted }: Pick<TypedEvent, "text" | "quoted">): readonly string[] {
  const lines = text.split("\n");
  const short = text.length <= LONGEST_PROMPT && lines.length <= MOST_LINES;
  const own: string[] = [];
  let offset = 0;
  let fenced = false;
  for (const line of short ? lines : lines.slice(0, 1)) {
    const range = { start: offset, end: offset + line.length };
    offset = range.end + 1;
    if (/^\s{0,3}(?:```|~~~)/.test(line)) {
      fenced = !fenced;
      continue;
    }
    if (fenced || line.length > LONGEST_PROMPT || isForeign(line) || overlaps(quoted, range)) continue;
    own.push(line);
  }
  return own;
}

/** The sentences of one line of prose, whoever wrote it. */
export function sentencesOfLine(line: string): OwnSentence[] {
  const content = line.replace(LIST_MARK, "");
  const remembered = wishIn(line) !== undefined;
  return sentenceRanges(content).map(({ start, end }) => {
    const text = content.slice(start, end);
    const plain = plainOf(text);
    return { text, plain, asks: asks(plain), remembered };
  });
}

const LIST_MARK = /^\s*(?:[-*+•]|\(?\d{1,3}[.)]|[a-zA-Z]\))\s+/;

/** What is never the user's own prose, whoever typed it: quotation, table, heading, code, log, terminal. */
function isForeign(line: string): boolean {
  const content = line.trimStart();
  const first = content.charAt(0);
  if (line.startsWith("\t") || line.startsWith("    ") || ">|#<{}".includes(first)) return true;
  // Each kind of line is looked for only where its first character stands: most lines are prose.
  if ("$❯➜%".includes(first)) return /^.\s?\S/.test(content);
  if ("@+-d".includes(first)) return /^(?:@@|\+\+\+|---|diff --git|[+-] {2,})/.test(content);
  if (first === "[" || (first >= "0" && first <= "9")) return LOG_TIME.test(content) || LOG_LEVEL.test(content);
  if (first === "/") return /^\/[a-z][\w:-]*(?:\s|$)/i.test(content);
  return LOG_WORD.test(content) || /^(?:PS [a-z]:\s?\S|at \S+ ?\()/i.test(content) || isCode(content) ||
    /[│┌└├━═█]/.test(content);
}

const LOG_TIME = /^\[?(?:\d{4}-\d{2}-\d{2}[T ]\d{2}:|\d{1,2}:\d{2}:\d{2})/i;
const LOG_LEVEL = /^\[(?:info|warn|warning|error|debug|trace|fatal)\]/i;
const LOG_WORD = /^(?:npm err!|(?:info|warn|warning|error|debug|fatal|[a-z]+error|traceback|panic)(?::| \(|!))/i;

function isCode(content: string): boolean {
  return ";{:)".includes(content.trimEnd().slice(-1)) &&
    /^(?:import|export|const|let|var|def|class|func|function|return|public|private|if|for|while)\b/i.test(content);
}

function overlaps(ranges: readonly TextRange[], span: TextRange): boolean {
  return ranges.some((range) => range.start < span.end && range.end > span.start);
}

const CODE = /`[^`]*`/g;
/** A quotation of four words or more is somebody's sentence; a shorter one is a name. */
const QUOTATION = /["“„«](?:[^"“”„«»\s]+\s+){3,}[^"”»]*["”»]|(?<=^|[\s:(])'(?:[^'\s]+\s+){3,}[^']*'(?=$|[\s.,;:!?)])/g;

/** What {@linkcode plainOf} changes but capitals: most sentences hold none of it, and one search says so. */
const UNPLAIN = /[’‘ʼ`"“„«*\t\n\r\u00a0]|__|\s\s|(?:^|[\s:(])'/;

/** The form that cues are looked for in. */
export function plainOf(text: string): string {
  if (!UNPLAIN.test(text)) return withApostrophes(text.trim().toLowerCase());
  let plain = text;
  if (/[’‘ʼ]/.test(plain)) plain = plain.replaceAll(/[’‘ʼ]/g, "'");
  if (plain.includes("`")) plain = plain.replace(CODE, "…");
  if (/["“„«]|(?:^|[\s:(])'/.test(plain)) plain = plain.replace(QUOTATION, "…");
  if (plain.includes("*") || plain.includes("__")) plain = plain.replaceAll(/\*{1,2}|_{2}/g, "");
  if (/\s\s|[\t\n\r\u00a0]/.test(plain)) plain = plain.replaceAll(/\s+/g, " ");
  return withApostrophes(plain.trim().toLowerCase());
}

/** People leave the apostrophe out; no other word is spelled so. */
function withApostrophes(plain: string): string {
  if (!plain.includes("nt") && !plain.includes("im ") && !plain.includes("ive ")) return plain;
  return plain.replaceAll(
    /\b(?:(do|does|did|is|are|was|were|would|could|should|has|have|had|must|need)nt|(ca|wo)nt|(i)(m|ve))\b/g,
    (word, verb?: string, short?: string, i?: string, rest?: string) =>
      verb !== undefined ? `${verb}n't` : short !== undefined ? `${short}n't` : i !== undefined ? `${i}'${rest}` : word,
  );
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));

/** Words in front of a question. */
const BEFORE_QUESTION = words("q question and but so ok okay hmm also then or oh well wait no yes yeah please hey");
const ASKING_VERBS = words(
  "can could should would will shall do does did is are was were has have am may isn't aren't don't doesn't didn't won't " +
    "can't couldn't shouldn't wouldn't haven't hasn't",
);
const ASKED_ABOUT = words(
  "we you i it this that the there they these those he she someone anyone my our your",
);
const ASKING_WORDS = words("what why how where who whose which when");
const BEHIND_ASKING_WORDS = words(
  "is are was were do does did would should can could will about if happens else kind exactly",
);

/** Sets of words in place of patterns: every sentence goes through here. */
function asks(plain: string): boolean {
  if (/[?？]["')\]…]*$/.test(plain)) return true;
  const first = plain.slice(0, 120).split(/[ ,:.-]+/);
  const at = first.findIndex((word) => !BEFORE_QUESTION.has(word));
  const word = first[at] ?? "";
  const next = first[at + 1] ?? "";
  return ASKING_VERBS.has(word) && ASKED_ABOUT.has(letters(next)) ||
    ASKING_WORDS.has(word) && BEHIND_ASKING_WORDS.has(letters(next)) ||
    /'(?:s|re)$/.test(word) && ASKING_WORDS.has(letters(word));
}

/** The letters that a word begins with. */
function letters(word: string): string {
  return /^[a-z]*/.exec(word)?.[0] ?? "";
}
