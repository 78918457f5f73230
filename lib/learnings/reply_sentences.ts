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
  const sentences: ReplySentence[] = [];
  let fenced = false;
  const lines = text.split("\n");
  for (let line = 0; line < lines.length && sentences.length < MOST_SENTENCES; line++) {
    const raw = lines[line] ?? "";
    if (/^\s*(?:```|~~~)/.test(raw)) {
      fenced = !fenced;
      continue;
    }
    if (fenced || /^\s*[|>]/.test(raw) || /[│┌└├━═█]/.test(raw) || /^(?:\t| {4,})\S/.test(raw)) continue;
    const content = raw.replace(MARKS, "");
    for (const { start, end } of sentenceRanges(content)) {
      const sentence = content.slice(start, end).replaceAll(/\*\*|__/g, "").replaceAll(LINK, "$1").replace(MARKS, "")
        .trim();
      if (sentence !== "") sentences.push({ text: sentence, plain: plainOf(sentence), line });
    }
  }
  return sentences;
}

/** `[words](address)` */
const LINK = /\[([^\][]{1,200})\]\([^()\s]{1,500}\)/g;
/** Marks in front of a line: headings, list items, check marks. */
const MARKS = /^\s*(?:#{1,6}\s+|[-*+•]\s+|\d{1,3}[.)]\s+|[✅✓✔❌✗⚠️🎯🎉🚀🔄❓☑️\uFE0F]+\s*)*/u;
