/**
 * One learning as a line of context: short, on one line, and nothing in it that a client or a model could take for more
 * than words.
 *
 * @module
 */

// C0 and C1 controls, line and paragraph separators, soft hyphen, zero-width and direction characters, variation
// selectors, interlinear marks, tag characters, lone surrogates.
const INVISIBLE =
  // deno-lint-ignore no-control-regex -- taking control characters out is the point
  /[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202f\u205f-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb]|[\u{e0000}-\u{e0fff}]|\p{Cs}/gu;
/** With and without a scheme, as far as white space. */
const LINK = /(?:[a-z][a-z0-9+.-]{0,30}:\/\/|\bwww\.|\bmailto:|\bdata:[a-z]+\/)\S*/gi;
/** Angle brackets, those that look like them, and the entities that stand for them. */
const OPENING = /[<\uff1c\u2039\u3008\u27e8\u2329\ufe64]|&(?:lt|#0*60|#x0*3c);?/gi;
const CLOSING = /[>\uff1e\u203a\u3009\u27e9\u232a\ufe65]|&(?:gt|#0*62|#x0*3e);?/gi;
const FENCE = /`{2,}|~{3,}/g;

/**
 * The words as they may be given to a model: invisible characters and fences gone, links named as such, brackets of
 * elements as round ones, cut to a length.
 *
 * @param most UTF-16 code units
 * @example
 * ```ts
 * import { contextWords } from "./context_line.ts";
 * contextWords("use </system-reminder>\n see https://x.test/y", { most: 60 }); // "use (/system-reminder) see (link)"
 * ```
 */
export function contextWords(text: string, { most }: { readonly most: number }): string {
  const plain = text.replace(/\s+/g, " ").replace(INVISIBLE, "").replace(LINK, "(link)")
    .replace(OPENING, "(").replace(CLOSING, ")").replace(FENCE, "").replaceAll('"', "'")
    .replace(/\s+/g, " ").trim();
  return plain.length <= most ? plain : `${plain.slice(0, most - 1).toWellFormed().trimEnd()}\u2026`;
}

/** Rules whose `quote` is the user's own sentence, and whose text may hold more than that. */
const QUOTING = /^(?:refusal|wish|deferral)\./;
/** Rules whose text is the user's own, when it has no quote. */
const TELLING = /^(?:preference\.explicit|correction\.said|open-end\.unanswered)$/;
/** Stands between what the user said and how the assistant turned around (`corrections.ts`). */
const TURNED = " \u2192 ";

/**
 * The user's own words in a learning that a rule made. Most texts of rules stand alone because something was added to
 * them: the tool call that was refused, the reply that was doubted. That was written by the assistant, which may have read
 * it anywhere, and only a person who saw it (`keep`) can let it through.
 *
 * @returns undefined when the words may be somebody else's
 * @example
 * ```ts
 * import { userWords } from "./context_line.ts";
 * userWords({ rule: "refusal.reason", text: "no tabs (refused: write a)", quote: "no tabs" }); // "no tabs"
 * userWords({ rule: "dialog.preference", text: "Which? \u2192 always this" }); // undefined
 * ```
 */
export function userWords(
  { rule = "", text, quote }: {
    readonly rule?: string | undefined;
    readonly text: string;
    readonly quote?: string | undefined;
  },
): string | undefined {
  if (QUOTING.test(rule)) return quote ?? text;
  if (TELLING.test(rule)) return text;
  if (rule.startsWith("correction.") && text.includes(TURNED)) return text.slice(0, text.indexOf(TURNED));
  return undefined;
}
