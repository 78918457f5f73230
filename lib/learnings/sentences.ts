/**
 * Sentences of one line of prose. What looks like the end of a sentence inside code, a path, a URL, a version, an
 * abbreviation, a number or brackets is none.
 *
 * @module
 */
import type { TextRange } from "../types.ts";

/** Words before a full stop that ends no sentence. */
const ABBREVIATIONS: ReadonlySet<string> = new Set([
  "e.g",
  "i.e",
  "eg",
  "ie",
  "etc",
  "vs",
  "cf",
  "approx",
  "incl",
  "resp",
  "z.b",
  "d.h",
  "bzw",
  "usw",
  "p.ej",
  "mr",
  "mrs",
  "dr",
  "st",
  "no",
  "fig",
]);

/** Ends a sentence wherever it stands. */
const WIDE_STOPS = "。！？";
const CLOSERS = "\"'”’)]*_»";

/**
 * The sentences of a line, as ranges of UTF-16 code units without the white space around them.
 *
 * @param line one line without line feed
 * @example
 * ```ts
 * import { sentenceRanges } from "./sentences.ts";
 * const line = "Use `a. b` in v1.2. See lib/x.ts, e.g. its end. Why?";
 * sentenceRanges(line).map(({ start, end }) => line.slice(start, end));
 * // ["Use `a. b` in v1.2.", "See lib/x.ts, e.g. its end.", "Why?"]
 * ```
 */
export function sentenceRanges(line: string): readonly TextRange[] {
  const ranges: TextRange[] = [];
  let start = 0;
  let at = 0;
  const add = (end: number) => {
    const text = line.slice(start, end);
    const from = start + text.length - text.trimStart().length;
    const to = start + text.trimEnd().length;
    if (to > from) ranges.push({ start: from, end: to });
    start = end;
  };
  while ((at = nextMark(line, at)) < line.length) {
    const unit = line.charAt(at);
    if (unit === "`") {
      at = behindCode(line, at);
    } else if (WIDE_STOPS.includes(unit)) {
      add(++at);
    } else if (unit === "." || unit === "!" || unit === "?") {
      const end = behindStop(line, at);
      if (endsSentence(line, { start, at, end })) add(end);
      at = end;
    } else {
      at++;
    }
  }
  add(line.length);
  return ranges;
}

const MARK = /[`.!?。！？]/g;

/** Where the next mark stands at which a sentence may end, or code begin. */
function nextMark(line: string, from: number): number {
  MARK.lastIndex = from;
  // Every mark is one unit, and asking whether makes no list of what was found.
  return MARK.test(line) ? MARK.lastIndex - 1 : line.length;
}

/** Behind the code span that begins at `at`; behind its marks alone when it is never closed. */
function behindCode(line: string, at: number): number {
  let open = at;
  while (line.charAt(open) === "`") open++;
  const close = line.indexOf(line.slice(at, open), open);
  return close < 0 ? open : close + (open - at);
}

/** Behind the marks and the closing quotes and brackets that follow. */
function behindStop(line: string, at: number): number {
  let end = at;
  while (".!?…".includes(line.charAt(end)) && end < line.length) end++;
  while (end < line.length && CLOSERS.includes(line.charAt(end))) end++;
  return end;
}

function endsSentence(
  line: string,
  { start, at, end }: { readonly start: number; readonly at: number; readonly end: number },
): boolean {
  if (end >= line.length) return true;
  const next = line.charAt(end);
  if (next !== " " && next !== "\t") return false;
  const marks = line.slice(at, end);
  // "so ... what now" goes on; so does "it's slow..., then fast".
  if (marks.startsWith("..") || marks.startsWith("…")) return startsWithCapital(line.slice(end).trimStart());
  if (!marks.startsWith(".")) return true;
  const word = wordBefore(line, { start, at });
  if (ABBREVIATIONS.has(word.toLowerCase())) return false;
  // "1. first" is a list, "J. Smith" a name.
  if (/^\d{1,3}$/.test(word)) return line.slice(start, at).trim() !== word;
  return word.length !== 1 || word.toLowerCase() === word.toUpperCase();
}

function startsWithCapital(text: string): boolean {
  const first = text.charAt(0);
  return first !== first.toLowerCase() || first === "";
}

function wordBefore(line: string, { start, at }: { readonly start: number; readonly at: number }): string {
  let from = at;
  while (from > start && !" \t([\"'“".includes(line.charAt(from - 1))) from--;
  return line.slice(from, at);
}
