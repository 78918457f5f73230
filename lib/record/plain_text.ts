/**
 * Text for a model's context without what cannot be seen.
 *
 * @module
 */

// Controls but tab and line feed, direction marks, overrides and isolates, zero-width spaces (joiners make emoji and Persian words), invisible tag
// characters, lone surrogates: what hides an instruction from a person who looks at the text.
const HIDDEN =
  // deno-lint-ignore no-control-regex -- finding control characters is the point
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\u{e0000}-\u{e007f}]|\p{Cs}/gu;

/**
 * Takes hidden characters out, returns included; tabs and line feeds stay.
 *
 * @example
 * ```ts
 * import { plainText } from "./plain_text.ts";
 * plainText("boil\u202e it\u{e0041}"); // "boil it"
 * ```
 */
export function plainText(text: string): string {
  return text.replace(HIDDEN, "");
}
