/**
 * Text from files, made safe to show: a transcript can hold escape sequences that would drive the terminal.
 *
 * @module
 */

// C0 and C1 controls, DEL, line and paragraph separators, direction overrides and isolates, invisible tag characters,
// lone surrogates.
const UNSAFE =
  // deno-lint-ignore no-control-regex -- finding control characters is the point
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|[\u{e0000}-\u{e007f}]|\p{Cs}/gu;

/**
 * Replaces what would steer a terminal by a visible escape.
 *
 * @param text any text
 * @param options `keepLines` lets line feeds and tabs through, for text of several lines; paths and names do without
 * @example
 * ```ts
 * import { escapeControls } from "./escape_controls.ts";
 * escapeControls("kettle\x1b[2J"); // "kettle\\x1b[2J"
 * ```
 */
export function escapeControls(text: string, options: { readonly keepLines?: boolean } = {}): string {
  return text.replace(UNSAFE, (character) => {
    if (options.keepLines === true && (character === "\n" || character === "\t")) return character;
    return visible(character);
  });
}

function visible(character: string): string {
  if (character === "\n") return "\\n";
  if (character === "\r") return "\\r";
  if (character === "\t") return "\\t";
  const code = character.codePointAt(0) ?? 0;
  if (code > 0xffff) return `\\u{${code.toString(16)}}`;
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`;
}
