/**
 * Cuts the bytes of one JSON array into its elements, however they are chunked: `conversations.json` of an export may be
 * larger than the longest string (formats/other_clients.md 0.6), so each element is parsed by itself.
 *
 * @module
 */

/** One element's bytes, or why there are none. */
export type Element =
  | { readonly kind: "element"; readonly bytes: Uint8Array }
  /** It is longer than allowed and was passed over. */
  | { readonly kind: "oversized" }
  /** The input ended inside an element or before the array did, or is no array or object. */
  | { readonly kind: "broken" };

/** Takes chunks, gives elements. */
export interface ElementSplitter {
  /** Takes the next bytes, which may be reused afterwards. */
  push(chunk: Uint8Array): Iterable<Element>;
  /** Says what is left at the end. */
  end(): Iterable<Element>;
}

const QUOTE = 0x22, COMMA = 0x2c, ESCAPE = 0x5c, OPEN = 0x5b, CLOSE = 0x5d, BRACE = 0x7b, END_BRACE = 0x7d;

/** White space of JSON, and the bytes of a byte-order mark. */
const BLANK: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);

/**
 * Creates a splitter. A top-level object is one element.
 *
 * @param options `most`: bytes of the longest element that is given
 * @example
 * ```ts
 * import { splitElements } from "./elements.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const splitter = splitElements({ most: 100 });
 * const found = [...splitter.push(new TextEncoder().encode('[{"a":"]"}, 2]')), ...splitter.end()];
 * assertEquals(found.map((each) => each.kind === "element" && new TextDecoder().decode(each.bytes)), ['{"a":"]"}', "2"]);
 * ```
 */
export function splitElements({ most }: { readonly most: number }): ElementSplitter {
  let place: "start" | "between" | "element" | "done" = "start";
  let alone = false;
  let [depth, inString, escaped] = [0, false, false];
  let [parts, size]: [Uint8Array[], number] = [[], 0];

  function take(part: Uint8Array): void {
    size += part.length;
    if (size > most) parts = [];
    else parts.push(part.slice());
  }

  function finish(): Element {
    const held = parts;
    const oversized = size > most;
    const bytes = new Uint8Array(oversized ? 0 : size);
    let at = 0;
    for (const part of held) {
      bytes.set(part, at);
      at += part.length;
    }
    [parts, size, depth, place] = [[], 0, 0, alone ? "done" : "between"];
    return oversized ? { kind: "oversized" } : { kind: "element", bytes };
  }

  function* push(chunk: Uint8Array): Iterable<Element> {
    let from = 0;
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i] ?? 0;
      if (place === "element") {
        if (inString) {
          if (escaped) escaped = false;
          else if (byte === ESCAPE) escaped = true;
          else if (byte === QUOTE) inString = false;
          continue;
        }
        if (byte === QUOTE) inString = true;
        else if (byte === OPEN || byte === BRACE) depth++;
        else if (byte === CLOSE || byte === END_BRACE || byte === COMMA) {
          if (depth === 0) {
            // A bare value ends before its comma or the array's end.
            take(chunk.subarray(from, i));
            yield finish();
            if (byte !== COMMA) place = "done";
          } else if (byte !== COMMA && --depth === 0) {
            take(chunk.subarray(from, i + 1));
            yield finish();
          }
        }
        continue;
      }
      if (place === "done") return;
      if (BLANK.has(byte)) continue;
      if (place === "start") {
        if (byte === OPEN) place = "between";
        else if (byte === BRACE) [place, alone, depth, from] = ["element", true, 1, i];
        else {
          place = "done";
          yield { kind: "broken" };
        }
      } else if (byte === CLOSE || byte === END_BRACE) place = "done";
      else if (byte !== COMMA) {
        [place, from, inString, escaped] = ["element", i, byte === QUOTE, false];
        depth = byte === OPEN || byte === BRACE ? 1 : 0;
      }
    }
    if (place === "element") take(chunk.subarray(from));
  }

  return {
    push,
    *end() {
      if (place !== "done") yield { kind: "broken" };
      place = "done";
    },
  };
}
