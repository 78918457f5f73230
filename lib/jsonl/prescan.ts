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
  /** Texts as they stand in the file, quotes and escapes included. */
  readonly needles?: readonly string[];
  readonly keyed?: readonly KeyedQuestion[];
}

/**
 * Makes the test for lines.
 *
 * A line matters when it holds a needle; when a keyed property has a string that is not known or a list or object, with
 * or without white space around the colon; or when it spells ASCII characters as `\u003c` does, because then neither can
 * be looked for. A line whose text was given up (`oversized`) has none: the caller counts it.
 *
 * 100 MB take about 0.1 s including reading them. Needles of 7 characters and more cost next to nothing, shorter ones
 * some 40 ms each for 100 MB [Deno 2.9].
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
  const keyed = (questions.keyed ?? []).map(({ key, known }) => ({ quoted: JSON.stringify(key), known }));
  const escapes = escapeTest([...needles, ...keyed.map(({ quoted }) => quoted)].join(""));
  return (text) => {
    for (const needle of needles) if (text.includes(needle)) return true;
    for (const { quoted, known } of keyed) if (hasNewValue(text, quoted, known)) return true;
    return escapes.test(text);
  };
}

/** The escapes that a writer may have used for a character of `wanted`. */
function escapeTest(wanted: string): RegExp {
  const unicode = /[^ -~]/.test(wanted) ? "\\\\u" : "\\\\u00[2-7]";
  return new RegExp(wanted.includes("/") ? `${unicode}|\\\\/` : unicode);
}

function hasNewValue(text: string, quoted: string, known: ReadonlySet<string>): boolean {
  for (let at = text.indexOf(quoted); at >= 0; at = text.indexOf(quoted, at + quoted.length)) {
    const colon = skipWhiteSpace(text, at + quoted.length);
    if (text[colon] !== ":") continue;
    const value = skipWhiteSpace(text, colon + 1);
    if (text[value] !== '"') {
      if (!isPlainValue(text[value])) return true;
      continue;
    }
    const decoded = stringAt(text, value);
    if (decoded === undefined || !known.has(decoded)) return true;
  }
  return false;
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
