/**
 * Credentials in URLs. `user:password@` is replaced, everything else of the URL stays; a user name alone is replaced when
 * it is a token. Common stand-ins (`user:password@`, `postgres:postgres@`, `${USER}:${PASSWORD}@`) stay.
 *
 * The type has a slash in it so that what is left, `postgres://[redacted:url/credentials]@db`, is not taken for a user
 * and a password again: neither by scanners nor by this one.
 *
 * @module
 */

import type { RedactionRule, Span } from "./rule.ts";
import { isStandIn, looksRandom } from "./secret_values.ts";

/** The rule for credentials in URLs. */
export const URL_RULE: RedactionRule = {
  type: "url/credentials",
  source: "https://datatracker.ietf.org/doc/html/rfc3986#section-3.2.1",
};

const LONGEST = 1024;
const AUTHORITY = /[^\s"'<>`\\/?#]*/y;
// Passwords of databases are written with /, ? and # in them, unencoded, although they must not be.
const DATABASE_CREDENTIALS = /[^\s"'<>`\\/?#:@]{0,100}:(?![0-9]{1,5}[/?#])[^\s"'<>`\\@:]{1,200}@(?=[A-Za-z0-9[])/y;
const WEB_SCHEME = /(?:https?|wss?|file)$/i;

// Passwords that are none: secretlint's rules for database URLs leave them as well.
const DEFAULT = /^(?:admin|root|user|username|guest)$/i;

/** How long the credentials that start at `at` are, `@` not counted; 0 when there are none. */
function credentialsLength(text: string, at: number): number {
  AUTHORITY.lastIndex = at;
  const authority = AUTHORITY.exec(text)?.[0].slice(0, LONGEST) ?? "";
  const last = authority.lastIndexOf("@");
  if (last > 0) return last;
  if (WEB_SCHEME.test(text.slice(Math.max(0, at - 8), at - 3))) return 0;
  DATABASE_CREDENTIALS.lastIndex = at;
  const credentials = DATABASE_CREDENTIALS.exec(text);
  return credentials === null ? 0 : credentials[0].length - 1;
}

function isSecret(credentials: string): boolean {
  const colon = credentials.indexOf(":");
  const user = colon < 0 ? credentials : credentials.slice(0, colon);
  const password = colon < 0 ? "" : credentials.slice(colon + 1);
  if (password === "" || password === "x-oauth-basic") return user.length >= 16 && looksRandom(user);
  if (looksRandom(user) && user.length >= 16) return true;
  // A port and what follows it: "http://localhost:3000,mira@example.com".
  if (/^[0-9]{2,5}[^A-Za-z0-9_.~!$%+-]/.test(password)) return false;
  return password.length >= 4 && password !== user && !DEFAULT.test(password) && !isStandIn(password);
}

/**
 * Finds credentials in URLs.
 *
 * @param text any text
 * @param found spans are added to it, in order
 * @example
 * ```ts
 * import { findUrlCredentials } from "./urls.ts";
 * const found: { start: number; end: number }[] = [];
 * findUrlCredentials("see redis://:kettle77@cache.local:6379/0", found as never);
 * found; // [{ start: 12, end: 21, type: "url/credentials" }]
 * ```
 */
export function findUrlCredentials(text: string, found: Span[]): void {
  for (let at = text.indexOf("://"); at >= 0; at = text.indexOf("://", at + 3)) {
    const start = at + 3;
    const length = credentialsLength(text, start);
    if (length > 0 && isSecret(text.slice(start, start + length))) {
      found.push({ start, end: start + length, type: URL_RULE.type });
    }
  }
}
