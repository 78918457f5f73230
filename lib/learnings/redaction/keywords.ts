/**
 * The words that give away a secret without a shape of its own, found in one pass: names that secrets are assigned to,
 * headers, commands that take passwords, private keys and `<private>`.
 *
 * @module
 */

/** One of the words, where it stands. */
export interface KeywordHit {
  readonly start: number;
  readonly end: number;
  /** The word as written, lower case. */
  readonly word: string;
}

// Stems, not names: `classifyName` reads the whole name around a hit. The last line is "password" in other languages.
const KEYWORDS = new RegExp(
  "pass|pwd|pw(?=[\"'`]?[:=])|secret|token|cred|key|auth|bearer|basic |private|cookie|signature|[?&]sig=" +
    "|curl |mysql|sshpass|docker login|redis-cli" +
    "|kennwort|contrase|senha|wachtwoord|парол|密码|密碼|口令|パスワード|비밀번호|암호",
  "gi",
);

/** True when the hit is the whole word for "password" in another language. */
export function isForeign(hit: KeywordHit): boolean {
  return hit.word.charCodeAt(0) > 0x24f || /^(?:kennwort|contrase|senha|wachtwoord)$/.test(hit.word);
}

/**
 * Finds every keyword.
 *
 * @param text any text
 * @returns hits in order, none overlapping
 * @example
 * ```ts
 * import { findKeywords } from "./keywords.ts";
 * findKeywords("DB_PASSWORD=x").map((hit) => hit.word); // ["pass"]
 * ```
 */
export function findKeywords(text: string): KeywordHit[] {
  const hits: KeywordHit[] = [];
  KEYWORDS.lastIndex = 0;
  for (let match = KEYWORDS.exec(text); match !== null; match = KEYWORDS.exec(text)) {
    hits.push({ start: match.index, end: KEYWORDS.lastIndex, word: match[0].toLowerCase() });
  }
  return hits;
}
