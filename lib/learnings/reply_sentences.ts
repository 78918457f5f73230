/**
 * Sentences of an assistant's reply: prose only, no code block, table, heading mark or quotation.
 *
 * @module
 */
import { plainOf } from "./own_sentences.ts";
import { sentenceRanges } from "./sentences.ts";

/** One sentence of a reply. */
export interface ReplySentence {
  /** As it stands, without Markdown marks around it. */
  readonly text: string;
  /** For matching; see `OwnSentence.plain`. */
  readonly plain: string;
  /** Its line among the lines of the reply. */
  readonly line: number;
}

/** Sentences of one reply that are looked at. */
const MOST_SENTENCES = 60;

/**
 * The sentences of a reply, in order.
 *
 * @param text of the reply
 * @example
 * ```ts
 * import { replySentences } from "./reply_sentences.ts";
 * replySentences("## Done\n\nYou're right. **I had it backwards.**\n\n~~~\nx. y.\n~~~").map(({ text }) => text);
 * // ["Done", "You're right.", "I had it backwards."]
 * ```
 */
export function replySentences(text: string): readonly ReplySentence[] {
  // Several rules read one reply after the other.
  if (last.text !== text) last = { text, sentences: readSentences(text) };
  return last.sentences;
}

let last: { readonly text: string; readonly sentences: readonly ReplySentence[] } = { text: "", sentences: [] };

/** A reply in lower case with straight apostrophes: where hints are looked for. */
export function lowerReply(text: string): string {
  if (lowered.text !== text) lowered = { text, lower: text.toLowerCase().replaceAll("\u2019", "'") };
  return lowered.lower;
}

let lowered: { readonly text: string; readonly lower: string } = { text: "", lower: "" };

function readSentences(text: string): readonly ReplySentence[] {
  const sentences: ReplySentence[] = [];
  let fenced = false;
  let line = -1;
  for (let start = 0; start <= text.length && sentences.length < MOST_SENTENCES;) {
    const feed = text.indexOf("\n", start);
    const end = feed < 0 ? text.length : feed;
    const raw = text.slice(start, end);
    start = end + 1;
    line++;
    const indent = raw.length - raw.trimStart().length;
    const first = raw.charAt(indent);
    if (first === "") continue;
    if ((first === "`" || first === "~") && (raw.startsWith("```", indent) || raw.startsWith("~~~", indent))) {
      fenced = !fenced;
      continue;
    }
    if (fenced || first === "|" || first === ">" || indent >= 4 || raw.charAt(0) === "\t") continue;
    const content = raw.slice(behindMarks(raw, indent));
    if (isDrawing(content)) continue;
    for (const range of sentenceRanges(content)) {
      const sentence = withoutMarkdown(content.slice(range.start, range.end));
      if (sentence !== "") sentences.push(new Sentence(sentence, line));
    }
  }
  return sentences;
}

/** The plain form is made when it is asked for: most sentences are looked at once, and passed by. */
class Sentence implements ReplySentence {
  #plain: string | undefined;

  constructor(readonly text: string, readonly line: number) {}

  get plain(): string {
    return this.#plain ??= plainOf(this.text);
  }
}

/** Marks in front of a line: headings, list items, check marks and other pictures. */
const MARK = /^(?:#{1,6}|[-*+•]|\d{1,3}[.)])\s+/;

function behindMarks(line: string, indent: number): number {
  let at = indent;
  for (let marks = 0; marks < 4; marks++) {
    while (isPicture(line.charCodeAt(at)) || line.charAt(at) === " ") at++;
    const code = line.charCodeAt(at);
    // Only these begin a mark.
    const may = code === 35 || code === 42 || code === 43 || code === 45 || code === 0x2022 ||
      (code >= 48 && code <= 57);
    const mark = may ? MARK.exec(line.slice(at, at + 8))?.[0].length ?? 0 : 0;
    if (mark === 0) break;
    at += mark;
  }
  return at;
}

/** Arrows, dingbats and emoji, with the marks that make them colourful; halves of pairs count as such. */
function isPicture(code: number): boolean {
  return (code >= 0x2600 && code <= 0x27bf) || code === 0xfe0f || (code >= 0xd83c && code <= 0xd83e) ||
    (code >= 0xdc00 && code <= 0xdfff);
}

function isDrawing(line: string): boolean {
  const code = line.charCodeAt(0);
  return code >= 0x2500 && code <= 0x25ff;
}

/** `[words](address)` */
const LINK = /\[([^\][]{1,200})\]\([^()\s]{1,500}\)/g;

function withoutMarkdown(text: string): string {
  let plain = text;
  if (plain.includes("**") || plain.includes("__")) plain = plain.replaceAll(/\*\*|__/g, "");
  if (plain.includes("](")) plain = plain.replaceAll(LINK, "$1");
  return plain.slice(behindMarks(plain, 0)).trim();
}
