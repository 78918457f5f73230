/**
 * Credentials in HTTP headers and signed URLs: `Authorization`, "Bearer ...", "Basic ...", `Cookie`, `X-Amz-Signature=`,
 * `sig=`, as they stand in requests, in `curl -H "..."`, in JSON and in code.
 *
 * @module
 */

import { isBasicCredentials } from "./judge.ts";
import type { KeywordHit } from "./keywords.ts";
import type { RedactionRule, Span } from "./rule.ts";
import { isPlaceholder, looksRandom } from "./secret_values.ts";
import { skip } from "./value_ends.ts";

/** The rules for headers and signed URLs. */
export const HEADER_RULES = {
  bearer: { type: "bearer-token", source: "https://datatracker.ietf.org/doc/html/rfc6750" },
  basic: { type: "basic-auth", source: "https://datatracker.ietf.org/doc/html/rfc7617" },
  authorization: { type: "authorization", source: "https://datatracker.ietf.org/doc/html/rfc9110#section-11.6.2" },
  cookie: { type: "cookie", source: "https://datatracker.ietf.org/doc/html/rfc6265" },
  signature: {
    type: "url-signature",
    source: "https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html",
  },
} as const satisfies Record<string, RedactionRule>;

const LONGEST_JUDGED = 256;

const BLANK = /(?:[ \t]{1,8}|%20|\+)/y;
const CREDENTIALS = /[A-Za-z0-9._~+/=-]{8,}/y;
const BASE64 = /[A-Za-z0-9+/]{6,}={0,2}/y;
// Authorization: / "authorization": " / 'Authorization', ' with the scheme
const AUTHORIZATION = /ori[sz]ation(?:\\{0,8}["'`])?[ \t]{0,8}[:=,][ \t]{0,8}(?:\\{0,8}["'`])?/iy;
const SCHEME = /[A-Za-z][A-Za-z0-9-]{1,24}[ \t]{1,4}/y;
const COOKIE = /(?:\\{0,8}["'`])?[ \t]{0,8}[:=, ][ \t]{0,8}(?:\\{0,8}["'`])?/y;
const COOKIE_NAME = /(?:;[ \t]{0,4})?[A-Za-z0-9_.!%-]{1,80}=/y;
const COOKIE_VALUE = /[^;,\s"'`\\]*/y;
const EQUALS = /=/y;
const SIGNATURE = /[A-Za-z0-9%+/_=-]{20,}/y;

/** Puts what `pattern` matches at `at` among the found, if `isSecret` says so. @returns where it ends */
function take(
  text: string,
  at: number,
  how: { pattern: RegExp; type: string; found: Span[]; isSecret: (value: string) => boolean },
): number {
  const end = skip(how.pattern, text, at);
  const value = text.slice(at, Math.min(end, at + LONGEST_JUDGED));
  if (end > at && how.isSecret(value)) how.found.push({ start: at, end, type: how.type });
  return end;
}

function isToken(value: string): boolean {
  return value.length >= 12 && !isPlaceholder(value) && looksRandom(value);
}

function takeAfterAuthorization(text: string, at: number, found: Span[]): number {
  const scheme = skip(SCHEME, text, at);
  if (/^basic\b/i.test(text.slice(at, scheme))) {
    const isSecret = (value: string) => isBasicCredentials(value) || (/[0-9=]/.test(value) && !isPlaceholder(value));
    return take(text, scheme, { pattern: BASE64, type: HEADER_RULES.basic.type, found, isSecret });
  }
  const isBearer = /^bearer\b/i.test(text.slice(at, scheme));
  const type = isBearer ? HEADER_RULES.bearer.type : HEADER_RULES.authorization.type;
  // Behind a scheme even a short value is a credential, if it is no word.
  const isSecret = (value: string) =>
    !isPlaceholder(value) && /[0-9]/.test(value) && (scheme > at || looksRandom(value));
  return take(text, scheme, { pattern: CREDENTIALS, type, found, isSecret });
}

function takeCookies(text: string, from: number, found: Span[]): number {
  let at = from;
  for (let name = skip(COOKIE_NAME, text, at); name > at; name = skip(COOKIE_NAME, text, at)) {
    at = take(text, name, { pattern: COOKIE_VALUE, type: HEADER_RULES.cookie.type, found, isSecret: isToken });
  }
  return at;
}

/** Looks behind one keyword. @returns how far it looked */
function takeAtHit(text: string, hit: KeywordHit, found: Span[]): number {
  const at = hit.end;
  switch (hit.word) {
    case "bearer": {
      const value = skip(BLANK, text, at);
      if (value === at) return at;
      return take(text, value, { pattern: CREDENTIALS, type: HEADER_RULES.bearer.type, found, isSecret: isToken });
    }
    case "basic ":
      return take(text, at, { pattern: BASE64, type: HEADER_RULES.basic.type, found, isSecret: isBasicCredentials });
    case "auth": {
      if (!/^or/i.test(text.slice(at, at + 2))) return at;
      const value = skip(AUTHORIZATION, text, at);
      return value === at ? at : takeAfterAuthorization(text, value, found);
    }
    case "cookie": {
      const value = skip(COOKIE, text, at);
      return value === at ? at : takeCookies(text, value, found);
    }
    case "signature":
    case "?sig=":
    case "&sig=": {
      const value = hit.word === "signature" ? skip(EQUALS, text, at) : at;
      if (hit.word === "signature" && value === at) return at;
      return take(text, value, { pattern: SIGNATURE, type: HEADER_RULES.signature.type, found, isSecret: looksRandom });
    }
    default:
      return at;
  }
}

/**
 * Finds credentials in headers and signed URLs.
 *
 * @param text any text
 * @param to all keywords of the text, in order, and where spans are added
 * @example
 * ```ts
 * import { findHeaderCredentials } from "./headers.ts";
 * import { findKeywords } from "./keywords.ts";
 * const text = "Authorization: Bearer k7Qz-0412-Lm9x";
 * const found: { start: number; type: string }[] = [];
 * findHeaderCredentials(text, { hits: findKeywords(text), found: found as never });
 * found[0]?.start; // 22
 * ```
 */
export function findHeaderCredentials(
  text: string,
  to: { readonly hits: readonly KeywordHit[]; readonly found: Span[] },
): void {
  // Keywords inside of what was looked at are part of it: "bearer+bearer+..." is looked at once.
  let done = 0;
  for (const hit of to.hits) if (hit.start >= done) done = takeAtHit(text, hit, to.found);
}
