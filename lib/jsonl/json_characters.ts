/**
 * Which characters JSON is made of.
 *
 * @module
 */

/**
 * 1 at the codes of characters that valid JSON (RFC 8259) can have outside of strings: white space, punctuation, the
 * quote, and what numbers, `true`, `false` and `null` are written with. All are ASCII, so it serves for bytes too.
 */
export const OUTSIDE_STRINGS: Readonly<Uint8Array> = tableOf(' \t\r\n{}[]:,"+-.0123456789eEtrufalsn');

function tableOf(characters: string): Uint8Array {
  const table = new Uint8Array(256);
  for (const character of characters) table[character.charCodeAt(0)] = 1;
  return table;
}
