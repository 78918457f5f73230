/**
 * Finds longer pieces of text that two bodies of text have in common.
 *
 * @module
 */

/** A piece of text found on both sides. */
export interface Copy {
  readonly text: string;
  /** Names of the sources it was found in, sorted. */
  readonly sources: readonly string[];
}

/** Half of the length that counts: every run of that length covers one piece cut at a multiple of the half. */
function halfOf(length: number): number {
  return Math.floor(length / 2);
}

/**
 * Collects what of `own` also stands in texts that are shown one after the other.
 *
 * @param own texts in which copies are looked for
 * @param length shortest run of UTF-16 code units that counts
 */
export function createCopyFinder(own: Iterable<string>, length: number) {
  const half = halfOf(length);
  const places = new Map<string, { readonly text: string; readonly at: number }>();
  for (const text of own) {
    for (let at = 0; at + half <= text.length; at++) places.set(text.slice(at, at + half), { text, at });
  }
  const found = new Map<string, Set<string>>();
  return {
    /** Compares one foreign text; `source` says where it is from. */
    compare(foreign: string, source: string): void {
      for (let at = 0; at + half <= foreign.length; at += half) {
        const place = places.get(foreign.slice(at, at + half));
        if (place === undefined) continue;
        const copy = widen(place, foreign, at);
        if (copy.length >= length) found.set(copy, (found.get(copy) ?? new Set()).add(source));
      }
    },
    /** Everything found so far. */
    copies(): Copy[] {
      return [...found].map(([text, sources]) => ({ text, sources: [...sources].sort() }));
    },
  };

  /** The longest common run around a common piece. */
  function widen(place: { readonly text: string; readonly at: number }, foreign: string, at: number): string {
    let before = 0;
    while (
      place.at > before && at > before && place.text[place.at - before - 1] === foreign[at - before - 1]
    ) before++;
    let after = half;
    while (
      place.at + after < place.text.length && at + after < foreign.length &&
      place.text[place.at + after] === foreign[at + after]
    ) after++;
    return foreign.slice(at - before, at + after);
  }
}

/** Every string in the JSON of a file or of each of its lines; lines that are no JSON as they are. */
export function textsOf(file: string): string[] {
  try {
    return stringsIn(JSON.parse(file));
  } catch {
    return file.split("\n").flatMap((line) => {
      try {
        return stringsIn(JSON.parse(line));
      } catch {
        return [line];
      }
    });
  }
}

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}
