/**
 * Finds tokens that providers mark by how they begin.
 *
 * Every such token is a run of at least twenty characters out of one small set. The scan looks at every twentieth
 * character only and walks back from it, so that prose costs almost nothing; inside a long enough run a table of
 * two-character beginnings says where to look closer. No regular expression sees the whole text.
 *
 * @module
 */

import { mayBegin, type Span, type TokenRule } from "./rule.ts";
import { CLOUD_TOKENS } from "./tokens_cloud.ts";
import { FORGE_TOKENS } from "./tokens_forges.ts";
import { MESSAGE_TOKENS } from "./tokens_messages.ts";
import { MODEL_TOKENS } from "./tokens_models.ts";
import { SERVICE_TOKENS } from "./tokens_services.ts";

/** Every rule for tokens that are known by their beginning. More particular beginnings come first. */
export const TOKEN_RULES: readonly TokenRule[] = [
  ...MODEL_TOKENS,
  ...CLOUD_TOKENS,
  ...FORGE_TOKENS,
  ...MESSAGE_TOKENS,
  ...SERVICE_TOKENS,
];

const SHORTEST = 20;
const LEAD = 40;
const COMPANION = 120;

const RUN = new Uint8Array(128);
for (const c of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.:/~+=%-") RUN[c.charCodeAt(0)] = 1;

interface Beginning {
  readonly text: string;
  readonly rule: TokenRule;
}

// PAIRS holds, for two characters, 1 + the index into BEGINNINGS of everything that begins so.
const PAIRS = new Uint8Array(128 * 128);
const BEGINNINGS: Beginning[][] = [];
for (const rule of TOKEN_RULES) {
  for (const text of rule.starts) {
    const pair = text.charCodeAt(0) << 7 | text.charCodeAt(1);
    if (PAIRS[pair] === 0) PAIRS[pair] = BEGINNINGS.push([]);
    BEGINNINGS[PAIRS[pair]! - 1]!.push({ text, rule });
  }
}

// Compiled when a beginning is first seen: most processes never need one.
const SHAPES = new Map<string, RegExp>();

function shape(source: string, flags: string): RegExp {
  let compiled = SHAPES.get(source);
  if (compiled === undefined) SHAPES.set(source, compiled = new RegExp(source, flags));
  return compiled;
}

function inRun(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code < 128 && RUN[code] !== 0;
}

/**
 * Finds provider tokens.
 *
 * @param text any text
 * @param found spans are added to it, in order
 * @example
 * ```ts
 * import { findProviderTokens } from "./provider_tokens.ts";
 * const found: { type: string }[] = [];
 * findProviderTokens("a token: " + ["gh", "p_", "k3".repeat(18)].join(""), found as never);
 * found[0]?.type; // "github-token"
 * ```
 */
export function findProviderTokens(text: string, found: Span[]): void {
  let floor = 0;
  let at = SHORTEST - 1;
  while (at < text.length) {
    if (!inRun(text, at)) {
      floor = at + 1;
      at += SHORTEST;
      continue;
    }
    let start = at;
    while (start > floor && inRun(text, start - 1)) start--;
    if (at - start + 1 < SHORTEST) {
      floor = start;
      at = start + SHORTEST - 1;
      continue;
    }
    let end = at + 1;
    while (end < text.length && inRun(text, end)) end++;
    // The bytes of an embedded picture or font are no tokens.
    if (!text.startsWith("base64,", start - 7)) findInRun(text, { start, end }, found);
    floor = end + 1;
    at = end + SHORTEST;
  }
}

function findInRun(text: string, run: { readonly start: number; readonly end: number }, found: Span[]): void {
  let first = text.charCodeAt(run.start);
  for (let i = run.start + 1; i < run.end; i++) {
    const second = text.charCodeAt(i);
    const index = PAIRS[first << 7 | second]!;
    first = second;
    if (index === 0) continue;
    const end = tokenAt(text, i - 1, { beginnings: BEGINNINGS[index - 1]!, found });
    if (end > i) {
      i = end;
      first = text.charCodeAt(end);
    }
  }
}

function tokenAt(
  text: string,
  at: number,
  to: { readonly beginnings: readonly Beginning[]; readonly found: Span[] },
): number {
  for (const { text: beginning, rule } of to.beginnings) {
    if (!text.startsWith(beginning, at) || !mayBegin(text, at, rule.boundary ?? "letter")) continue;
    const pattern = shape(rule.shape, "y");
    pattern.lastIndex = at;
    const token = pattern.exec(text);
    if (token === null) continue;
    const start = rule.lead === undefined ? at : leadStart(text, at, rule.lead);
    if (start < 0) continue;
    const end = at + token[0].length;
    to.found.push({ start, end, type: rule.type });
    if (rule.companion !== undefined) findCompanion(text, end, { companion: rule.companion, found: to.found });
    return end;
  }
  return -1;
}

function leadStart(text: string, at: number, lead: string): number {
  const before = shape(`(?:${lead})$`, "").exec(text.slice(Math.max(0, at - LEAD), at));
  return before === null ? -1 : at - before[0].length;
}

function findCompanion(
  text: string,
  from: number,
  to: { readonly companion: NonNullable<TokenRule["companion"]>; readonly found: Span[] },
): void {
  const match = shape(to.companion.shape, "").exec(text.slice(from, from + COMPANION));
  const secret = match?.[1];
  if (match === null || secret === undefined) return;
  const end = from + match.index + match[0].length;
  to.found.push({ start: end - secret.length, end, type: to.companion.type });
}
