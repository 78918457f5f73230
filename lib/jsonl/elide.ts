/**
 * The buffer that collects one line. A line that grows over {@linkcode ELIDE_LINE_BYTES} is rewritten while its bytes
 * arrive: long JSON strings become a marker, so that a line of half a gigabyte (base64 of a pasted image) costs
 * constant memory and still parses.
 *
 * @module
 */
import { OUTSIDE_STRINGS } from "./json_characters.ts";

/** A line of more bytes than this is elided (design section 8). */
export const ELIDE_LINE_BYTES = 1024 * 1024;
/** In an elided line, a JSON string of more bytes than this becomes a marker (design section 8). */
export const ELIDE_STRING_BYTES = 256 * 1024;
/**
 * In a line that has more than {@linkcode MAX_LINE_BYTES} all the same, as a prompt with a dozen screenshots, a JSON string
 * of more bytes than this becomes one, too.
 */
export const ELIDE_SHORTER_BYTES = 16 * 1024;
/** A line that has more bytes than this after eliding is given up (design section 8). */
export const MAX_LINE_BYTES = 2 * 1024 * 1024;

/** Nothing outgrows this: behind `MAX_LINE_BYTES` there is at most one string that is not yet known to be long. */
const CAPACITY = MAX_LINE_BYTES + ELIDE_STRING_BYTES + 64;
const FIRST_CAPACITY = 64 * 1024;

const NUL = 0x00;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Collects the bytes of one line at a time; holds at most 2.3 MiB whatever arrives. */
export interface LineBuffer {
  /** Bytes taken out by eliding. */
  readonly elided: number;
  /** Takes the next bytes of the line; they hold no line feed. */
  append(bytes: Uint8Array): void;
  /**
   * What the line holds now, elided if it had to be.
   *
   * @returns its bytes, valid until the next call; undefined when they are more than {@linkcode MAX_LINE_BYTES}
   */
  content(): Uint8Array | undefined;
  /** Forgets the line. */
  clear(): void;
}

/**
 * Makes a buffer for lines. What comes out depends on the line's bytes alone, never on how they were cut into chunks.
 *
 * Leading NULs are dropped as they come (after a power loss a line may begin with any number of them), and in an elided
 * line a run of NULs becomes one (report 32).
 *
 * A record behind the stub of a killed write has its quotes the wrong way round (report 30). A byte that cannot stand
 * outside of a string therefore proves that the last quote opened one.
 *
 * @returns an empty buffer
 */
export function createLineBuffer(): LineBuffer {
  // Made when it is needed: in a small file every line lies in the first chunk.
  let buffer = new Uint8Array(0);
  let length = 0;
  /** Bytes of the line so far, without leading NULs. */
  let raw = 0;
  let eliding = false;
  let oversized = false;
  let elided = 0;
  // State of the scan, used only when `eliding`.
  let inString = false;
  let escaped = false;
  /** Strings of more bytes are long. */
  let longest = ELIDE_STRING_BYTES;
  /** Where the content behind the last quote begins in `buffer`; -1 before the first quote. */
  let behindQuote = -1;
  /** Bytes of the current string that were not kept; 0 while it is short. */
  let dropped = 0;

  function reserve(wanted: number): void {
    if (wanted <= buffer.length) return;
    let capacity = Math.max(buffer.length, FIRST_CAPACITY);
    while (capacity < wanted) capacity *= 2;
    const larger = new Uint8Array(Math.min(capacity, CAPACITY));
    larger.set(buffer.subarray(0, length));
    buffer = larger;
  }

  /** `bytes` may be the front of `buffer` itself: what is written never overtakes what is read. */
  function scan(bytes: Uint8Array): void {
    reserve(Math.min(length + bytes.length + 64, CAPACITY));
    for (let i = 0; i < bytes.length; i++) {
      if (dropped > 0) {
        i = skipString(bytes, i);
        continue;
      }
      const byte = bytes[i]!;
      if (byte === NUL && length > 0 && buffer[length - 1] === NUL) continue;
      buffer[length++] = byte;
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) {
          inString = false;
          behindQuote = length;
        }
      } else if (byte === QUOTE) {
        inString = true;
        behindQuote = length;
      } else if (OUTSIDE_STRINGS[byte] === 0 && byte !== NUL && behindQuote >= 0) {
        inString = true;
        escaped = byte === BACKSLASH;
      }
      if (!inString && length > MAX_LINE_BYTES) {
        shorten();
        if (oversized) return;
      }
      if (inString && length - behindQuote > longest) {
        dropped = length - behindQuote;
        length = behindQuote;
      }
    }
  }

  /** Counts what is left of a long string. @returns the position of its closing quote, or of the last byte */
  function skipString(bytes: Uint8Array, from: number): number {
    let i = from;
    if (escaped) i++;
    while (i < bytes.length && bytes[i] !== QUOTE) i += bytes[i] === BACKSLASH ? 2 : 1;
    escaped = i > bytes.length;
    if (i >= bytes.length) {
      dropped += bytes.length - from;
      return bytes.length - 1;
    }
    dropped += i - from;
    writeMarker();
    buffer[length++] = QUOTE;
    inString = false;
    behindQuote = length;
    return i;
  }

  function writeMarker(): void {
    const marker = `[elided ${dropped} bytes]`;
    for (let i = 0; i < marker.length; i++) buffer[length++] = marker.charCodeAt(i);
    elided += dropped;
    dropped = 0;
  }

  /** Reads what is held once more, and takes shorter strings out of it and of what follows. */
  function shorten(): void {
    if (longest === ELIDE_SHORTER_BYTES) {
      oversized = true;
      length = 0;
      return;
    }
    longest = ELIDE_SHORTER_BYTES;
    const held = buffer.subarray(0, length);
    length = 0;
    behindQuote = -1;
    scan(held);
  }

  return {
    get elided() {
      return elided;
    },
    append(bytes) {
      if (oversized) return;
      let fresh = bytes;
      if (raw === 0) {
        let nuls = 0;
        while (nuls < fresh.length && fresh[nuls] === NUL) nuls++;
        if (nuls > 0) fresh = fresh.subarray(nuls);
      }
      raw += fresh.length;
      if (!eliding && raw > ELIDE_LINE_BYTES) {
        eliding = true;
        const held = buffer.subarray(0, length);
        length = 0;
        scan(held);
      }
      if (eliding) {
        if (!oversized) scan(fresh);
        return;
      }
      reserve(length + fresh.length);
      buffer.set(fresh, length);
      length += fresh.length;
    },
    content() {
      // A string that never ended is shown as such: the line stays as broken as it was.
      if (dropped > 0) writeMarker();
      return oversized || length > MAX_LINE_BYTES ? undefined : buffer.subarray(0, length);
    },
    clear() {
      length = 0;
      raw = 0;
      eliding = false;
      oversized = false;
      elided = 0;
      inString = false;
      escaped = false;
      behindQuote = -1;
      dropped = 0;
      longest = ELIDE_STRING_BYTES;
    },
  };
}

const MARKER = /^\[elided \d+ bytes\]$/;

/**
 * True for what stands in the place of a string that was too long to read.
 *
 * @param text a string of a decoded line
 * @example
 * ```ts
 * import { isElided } from "./elide.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(isElided("[elided 300000 bytes]"), true);
 * assertEquals(isElided("what does [elided 3 bytes] mean?"), false);
 * ```
 */
export function isElided(text: string): boolean {
  return MARKER.test(text);
}
