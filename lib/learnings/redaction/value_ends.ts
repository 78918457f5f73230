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
  readonly text: string;
  readonly quoted: boolean;
  readonly tie: Tie;
}

const LONGEST = 8192;
const QUOTE = /"""|'''|\\{0,8}["'`]|&quot;/y;

// Unquoted values may hold almost anything, but escapes (\n, \") and, in connection strings and queries, the next name end them.
const ENDS = {
  setting: /(?:[^\s"'`<\\;&]|\\(?![nrtuxe0"'\\])|<(?![/A-Za-z!])|[;&](?![A-Za-z][\w. -]{0,40}=)){0,8192}/y,
  line: /(?:[^\s"'`\\]|\\(?![nrtuxe0"'\\]))+(?=[ \t]{0,64}(?:#[^\n]{0,200})?(?:\r?\n|\\[nr]|$))/y,
  code:
    /(?:[^\s"'`,;&()[\]{}<>|\\\u3000-\u303f\uff00-\uff0f\uff1a-\uff20\u4e00-\u9fff\u3040-\u30ff\uac00-\ud7af]|\\(?![nrtuxe0"'\\])){0,8192}/y,
  default: /[^\s"'`}]{0,8192}/y,
  element: /[^<\n]{0,8192}/y,
} as const;

const CONTROL = /\p{Cc}/u;

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
  let end = text.indexOf(quote, start);
  while (end > start && end <= start + LONGEST && isInner(text, end, quote)) end = text.indexOf(quote, end + 1);
  if (end < 0 || end > start + LONGEST) return undefined;
  const value = text.slice(start, end);
  return value.includes("\n") ? undefined : { start, end, text: value, quoted: true, tie };
}

/** The unquoted value at `at`; undefined when it is plainly code: a call, an index, a type with parameters. */
export function bareAt(
  text: string,
  at: number,
  how: { readonly ends: keyof typeof ENDS; readonly tie: Tie },
): Value | undefined {
  let end = skip(ENDS[how.ends], text, at);
  // Terminals colour what they show.
  const control = text.slice(at, end).search(CONTROL);
  if (control >= 0) end = at + control;
  else if (how.ends === "code" && /[([{]/.test(text.charAt(end))) return undefined;
  const whole = text.slice(at, end);
  if (/^(?:[{([<]|\$[A-Za-z_{(])/.test(whole)) return undefined;
  const trailing = /[.,;:)]+$/.exec(whole)?.[0] ?? "";
  // A comma or bracket behind it: an argument in code, not a setting of its own.
  const tie = how.tie === "setting" && /[,)]/.test(trailing) ? "assigned" : how.tie;
  return {
    start: at,
    end: end - trailing.length,
    text: whole.slice(0, whole.length - trailing.length),
    quoted: false,
    tie,
  };
}
