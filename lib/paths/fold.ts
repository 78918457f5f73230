/**
 * Case rules of file systems. Neither is `toUpperCase`: that follows the engine's Unicode version and maps, say, a
 * dotless i onto I, which makes two directories on NTFS one.
 *
 * @module
 */
import { NTFS_UPCASE_RUNS } from "./ntfs_upcase.ts";

// deno-lint-ignore no-control-regex -- "is this ASCII" is the question
const ASCII = /^[\x00-\x7f]*$/;

let upcase: Map<number, number> | undefined;

/**
 * A name as NTFS and SMB compare it: each UTF-16 unit through the upcase table, no normalisation, no expansion.
 *
 * @param text a name, or several with separators between
 * @returns the comparison form, of the same length
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(foldNtfs("Été straße"), "ÉTÉ STRAßE");
 * assertEquals(foldNtfs("\u0131"), "\u0131"); // dotless i is no I
 * ```
 */
export function foldNtfs(text: string): string {
  // For ASCII alone the engine and the table agree, and the table is never unpacked.
  if (ASCII.test(text)) return text.toUpperCase();
  upcase ??= unpackUpcase();
  let folded = "";
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    folded += String.fromCharCode(upcase.get(unit) ?? unit);
  }
  return folded;
}

/**
 * The upcase table: only units that change.
 *
 * @returns unit to upper-case unit
 */
export function unpackUpcase(): Map<number, number> {
  const table = new Map<number, number>();
  for (const run of NTFS_UPCASE_RUNS.split(" ")) {
    const [first = 0, count = 0, step = 0, delta = 0] = run.split(",").map((word) => parseInt(word, 36));
    for (let index = 0; index < count; index++) table.set(first + index * step, first + index * step + delta);
  }
  return table;
}

/**
 * A name as a default APFS volume compares it: decomposed, each code point lower-cased where that gives one code
 * point, composed (`formats/paths_and_wsl.md` 1.3; Apple publishes no folding table).
 *
 * @param text a name, or several with separators between
 * @returns the comparison form
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(foldApfs("Cafe\u0301"), foldApfs("CAF\u00c9"));
 * ```
 */
export function foldApfs(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  let folded = "";
  for (const character of text.normalize("NFD")) folded += lowerOne(character);
  return folded.normalize("NFC");
}

// One code point at a time: on whole words JavaScript lowers a last sigma differently.
function lowerOne(character: string): string {
  const lower = character.toLowerCase();
  return lower.length === character.length ? lower : character;
}
