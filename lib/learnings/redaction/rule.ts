/**
 * What a redaction rule is, and what may stand in front of a secret.
 *
 * There is no rule that goes by entropy alone: such rules eat git hashes, paths and camelCase names
 * (https://github.com/ccf/agentcairn/issues/168, https://github.com/griffinwork40/agent-afk/pull/549,
 * https://github.com/entireio/cli/pull/471). A text is a secret by its shape, or by the name it is assigned to.
 *
 * @module
 */

/** The type of every private key, in armour or bare. */
export const PRIVATE_KEY = "private-key";

/** One kind of secret, and where its shape is described. */
export interface RedactionRule {
  /** Written as `[redacted:<type>]`. */
  readonly type: string;
  /** The page that names the secret or documents its shape. */
  readonly source: string;
}

/**
 * What must not stand directly before a token: nothing at all is excluded, a letter, an upper-case letter or digit,
 * or any character that tokens are made of.
 */
export type Boundary = "none" | "letter" | "upper" | "token";

/** A token that is known by the characters it starts with. */
export interface TokenRule extends RedactionRule {
  /** Literal beginnings, each of at least two characters out of `[A-Za-z0-9_.:/~+=-]`. */
  readonly starts: readonly string[];
  /**
   * Source of a regular expression for the whole token, matched at its start. Linear on any input: where it can fail
   * after a run, the run is bounded. At least 20 characters with `lead`.
   */
  readonly shape: string;
  /** By default "letter". */
  readonly boundary?: Boundary;
  /** Source of a regular expression for what belongs to the token before `starts`; at most 40 characters long. */
  readonly lead?: string;
  /** A secret that usually follows within 120 characters (the secret of an access key id); group 1 is replaced. */
  readonly companion?: { readonly type: string; readonly shape: string };
}

/** A part of a text that is to be replaced. Half-open, in UTF-16 code units. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly type: string;
}

// The last characters of an escape are letters and digits, but not part of what follows: \n \u0022 \x1b \033 %22 ESC[0m
const ESCAPE_BEFORE = /(?:\\[A-Za-z]|\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}|\\0[0-7]{2}|%[0-9A-Fa-f]{2}|\[[0-9;]{0,12}m)$/;

const FORBIDDEN: Readonly<Record<Exclude<Boundary, "none">, RegExp>> = {
  letter: /[A-Za-z]/,
  upper: /[A-Z0-9]/,
  token: /[A-Za-z0-9_+-]/,
};

/**
 * Tells whether a token may begin at `at`: text start, any character that `boundary` allows, or the end of an escape
 * (`\n`, `\u0022`, `%3D`, a terminal's colour code), because transcripts quote JSON and terminals.
 *
 * @param text the whole text
 * @param at where the token would begin, in UTF-16 code units
 * @param boundary what must not precede
 * @returns true when a token may begin there
 * @example
 * ```ts
 * import { mayBegin } from "./rule.ts";
 * mayBegin("risk-", 2, "letter"); // false
 * mayBegin("\\nsk-", 2, "letter"); // true
 * ```
 */
export function mayBegin(text: string, at: number, boundary: Boundary): boolean {
  if (boundary === "none" || at === 0) return true;
  if (!FORBIDDEN[boundary].test(text.charAt(at - 1))) return true;
  return ESCAPE_BEFORE.test(text.slice(Math.max(0, at - 16), at));
}
