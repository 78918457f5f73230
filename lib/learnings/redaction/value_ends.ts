/**
 * Where a value begins and ends: between quotes, or as far as its surroundings let an unquoted one go.
 *
 * @module
 */

/** How a value is tied to its name; the looser, the more the value itself must look like a secret. */
export type Tie =
  /** `NAME=value` alone in its line or argument, `;Password=value;`, `?token=value`, `--password=value`. */
  | "setting"
  /** `=`, `:`, `=>`, `||` and the like. */
  | "assigned"
  /** An argument: `--password value`, `getenv("TOKEN", "value")`, `setPassword("value")`. */
  | "argument"
  /** "the password is value", `PASSWORD 'value'`. */
  | "said";

/** A value, without its quotes. */
export interface Value {
  readonly start: number;
  readonly end: number;
  /** What to judge by: the value, or the beginning of a very long one. */
  readonly text: string;
  readonly quoted: boolean;
  readonly tie: Tie;
}

const LONGEST_QUOTED = 8192;
const LONGEST_JUDGED = 200;
const QUOTE = /"""|'''|\\{0,8}["'`]|&quot;/y;

interface Ending {
  /** What the value may consist of. */
  readonly run: RegExp;
  /** A character that ends a run, but not the value. */
  readonly on?: RegExp;
}

// Unquoted values may hold almost anything, but escapes (\n, \") and, in connection strings and queries, the next name
// end them. Runs and exceptions are apart because a loop over alternatives would need a stack as long as the value.
const BACKSLASH = /\\(?![nrtuxe0"'\\])/y;
const ENDS = {
  setting: {
    run: /[^\s"'`<\\;&]*/y,
    on: /\\(?![nrtuxe0"'\\])|<(?![/A-Za-z!])|[;&](?![A-Za-z][\w. -]{0,40}=)/y,
  },
  line: { run: /[^\s"'`\\]*/y, on: BACKSLASH },
  code: {
    run: /[^\s"'`,;&()[\]{}<>|\\\u3000-\u303f\uff00-\uff0f\uff1a-\uff20\u4e00-\u9fff\u3040-\u30ff\uac00-\ud7af]*/y,
    on: BACKSLASH,
  },
  default: { run: /[^\s"'`}]*/y },
  element: { run: /[^<\n]*/y },
} as const satisfies Record<string, Ending>;
const REST_OF_LINE = /[ \t]{0,64}(?:#[^\n]{0,200})?(?:\r?\n|\\[nr]|$)/y;
/** General category Cc, written out: looking it up would cost every hook's start a sixth of a millisecond. */
// deno-lint-ignore no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/** One of the ways in which an unquoted value ends. */
export type Ends = keyof typeof ENDS;

/** Matches `pattern` at `at` exactly. @returns where the match ends, `at` when there is none */
export function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** Skips one opening quote: plain, tripled, escaped any number of times, or of HTML. */
export function skipQuote(text: string, at: number): number {
  return skip(QUOTE, text, at);
}

/** True when the quote at `at` is escaped more than the opening quote was, and so belongs to the value. */
function isInner(text: string, at: number, quote: string): boolean {
  let slashes = 0;
  while (text[at - 1 - slashes] === "\\") slashes++;
  return quote.startsWith("\\") ? slashes > 0 : slashes % 2 === 1;
}

/** The value between quotes that open at `at`, if there are any and they close on the same line. */
export function quotedAt(text: string, at: number, tie: Tie): Value | undefined {
  const start = skipQuote(text, at);
  if (start === at) return undefined;
  const quote = text.slice(at, start);
  const last = start + LONGEST_QUOTED;
  let end = text.indexOf(quote, start);
  while (end > start && end <= last && isInner(text, end, quote)) end = text.indexOf(quote, end + 1);
  if (end < 0 || end > last) return undefined;
  const value = text.slice(start, end);
  return value.includes("\n") ? undefined : { start, end, text: value.slice(0, LONGEST_JUDGED), quoted: true, tie };
}

function endOf(ending: Ending, text: string, at: number): number {
  let end = skip(ending.run, text, at);
  if (ending.on === undefined) return end;
  for (let on = skip(ending.on, text, end); on > end; on = skip(ending.on, text, end)) end = skip(ending.run, text, on);
  return end;
}

/** Finds where unquoted values of one text end. */
export interface RunEnds {
  (ends: Ends, at: number): number;
}

/**
 * Prepares one text for {@linkcode bareAt}. What was scanned is remembered, because names can stand inside of values:
 * in `password=password=...` every value ends where the first one does, and must not be scanned again.
 *
 * @param text any text
 * @returns for a way to end and a place, where the value that begins there ends
 */
export function createRunEnds(text: string): RunEnds {
  const known = new Map<Ends, { readonly start: number; readonly end: number }>();
  return (ends, at) => {
    const last = known.get(ends);
    if (last !== undefined && at >= last.start && at <= last.end) return last.end;
    const end = endOf(ENDS[ends], text, at);
    known.set(ends, { start: at, end });
    return end;
  };
}

/** The unquoted value at `at`; undefined when it is plainly code: a call, an index, a type with parameters. */
export function bareAt(
  text: string,
  at: number,
  how: { readonly ends: Ends; readonly tie: Tie; readonly runEnds: RunEnds },
): Value | undefined {
  let end = how.runEnds(how.ends, at);
  if (how.ends === "line" && (end === at || skip(REST_OF_LINE, text, end) === end) && end < text.length) {
    return undefined;
  }
  // Terminals colour what they show.
  const control = text.slice(at, Math.min(end, at + LONGEST_QUOTED)).search(CONTROL);
  if (control >= 0) end = at + control;
  else if (how.ends === "code" && /[([{]/.test(text.charAt(end))) return undefined;
  if (/^(?:[{([<]|\$[A-Za-z_{(])/.test(text.slice(at, Math.min(end, at + 2)))) return undefined;
  const trailing = /[.,;:)]+$/.exec(text.slice(Math.max(at, end - 16), end))?.[0] ?? "";
  end -= trailing.length;
  // A comma or bracket behind it: an argument in code, not a setting of its own.
  const tie = how.tie === "setting" && /[,)]/.test(trailing) ? "assigned" : how.tie;
  return { start: at, end, text: text.slice(at, Math.min(end, at + LONGEST_JUDGED)), quoted: false, tie };
}
