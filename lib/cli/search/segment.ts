/**
 * A segment of the search index: one file that is read in parts, so that a search over 100,000 rows reads the words it
 * needs and not the rest. MiniSearch 7.2 was tried: its index of such a size is 42 MB of JSON, which takes longer to load
 * than the whole search may.
 *
 * Layout, little endian: 9 numbers (magic, documents, terms, offsets of the parts, length of all documents), documents,
 * ids with the place of the row in its file, offsets of terms, terms (UTF-8, sorted by code unit), offsets of postings,
 * postings (per document: distance, weight; as varints).
 *
 * @module
 */
import type { Files, ReadHandle } from "../../io/files.ts";

/** One row that can be found. */
export interface IndexedDocument {
  /** Position of its session in the manifest's list of the segment. */
  readonly session: number;
  /** 0: an exchange; else 1 + the position of the kind. */
  readonly kind: number;
  /** Seconds since 1970; 0 for none. */
  readonly time: number;
  /** 0 to 100. */
  readonly confidence: number;
  /** 32 hex. */
  readonly id: string;
  /** Bytes of its file in which all of its lines stand; absent where that is not known. */
  readonly place?: BytePlace | undefined;
  /** Weight of each token. */
  readonly tokens: ReadonlyMap<string, number>;
}

/** Part of a file, in bytes. */
export interface BytePlace {
  readonly from: number;
  readonly to: number;
}

const MAGIC = 0x32687369;
const HEADER = 9;
/** Numbers of a document: session, kind and confidence, time, length. */
const FIELDS = 4;
const ID_BYTES = 16;
/** An id, and where the row begins and ends in its file. */
const ENTRY_BYTES = ID_BYTES + 8;
/** Postings that lie so near to each other are read together. */
const NEAR = 4096;
const MOST_AT_ONCE = 1 << 20;

/** Puts documents into the bytes of a segment. */
export function encodeSegment(documents: readonly IndexedDocument[]): Uint8Array {
  const postings = new Map<string, number[]>();
  const table = new Uint32Array(documents.length * FIELDS);
  const entries = new Uint8Array(documents.length * ENTRY_BYTES);
  const places = new DataView(entries.buffer);
  let whole = 0;
  documents.forEach((document, index) => {
    let length = 0;
    for (const [token, weight] of document.tokens) {
      length += weight;
      let list = postings.get(token);
      if (list === undefined) postings.set(token, list = []);
      list.push(index, Math.min(255, Math.max(1, Math.round(weight * 2))));
    }
    table.set(
      [document.session, document.kind * 256 + document.confidence, document.time, Math.round(length)],
      index * FIELDS,
    );
    for (let at = 0; at < ID_BYTES; at++) {
      entries[index * ENTRY_BYTES + at] = Number.parseInt(document.id.slice(at * 2, at * 2 + 2), 16) || 0;
    }
    const { from, to } = placeOf(document);
    places.setUint32(index * ENTRY_BYTES + ID_BYTES, from, true);
    places.setUint32(index * ENTRY_BYTES + ID_BYTES + 4, to, true);
    whole += Math.round(length);
  });
  const terms = [...postings.keys()].sort();
  const termBytes = terms.map((term) => new TextEncoder().encode(term));
  const termOffsets = offsetsOf(termBytes);
  const lists = terms.map((term) => varints(postings.get(term) ?? []));
  const listOffsets = offsetsOf(lists);
  const parts = [
    bytesOf(table),
    entries,
    bytesOf(termOffsets),
    padded(joined(termBytes)),
    bytesOf(listOffsets),
    padded(joined(lists)),
  ];
  const header = new Uint32Array(HEADER);
  header.set([MAGIC, documents.length, terms.length]);
  let offset = HEADER * 4;
  // Where terms, their offsets, lists and their offsets begin; the rest follows from the numbers.
  const starts = parts.map((part) => {
    const start = offset;
    offset += part.length;
    return start;
  });
  header.set([starts[2] ?? 0, starts[3] ?? 0, starts[4] ?? 0, starts[5] ?? 0, offset, whole], 3);
  return joined([bytesOf(header), ...parts]);
}

/** Nothing where it is not known, and where four bytes cannot say it. */
function placeOf({ place }: IndexedDocument): BytePlace {
  return place === undefined || place.to > 0xffffffff ? { from: 0, to: 0 } : place;
}

/** A segment that is open. */
export interface Segment {
  readonly documents: number;
  /** Numbers of each document: session, kind and confidence, time, length. */
  readonly table: Uint32Array;
  readonly terms: number;
  /** Of all documents together. */
  readonly length: number;
  idOf(document: number): string;
  /** Where the document stands in its file. @returns undefined where that is not known */
  placeOf(document: number): BytePlace | undefined;
  /** Positions of the terms that begin with a text. */
  beginning(prefix: string): { readonly from: number; readonly to: number };
  /** Positions of the terms that hold a text, at most `most`. */
  holding(text: string, most: number): readonly number[];
  term(position: number): string;
  /**
   * The postings of terms, for {@linkcode decodePostings}: what lies together is read at once.
   *
   * @param positions in ascending order
   */
  lists(positions: readonly number[]): Iterable<Uint8Array>;
  close(): void;
}

