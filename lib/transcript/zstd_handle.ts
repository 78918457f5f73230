/**
 * A transcript that the client compressed with Zstandard, read like a plain one. This, and the decoder, is loaded only
 * when such a file is met (`is_zstd.ts` says so): Codex compresses what has been idle for a week, so a hook hardly ever does.
 *
 * Decoding goes forward only. Short transcripts are kept decoded; of long ones the beginning and the end are, which is
 * where cursors look, and going back decodes again. Memory is bounded by that and by the frame's window.
 *
 * @module
 */
import type { ReadHandle } from "../io/files.ts";

/** Decoded bytes that are kept as a whole. */
const KEPT_WHOLE = 8 * 1024 * 1024;
/** Decoded bytes that are kept at either end. */
const KEPT_END = 64 * 1024;
/** Compressed bytes read at a time. */
const CHUNK_BYTES = 64 * 1024;
/** A transcript that is longer than this decoded is read up to here: a small file can hold endless zeros. */
const MOST_DECODED = 4 * 1024 * 1024 * 1024;
/** The largest window that decoders have to accept (RFC 8878, 3.1.1.1.2, recommends 8 MiB; `zstd` takes 128 MiB). */
const MOST_WINDOW = 128 * 1024 * 1024;

/** Decodes a stream: takes compressed bytes, calls back with decoded ones. */
export interface StreamDecoder {
  push(chunk: Uint8Array, final?: boolean): unknown;
}

/** Makes a decoder. */
export type MakeDecoder = (onData: (data: Uint8Array) => void) => StreamDecoder;

/**
 * Opens what is inside of a compressed file. What cannot be decoded ends the content there; nothing is thrown.
 *
 * @param inner the compressed file; closed with the handle that is returned
 * @param load loads the decoder
 */
export async function zstdHandle(
  inner: ReadHandle,
  load: () => Promise<MakeDecoder> = loadDecoder,
): Promise<ReadHandle> {
  const makeDecoder = windowOf(inner) > MOST_WINDOW ? () => ({ push: () => {} }) : await load();
  const { size, whole, head, tail } = survey(createForwardReader(inner, makeDecoder));
  let reader = createForwardReader(inner, makeDecoder);

  function read(into: Uint8Array, at: number): number {
    const length = Math.min(into.length, Math.max(0, size - at));
    if (length === 0) return 0;
    if (whole !== undefined) return copy(whole, { from: at, into, length });
    if (at + length <= head.length) return copy(head, { from: at, into, length });
    if (at >= size - tail.length) return copy(tail, { from: at - (size - tail.length), into, length });
    if (at < reader.at) reader = createForwardReader(inner, makeDecoder);
    return reader.read(into.subarray(0, length), at);
  }

  return { size, read, close: () => inner.close() };
}

async function loadDecoder(): Promise<MakeDecoder> {
  const { Decompress } = await import("fzstd");
  return (onData) => new Decompress(onData);
}

function copy(
  source: Uint8Array,
  { from, into, length }: { readonly from: number; readonly into: Uint8Array; readonly length: number },
): number {
  into.set(source.subarray(from, from + length));
  return length;
}

/** The memory that the first frame wants (RFC 8878, 3.1.1.1). */
function windowOf(inner: Pick<ReadHandle, "read">): number {
  const header = new Uint8Array(18);
  inner.read(header, 0);
  const [descriptor = 0, window = 0] = header.subarray(4);
  const isSingle = (descriptor & 0x20) !== 0;
  if (!isSingle) return 2 ** (10 + (window >> 3)) * (1 + (window & 7) / 8);
  const sizeBytes = [1, 2, 4, 8][descriptor >> 6] ?? 1;
  const start = 5 + ([0, 1, 2, 4][descriptor & 3] ?? 0);
  let size = 0;
  for (let i = sizeBytes - 1; i >= 0; i--) size = size * 256 + (header[start + i] ?? 0);
  return size;
}

interface Content {
  readonly size: number;
  readonly whole: Uint8Array | undefined;
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
}

/** Decodes once, for the length and what is kept. */
function survey(reader: ForwardReader): Content {
  let kept: Uint8Array[] | undefined = [];
  let head = new Uint8Array(0);
  let tail = new Uint8Array(0);
  let size = 0;
  for (let block = reader.next(); block !== undefined; block = reader.next()) {
    size += block.length;
    if (head.length < KEPT_END) head = joined([head, block]).slice(0, KEPT_END);
    tail = block.length >= KEPT_END ? block.slice(-KEPT_END) : joined([tail, block]).slice(-KEPT_END);
    if (size > KEPT_WHOLE) kept = undefined;
    kept?.push(block);
    if (size >= MOST_DECODED) break;
  }
  return { size, whole: kept === undefined ? undefined : joined(kept), head, tail };
}

function joined(blocks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(blocks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const block of blocks) {
    bytes.set(block, at);
    at += block.length;
  }
  return bytes;
}

interface ForwardReader {
  /** Offset of the next byte that can be read. */
  readonly at: number;
  /** The next decoded bytes; undefined at the end. */
  next(): Uint8Array | undefined;
  read(into: Uint8Array, at: number): number;
}

function createForwardReader(inner: Pick<ReadHandle, "read">, makeDecoder: MakeDecoder): ForwardReader {
  const ready: Uint8Array[] = [];
  const chunk = new Uint8Array(CHUNK_BYTES);
  const decoder = makeDecoder((data) => {
    if (data.length > 0) ready.push(data);
  });
  let offset = 0;
  let at = 0;
  let ended = false;

  function decodeMore(): void {
    const length = inner.read(chunk, offset);
    offset += length;
    try {
      // The decoder keeps what it could not use yet.
      decoder.push(chunk.slice(0, length), length === 0);
    } catch {
      ended = true;
    }
    if (length === 0) ended = true;
  }

  function next(): Uint8Array | undefined {
    while (ready.length === 0 && !ended) decodeMore();
    const block = ready.shift();
    at += block?.length ?? 0;
    return block;
  }

  return {
    get at() {
      return at;
    },
    next,
    read(into, from) {
      let filled = 0;
      while (filled < into.length) {
        const block = next();
        if (block === undefined) break;
        const start = at - block.length;
        const skip = Math.max(0, from + filled - start);
        if (skip >= block.length) continue;
        const part = block.subarray(skip, skip + into.length - filled);
        into.set(part, filled);
        filled += part.length;
        const rest = block.subarray(skip + part.length);
        if (rest.length > 0) {
          ready.unshift(rest);
          at -= rest.length;
        }
      }
      return filled;
    },
  };
}
