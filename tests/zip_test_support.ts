/**
 * Zips written byte by byte, so that they can be what no packer makes.
 *
 * @module
 */

/** One entry; what is told of it may be a lie. */
export interface RawEntry {
  readonly name: string;
  readonly data: Uint8Array;
  readonly deflate?: boolean;
  readonly flags?: number;
  readonly method?: number;
  /** Said inflated size. */
  readonly size?: number;
  readonly crc?: number;
  readonly mode?: number;
  /** Sizes and offset stand in the field for large archives. */
  readonly zip64?: boolean;
  /** It names the bytes of the entry before it. */
  readonly sharesBytes?: boolean;
}

/** Packs. */
export async function rawZip(entries: readonly RawEntry[]): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  const central: Uint8Array[] = [];
  let offset = 0;
  let last = 0;
  for (const entry of entries) {
    const packed = entry.deflate === true ? await deflated(entry.data) : entry.data;
    const said = { ...entry, packed, size: entry.size ?? entry.data.length, crc: entry.crc ?? crc32(entry.data) };
    const method = entry.method ?? (entry.deflate === true ? 8 : 0);
    if (entry.sharesBytes !== true) {
      last = offset;
      const local = header({ ...said, method, offset: last, isCentral: false });
      parts.push(local, packed);
      offset += local.length + packed.length;
    }
    central.push(header({ ...said, method, offset: last, isCentral: true }));
  }
  const centralSize = central.reduce((sum, { length }) => sum + length, 0);
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, 0x06054b50, true);
  end.setUint16(8, entries.length, true);
  end.setUint16(10, entries.length, true);
  end.setUint32(12, centralSize, true);
  end.setUint32(16, offset, true);
  return joined([...parts, ...central, new Uint8Array(end.buffer)]);
}

function header(
  entry: RawEntry & {
    readonly packed: Uint8Array;
    readonly size: number;
    readonly crc: number;
    readonly method: number;
    readonly offset: number;
    readonly isCentral: boolean;
  },
): Uint8Array {
  const { packed, size, crc, method, offset, isCentral, flags = 0, mode = 0o100644, zip64 = false } = entry;
  const name = new TextEncoder().encode(entry.name);
  const extra = zip64 ? new DataView(new ArrayBuffer(isCentral ? 28 : 20)) : new DataView(new ArrayBuffer(0));
  if (zip64) {
    extra.setUint16(0, 1, true);
    extra.setUint16(2, extra.byteLength - 4, true);
    extra.setBigUint64(4, BigInt(size), true);
    extra.setBigUint64(12, BigInt(packed.length), true);
    if (isCentral) extra.setBigUint64(20, BigInt(offset), true);
  }
  const view = new DataView(new ArrayBuffer(isCentral ? 46 : 30));
  view.setUint32(0, isCentral ? 0x02014b50 : 0x04034b50, true);
  const at = isCentral ? 6 : 4;
  if (isCentral) view.setUint16(4, 0x0314, true);
  view.setUint16(at, zip64 ? 45 : 20, true);
  view.setUint16(at + 2, flags, true);
  view.setUint16(at + 4, method, true);
  view.setUint32(at + 6, 0x5a210000, true);
  view.setUint32(at + 10, crc, true);
  view.setUint32(at + 14, zip64 ? 0xffffffff : packed.length, true);
  view.setUint32(at + 18, zip64 ? 0xffffffff : size, true);
  view.setUint16(at + 22, name.length, true);
  view.setUint16(at + 24, extra.byteLength, true);
  if (isCentral) {
    view.setUint32(38, (mode << 16) >>> 0, true);
    view.setUint32(42, zip64 ? 0xffffffff : offset, true);
  }
  return joined([new Uint8Array(view.buffer), name, new Uint8Array(extra.buffer)]);
}

async function deflated(data: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([new Uint8Array(data)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function crc32(data: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of data) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