/** Opens a segment. @returns undefined when it is not there, or no segment */
export function openSegment(files: Pick<Files, "open">, path: string): Segment | undefined {
  const handle = files.open(path);
  if (handle === undefined) return undefined;
  const header = numbers(read(handle, 0, HEADER * 4));
  const [
    magic,
    documents = 0,
    terms = 0,
    termOffsetsAt = 0,
    termsAt = 0,
    listOffsetsAt = 0,
    listsAt = 0,
    end = 0,
    length = 0,
  ] = header;
  if (magic !== MAGIC || end !== handle.size) {
    handle.close();
    return undefined;
  }
  const tableBytes = documents * FIELDS * 4;
  const table = numbers(read(handle, HEADER * 4, tableBytes));
  const termOffsets = numbers(read(handle, termOffsetsAt, (terms + 1) * 4));
  const termBytes = read(handle, termsAt, termOffsets[terms] ?? 0);
  const listOffsets = numbers(read(handle, listOffsetsAt, (terms + 1) * 4));
  const decoder = new TextDecoder();
  const term = (position: number): string =>
    decoder.decode(termBytes.subarray(termOffsets[position] ?? 0, termOffsets[position + 1] ?? 0));

  /** The first position whose term is not below a text. */
  function lowerBound(text: string): number {
    let low = 0;
    let high = terms;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (term(middle) < text) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    documents,
    table,
    terms,
    term,
    length,
    idOf(document) {
      const bytes = read(handle, HEADER * 4 + tableBytes + document * ENTRY_BYTES, ID_BYTES);
      return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    },
    placeOf(document) {
      const [from = 0, to = 0] = numbers(
        read(handle, HEADER * 4 + tableBytes + document * ENTRY_BYTES + ID_BYTES, ENTRY_BYTES - ID_BYTES),
      );
      return to === 0 ? undefined : { from, to };
    },
    beginning: (prefix) => ({ from: lowerBound(prefix), to: lowerBound(`${prefix}\u{10ffff}`) }),
    holding(text, most) {
      const wanted = new TextEncoder().encode(text);
      const found: number[] = [];
      const [first = 0] = wanted;
      for (let at = termBytes.indexOf(first); at >= 0 && found.length < most; at = termBytes.indexOf(first, at + 1)) {
        let same = 1;
        while (same < wanted.length && termBytes[at + same] === wanted[same]) same++;
        if (same < wanted.length) continue;
        const position = positionOf(termOffsets, at);
        if (at + wanted.length > (termOffsets[position + 1] ?? 0) || found.at(-1) === position) continue;
        found.push(position);
      }
      return found;
    },
    *lists(positions) {
      const startOf = (position: number): number => listOffsets[position] ?? 0;
      for (let index = 0; index < positions.length;) {
        const from = startOf(positions[index] ?? 0);
        let until = index;
        let to = from;
        do to = startOf((positions[until++] ?? 0) + 1); while (
          until < positions.length && startOf(positions[until] ?? 0) - to < NEAR && to - from < MOST_AT_ONCE
        );
        const bytes = read(handle, listsAt + from, to - from);
        for (; index < until; index++) {
          const position = positions[index] ?? 0;
          yield bytes.subarray(startOf(position) - from, startOf(position + 1) - from);
        }
      }
    },
    close: () => handle.close(),
  };
}

/**
 * Reads one term's postings: document, then its weight doubled.
 *
 * @param documents filled with the documents, in ascending order
 * @param weights filled with their weights
 * @returns how many there are
 */
export function decodePostings(
  bytes: Uint8Array,
  documents: Uint32Array,
  weights: Uint8Array,
): number {
  let document = 0;
  let count = 0;
  for (let at = 0; at < bytes.length;) {
    let byte = bytes[at++] ?? 0;
    let distance = byte & 127;
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[at++] ?? 0;
      distance += (byte & 127) << shift;
    }
    document += distance;
    documents[count] = document;
    weights[count++] = bytes[at++] ?? 0;
  }
  return count;
}

function positionOf(offsets: Uint32Array, at: number): number {
  let low = 0;
  let high = offsets.length - 1;
  while (low + 1 < high) {
    const middle = (low + high) >> 1;
    if ((offsets[middle] ?? 0) <= at) low = middle;
    else high = middle;
  }
  return low;
}

function read(handle: ReadHandle, from: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let filled = 0;
  while (filled < length) {
    const count = handle.read(bytes.subarray(filled), from + filled);
    if (count === 0) break;
    filled += count;
  }
  return bytes;
}

function numbers(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
}

function bytesOf(values: Uint32Array): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}

function offsetsOf(parts: readonly Uint8Array[]): Uint32Array {
  const offsets = new Uint32Array(parts.length + 1);
  parts.forEach((part, index) => offsets[index + 1] = (offsets[index] ?? 0) + part.length);
  return offsets;
}

/** Document numbers as distances, each followed by its weight in one byte. */
function varints(list: readonly number[]): Uint8Array {
  const bytes: number[] = [];
  let last = 0;
  for (let at = 0; at < list.length; at += 2) {
    let distance = (list[at] ?? 0) - last;
    last = list[at] ?? 0;
    while (distance > 127) {
      bytes.push((distance & 127) | 128);
      distance >>>= 7;
    }
    bytes.push(distance, list[at + 1] ?? 0);
  }
  return Uint8Array.from(bytes);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Numbers behind it begin at a multiple of four. */
function padded(bytes: Uint8Array): Uint8Array {
  return bytes.length % 4 === 0 ? bytes : joined([bytes, new Uint8Array(4 - bytes.length % 4)]);
}
