/**
 * Where each exchange stands in its file, so that a search that shows it reads its lines and not the whole file.
 *
 * @module
 */
import type { BytePlace } from "./segment_layout.ts";

/** An id stands near the beginning of its line. */
const BEGINNING = 160;
const ID = /"id":"([0-9a-f]{32})"/;
/** A line that is about no exchange. */
const WITHHELD = /"type":"withheld"/;
const LINE_FEED = 10;

/**
 * Finds for each id the bytes from its first line to its last.
 *
 * @param bytes of `exchanges.jsonl`
 * @returns nothing for a file with lines of another form: what belongs to an id is not known there
 * @example
 * ```ts
 * import { placesIn } from "./places.ts";
 * const id = "0".repeat(32);
 * placesIn(new TextEncoder().encode(`{"id":"${id}"}\n`)).get(id); // { from: 0, to: 40 }
 * ```
 */
export function placesIn(bytes: Uint8Array): ReadonlyMap<string, BytePlace> {
  const places = new Map<string, BytePlace>();
  const decoder = new TextDecoder();
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf(LINE_FEED, from);
    const to = end < 0 ? bytes.length : end;
    const beginning = decoder.decode(bytes.subarray(from, Math.min(to, from + BEGINNING)));
    const id = ID.exec(beginning)?.[1];
    if (id === undefined && to > from && !WITHHELD.test(beginning)) return new Map();
    if (id !== undefined) places.set(id, { from: places.get(id)?.from ?? from, to });
    from = to + 1;
  }
  return places;
}
