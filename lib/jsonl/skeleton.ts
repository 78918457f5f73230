/**
 * What can still be told of a line that is too long to be read: its record without lists, long strings and deep objects.
 * Nothing of such a line is learned, but where it was recorded counts like every other directory of the conversation.
 *
 * @module
 */
import { MAX_LINE_BYTES } from "./elide.ts";
import type { LineSource } from "./read_lines.ts";
import { type JsonRecord, parseRecord } from "./resync.ts";

/** A skeleton of at most so many levels; when that is too long, its top level. */
const LEVELS = [3, 1] as const;
/** A longer string is no path and no id. */
const MOST_STRING = 4096;
/** A longer line would keep a hook busy. */
const MOST_LINE = 64 * 1024 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Reads the skeleton of the record between two offsets, in constant memory.
 *
 * @param source the open file
 * @param span offsets of the line, as {@linkcode Line} has them
 * @returns undefined when it is no record, or too large even so
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const bytes = new TextEncoder().encode('{"message":{"content":["...",{"a":1}]},"cwd":"/srv/kettle"}\n');
 * const source = {
 *   size: bytes.length,
 *   read(into: Uint8Array, at: number) {
 *     const part = bytes.subarray(at, at + into.length);
 *     into.set(part);
 *     return part.length;
 *   },
 * };
 * assertEquals(readSkeleton(source, { start: 0, end: bytes.length }), {
 *   message: { content: [] },
 *   cwd: "/srv/kettle",
 * });
 * ```
 */
export function readSkeleton(
  source: LineSource,
  span: { readonly start: number; readonly end: number },
): JsonRecord | undefined {
  if (span.end - span.start > MOST_LINE) return undefined;
  for (const levels of LEVELS) {
    const skeleton = takeSkeleton(source, { ...span, levels });
    if (skeleton !== undefined) return parseRecord(skeleton);
  }
  return undefined;
}

/** @returns the text that is left of the line; undefined when that is still too long */
function takeSkeleton(
  source: LineSource,
  { start, end, levels }: { readonly start: number; readonly end: number; readonly levels: number },
): string | undefined {
  const kept = new Uint8Array(MAX_LINE_BYTES);
  const chunk = new Uint8Array(256 * 1024);
  let length = 0;
  let depth = 0;
  /** Depth at which something left out began; 0 while nothing is. */
  let leftOut = 0;
  let inString = false;
  let escaped = false;
  let stringStart = 0;
  for (let at = start; at < end;) {
    const got = source.read(chunk.subarray(0, Math.min(chunk.length, end - at)), at);
    if (got <= 0) break;
    at += got;
    for (let i = 0; i < got; i++) {
      const byte = chunk[i]!;
      const keeps = leftOut === 0;
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) inString = false;
        if (!keeps) continue;
        if (!inString && length - stringStart > MOST_STRING) length = stringStart;
        if (inString && length - stringStart > MOST_STRING) continue;
      } else if (byte === QUOTE) {
        inString = true;
        stringStart = length + 1;
      } else if (byte === 0x7b || byte === 0x5b) {
        depth++;
        if (keeps && (byte === 0x5b || depth > levels)) leftOut = depth;
      } else if (byte === 0x7d || byte === 0x5d) {
        if (depth === leftOut) leftOut = 0;
        depth--;
      }
      // What is left out keeps its two brackets.
      if (!keeps && leftOut !== 0) continue;
      if (length === kept.length) return undefined;
      kept[length++] = byte;
    }
  }
  return new TextDecoder().decode(kept.subarray(0, length));
}
