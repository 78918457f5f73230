/**
 * Long pastes that the client cut out of a line of its history: what stands around them tells which question it was.
 *
 * @module
 */

/** As Claude Code writes them; it counts line breaks, not lines. */
const MARKS = /\[(?:Pasted|\.\.\.Truncated) text #\d{1,6}(?: \+(\d{1,7}) lines)?(?:\.\.\.)?\]/;
/** What it cuts out of the middle of a long line may hold marks of its own, whose lines nobody counted. */
const MIDDLE = "[...Truncated text #";
/** It cuts out what is longer than 1,024 code units, from which secrets and white space may be taken. */
export const SHORTEST = 256;
/** Tags on lines of their own and blank lines around a paste: it may have so many line breaks more than were counted. */
const AROUND = 8;
/** So many code units are compared to find one part; a line whose words stand everywhere stays. */
const MOST_STEPS = 2_000_000;

/**
 * Tells whether a text is a line of the history with something in the place of each paste that was cut out. It may have
 * lost half of the line breaks: those at the ends of a question are not stored. White space counts as it is read, and the
 * transcript may hold a blank line where a paste begins or ends (formats/claude_code.md 2.2, `pasted_content`).
 *
 * @param text as the transcript holds it
 * @param line as the history holds it; without marks the words have to be the same
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { completes } from "./cut_pastes.ts";
 * const line = "see [Pasted text #1 +80 lines], why?";
 * const pasted = "first\nnext\n".repeat(40);
 * assertEquals(completes(`see ${pasted}last, why?`, line), true);
 * assertEquals(completes(`see\n\n${pasted}last\n\n, why?`, line), true);
 * assertEquals(completes("see one, why?", line), false);
 * ```
 */
export function completes(text: string, line: string): boolean {
  const whole = plainOf(text.trim());
  const { first, cuts, mostBreaks } = partsOf(line);
  if (cuts.length === 0 && whole.words.length !== first.words.length) return false;
  if (!standsAt(whole, first, 0) || whole.breaks.length > mostBreaks) return false;
  let from = first.words.length;
  let nextBreak = 0;
  for (const [n, { breaks, behind }] of cuts.entries()) {
    // White space around a paste is no part of it.
    while ((whole.breaks[nextBreak] ?? Infinity) <= from) nextBreak++;
    nextBreak += Math.ceil(breaks / 2);
    const lastBreak = breaks === 0 ? from : whole.breaks[nextBreak - 1];
    if (lastBreak === undefined) return false;
    // The first place that will do leaves the most for what follows.
    const least = Math.max(from + SHORTEST, lastBreak + 1);
    const at = n === cuts.length - 1 ? endOf(whole, behind, least) : placeOf(whole, behind, least);
    if (at === undefined) return false;
    from = at + behind.words.length;
  }
  return true;
}

/** A text without its white space, which clients change, and where that was. */
export interface Plain {
  readonly words: string;
  /** What stood in front of each code unit of the words, and behind the last. */
  readonly gaps: Uint8Array;
  /** In front of which code unit each line break stood. */
  readonly breaks: readonly number[];
}

const [NONE, SPACE, BLANK_LINE] = [0, 1, 2] as const;

/** @returns a text in the form that is compared */
export function plainOf(text: string): Plain {
  const same = text.normalize("NFC").replace(/\r\n?/g, "\n");
  const gaps = new Uint8Array(same.length + 1);
  const breaks: number[] = [];
  const words: string[] = [];
  let length = 0;
  for (const [n, part] of same.split(/(\s+)/).entries()) {
    if (n % 2 === 0) {
      words.push(part);
      length += part.length;
      continue;
    }
    const lines = part.split("\n").length - 1;
    gaps[length] = lines > 1 ? BLANK_LINE : SPACE;
    for (let each = 0; each < lines; each++) breaks.push(length);
  }
  return { words: words.join(""), gaps, breaks };
}

/** A line of the history in parts. */
export interface CutLine {
  /** What stands in front of the first mark. */
  readonly first: Plain;
  readonly cuts: readonly Cut[];
  /** So many line breaks the whole question may have. */
  readonly mostBreaks: number;
}

/** A paste that was cut out, and what stands behind it up to the next. */
export interface Cut {
  readonly breaks: number;
  readonly behind: Plain;
}

/** @returns a line of the history parted at its marks */
export function partsOf(line: string): CutLine {
  const [start = "", ...rest] = line.trim().split(MARKS);
  const first = plainOf(start);
  const cuts: Cut[] = [];
  let mostBreaks = first.breaks.length + AROUND;
  // By turns the line breaks that a mark tells, and what stands behind it.
  for (let n = 0; n < rest.length; n += 2) {
    const [breaks, behind] = [Number(rest[n] ?? 0), plainOf(rest[n + 1] ?? "")];
    mostBreaks += 2 * breaks + AROUND + behind.breaks.length;
    cuts.push({ breaks, behind });
  }
  return { first, cuts, mostBreaks: line.includes(MIDDLE) ? Infinity : mostBreaks };
}

/** @returns where a part begins, not before `least` */
function placeOf(whole: Plain, part: Plain, least: number): number | undefined {
  let at = whole.words.indexOf(part.words, least);
  for (let steps = 0; at !== -1 && steps < MOST_STEPS; steps += part.words.length + 1) {
    if (standsAt(whole, part, at)) return at;
    at = whole.words.indexOf(part.words, at + 1);
  }
  return undefined;
}

function endOf(whole: Plain, part: Plain, least: number): number | undefined {
  const at = whole.words.length - part.words.length;
  return at >= least && standsAt(whole, part, at) ? at : undefined;
}

/**
 * White space of the line stands in the text as well, but at its ends; where the line has none, the text has none or a
 * blank line, and anything where a paste was cut out, which may begin or end with white space.
 */
function standsAt({ words, gaps }: Plain, part: Plain, at: number): boolean {
  if (!words.startsWith(part.words, at)) return false;
  const last = part.words.length;
  for (let n = 0; n <= last; n++) {
    const [wanted, found] = [part.gaps[n], gaps[at + n]];
    const isEnd = at + n === 0 || at + n === words.length;
    if (wanted === NONE ? n > 0 && n < last && found === SPACE : !isEnd && found === NONE) return false;
  }
  return true;
}
