/**
 * A first pass over lines that parses nothing: which lines could tell something new about a few questions, such as
 * "was a directory recorded that is not known yet"? It may say yes too often, never no too often.
 *
 * @module
 */

/** A property whose string values are collected. */
export interface KeyedQuestion {
  /** Property name, at any depth, as `JSON.stringify` writes it. */
  readonly key: string;
  /** Values that tell nothing new. Asked at each line, so the caller may add to it between lines. */
  readonly known: ReadonlySet<string>;
}

/** What to look for. */
export interface PrescanQuestions {
  /** Texts as they stand in the file, quotes and escapes included; a colon behind a quote allows white space around it. */
  readonly needles?: readonly string[];
  /** Properties whose string values are wanted. */
  readonly keyed?: readonly KeyedQuestion[];
}

/**
 * Makes the test for lines.
 *
 * A line matters when it holds a needle; when a keyed property has a string that is not known or a list or object, with
 * or without white space around the colon; or when it spells ASCII characters as `\u003c` does or has NULs in between,
 * because then neither can be looked for. A line whose text was given up (`oversized`) has none: the caller counts it.
 *
 * One regular expression looks for everything at once: 40 to 140 ms for 100 MB beside 70 ms for reading them, depending
 * little on how many needles there are; `includes` costs 10 to 55 ms a needle [measured on Deno 2.9].
 *
 * @param questions needles and keyed properties
 * @returns a function of a line's text: false only when the line can add nothing
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const known = new Set(["/srv/kettle"]);
 * const mayAdd = createPrescan({ needles: ['"type":"relocated"'], keyed: [{ key: "cwd", known }] });
 * assertEquals(mayAdd('{"type":"user","cwd":"/srv/kettle"}'), false);
 * assertEquals(mayAdd('{"type":"user","cwd": "/srv/kettle/web"}'), true);
 * known.add("/srv/kettle/web");
 * assertEquals(mayAdd('{"type":"user","cwd": "/srv/kettle/web"}'), false);
 * ```
 */
export function createPrescan(questions: PrescanQuestions): (text: string) => boolean {
  const needles = questions.needles ?? [];
  const known = new Map((questions.keyed ?? []).map((question) => [JSON.stringify(question.key), question.known]));
  const wanted = [...needles, ...known.keys()];
  // Needles first: where one begins like a key, it decides.
  const pattern = new RegExp([...wanted.map(literal), hidden(wanted.join(""))].join("|"), "g");
  return (text) => {
    // Not in the pattern: an alternative of one character makes the whole of it slow.
    if (text.includes("\0")) return true;
    pattern.lastIndex = 0;
    for (let hit = pattern.exec(text); hit !== null; hit = pattern.exec(text)) {
      const values = known.get(hit[0]);
      if (values === undefined || isNewValue(text, hit.index + hit[0].length, values)) return true;
      // A needle may begin inside of the key.
      pattern.lastIndex = hit.index + 1;
    }
    return false;
  };
}

/** A pattern for `text` as it stands, except for the white space that may surround the colon behind a key. */
function literal(text: string): string {
  return text.replaceAll(/[^\w ]/g, "\\$&").replaceAll('\\"\\:', '\\"[ \\t]*\\:[ \\t]*');
}

/** The escapes by which a writer may have hidden a character of `wanted`. */
function hidden(wanted: string): string {
  const unicode = /[^ -~]/.test(wanted) ? "\\\\u" : "\\\\u00[2-7]";
  return wanted.includes("/") ? `${unicode}|\\\\/` : unicode;
}

function isNewValue(text: string, behindKey: number, known: ReadonlySet<string>): boolean {
  const colon = skipWhiteSpace(text, behindKey);
  if (text[colon] !== ":") return false;
  const value = skipWhiteSpace(text, colon + 1);
  if (text[value] !== '"') return !isPlainValue(text[value]);
  const decoded = stringAt(text, value);
  return decoded === undefined || !known.has(decoded);
}

/** True for the first characters of numbers, true, false and null: no strings in there. */
function isPlainValue(character: string | undefined): boolean {
  return character !== undefined && "-0123456789tfn".includes(character);
}

/** @returns the value of the JSON string at `quote`; undefined when it is broken */
function stringAt(text: string, quote: number): string | undefined {
  const close = text.indexOf('"', quote + 1);
  if (close < 0) return undefined;
  const raw = text.slice(quote + 1, close);
  if (!raw.includes("\\")) return raw;
  let end = close;
  while (text[end - 1] === "\\" && isEscaped(text, end)) {
    end = text.indexOf('"', end + 1);
    if (end < 0) return undefined;
  }
  try {
    return JSON.parse(text.slice(quote, end + 1));
  } catch {
    return undefined;
  }
}

/** True when the backslashes before `at` are odd in number. */
function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text[before] === "\\") before--;
  return (at - 1 - before) % 2 === 1;
}

function skipWhiteSpace(text: string, from: number): number {
  let i = from;
  while (text[i] === " " || text[i] === "\t" || text[i] === "\r") i++;
  return i;
}
