/**
 * Bytes of `seen.bin`: blocks, one appended by each run, so that a run writes what it added and nothing else.
 *
 * A block is: magic, number of identities, number of covers, checksum of the rest (32 bits each); the identities (8
 * bytes each); the covers (16 bytes of a session's safe key, 8 bytes size). All numbers are little-endian. The last
 * cover of a session counts. A file of which any block is damaged or cut off is worth nothing: it is built anew.
 *
 * @module
 */

/** "SEN1" */
const MAGIC = 0x314e4553;
const HEADER_WORDS = 4;
const COVER_WORDS = 6;

/** What a file says. */
export interface SeenContent {
  /** Halves of the identities, two numbers each. */
  readonly pairs: Uint32Array;
  /** @returns the size of a session's `exchanges.jsonl` that is covered; undefined when none is */
  coverOf(key: string): number | undefined;
  /** All of these by safe key. To spell thousands of keys takes milliseconds, and a hook needs its own alone. */
  covers(): Map<string, number>;
  /** Bytes that came after the file was written whole, and are no identities. */
  readonly overhead: number;
}

/**
 * @param pairs halves of the identities to write
 * @param covers sizes by safe key
 * @returns one block
 */
export function encodeSeenBlock(pairs: Uint32Array, covers: ReadonlyMap<string, number>): Uint8Array {
  const words = new Uint32Array(HEADER_WORDS + pairs.length + covers.size * COVER_WORDS);
  words.set(pairs, HEADER_WORDS);
  let at = HEADER_WORDS + pairs.length;
  for (const [key, size] of covers) {
    for (let i = 0; i < 4; i++) words[at++] = parseInt(key.slice(i * 8, i * 8 + 8), 16);
    words[at++] = size >>> 0;
    words[at++] = Math.floor(size / 2 ** 32);
  }
  words[0] = MAGIC;
  words[1] = pairs.length / 2;
  words[2] = covers.size;
  words[3] = checksum(words, { from: HEADER_WORDS, to: words.length });
  return toBytes(words);
}

/** @returns what the file says; undefined when any part of it is damaged */
export function decodeSeen(bytes: Uint8Array): SeenContent | undefined {
  if (bytes.length % 8 !== 0) return undefined;
  const words = toWords(bytes);
  const ranges: Range[] = [];
  const lists: Uint32Array[] = [];
  let at = 0;
  while (at < words.length) {
    const count = words[at + 1] ?? 0;
    const coverCount = words[at + 2] ?? 0;
    const coversAt = at + HEADER_WORDS + count * 2;
    const end = coversAt + coverCount * COVER_WORDS;
    if (words[at] !== MAGIC || end > words.length) return undefined;
    if (words[at + 3] !== checksum(words, { from: at + HEADER_WORDS, to: end })) return undefined;
    lists.push(words.subarray(at + HEADER_WORDS, coversAt));
    ranges.push({ from: coversAt, to: end });
    at = end;
  }
  const pairs = joined(lists);
  const [first = { from: 0, to: 0 }] = ranges;
  return {
    pairs,
    coverOf: (key) => coverIn(words, ranges, key),
    covers: () => coversIn(words, ranges),
    overhead: bytes.length - pairs.byteLength - (first.to - first.from) * 4,
  };
}

/** Words from `from` up to `to`. */
interface Range {
  readonly from: number;
  readonly to: number;
}

function coverIn(words: Uint32Array, ranges: readonly Range[], key: string): number | undefined {
  const [a, b, c, d] = [0, 8, 16, 24].map((at) => parseInt(key.slice(at, at + 8), 16));
  for (let range = ranges.length - 1; range >= 0; range--) {
    const { from, to } = ranges[range] as Range;
    for (let i = to - COVER_WORDS; i >= from; i -= COVER_WORDS) {
      if (words[i] === a && words[i + 1] === b && words[i + 2] === c && words[i + 3] === d) return sizeAt(words, i + 4);
    }
  }
  return undefined;
}

function coversIn(words: Uint32Array, ranges: readonly Range[]): Map<string, number> {
  const covers = new Map<string, number>();
  for (const { from, to } of ranges) {
    for (let i = from; i < to; i += COVER_WORDS) covers.set(keyAt(words, i), sizeAt(words, i + 4));
  }
  return covers;
}

function keyAt(words: Uint32Array, at: number): string {
  let key = "";
  for (let i = at; i < at + 4; i++) key += (words[i] ?? 0).toString(16).padStart(8, "0");
  return key;
}

function sizeAt(words: Uint32Array, at: number): number {
  return (words[at] ?? 0) + (words[at + 1] ?? 0) * 2 ** 32;
}

function joined(lists: readonly Uint32Array[]): Uint32Array {
  const [only] = lists;
  if (only !== undefined && lists.length === 1) return only;
  const all = new Uint32Array(lists.reduce((sum, list) => sum + list.length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}

/** FNV-1a over words: finds cut-off and mixed-up blocks, not attackers. */
function checksum(words: Uint32Array, { from, to }: { readonly from: number; readonly to: number }): number {
  // As signed numbers, which are not boxed: every hook sums up the whole file.
  const signed = new Int32Array(words.buffer, words.byteOffset, words.length);
  let hash = 0x811c9dc5 | 0;
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ (signed[i] as number), 0x01000193);
  return hash >>> 0;
}

const IS_LITTLE_ENDIAN = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;

function toBytes(words: Uint32Array<ArrayBuffer>): Uint8Array {
  return new Uint8Array(swappedIfNeeded(words).buffer);
}

function toWords(bytes: Uint8Array): Uint32Array {
  // A copy is aligned wherever `bytes` lay.
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  return swappedIfNeeded(new Uint32Array(aligned.buffer as ArrayBuffer, aligned.byteOffset, aligned.length / 4));
}

function swappedIfNeeded(words: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  if (IS_LITTLE_ENDIAN) return words;
  const view = new DataView(words.buffer, words.byteOffset, words.byteLength);
  const swapped = new Uint32Array(words.length);
  for (let i = 0; i < words.length; i++) swapped[i] = view.getUint32(i * 4, true);
  return swapped;
}
