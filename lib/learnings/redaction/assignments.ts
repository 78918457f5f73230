/**
 * Secrets that are assigned to a telling name: `DB_PASSWORD=...`, `"token": "..."`, `password: ...`, `--api-key ...`,
 * `<secret>...</secret>`, `getenv("TOKEN", "...")`, "the password is ...", in environment files, YAML, JSON (also
 * quoted inside other JSON), code, shells, connection strings, queries and prose.
 *
 * The name and the separator stay, the value goes. Comparisons, calls, types, templates and stand-ins are no values, and
 * a separator does not reach over a line unless a quoted value follows
 * (each of these was a false report in https://github.com/entireio/cli/pull/1203).
 *
 * @module
 */

import { isSecretValue } from "./judge.ts";
import type { KeywordHit } from "./keywords.ts";
import type { Span } from "./rule.ts";
import { classifyName, NAME_RULES, type NameClass } from "./secret_names.ts";
import { type Name, valueAfter } from "./value_after.ts";

const LONGEST_NAME = 64;
const NAME_CHARACTER = /[A-Za-z0-9_$.-]/;
// Letters of an escape in front of a name: \n, \u000a, \x0a, %0A, ESC[0m.
const ESCAPE_TAIL: readonly (readonly [RegExp, RegExp])[] = [
  [/\\$/, /^(?:u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|0[0-7]{2}|[nrtbfve](?=[A-Za-z_$-]))/],
  [/%$/, /^[0-9A-Fa-f]{2}/],
  [/\[[0-9;]{0,12}$/, /^[0-9]{0,3}m/],
];
const OTHER_LANGUAGES = /^(?:парол|密码|密碼|口令|パスワード|비밀번호|암호|contrase)/;

function nameAround(text: string, hit: KeywordHit): { readonly start: number; readonly end: number } {
  let start = hit.start;
  let end = hit.end;
  const first = Math.max(0, start - LONGEST_NAME);
  const last = Math.min(text.length, end + LONGEST_NAME);
  while (start > first && NAME_CHARACTER.test(text.charAt(start - 1))) start--;
  while (end < last && /[\p{L}0-9_-]/u.test(text.charAt(end))) end++;
  const before = text.slice(Math.max(0, start - 14), start);
  for (const [ends, tail] of ESCAPE_TAIL) {
    const length = ends.test(before) ? tail.exec(text.slice(start, hit.start))?.[0].length ?? 0 : 0;
    start += length;
  }
  return { start, end };
}

function nameAt(text: string, hit: KeywordHit): (Name & { readonly kind: NameClass }) | undefined {
  if (OTHER_LANGUAGES.test(hit.word)) {
    const end = hit.end + (/^[\p{sc=Cyrl}\p{sc=Latn}]{0,3}/u.exec(text.slice(hit.end, hit.end + 4))?.[0].length ?? 0);
    return { start: hit.start, end, text: hit.word, kind: "password" };
  }
  const { start, end } = nameAround(text, hit);
  // The user in a URL: "https://x-access-token:...@".
  if (text.startsWith("://", start - 3)) return undefined;
  const name = text.slice(start, end);
  const word = /([A-Za-z]+)[ \t-]$/.exec(text.slice(Math.max(0, start - 20), start))?.[1] ?? "";
  // The last part counts: "process.env.TOKEN", "spring.datasource.password".
  const kind = classifyName(name.slice(name.lastIndexOf(".") + 1).replace(/^[-$]+/, ""), word);
  return kind === undefined ? undefined : { start, end, text: name, kind };
}

/**
 * Finds values assigned to names of secrets.
 *
 * @param text any text
 * @param to all keywords of the text, in order, and where spans are added
 * @example
 * ```ts
 * import { findAssignments } from "./assignments.ts";
 * import { findKeywords } from "./keywords.ts";
 * const text = "export DB_PASSWORD=hunter2";
 * const found: { start: number; type: string }[] = [];
 * findAssignments(text, { hits: findKeywords(text), found: found as never });
 * found; // [{ start: 19, end: 26, type: "password" }]
 * ```
 */
export function findAssignments(
  text: string,
  to: { readonly hits: readonly KeywordHit[]; readonly found: Span[] },
): void {
  let done = 0;
  for (const hit of to.hits) {
    if (hit.start < done) continue;
    const name = nameAt(text, hit);
    if (name === undefined) continue;
    done = name.end;
    const value = valueAfter(text, name);
    if (value === undefined || !isSecretValue(name.kind, value)) continue;
    const start = name.kind === "npm-auth-token" ? name.start : value.start;
    to.found.push({ start, end: value.end, type: NAME_RULES[name.kind].type });
  }
}
