/**
 * Judges what stands where a secret would stand: a stand-in, code, something random, or a password.
 *
 * @module
 */

const WORDS = new Set(
  ("null none nil undefined true false yes no on off string str text number integer bool boolean object any unknown never void " +
    "varchar char bytes buffer array list map enum type required optional hidden masked redacted missing empty default value " +
    "prompt inherit input output invalid valid incorrect correct wrong disabled enabled always forbidden label field file path " +
    "name user username admin root guest postgres mysql test tests testing demo local localhost changeme change_me letters " +
    "confirm confirmed create created update updated reset forgot login logout signup register show toggle strength basic bearer " +
    "oauth manual auto plain stdin env stored encrypted hashed unset sensitive secure private public protected")
    .split(" "),
);
const SECRET_NOUN =
  /^(?:my|the|a|some|test|new|old|db|user|admin|your|database)?[-_ ]?(?:pass(?:word|wd|phrase|code)?|pwd|pw|secret|token|cred(?:ential)?|creds|(?:api|access|secret|private|auth)?[-_ ]?key|auth)s?(?:[-_ ]?here)?$/i;
const STAND_IN =
  /your|example|placeholder|change[-_ ]?me|change[-_ ]?this|replace|redact|dummy|insert[-_ ]|todo|fixme|xxxx|\.\.\.|…|\*\*\*|•|<[^>]*>|not[-_ ]?real|(?:^|[-_])(?:fake|mock|sample|foo|bar|baz|foobar)(?:[-_]|$)/i;
