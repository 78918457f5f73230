/**
 * The layout of a segment of the search index, little endian: {@linkcode HEADER} numbers (magic, documents, terms, where each
 * part begins, where the last one ends), then the parts: the day of each document (two bytes) and its confidence (one byte),
 * which a search looks at for all that it finds; {@linkcode FIELDS} numbers of each document (session, kind, time); ids with
 * the place of the row in its file; where the key of each session begins, and the keys; where each block of
 * {@linkcode BLOCK} terms begins; the terms (UTF-8, sorted by code unit, a line feed behind each); where the postings of each
 * term begin, and how many there are; the postings (per document: distance as varint, impact in one byte). Each part begins at a multiple of four.
 *
 * @module
 */

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
  /** Weight of each token; tokens hold no line feed. */
  readonly tokens: ReadonlyMap<string, number>;
}

/** Part of a file, in bytes. */
export interface BytePlace {
  readonly from: number;
  readonly to: number;
}

/** First number of a segment of this layout. */
export const MAGIC = 0x33687369;
/** Seconds of a day; days fit two bytes until 2149. */
export const DAY_SECONDS = 86_400;
/** Numbers in front of the parts. */
export const HEADER = 14;
/** Numbers of a document: session, kind, time. */
export const FIELDS = 3;
/** Bytes of an id. */
export const ID_BYTES = 16;
/** An id, and where the row begins and ends in its file. */
export const ENTRY_BYTES = ID_BYTES + 8;
/** Terms that are found and read together. */
export const BLOCK = 32;
/** Largest impact of a term in a document. */
export const MOST_IMPACT = 255;
/** How much it counts that a word stands often in a text (BM25). */
export const K1 = 1.2;
