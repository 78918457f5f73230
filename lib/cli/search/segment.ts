/**
 * A segment of the search index: one file of which a search over 100,000 rows reads the words that it needs and little
 * else; what a process touches for the first time costs it up to 3 ms a megabyte, and a bare start leaves 80 ms.
 * MiniSearch 7.2 was tried: its index of such a size is 42 MB of JSON, which takes longer to load than the whole search may.
 *
 * @module
 */
import type { Files } from "../../io/files.ts";
import { type BytePlace, ENTRY_BYTES, FIELDS, HEADER, ID_BYTES, MAGIC, MOST_IMPACT } from "./segment_layout.ts";
import { bytesAt, numbersAt, openTerms, type Terms } from "./terms.ts";

/** What is known of a document beside its words. */
export interface DocumentFacts {
  /** Position of its session. */
  readonly session: number;
  /** 0: an exchange; else 1 + the position of the kind. */
  readonly kind: number;
  /** Seconds since 1970; 0 for none. */
  readonly time: number;
}

/** A segment that is open. */
export interface Segment extends Terms {
  readonly documents: number;
  /** Days since 1970 of all documents; 0 for none. */
  days(): Uint16Array;
  /** 0 to 100, of all documents. */
  confidences(): Uint8Array;
  factsOf(document: number): DocumentFacts;
  /** Session, kind and time of all documents. */
  facts(): Uint32Array;
  idOf(document: number): string;
  /** Where the document stands in its file. @returns undefined where that is not known */
  placeOf(document: number): BytePlace | undefined;
  /** `{client folder}/{safe key}` of a session. */
  keyOf(session: number): string;
  /** Where the postings of terms lie. @param positions in ascending order */
  lists(positions: readonly number[]): readonly TermList[];
  /**
   * The postings of terms, for {@linkcode takeBest}: what lies together is read at once. Each is there until the next one
   * is asked for.
   *
   * @param lists in ascending order
   */
  postings(lists: readonly TermList[]): Iterable<Uint8Array>;
  close(): void;
}

/** Where the postings of a term lie, and how many there are. */
export interface TermList {
  readonly from: number;
  readonly to: number;
  readonly documents: number;
}

/** Postings that lie so near to each other are read together. */
const NEAR = 4096;
const MOST_AT_ONCE = 1 << 20;

/** Opens a segment. @returns undefined when it is not there, or no segment */
export function openSegment(files: Pick<Files, "open">, path: string): Segment | undefined {
  const handle = files.open(path);
  if (handle === undefined) return undefined;
  const [
    magic,
    documents = 0,
    terms = 0,
    daysAt = 0,
    confidencesAt = 0,
    factsAt = 0,
    entriesAt = 0,
    keyOffsetsAt = 0,
    keysAt = 0,
    blocksAt = 0,
    termsAt = 0,
    listsAt = 0,
    postingsAt = 0,
    end,
  ] = numbersAt(handle, 0, HEADER);
  if (magic !== MAGIC || end !== handle.size) {
    handle.close();
    return undefined;
  }
  let buffer = new Uint8Array(0);
  return {
    ...openTerms(handle, { terms, blocksAt, termsAt }),
    documents,
    days() {
      const days = new Uint16Array(documents);
      handle.read(new Uint8Array(days.buffer), daysAt);
      return days;
    },
    confidences: () => bytesAt(handle, confidencesAt, documents),
    factsOf(document) {
      const [session = 0, kind = 0, time = 0] = numbersAt(handle, factsAt + document * FIELDS * 4, FIELDS);
      return { session, kind, time };
    },
    facts: () => numbersAt(handle, factsAt, documents * FIELDS),
    idOf(document) {
      const bytes = bytesAt(handle, entriesAt + document * ENTRY_BYTES, ID_BYTES);
      return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    },
    placeOf(document) {
      const [from = 0, to = 0] = numbersAt(handle, entriesAt + document * ENTRY_BYTES + ID_BYTES, 2);
      return to === 0 ? undefined : { from, to };
    },
    keyOf(session) {
      const [from = 0, to = 0] = numbersAt(handle, keyOffsetsAt + session * 4, 2);
      return new TextDecoder().decode(bytesAt(handle, keysAt + from, to - from));
    },
    lists: (positions) => listsOf(positions, (from, count) => numbersAt(handle, listsAt + from * 8, count * 2)),
    *postings(lists) {
      for (let index = 0; index < lists.length;) {
        const from = lists[index]?.from ?? 0;
        let until = index;
        let to = from;
        do to = lists[until++]?.to ?? to; while (
          until < lists.length && (lists[until]?.from ?? 0) - to < NEAR && to - from < MOST_AT_ONCE
        );
        if (buffer.length < to - from) buffer = new Uint8Array(Math.max(to - from, 2 * buffer.length));
        handle.read(buffer.subarray(0, to - from), postingsAt + from);
        for (; index < until; index++) {
          const list = lists[index];
          if (list !== undefined) yield buffer.subarray(list.from - from, list.to - from);
        }
      }
    },
    close: () => handle.close(),
  };
}

/** The lists of terms; of terms that follow each other it is read at once. */
function listsOf(
  positions: readonly number[],
  read: (from: number, count: number) => Uint32Array,
): readonly TermList[] {
  const lists: TermList[] = [];
  for (let index = 0; index < positions.length;) {
    const first = positions[index] ?? 0;
    let count = 1;
    while (positions[index + count] === first + count) count++;
    const places = read(first, count + 1);
    for (let at = 0; at < count; at++) {
      lists.push({ from: places[at * 2] ?? 0, to: places[at * 2 + 2] ?? 0, documents: places[at * 2 + 1] ?? 0 });
    }
    index += count;
  }
  return lists;
}

/** What a query has found so far, by document. */
export interface Scores {
  /** What its words are worth. */
  readonly scores: Float32Array;
  /** How many words of the query stand in it. */
  readonly counts: Uint8Array;
  /** What the word that is being looked for is worth in it. */
  readonly best: Uint8Array;
}

/**
 * Goes through one term's postings: a document counts for a word by the best of the terms that stand for it.
 *
 * @param options `part`: of the term as the word, 0 to 1; `worth`: of the word
 */
export function takeBest(
  bytes: Uint8Array,
  { scores, counts, best }: Scores,
  { part, worth }: { readonly part: number; readonly worth: number },
): void {
  // Whole numbers, as this runs through hundreds of thousands of postings before it is compiled for good.
  const scale = Math.round(part * 256);
  const unit = worth / MOST_IMPACT;
  let document = 0;
  for (let at = 0; at < bytes.length;) {
    let byte = bytes[at++]!;
    let distance = byte & 127;
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[at++]!;
      distance += (byte & 127) << shift;
    }
    document += distance;
    const value = (bytes[at++]! * scale + 255) >> 8;
    const before = best[document]!;
    if (value > before) {
      best[document] = value;
      scores[document]! += (value - before) * unit;
      if (before === 0) counts[document]!++;
    }
  }
}
