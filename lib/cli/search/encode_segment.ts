/**
 * Writes a segment of the search index, in the layout of `segment_layout.ts`.
 *
 * @module
 */
import {
  BLOCK,
  type BytePlace,
  DAY_SECONDS,
  ENTRY_BYTES,
  FIELDS,
  HEADER,
  ID_BYTES,
  type IndexedDocument,
  K1,
  MAGIC,
  MOST_IMPACT,
} from "./segment_layout.ts";

/** How much it counts that a text is long (BM25). */
const B = 0.6;

/**
 * What a term is worth in a document, by BM25: how often it stands there against how long the document is. It does not
 * depend on the query, so it is worked out when the index is made.
 *
 * @returns 1 to {@linkcode MOST_IMPACT}
 * @example
 * ```ts
 * import { impactOf } from "./encode_segment.ts";
 * impactOf(2, { length: 10, average: 10 }) > impactOf(1, { length: 10, average: 10 }); // true
 * ```
 */
export function impactOf(
  weight: number,
  { length, average }: { readonly length: number; readonly average: number },
): number {
  const worth = weight / (weight + K1 * (1 - B + B * length / average));
  return Math.max(1, Math.round(worth * MOST_IMPACT));
}

/**
 * Puts documents into the bytes of a segment.
 *
 * @param sessions the keys of the sessions that the documents name by position
 */
export function encodeSegment(documents: readonly IndexedDocument[], sessions: readonly string[]): Uint8Array {
  const lengths = documents.map(({ tokens }) => lengthOf(tokens));
  const average = Math.max(1, lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, documents.length));
  const postings = new Map<string, number[]>();
  documents.forEach(({ tokens }, index) => {
    for (const [token, weight] of tokens) {
      let list = postings.get(token);
      if (list === undefined) postings.set(token, list = []);
      list.push(index, impactOf(weight, { length: lengths[index] ?? 0, average }));
    }
  });
  const terms = [...postings.keys()].sort();
  const encoder = new TextEncoder();
  const blocks = Array.from(
    { length: Math.ceil(terms.length / BLOCK) },
    (_, index) => encoder.encode(`${terms.slice(index * BLOCK, (index + 1) * BLOCK).join("\n")}\n`),
  );
  const lists = terms.map((term) => varints(postings.get(term) ?? []));
  const keys = sessions.map((key) => encoder.encode(key));
  const parts = [
    bytesOf(Uint16Array.from(documents, ({ time }) => Math.min(0xffff, Math.floor(time / DAY_SECONDS)))),
    Uint8Array.from(documents, ({ confidence }) => confidence),
    bytesOf(factsOf(documents)),
    entriesOf(documents),
    bytesOf(offsetsOf(keys)),
    joined(keys),
    bytesOf(offsetsOf(blocks)),
    joined(blocks),
    bytesOf(listPlaces(lists, terms.map((term) => (postings.get(term)?.length ?? 0) / 2))),
    joined(lists),
  ].map(padded);
  const header = new Uint32Array(HEADER);
  let offset = HEADER * 4;
  const starts = parts.map((part) => {
    const start = offset;
    offset += part.length;
    return start;
  });
  header.set([MAGIC, documents.length, terms.length, ...starts, offset]);
  return joined([bytesOf(header), ...parts]);
}

function lengthOf(tokens: IndexedDocument["tokens"]): number {
  let length = 0;
  for (const weight of tokens.values()) length += weight;
  return length;
}

function factsOf(documents: readonly IndexedDocument[]): Uint32Array {
  const facts = new Uint32Array(documents.length * FIELDS);
  documents.forEach(({ session, kind, time }, index) => facts.set([session, kind, time], index * FIELDS));
  return facts;
}

function entriesOf(documents: readonly IndexedDocument[]): Uint8Array {
  const entries = new Uint8Array(documents.length * ENTRY_BYTES);
  const places = new DataView(entries.buffer);
  documents.forEach((document, index) => {
    const start = index * ENTRY_BYTES;
    for (let at = 0; at < ID_BYTES; at++) {
      entries[start + at] = Number.parseInt(document.id.slice(at * 2, at * 2 + 2), 16) || 0;
    }
    const { from, to } = placeOf(document);
    places.setUint32(start + ID_BYTES, from, true);
    places.setUint32(start + ID_BYTES + 4, to, true);
  });
  return entries;
}

/** Nothing where it is not known, and where four bytes cannot say it. */
function placeOf({ place }: IndexedDocument): BytePlace {
  return place === undefined || place.to > 0xffffffff ? { from: 0, to: 0 } : place;
}

/** Document numbers as distances, each followed by its impact in one byte. */
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

function bytesOf(values: Uint32Array | Uint16Array): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}

function offsetsOf(parts: readonly Uint8Array[]): Uint32Array {
  const offsets = new Uint32Array(parts.length + 1);
  parts.forEach((part, index) => offsets[index + 1] = (offsets[index] ?? 0) + part.length);
  return offsets;
}

/** Where each list begins and how many documents it names, in turn; last where the lists end. */
function listPlaces(lists: readonly Uint8Array[], counts: readonly number[]): Uint32Array {
  const offsets = offsetsOf(lists);
  return Uint32Array.from({ length: offsets.length * 2 }, (_, at) => (at % 2 === 0 ? offsets : counts)[at >> 1] ?? 0);
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
