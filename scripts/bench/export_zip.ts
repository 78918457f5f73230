/**
 * Writes a ChatGPT export of any size as one zip64 archive with one long entry.
 *
 * @module
 */
import { createDice, prose } from "./words.ts";

const NAME = new TextEncoder().encode("conversations.json");
/** Replies of a conversation, and what each of them is made of. */
const TURNS = 50;
const TEXTS = 64;
const TEXT_BYTES = 8000;

/**
 * Writes the archive.
 *
 * @param path of the file
 * @param bytes at least so many of conversations, inflated
 * @returns how many conversations
 */
export async function writeExport(path: string, bytes: number): Promise<number> {
  using file = Deno.openSync(path, { write: true, create: true, truncate: true });
  write(file, localHeader({ crc: 0, size: 0, packed: 0 }));
  const start = file.seekSync(0, Deno.SeekMode.Current);
  const entry = { crc: 0xffffffff, size: 0, packed: 0 };
  let count = 0;
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const isLast = entry.size > bytes;
      const text = `${count === 0 ? "[" : ","}${isLast ? "{}]" : conversation(count)}`;
      const chunk = new TextEncoder().encode(text);
      entry.size += chunk.length;
      entry.crc = crc32(chunk, entry.crc);
      controller.enqueue(chunk);
      if (isLast) controller.close();
      else count++;
    },
  });
  for await (const chunk of source.pipeThrough(new CompressionStream("deflate-raw"))) {
    write(file, chunk);
    entry.packed += chunk.length;
  }
  const made = { ...entry, crc: ~entry.crc >>> 0 };
  const central = centralHeader(made);
  write(file, central);
  write(file, ending({ at: start + entry.packed, size: central.length }));
  file.seekSync(0, Deno.SeekMode.Start);
  write(file, localHeader(made));
  return count;
}

let texts: readonly string[] | undefined;

function conversation(n: number): string {
  texts ??= madeTexts();
  const mapping: Record<string, unknown> = {};
  for (let turn = 0; turn < 2 * TURNS; turn++) {
    const id = `${n}-${turn}`;
    const isUser = turn % 2 === 0;
    const text = isUser ? `question ${id}?` : `${id} ${texts[(n * 7 + turn) % TEXTS]}`;
    mapping[id] = {
      id,
      parent: turn === 0 ? null : `${n}-${turn - 1}`,
      message: {
        id,
        author: { role: isUser ? "user" : "assistant" },
        create_time: 1_788_000_000 + turn,
        content: { content_type: "text", parts: [text] },
      },
    };
  }
  return JSON.stringify({ conversation_id: `k${n}`, current_node: `${n}-${2 * TURNS - 1}`, mapping });
}

function madeTexts(): readonly string[] {
  const dice = createDice(7);
  return Array.from({ length: TEXTS }, (_, n) => prose(dice, TEXT_BYTES, n % 5 === 0));
}

interface Entry {
  readonly crc: number;
  readonly size: number;
  readonly packed: number;
}

/** Sizes stand in the zip64 field, whatever they are. */
function localHeader({ crc, size, packed }: Entry): Uint8Array {
  const view = new DataView(new ArrayBuffer(30 + NAME.length + 20));
  view.setUint32(0, 0x04034b50, true);
  view.setUint16(4, 45, true);
  view.setUint16(8, 8, true);
  view.setUint32(14, crc, true);
  view.setUint32(18, 0xffffffff, true);
  view.setUint32(22, 0xffffffff, true);
  view.setUint16(26, NAME.length, true);
  view.setUint16(28, 20, true);
  return named(view, { at: 30, values: [size, packed] });
}

function centralHeader({ crc, size, packed }: Entry): Uint8Array {
  const view = new DataView(new ArrayBuffer(46 + NAME.length + 28));
  view.setUint32(0, 0x02014b50, true);
  view.setUint16(4, 0x032d, true);
  view.setUint16(6, 45, true);
  view.setUint16(10, 8, true);
  view.setUint32(16, crc, true);
  view.setUint32(20, 0xffffffff, true);
  view.setUint32(24, 0xffffffff, true);
  view.setUint16(28, NAME.length, true);
  view.setUint16(30, 28, true);
  view.setUint32(38, 0o100644 << 16 >>> 0, true);
  view.setUint32(42, 0xffffffff, true);
  return named(view, { at: 46, values: [size, packed, 0] });
}

function named(
  view: DataView<ArrayBuffer>,
  { at, values }: { readonly at: number; readonly values: readonly number[] },
): Uint8Array {
  const bytes = new Uint8Array(view.buffer);
  bytes.set(NAME, at);
  const extra = at + NAME.length;
  view.setUint16(extra, 1, true);
  view.setUint16(extra + 2, 8 * values.length, true);
  values.forEach((value, n) => view.setBigUint64(extra + 4 + 8 * n, BigInt(value), true));
  return bytes;
}

/** The zip64 record, its locator, and a record of the old form that says nothing. */
function ending({ at, size }: { readonly at: number; readonly size: number }): Uint8Array {
  const view = new DataView(new ArrayBuffer(56 + 20 + 22));
  view.setUint32(0, 0x06064b50, true);
  view.setBigUint64(4, 44n, true);
  view.setUint16(12, 45, true);
  view.setUint16(14, 45, true);
  view.setBigUint64(24, 1n, true);
  view.setBigUint64(32, 1n, true);
  view.setBigUint64(40, BigInt(size), true);
  view.setBigUint64(48, BigInt(at), true);
  view.setUint32(56, 0x07064b50, true);
  view.setBigUint64(64, BigInt(at + size), true);
  view.setUint32(72, 1, true);
  view.setUint32(76, 0x06054b50, true);
  for (const offset of [84, 86]) view.setUint16(offset, 0xffff, true);
  for (const offset of [88, 92]) view.setUint32(offset, 0xffffffff, true);
  return new Uint8Array(view.buffer);
}

function write(file: Deno.FsFile, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += file.writeSync(bytes.subarray(at));
}

const TABLE: Uint32Array = Uint32Array.from({ length: 256 }, (_, n) => {
  let crc = n;
  for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  return crc >>> 0;
});

function crc32(bytes: Uint8Array, from: number): number {
  let crc = from;
  for (const byte of bytes) crc = (crc >>> 8) ^ (TABLE[(crc ^ byte) & 255] ?? 0);
  return crc;
}
