/**
 * Names of bundled pieces that do not depend on where the project and its packages lie: the bundler mixes the paths of the
 * sources into them, and everything that is made of the pieces is ordered by name. Without this, two checkouts of one
 * commit would give two binaries.
 *
 * @module
 */
import { sha256Hex } from "../lib/record/ids.ts";

const HASHED = /[\w.-]+-[0-9A-Z]{8}\.js/g;

/**
 * New names by content, in which what a piece says of others counts by what is in those.
 *
 * @param pieces texts by file name; names without a hash stay
 * @returns the new name of every piece
 * @throws {Error} when two pieces cannot be told apart
 * @example
 * ```ts
 * import { canonicalNames } from "./canonical_names.ts";
 * const here = canonicalNames(new Map([["a-00000000.js", '// ../x/a.ts\nimport "./b-00000001.js"'], ["b-00000001.js", "1"]]));
 * const there = canonicalNames(new Map([["a-0000000A.js", '// /y/a.ts\nimport "./b-0000000B.js"'], ["b-0000000B.js", "1"]]));
 * here.get("a-00000000.js") === there.get("a-0000000A.js"); // true
 * ```
 */
export function canonicalNames(pieces: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  // Comments on lines of their own are the bundler's: the path of each source.
  const texts = new Map([...pieces].map(([name, text]) => [name, text.replaceAll(/^[ \t]*\/\/ .*$/gm, "")]));
  let labels = new Map([...texts].map(([name]) => [name, stemOf(name)]));
  for (let distinct = 0; distinct < new Set(labels.values()).size;) {
    distinct = new Set(labels.values()).size;
    const before = labels;
    labels = new Map(
      [...texts].map(([name, text]) => [name, sha256Hex(`${stemOf(name)}\0${renamed(text, before)}`)]),
    );
  }
  const names = new Map(
    [...labels].map(([name, label]) => [
      name,
      isHashed(name) ? hashedName(stemOf(name), label) : name,
    ]),
  );
  if (new Set(names.values()).size < names.size) throw new Error("cannot name the pieces: two of them are the same");
  return names;
}

/**
 * New names that no other state of the program gives, so that what one version loads is never another version's.
 *
 * @param pieces texts by file name, all of a program
 * @param names those to be replaced
 */
export function namesOfThisState(
  pieces: Iterable<readonly [string, string]>,
  names: Iterable<string>,
): ReadonlyMap<string, string> {
  const state = sha256Hex([...pieces].flat().join("\0"));
  return new Map([...names].map((name) => [name, hashedName(stemOf(name), sha256Hex(`${state}\0${name}`))]));
}

/** A text with the names of pieces replaced. */
export function renamed(text: string, names: ReadonlyMap<string, string>): string {
  return text.replaceAll(HASHED, (name) => names.get(name) ?? name);
}

function hashedName(stem: string, hash: string): string {
  return `${stem}-${hash.slice(0, 8).toUpperCase()}.js`;
}

function isHashed(name: string): boolean {
  return name.replace(HASHED, "") === "";
}

function stemOf(name: string): string {
  return isHashed(name) ? name.slice(0, -"-00000000.js".length) : name;
}
