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

const BLANK = /(?:[ \t]{1,8}|%20|\+)/y;
const CREDENTIALS = /[A-Za-z0-9._~+/=-]{8,}/y;
const BASE64 = /[A-Za-z0-9+/]{6,}={0,2}/y;
// Authorization: / "authorization": " / 'Authorization', ' with the scheme
const AUTHORIZATION = /ori[sz]ation(?:\\{0,8}["'`])?[ \t]{0,8}[:=,][ \t]{0,8}(?:\\{0,8}["'`])?/iy;
const SCHEME = /[A-Za-z][A-Za-z0-9-]{1,24}[ \t]{1,4}/y;
const COOKIE = /(?:\\{0,8}["'`])?[ \t]{0,8}[:=, ][ \t]{0,8}(?:\\{0,8}["'`])?/y;
const COOKIE_NAME = /(?:;[ \t]{0,4})?[A-Za-z0-9_.!%-]{1,80}=/y;
const COOKIE_VALUE = /[^;,\s"'`\\]{0,4096}/y;
const SIGNATURE = /[A-Za-z0-9%+/_=-]{20,}/y;

/** Puts what `pattern` matches at `at` among the found, if `isSecret` says so. */
function take(
  text: string,
  at: number,
  how: { pattern: RegExp; type: string; found: Span[]; isSecret: (value: string) => boolean },
): boolean {
  const end = skip(how.pattern, text, at);
  if (end === at || !how.isSecret(text.slice(at, end))) return false;
  how.found.push({ start: at, end, type: how.type });
  return true;
}

function isToken(value: string): boolean {
  return value.length >= 12 && !isPlaceholder(value) && looksRandom(value);
}

function findAfterAuthorization(text: string, at: number, found: Span[]): void {
  const scheme = skip(SCHEME, text, at);
  if (/^basic\b/i.test(text.slice(at, scheme))) {
    const isSecret = (value: string) => isBasicCredentials(value) || (/[0-9=]/.test(value) && !isPlaceholder(value));
    take(text, scheme, { pattern: BASE64, type: HEADER_RULES.basic.type, found, isSecret });
    return;
  }
  const isBearer = /^bearer\b/i.test(text.slice(at, scheme));
  const type = isBearer ? HEADER_RULES.bearer.type : HEADER_RULES.authorization.type;
  // Behind a scheme even a short value is a credential, if it is no word.
  const isSecret = (value: string) =>
    !isPlaceholder(value) && /[0-9]/.test(value) && (scheme > at || looksRandom(value));
  take(text, scheme, { pattern: CREDENTIALS, type, found, isSecret });
}

function findCookies(text: string, at: number, found: Span[]): void {
  let name = skip(COOKIE_NAME, text, at);
  while (name > at) {
    take(text, name, { pattern: COOKIE_VALUE, type: HEADER_RULES.cookie.type, found, isSecret: isToken });
    at = skip(COOKIE_VALUE, text, name);
    name = skip(COOKIE_NAME, text, at);
  }
}

function findAtHit(text: string, hit: KeywordHit, found: Span[]): void {
  switch (hit.word) {
    case "bearer": {
      const at = skip(BLANK, text, hit.end);
      if (at > hit.end) {
        take(text, at, { pattern: CREDENTIALS, type: HEADER_RULES.bearer.type, found, isSecret: isToken });
      }
      return;
    }
    case "basic ":
      take(text, hit.end, { pattern: BASE64, type: HEADER_RULES.basic.type, found, isSecret: isBasicCredentials });
      return;
    case "auth": {
      const at = skip(AUTHORIZATION, text, hit.end);
      if (at > hit.end) findAfterAuthorization(text, at, found);
      return;
    }
    case "cookie": {
      const at = skip(COOKIE, text, hit.end);
      if (at > hit.end) findCookies(text, at, found);
      return;
    }
    case "signature":
      if (text[hit.end] !== "=") return;
      take(text, hit.end + 1, { pattern: SIGNATURE, type: HEADER_RULES.signature.type, found, isSecret: looksRandom });
      return;
    default:
      if (hit.word.endsWith("sig=")) {
        take(text, hit.end, { pattern: SIGNATURE, type: HEADER_RULES.signature.type, found, isSecret: looksRandom });
      }
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
  for (const hit of to.hits) findAtHit(text, hit, to.found);
}
