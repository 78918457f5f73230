/**
 * The user's own sentences in a typed message: no pasted text, code, quotation, table, heading, log or terminal output.
 *
 * In prompts of more than 500 characters or 6 lines only the first line is read, because long prompts are often pasted
 * (design, learnings.md).
 *
 * @module
 */
import type { TextRange, TypedEvent } from "../types.ts";
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
  return ownLines(message).flatMap(sentencesOfLine);
}

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
    if (fenced || line.length > LONGEST_PROMPT || isForeignLine(line) || overlaps(quoted, range)) continue;
    own.push(line);
  }
  return own;
}

/** The sentences of one line of prose, whoever wrote it. */
export function sentencesOfLine(line: string): OwnSentence[] {
  const content = line.replace(LIST_MARK, "");
  return sentenceRanges(content).map(({ start, end }) => {
    const text = content.slice(start, end);
    const plain = plainOf(text);
    return { text, plain, asks: asks(plain) };
  });
}

const LIST_MARK = /^\s*(?:[-*+•]|\(?\d{1,3}[.)]|[a-zA-Z]\))\s+/;

/** What is never the user's own prose, whoever typed it: quotation, table, heading, code, log, terminal. */
const FOREIGN_LINE: readonly RegExp[] = [
  /^\s*[>|#<{}]/,
  /^(?:\t| {4})/,
  /^\s*(?:\$|❯|➜|%|PS [A-Z]:)\s?\S/,
  /^\s*(?:@@|\+\+\+|---|diff --git|[+-] {2,})/,
  /^\s*\[?\d{4}-\d{2}-\d{2}[T ]\d{2}:/,
  /^\s*\[?\d{1,2}:\d{2}:\d{2}/,
  /^\s*\[(?:INFO|WARN|WARNING|ERROR|DEBUG|TRACE|FATAL)\]/i,
  /^\s*(?:info|warn|warning|error|debug|fatal|\w+error|traceback|npm err!|panic)(?::| \(|!)/i,
  /^\s*\/[a-z][\w:-]*(?:\s|$)/,
  /^\s*at \S+ ?\(/,
  /^\s*(?:import|export|const|let|var|def|class|func|function|return|public|private|if|for|while)\b.*[;{:)]\s*$/,
  /[│┌└├━═█]/,
];

function isForeignLine(line: string): boolean {
  return FOREIGN_LINE.some((pattern) => pattern.test(line));
}

function overlaps(ranges: readonly TextRange[], span: TextRange): boolean {
  return ranges.some((range) => range.start < span.end && range.end > span.start);
}

const CODE = /`[^`]*`/g;
/** A quotation of four words or more is somebody's sentence; a shorter one is a name. */
const QUOTATION = /["“„«](?:[^"“”„«»\s]+\s+){3,}[^"”»]*["”»]/g;

/** The form that cues are looked for in. */
export function plainOf(text: string): string {
  return text.replaceAll(/[’‘ʼ]/g, "'").replace(CODE, "…").replace(QUOTATION, "…").replaceAll(/\*{1,2}|_{2}/g, "")
    .replaceAll(/\s+/g, " ").trim().toLowerCase();
}

const ASKED_FIRST =
  /^(?:(?:q|question|and|but|so|ok|okay|hmm|also|then|or|oh|well|wait|no|yes|yeah|please|hey)\b[ ,:.-]*)*(?:can|could|should|would|will|shall|do|does|did|is|are|was|were|has|have|am|may|isn't|aren't|don't|doesn't|didn't|won't|can't|couldn't|shouldn't|wouldn't|haven't|hasn't) (?:we|you|i|it|this|that|the|there|they|these|those|he|she|someone|anyone|my|our|your)\b/;
const ASKED_BY_WORD =
  /^(?:(?:q|and|but|so|ok|okay|hmm|also|then|or|oh|well|wait)\b[ ,:.-]*)*(?:what|why|how|where|who|whose|which|when)(?:'s|'re| (?:is|are|was|were|do|does|did|would|should|can|could|will|about|if|happens|else|kind|exactly))\b/;

function asks(plain: string): boolean {
  return /[?？]["')\]…]*$/.test(plain) || ASKED_FIRST.test(plain) || ASKED_BY_WORD.test(plain);
}
