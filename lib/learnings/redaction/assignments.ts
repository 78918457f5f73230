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
import { isForeign, type KeywordHit } from "./keywords.ts";
import { type Name, nameAround } from "./name_around.ts";
import type { Span } from "./rule.ts";
import { classifyName, NAME_RULES, type NameClass } from "./secret_names.ts";
import { mayHaveValue, valueAfter } from "./value_after.ts";
import { createRunEnds } from "./value_ends.ts";

const MOST_NAMES = 8;
const ACCOUNT = /(?:user|login|e-?mail|account)[^\n]{0,79}$/i;

/** Classifies names, each once: texts repeat theirs. */
function createClassifier(text: string): (name: Name) => NameClass | undefined {
  const known = new Map<string, NameClass | undefined>();
  return ({ start, text: whole }) => {
    // The user in a URL: "https://x-access-token:...@".
    if (text.startsWith("://", start - 3)) return undefined;
    // The last part counts: "process.env.TOKEN", "spring.datasource.password".
    const name = whole.slice(whole.lastIndexOf(".") + 1).replace(/^[-$]+/, "");
    const before = wordBefore(text, start);
    const key = `${before} ${name}`;
    if (!known.has(key)) known.set(key, classifyName(name, before));
    const kind = known.get(key);
    // "user: mira, pass: hunter2" is no line of a test report.
    return kind === "pass" && ACCOUNT.test(text.slice(Math.max(0, start - 80), start)) ? "password" : kind;
  };
}

/** The word before a name, with a blank or hyphen between: "api" of "api key". */
function wordBefore(text: string, at: number): string {
  const separator = text.charAt(at - 1);
  if (separator !== " " && separator !== "-" && separator !== "\t") return "";
  return /[A-Za-z]*$/.exec(text.slice(Math.max(0, at - 17), at - 1))?.[0] ?? "";
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
  // Most names have no value behind them: these are made for the first one that has.
  let runEnds: ReturnType<typeof createRunEnds> | undefined;
  let classify: ReturnType<typeof createClassifier> | undefined;
  let done = 0;
  let end = -1;
  let times = 0;
  for (const hit of to.hits) {
    if (hit.start < done) continue;
    const name = nameAround(text, hit);
    done = name.end;
    if (!mayHaveValue(text, name)) continue;
    const kind = isForeign(hit) ? "password" : (classify ??= createClassifier(text))(name);
    const value = kind === undefined ? undefined : valueAfter(text, { name, runEnds: runEnds ??= createRunEnds(text) });
    if (kind === undefined || value === undefined) continue;
    // "token=atoken=a...": names without end before one and the same value are no names.
    times = value.end === end ? times + 1 : 0;
    end = value.end;
    if (times > MOST_NAMES || !isSecretValue(kind, value)) continue;
    done = end;
    // Secretlint takes whatever follows "_authToken=" for a token, so the name goes with it.
    const start = kind === "npm-auth-token" && text[name.end] === "=" ? name.start : value.start;
    to.found.push({ start, end, type: NAME_RULES[kind].type });
  }
}
