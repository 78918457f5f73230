/**
 * Finds the value that follows a name: which separator stands between them, and what it says about the value.
 *
 * @module
 */

import { bareAt, quotedAt, skip, skipQuote, type Tie, type Value } from "./value_ends.ts";

/** A name, as it stands in a text. */
export interface Name {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const CLOSING = /(?:\\{0,8}["'`]|&quot;|[*_]{1,3}|\]|\?(?=:)){1,5}/y;
const BLANKS = /[ \t]{1,64}/y;
// "name": "DB_PASSWORD", "value": "..." - name: DB_PASSWORD\n  value: ... <add key="Password" value="..."
const VALUE_FIELD =
  /\\{0,8}["']?,?[ \t]{0,40}(?:\r?\n[ \t]{0,40})?\\{0,8}["']?[vV]alue\\{0,8}["']?[ \t]{0,8}[:=][ \t]{0,8}/y;
const OPERATOR = /===?|!==?|:=|=>|\|\||\?\?|\?=|:-|=|:|：|＝/y;
const COMPARISON = /^(?:[=!]==?|\|\||\?\?)$/;
// password: string = "..." and password string = "..."
const TYPE = /[ \t]{0,8}[A-Za-z_&][\w<>[\]?|&.* ]{0,40}=[ \t]{0,8}(?=\\{0,8}["'`])/y;
const EMPHASIS = /[*_]{1,3}[ \t]{1,8}/y;
const NEXT_LINE = /[ \t]{0,8}\r?\n[ \t]{0,64}(?=\\{0,8}["'])/y;
const SAID =
  /[ \t]{1,4}(?:is|was|are|ist|lautet|est|es|equals)(?:[ \t]{0,4}[:=])?[ \t]{1,4}|[ \t]{0,4}(?:是|为|為|は|가|은|는)[ \t：:]{0,4}/y;

const LOOKUP =
  /^(?:get|read|fetch|load|find|has|is|validate|verify|check|parse|decode|use|expect|require|need)(?=[A-Z_])/;
const SETTING_BEFORE = /(?:^|[\s;&?'"`]|\\{1,4}["'nrt])(?:(?:export|set|ENV|ARG|env)[ \t]{1,4})?$/;
const LINE_BEFORE = /(?:^|\n|\\n)[ \t"'*_-]*$/;
const ARGUMENT_BEFORE = /(?:^|\n|\\n)[ \t]*(?:ENV|ARG|setx)[ \t]+$|\blogin[ \t]+\S{1,64}[ \t]+$/;
const FLAG = /^--?[A-Za-z]/;

function before(text: string, name: Name, length: number): string {
  return text.slice(Math.max(0, name.start - length), name.start);
}

function tieOf(text: string, name: Name, operator: string): Tie {
  if (operator !== "=") return "assigned";
  return FLAG.test(name.text) || SETTING_BEFORE.test(before(text, name, 16)) ? "setting" : "assigned";
}

function afterOperator(
  text: string,
  name: Name,
  at: { readonly operator: string; readonly end: number; readonly tight: boolean },
): Value | undefined {
  const { operator } = at;
  if (operator === ":-") return bareAt(text, at.end, { ends: "default", tie: "setting" });
  let start = at.end;
  if (operator === ":") start = skip(EMPHASIS, text, skip(TYPE, text, start));
  start = skip(BLANKS, text, start);
  const tie = at.tight && start === at.end ? tieOf(text, name, operator) : "assigned";
  const quoted = quotedAt(text, skip(NEXT_LINE, text, start), tie);
  if (quoted !== undefined) return quoted;
  // A comparison, or a fallback, with anything but a literal is code.
  if (COMPARISON.test(operator)) return undefined;
  const open = skipQuote(text, start);
  if (tie === "setting") return bareAt(text, open, { ends: "setting", tie });
  // "password: a,b(c" of YAML, not "password:a,token:b" of packed code.
  if (start > at.end && LINE_BEFORE.test(before(text, name, 40))) {
    const line = bareAt(text, open, { ends: "line", tie });
    if (line === undefined || line.text !== "") return line;
  }
  return bareAt(text, open, { ends: "code", tie });
}

/** The value behind a name with only a blank between: of a flag, or quoted. */
function afterBlank(text: string, name: Name, at: number): Value | undefined {
  if (FLAG.test(name.text) || ARGUMENT_BEFORE.test(before(text, name, 90))) {
    return quotedAt(text, at, "argument") ?? bareAt(text, at, { ends: "setting", tie: "argument" });
  }
  return quotedAt(text, at, "said");
}

/**
 * Finds the value that is given to a name.
 *
 * @param text the whole text
 * @param name the name, as it stands in the text
 * @returns the value with its place; undefined when none follows
 * @example
 * ```ts
 * import { valueAfter } from "./value_after.ts";
 * const name = { start: 0, end: 8, text: "password" };
 * valueAfter('password := "kettle77"', name)?.text; // "kettle77"
 * valueAfter("password = ask()", name); // undefined
 * ```
 */
export function valueAfter(text: string, name: Name): Value | undefined {
  const field = skip(VALUE_FIELD, text, name.end);
  if (field > name.end) {
    return quotedAt(text, field, "assigned") ?? bareAt(text, field, { ends: "code", tie: "assigned" });
  }
  const closed = skip(CLOSING, text, name.end);
  const blank = skip(BLANKS, text, closed);
  const end = skip(OPERATOR, text, blank);
  if (end > blank) {
    return afterOperator(text, name, { operator: text.slice(blank, end), end, tight: blank === closed });
  }
  const next = text[blank];
  const isArgument = next === "," ? closed > name.end : next === "(" && !LOOKUP.test(name.text.replace(/^.*\./, ""));
  if (isArgument) return quotedAt(text, skip(BLANKS, text, blank + 1), "argument");
  if (next === ">" && /[<:]/.test(text.charAt(name.start - 1))) {
    const element = bareAt(text, blank + 1, { ends: "element", tie: "assigned" });
    return element === undefined ? undefined : { ...element, quoted: true };
  }
  const typed = skip(TYPE, text, closed);
  if (typed > closed) return quotedAt(text, typed, "assigned");
  const said = skip(SAID, text, closed);
  if (said > closed) return quotedAt(text, said, "said") ?? bareAt(text, said, { ends: "code", tie: "said" });
  return blank > closed && closed === name.end ? afterBlank(text, name, blank) : undefined;
}
