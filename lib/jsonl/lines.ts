/**
 * Bytes to lines. Lines end at LF (0x0A) only, never at U+2028 or a lone CR, and each knows where its bytes lie in the
 * file, so that a cursor can stand behind it.
 *
 * @module
 */
import { createLineBuffer, ELIDE_LINE_BYTES } from "./elide.ts";
import type { Skimmer } from "./skim.ts";

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

/**
 * Takes one line. Returning `false` ends the reading.
 *
 * @param line the line
 * @param whole its text with what was cut; undefined when nothing was, and when it has returned
 */
export type OnLine = (line: Line, whole: (() => string) | undefined) => boolean | void;

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
  /** Cuts what nobody reads out of a line before it is decoded. */
  readonly skimmer?: Pick<Skimmer, "skim" | "lineFeed">;
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
  const { wants, skimmer } = options;
  const buffer = createLineBuffer();
  /** What the line was skimmed from. */
  let uncut: Uint8Array | undefined;
  const whole = (): string => uncut === undefined ? "" : UTF8.decode(uncut);
  let start = options.at ?? 0;
  let end = start;

  function emit(text: string | undefined, terminated: boolean): boolean {
    const oversized = text === undefined;
    const line: Line = { start, end, terminated, text: text ?? "", elided: oversized ? 0 : buffer.elided, oversized };
    buffer.clear();
    start = end;
    const goesOn = onLine(line, uncut === undefined ? undefined : whole) !== false;
    uncut = undefined;
    return goesOn;
  }

  function textOf(bytes: Uint8Array | undefined): string | undefined {
    if (bytes === undefined) return undefined;
    const content = withoutPadding(bytes);
    if (wants?.(content) === false) return "";
    const skimmed = skimmer?.skim(content);
    if (skimmed !== undefined) uncut = content;
    return UTF8.decode(skimmed ?? content);
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
        const lf = skimmer === undefined ? chunk.indexOf(LF, from) : skimmer.lineFeed(chunk, from);
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

function withoutPadding(bytes: Uint8Array): Uint8Array {
  let from = 0;
  let to = bytes.length;
  while (to > 0 && (bytes[to - 1] === NUL || bytes[to - 1] === CR)) to--;
  while (from < to && bytes[from] === NUL) from++;
  return from === 0 && to === bytes.length ? bytes : bytes.subarray(from, to);
}
