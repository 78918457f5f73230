/**
 * Where the first JSON value of a byte stream ends, found while the bytes come in.
 *
 * @module
 */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Finds the end of the first JSON value; fed with chunks of any size. */
export interface JsonEndFinder {
  /**
   * @param bytes the next bytes of the stream
   * @returns the offset just behind the value's last byte; undefined while it is open (or a number or word, which only
   * the end of the stream ends)
   */
  feed(bytes: Uint8Array): number | undefined;
}

/**
 * Makes a finder for one stream. It knows brackets and strings only: whether the value is valid is for `JSON.parse` to say.
 *
 * @example
 * ```ts
 * import { jsonEndFinder } from "./json_end.ts";
 * jsonEndFinder().feed(new TextEncoder().encode('{"a":"}"} {')); // 9
 * ```
 */
export function jsonEndFinder(): JsonEndFinder {
  let depth = 0;
  let inString = false;
  let escaped = false;
  return {
    feed(bytes) {
      for (let i = 0; i < bytes.length; i++) {
        const byte = bytes[i];
        if (inString) {
          if (escaped) escaped = false;
          else if (byte === BACKSLASH) escaped = true;
          else if (byte === QUOTE) {
            inString = false;
            if (depth === 0) return i + 1;
          }
        } else if (byte === QUOTE) {
          inString = true;
        } else if (byte === 0x7b || byte === 0x5b) {
          depth++;
        } else if (byte === 0x7d || byte === 0x5d) {
          depth--;
          if (depth <= 0) return i + 1;
        }
      }
      return undefined;
    },
  };
}
