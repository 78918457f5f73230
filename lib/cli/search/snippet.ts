/**
 * The part of a text in which the words of a query stand, with them marked.
 *
 * @module
 */
import { fold, isPlain, isSpaceless } from "./fold.ts";
import type { Query } from "./query.ts";

/** A piece of a snippet. */
export interface SnippetPart {
  readonly text: string;
  readonly marked: boolean;
}

const PLAIN_WORD = /[0-9a-z]+/g;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const SHORTEST_INSIDE = 4;
/** What stands for a secret: nobody said its words. */
const REDACTED = /\[redacted:[^[\]]{1,64}\]/g;

/**
 * Cuts the best part out.
 *
 * @param most characters
 */
export function snippetOf(text: string, query: Query, { most }: { readonly most: number }): readonly SnippetPart[] {
  const plain = text.replace(/\s+/g, " ").trim();
  const marks = marksIn(plain, query);
  const start = bestStart(marks, { most, length: plain.length });
  const end = Math.min(plain.length, start + most);
  const parts: SnippetPart[] = [];
  let at = start;
  const push = (part: string, marked: boolean): void => {
    if (part !== "") parts.push({ text: part.toWellFormed(), marked });
  };
  for (const mark of marks) {
    if (mark.start < at || mark.end > end) continue;
    push(plain.slice(at, mark.start), false);
    push(plain.slice(mark.start, mark.end), true);
    at = mark.end;
  }
  push(plain.slice(at, end), false);
  if (start > 0) parts.unshift({ text: "\u2026", marked: false });
  if (end < plain.length) parts.push({ text: "\u2026", marked: false });
  return parts;
}

interface Mark {
  readonly start: number;
  readonly end: number;
  /** Which word of the query. */
  readonly word: number;
}

function marksIn(text: string, { words }: Query): readonly Mark[] {
  const marks: Mark[] = [];
  const wanted = words.map(({ token }) => ({ token, inside: isSpaceless(token) || token.length >= SHORTEST_INSIDE }));
  const isPlainText = isPlain(text);
  const all = isPlainText ? text.toLowerCase() : text;
  const redacted = text.includes("[redacted:")
    ? [...text.matchAll(REDACTED)].map((match) => ({ start: match.index, end: match.index + match[0].length }))
    : [];
  let next = 0;
  for (const match of all.matchAll(isPlainText ? PLAIN_WORD : WORD)) {
    while ((redacted[next]?.end ?? Infinity) <= match.index) next++;
    if ((redacted[next]?.start ?? Infinity) <= match.index) continue;
    const folded = isPlainText ? match[0] : fold(match[0]);
    // Where folding changes the length, the whole word is marked.
    const same = folded.length === match[0].length;
    for (const [word, { token, inside }] of wanted.entries()) {
      let at = folded.indexOf(token);
      if (at < 0 && folded.length >= SHORTEST_INSIDE && token.startsWith(folded)) at = 0;
      if (at < 0 || (at > 0 && !inside)) continue;
      const start = match.index + (same ? at : 0);
      const end = same ? Math.min(start + token.length, match.index + match[0].length) : match.index + match[0].length;
      const last = marks.at(-1);
      if (last !== undefined && start < last.end) marks[marks.length - 1] = { ...last, end: Math.max(last.end, end) };
      else marks.push({ start, end, word });
    }
  }
  return marks;
}

/** Where the window begins that holds most different words. */
function bestStart(
  marks: readonly Mark[],
  { most, length }: { readonly most: number; readonly length: number },
): number {
  if (length <= most) return 0;
  let best = 0;
  let bestCount = 0;
  for (const [index, mark] of marks.entries()) {
    const inside = new Set<number>();
    for (const other of marks.slice(index, index + 50)) if (other.end <= mark.start + most) inside.add(other.word);
    if (inside.size <= bestCount) continue;
    bestCount = inside.size;
    best = mark.start;
  }
  return Math.max(0, Math.min(best - Math.floor(most / 6), length - most));
}
