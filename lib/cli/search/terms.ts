/**
 * The words of a segment: found by their beginning with a few small reads, and by what they hold in one pass.
 *
 * @module
 */
import type { ReadHandle } from "../../io/files.ts";
import { BLOCK } from "./segment_layout.ts";

/** The words, by their position in order. */
export interface Terms {
  readonly terms: number;
  term(position: number): string;
  /** Positions of the terms that begin with a text. */
  beginning(prefix: string): { readonly from: number; readonly to: number };
  /** Positions of the terms that hold a text, at most `most`. */
  holding(text: string, most: number): readonly number[];
}

/** Where the words of a segment lie. */
export interface TermPlaces {
  readonly terms: number;
  readonly blocksAt: number;
  readonly termsAt: number;
}

/** Blocks that are looked through together. */
const BLOCKS_AT_ONCE = 256;

/** Opens the words of a segment. */
export function openTerms(handle: ReadHandle, { terms, blocksAt, termsAt }: TermPlaces): Terms {
  const blocks = Math.ceil(terms / BLOCK);
  const offsets = numbersAt(handle, blocksAt, blocks + 1);
  const decoder = new TextDecoder();
  const known = new Map<number, readonly string[]>();
  let buffer = new Uint8Array(4096);
  /** The words of some blocks, each with a line feed behind it. */
  function text(first: number, end: number): string {
    const [from = 0, to = 0] = [offsets[first], offsets[end]];
    if (buffer.length < to - from) buffer = new Uint8Array(to - from);
    return decoder.decode(buffer.subarray(0, handle.read(buffer.subarray(0, to - from), termsAt + from)));
  }
  function block(index: number): readonly string[] {
    let words = known.get(index);
    if (words === undefined) known.set(index, words = text(index, index + 1).split("\n"));
    return words;
  }
  /** The first position whose term is not below a text. */
  function lowerBound(wanted: string): number {
    let low = 0;
    let high = blocks;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((block(middle)[0] ?? "") < wanted) low = middle + 1;
      else high = middle;
    }
    if (low === 0) return 0;
    const words = block(low - 1);
    let at = 0;
    while (at < BLOCK && (words[at] ?? "") < wanted && words[at] !== "") at++;
    return Math.min(terms, (low - 1) * BLOCK + at);
  }
  return {
    terms,
    term: (position) => block(Math.floor(position / BLOCK))[position % BLOCK] ?? "",
    beginning: (prefix) => ({ from: lowerBound(prefix), to: lowerBound(`${prefix}\u{10ffff}`) }),
    holding(wanted, most) {
      const found: number[] = [];
      for (let first = 0; first < blocks && found.length < most; first += BLOCKS_AT_ONCE) {
        const last = Math.min(blocks, first + BLOCKS_AT_ONCE);
        const words = text(first, last);
        const [from = 0, to = 0] = [offsets[first], offsets[last]];
        // A character a byte: the block is known by where it begins.
        const isPlain = words.length === to - from;
        let block = first;
        let position = first * BLOCK;
        let end = words.indexOf("\n");
        for (let at = words.indexOf(wanted); at >= 0 && found.length < most; at = words.indexOf(wanted, end)) {
          while (isPlain && offsets[block + 1]! - from <= at) block++;
          if (position < block * BLOCK) {
            position = block * BLOCK;
            end = words.indexOf("\n", offsets[block]! - from);
          }
          for (; end >= 0 && end < at; position++) end = words.indexOf("\n", end + 1);
          if (end < 0) break;
          found.push(position);
        }
      }
      return found;
    },
  };
}

/** Numbers of a file. */
export function numbersAt(handle: Pick<ReadHandle, "read">, from: number, count: number): Uint32Array {
  const numbers = new Uint32Array(count);
  handle.read(new Uint8Array(numbers.buffer), from);
  return numbers;
}

/** Bytes of a file; zeros where it ends. */
export function bytesAt(handle: Pick<ReadHandle, "read">, from: number, count: number): Uint8Array {
  const bytes = new Uint8Array(count);
  handle.read(bytes, from);
  return bytes;
}
