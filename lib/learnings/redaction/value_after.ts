/**
 * Finds the value that follows a name: which separator stands between them, and what it says about the value.
 *
 * @module
 */

import type { Name } from "./name_around.ts";
import { bareAt, quotedAt, type RunEnds, skip, skipQuote, type Tie, type Value } from "./value_ends.ts";

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

/** True behind `ENV ` of a Dockerfile and `login mira ` of a .netrc. */
function isArgument(text: string, name: Name): boolean {
  const lead = before(text, name, 90);
  if (!/[VGx][ \t]$/.test(lead.slice(-2)) && !lead.includes("login")) return false;
  return ARGUMENT_BEFORE.test(lead);
}

function tieOf(text: string, name: Name, operator: string): Tie {
  if (operator !== "=") return "assigned";
  return FLAG.test(name.text) || SETTING_BEFORE.test(before(text, name, 16)) ? "setting" : "assigned";
}

function afterOperator(
  text: string,
  name: Name,
  at: { readonly operator: string; readonly end: number; readonly tight: boolean; readonly runEnds: RunEnds },
): Value | undefined {
  const { operator, runEnds } = at;
  if (operator === ":-") return bareAt(text, at.end, { ends: "default", tie: "setting", runEnds });
  let start = at.end;
  if (operator === ":") start = skip(EMPHASIS, text, skip(TYPE, text, start));
  start = skip(BLANKS, text, start);
  const tie = at.tight && start === at.end ? tieOf(text, name, operator) : "assigned";
  const quoted = quotedAt(text, skip(NEXT_LINE, text, start), tie);
  if (quoted !== undefined) return quoted;
  // A comparison, or a fallback, with anything but a literal is code.
  if (COMPARISON.test(operator)) return undefined;
  const open = skipQuote(text, start);
  if (tie === "setting") return bareAt(text, open, { ends: "setting", tie, runEnds });
  // "password: a,b(c" of YAML, not "password:a,token:b" of packed code.
  if (start > at.end && LINE_BEFORE.test(before(text, name, 40))) {
    const line = bareAt(text, open, { ends: "line", tie, runEnds });
    if (line !== undefined) return line;
  }
  return bareAt(text, open, { ends: "code", tie, runEnds });
}

/** The value behind a name with only a blank between: of a flag, or quoted. */
function afterBlank(
  text: string,
  name: Name,
  at: { readonly start: number; readonly runEnds: RunEnds },
): Value | undefined {
  const { start, runEnds } = at;
  if (FLAG.test(name.text) || isArgument(text, name)) {
    return quotedAt(text, start, "argument") ?? bareAt(text, start, { ends: "setting", tie: "argument", runEnds });
  }
  return quotedAt(text, start, "said");
}

// What can begin a separator, directly behind a name or behind a blank. In prose neither stands there.
const SEPARATES = new Uint8Array(128);
for (const c of "\"'`*_]?\\=:,(>&|!") SEPARATES[c.charCodeAt(0)] = 1;
const SAYS = new Uint8Array(128);
for (const c of "iwalevV") SAYS[c.charCodeAt(0)] = 1;

/**
 * A quick look at what follows a name, before the name itself is looked at.
 *
 * @param text the whole text
 * @param name the name, as it stands in the text
 * @returns false when {@linkcode valueAfter} would surely find nothing
 */
export function mayHaveValue(text: string, name: Name): boolean {
  let at = name.end;
  let code = text.charCodeAt(at);
  if (code === 32 || code === 9) {
    while (code === 32 || code === 9) code = text.charCodeAt(++at);
    if (SAYS[code] === 1) return true;
    // "--password kettle77", "var password string = ...", "ENV DB_PASSWORD kettle77"
    const flag = text.charCodeAt(name.start) === 45;
    if (flag || text.slice(at, at + 42).includes("=") || isArgument(text, name)) return true;
  }
  if (code === 10 || code === 13) return text.slice(at, at + 100).includes("alue");
  return code > 127 || SEPARATES[code] === 1;
}

/**
 * Finds the value that is given to a name.
 *
 * @param text the whole text
 * @param to the name, as it stands in the text, and the text's run ends
 * @returns the value with its place; undefined when none follows
 * @example
 * ```ts
 * import { valueAfter } from "./value_after.ts";
 * import { createRunEnds } from "./value_ends.ts";
 * const name = { start: 0, end: 8, text: "password" };
 * const code = 'password := "kettle77"';
 * valueAfter(code, { name, runEnds: createRunEnds(code) })?.text; // "kettle77"
 * ```
 */
export function valueAfter(
  text: string,
  to: { readonly name: Name; readonly runEnds: RunEnds },
): Value | undefined {
  const { name, runEnds } = to;
  const field = skip(VALUE_FIELD, text, name.end);
  if (field > name.end) {
    return quotedAt(text, field, "assigned") ?? bareAt(text, field, { ends: "code", tie: "assigned", runEnds });
  }
  const closed = skip(CLOSING, text, name.end);
  const blank = skip(BLANKS, text, closed);
  const end = skip(OPERATOR, text, blank);
  if (end > blank) {
    return afterOperator(text, name, { operator: text.slice(blank, end), end, tight: blank === closed, runEnds });
  }
  const next = text[blank];
  const isArgument = next === "," ? closed > name.end : next === "(" && !LOOKUP.test(name.text.replace(/^.*\./, ""));
  if (isArgument) return quotedAt(text, skip(BLANKS, text, blank + 1), "argument");
  if (next === ">" && /[<:]/.test(text.charAt(name.start - 1))) {
    const element = bareAt(text, blank + 1, { ends: "element", tie: "assigned", runEnds });
    const closes = element !== undefined && text.startsWith("</", runEnds("element", element.start));
    return closes ? { ...element, quoted: true } : undefined;
  }
  const typed = closed === name.end ? skip(TYPE, text, closed) : closed;
  if (typed > closed) return quotedAt(text, typed, "assigned");
  const said = skip(SAID, text, closed);
  if (said > closed) return quotedAt(text, said, "said") ?? bareAt(text, said, { ends: "code", tie: "said", runEnds });
  return blank > closed && closed === name.end ? afterBlank(text, name, { start: blank, runEnds }) : undefined;
}
