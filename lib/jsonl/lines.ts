/**
 * Bytes to lines. Lines end at LF (0x0A) only, never at U+2028 or a lone CR, and each knows where its bytes lie in the
 * file, so that a cursor can stand behind it.
 *
 * @module
 */
import { createLineBuffer, ELIDE_LINE_BYTES } from "./elide.ts";

/** One line of a file. */
export interface Line {
  /** Absolute offset of its first byte. */
  readonly start: number;
  /** Absolute offset behind its line feed, or behind its last byte when it has none. */
  readonly end: number;
  /** False for a last line without line feed: the client may still be writing it. */
  readonly terminated: boolean;
  /**
   * Its text: UTF-8 with U+FFFD for invalid bytes, without BOM, trailing CR and NUL padding. ASCII characters are exact,
   * so it serves as the view for pre-filters. Empty when `oversized`, and when it was not wanted: then this may be
   * several lines in a row.
   */
  readonly text: string;
  /** Bytes taken out of long strings, 0 for almost every line. */
  readonly elided: number;
  /** True when the line was given up because it was too long even without its long strings. */
  readonly oversized: boolean;
}

/** Takes one line. Returning `false` ends the reading. */
export type OnLine = (line: Line) => boolean | void;

/**
 * Looks at bytes, valid until it returns: at a run of whole lines first and, when that is wanted, at each of them. False:
 * they need not be decoded, they come without their text.
 */
export type WantsLine = (bytes: Uint8Array) => boolean;

/** How lines are cut. */
export interface LineSplitterOptions {
  /** Absolute offset of the first byte pushed; it must be the start of a line. Default 0. */
  readonly at?: number;
  /** Asked for everything that is not oversized. Default: every line is decoded. */
  readonly wants?: WantsLine;
}

/** Cuts chunks into lines. */
export interface LineSplitter {
  /**
   * Takes the next bytes; they may be overwritten afterwards.
   *
   * @returns false when `onLine` asked to end; nothing may be pushed after that
   */
  push(chunk: Uint8Array): boolean;
  /** Reports what follows the last line feed, if anything does, as a line with `terminated: false`. */
  finish(): void;
}

const NUL = 0x00;
const LF = 0x0a;
const CR = 0x0d;
const UTF8 = new TextDecoder();

/**
 * Makes a splitter. The lines depend on the bytes alone, never on where the chunks are cut; it holds at most 2.3 MiB
 * (long lines: see `elide.ts`; reports 32, 36, 37 and 38 of `formats/claude_code.md` section 3).
 *
 * Decoding each line by itself is what costs least on Deno 2.9: 15 ms for 100 MB, against 60 to 150 ms for decoding
 * whole chunks (large strings leave the young generation) and 70 ms for a Latin-1 view.
 *
 * @param onLine called once for each line, in order; once for several when they are not wanted
 * @param options where the first byte lies, and which lines are decoded
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const seen: string[] = [];
 * const splitter = createLineSplitter((line) => void seen.push(`${line.start}-${line.end} ${line.text}`));
 * splitter.push(new TextEncoder().encode('{"a":'));
 * splitter.push(new TextEncoder().encode('1}\r\n{"b":2}\n{"c'));
 * splitter.finish();
 * assertEquals(seen, ['0-9 {"a":1}', '9-17 {"b":2}', '17-20 {"c']);
 * ```
 */
export function createLineSplitter(onLine: OnLine, options: LineSplitterOptions = {}): LineSplitter {
  const { wants } = options;
  const buffer = createLineBuffer();
  let start = options.at ?? 0;
  let end = start;

  function emit(text: string | undefined, terminated: boolean): boolean {
    const oversized = text === undefined;
    const line: Line = { start, end, terminated, text: text ?? "", elided: oversized ? 0 : buffer.elided, oversized };
    buffer.clear();
    start = end;
    return onLine(line) !== false;
  }

  function textOf(content: Uint8Array | undefined): string | undefined {
    return content === undefined ? undefined : lineText(content, wants);
  }

  return {
    push(chunk) {
      let from = 0;
      let isJudged = wants === undefined;
      while (from < chunk.length) {
        if (!isJudged && end === start) {
          isJudged = true;
          const run = chunk.subarray(from, chunk.lastIndexOf(LF) + 1);
          if (run.length > 0 && wants?.(run) === false) {
            end += run.length;
            if (!emit("", true)) return false;
            from += run.length;
            continue;
          }
        }
        const lf = chunk.indexOf(LF, from);
        const to = lf < 0 ? chunk.length : lf;
        // Most lines lie in one chunk and need no copy.
        const whole = lf >= 0 && end === start && to - from <= ELIDE_LINE_BYTES;
        const content = chunk.subarray(from, to);
        if (!whole) buffer.append(content);
        end += to - from;
        if (lf < 0) break;
        end++;
        if (!emit(textOf(whole ? content : buffer.content()), true)) return false;
        from = lf + 1;
      }
      return true;
    },
    finish() {
      if (end > start) emit(textOf(buffer.content()), false);
    },
  };
}

function lineText(bytes: Uint8Array, wants: WantsLine | undefined): string {
  let from = 0;
  let to = bytes.length;
  while (to > 0 && (bytes[to - 1] === NUL || bytes[to - 1] === CR)) to--;
  while (from < to && bytes[from] === NUL) from++;
  const content = from === 0 && to === bytes.length ? bytes : bytes.subarray(from, to);
  return wants === undefined || wants(content) ? UTF8.decode(content) : "";
}
