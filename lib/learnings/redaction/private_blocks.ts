/**
 * What the user put between `<private>` and `</private>` is never kept. A block that is not closed goes on to the end of the
 * text, and blocks nest. `&lt;private&gt;` and `\u003cprivate\u003e`, as JSON and HTML quote it, count alike.
 *
 * Two things are no opening tag when nothing closes them, because they would swallow an answer that merely speaks of
 * the tag or of a type: `` `<private>` `` in backticks, and `List<Private>`.
 *
 * @module
 */

import type { KeywordHit } from "./keywords.ts";
import type { Span } from "./rule.ts";

const OPENING_BEFORE = /(?:<|&lt;|\\u003c)[ \t]{0,4}(\/?)[ \t]{0,4}$/i;
const REST_OF_TAG = /(?:[ \t\r\n][^<>]{0,200})?(\/?)(?:>|&gt;|\\u003e)/iy;

interface Tag {
  readonly start: number;
  readonly end: number;
  readonly closes: boolean;
  /** It may be a mention only. */
  readonly doubtful: boolean;
}

function tagAt(text: string, hit: KeywordHit): Tag | undefined {
  // Code is full of "private": a tag has its bracket in reach.
  if (!/[<;/cC \t]/.test(text.charAt(hit.start - 1))) return undefined;
  const from = Math.max(0, hit.start - 16);
  const before = OPENING_BEFORE.exec(text.slice(from, hit.start));
  if (before === null) return undefined;
  REST_OF_TAG.lastIndex = hit.end;
  const rest = REST_OF_TAG.exec(text);
  if (rest === null || rest[1] === "/") return undefined;
  const start = from + before.index;
  const end = REST_OF_TAG.lastIndex;
  const quoted = text[start - 1] === "`" && text[end] === "`";
  const generic = /[A-Za-z0-9_]/.test(text.charAt(start - 1)) && text[hit.start] === "P";
  return { start, end, closes: before[1] === "/", doubtful: quoted || generic };
}

/**
 * Finds `<private>` blocks.
 *
 * @param text any text
 * @param hits all keywords of the text, in order
 * @param found spans are added to it
 * @example
 * ```ts
 * import { findKeywords } from "./keywords.ts";
 * import { findPrivateBlocks } from "./private_blocks.ts";
 * const text = "a <private>b</private> c";
 * const found: { start: number; end: number }[] = [];
 * findPrivateBlocks(text, { hits: findKeywords(text), found: found as never });
 * found; // [{ start: 2, end: 22, type: "private" }]
 * ```
 */
export function findPrivateBlocks(
  text: string,
  to: { readonly hits: readonly KeywordHit[]; readonly found: Span[] },
): void {
  const tags: Tag[] = [];
  for (const hit of to.hits) {
    const tag = hit.word === "private" ? tagAt(text, hit) : undefined;
    if (tag !== undefined) tags.push(tag);
  }
  const lastClosing = tags.findLastIndex((tag) => tag.closes);
  let depth = 0;
  let start = 0;
  for (const [index, tag] of tags.entries()) {
    if (tag.closes) {
      if (depth > 0 && --depth === 0) to.found.push({ start, end: tag.end, type: "private" });
    } else if (!tag.doubtful || index < lastClosing) {
      if (depth++ === 0) start = tag.start;
    }
  }
  if (depth > 0) to.found.push({ start, end: text.length, type: "private" });
}
