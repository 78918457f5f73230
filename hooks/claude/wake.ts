/**
 * A Claude Project wakes a session with `<wake><project><thread><message from="human">escaped text</message>` under
 * `origin.kind: human`: the text inside is the user's (formats/claude_code.md 2.5), everything else is the client's.
 *
 * @module
 */

const ENTITIES: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&#x27;": "'",
  "&apos;": "'",
  "&amp;": "&",
};

/**
 * @param text HTML-escaped text
 * @returns the text before escaping; entities are replaced once, so `&amp;lt;` gives `&lt;`
 */
export function unescapeText(text: string): string {
  return text.replace(/&(?:lt|gt|quot|apos|amp|#39|#x27);/g, (entity) => ENTITIES[entity] ?? entity);
}

/**
 * The user's words in a wake message.
 *
 * @param text a message's text
 * @returns undefined when `text` is no wake message; an empty string when no message in it is from a human
 * @example
 * ```ts
 * import { unwrapWake } from "./wake.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(unwrapWake('<wake><message from="human">a &lt; b</message></wake>'), "a < b");
 * ```
 */
export function unwrapWake(text: string): string | undefined {
  const body = text.trim();
  if (!/^<wake[\s>]/.test(body)) return undefined;
  const found: string[] = [];
  for (let at = body.indexOf("<message"); at >= 0;) {
    const open = body.indexOf(">", at);
    if (open < 0) break;
    const close = body.indexOf("</message>", open);
    const end = close < 0 ? body.length : close;
    if (/\sfrom\s*=\s*["']human["']/.test(body.slice(at, Math.min(open, at + 512)))) {
      found.push(unescapeText(body.slice(open + 1, end)).trim());
    }
    at = body.indexOf("<message", end);
  }
  return found.filter((message) => message !== "").join("\n\n");
}