// Filled in when it runs: ${X}, $X, $(x), $env:X, {{x}}, #{x}, {x}, %X%, %s, :x, @x@.
const TEMPLATE =
  /\$\{|\$\(|\{\{|#\{|^\$(?:env:)?[A-Za-z_][A-Za-z0-9_]*$|\$[A-Z_]{2,}|^\{[^}]*\}$|^\[[^\]]*\]$|^\([^)]*\)$|^%[A-Za-z_]+%$|^%[-+ #0]?[a-zA-Z]$|%(?:\([a-z_]+\))?[sdrv](?![A-Za-z0-9])|^:[a-z_]+$|^@[A-Za-z_]+@$|^&[A-Za-z_]/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const CALL = /^(?:!|await\s|new\s|async\b|function\b|lambda\b|\()|^[\w$.:>?-]{1,80}(?:\(|\[)|\)\s?=>|^\w{1,16}=>|::/;
const DOTTED = /^[A-Za-z_$][\w$]*(?:(?:\.|\?\.|->|!\.)[A-Za-z_$][\w$]*)+$/;
const CHAIN = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+[=;,?|)]/;
const UUID_INSIDE = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
// "required|string|min:8": rules for a form field.
const FIELD_RULES = /^[a-z_]+(?:[:|,][a-z0-9_]+){1,12}$/;
const PATH = /^(?:\.{0,2}|~|[A-Za-z]:)[\\/]|^[a-z]{2,10}:\/\//;

/**
 * Tells whether a value only holds the place of a secret, or is filled in later.
 *
 * @param value the value without its quotes
 * @returns true for `changeme`, `<token>`, `${TOKEN}`, `********`, `your-key-here`, `null` and the like
 * @example
 * ```ts
 * import { isPlaceholder } from "./secret_values.ts";
 * isPlaceholder("<password>"); // true
 * isPlaceholder("hunter2"); // false
 * ```
 */
export function isPlaceholder(value: string): boolean {
  return WORDS.has(value.trim().toLowerCase()) || isStandIn(value);
}

/**
 * Tells whether a value only holds the place of a secret; unlike {@linkcode isPlaceholder}, a plain word ("test") does not.
 *
 * @param value the value without its quotes
 * @returns true for `changeme`, `<token>`, `${TOKEN}`, `********` and the like
 */
export function isStandIn(value: string): boolean {
  const text = value.trim();
  if (new Set(text.slice(0, 40)).size <= 2) return true;
  return text.startsWith("<") || SECRET_NOUN.test(text) || STAND_IN.test(text) || TEMPLATE.test(text);
}

/** True for a UUID that nobody typed: not all zeros, not 1234.... */
export function isRandomUuid(value: string): boolean {
  return UUID.test(value) && new Set(value.toLowerCase()).size >= 11 && !/12345|abcde|00000|123e4567/i.test(value);
}

/** True for what an unquoted value is when it is code or a path: `user.password`, `getToken()`, `/run/secrets/db`. */
export function isCode(value: string): boolean {
  if (CALL.test(value) || isChain(value)) return true;
  // One number in a member's name is common ("Ed25519PrivateKey"), several are not.
  if (DOTTED.test(value)) return value.split(/[^A-Za-z0-9]+/).every((part) => /^[A-Za-z]*[0-9]*[A-Za-z]*$/.test(part));
  return isPath(value);
}

/** True for members in an expression of packed code: `a.password=null,b`. */
export function isChain(value: string): boolean {
  return CHAIN.test(value);
}

/** True for a path or a URL. */
export function isPath(value: string): boolean {
  return PATH.test(value) && value.split(/[^A-Za-z0-9]+/).every((part) => isWordy(part));
}

/** True for a part of a name: one word, words in camel case, a short number, a word with a short number. */
function isWordy(part: string): boolean {
  if (/^(?:[0-9]+|[0-9]{0,6}[A-Za-z]{0,3}[0-9]{0,3})$/.test(part)) return true;
  const letters = /^[0-9]{0,2}([A-Za-z]+)[0-9]{0,4}$/.exec(part)?.[1];
  // One number between two words: sha256sum, oauth2client.
  if (letters === undefined) return /^[A-Za-z]?[a-z]{2,6}[0-9]{1,3}[A-Za-z]?[a-z]{2,6}$/.test(part);
  if (letters.length > 40) return false;
  // Camel case has words of some length; random letters change case all the time.
  const words = letters.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [];
  return words.length <= 2 || letters.length / words.length >= 2.9;
}

/**
 * Tells whether a value is random: at least eight characters that are no words, names, dates, versions, paths or numbers.
 *
 * @param value the value without its quotes
 * @returns true when it looks generated
 * @example
 * ```ts
 * import { looksRandom } from "./secret_values.ts";
 * looksRandom("kettle-prod-2"); // false
 * looksRandom("q8Zt4Lw0Xb"); // true
 * ```
 */
export function looksRandom(value: string): boolean {
  if (value.length < 8 || /\s/.test(value) || UUID.test(value)) return false;
  let random = 0;
  for (const part of value.replace(UUID_INSIDE, "").split(/[^A-Za-z0-9]+/)) if (!isWordy(part)) random += part.length;
  return random >= 7 && random * 3 >= value.length;
}

/**
 * Tells whether a value is a password that somebody chose: letters with digits or signs, or something random.
 *
 * @param value the value without its quotes
 * @returns true when no ordinary value looks like it
 * @example
 * ```ts
 * import { looksLikePassword } from "./secret_values.ts";
 * looksLikePassword("hunter2"); // true
 * looksLikePassword("required"); // false
 * ```
 */
export function looksLikePassword(value: string): boolean {
  if (/\s/.test(value)) return looksLikePhrase(value);
  if (/^[0-9]+$/.test(value)) return value.length >= 6;
  if (value.length < 5 || isPath(value) || !/[A-Za-z]/.test(value)) return value.length >= 6 && looksRandom(value);
  if (FIELD_RULES.test(value)) return false;
  if (/[0-9]/.test(value)) return !/^v?[0-9.]+$/.test(value);
  return /[!@#$%^&*+=?~|]/.test(value.slice(0, -1)) || /[@#$%^&*+=~|]$/.test(value) || looksRandom(value);
}

/** A few words of which one is no word: "my s3cret pass"; a sentence is none. */
function looksLikePhrase(value: string): boolean {
  const words = value.split(/\s+/);
  return words.length <= 6 && words.some((word) => /[A-Za-z][0-9]+[A-Za-z]|[0-9][A-Za-z]+[0-9]/.test(word));
}

/**
 * Tells whether a value is a passphrase of words: at least four, lower case, and none that a sentence would need.
 *
 * @param value the value without its quotes
 * @returns true when it looks like words drawn by lot
 * @example
 * ```ts
 * import { looksLikePassphrase } from "./secret_values.ts";
 * looksLikePassphrase("copper lantern mossy violin"); // true
 * looksLikePassphrase("must be at least four words"); // false
 * ```
 */
export function looksLikePassphrase(value: string): boolean {
  if (!/^[a-z]{3,12}(?:[ -][a-z]{3,12}){3,24}$/.test(value)) return false;
  return !/\b(?:the|and|for|your|you|must|with|from|this|that|not|are|was|has|have|will|can|should|when|enter|use|used|please|least)\b/
    .test(value);
}
