/**
 * The write-ahead log beside a SQLite database: the pages that were committed since it was last folded into the file
 * (https://www.sqlite.org/fileformat2.html#walformat). Read only; nothing is locked, made or folded.
 *
 * @module
 */

const HEADER = 32;
const FRAME_HEADER = 24;

/** Where the newest committed form of each page stands in the log. */
export interface WalIndex {
  /** Page number to the offset of its bytes in the log. */
  readonly pages: ReadonlyMap<number, number>;
}

/**
 * Finds the committed pages of a log.
 *
 * @param wal the whole log
 * @param pageSize of the database
 * @returns without pages when the log is empty, damaged from its start, or of another database
 */
export function indexWal(wal: Uint8Array, pageSize: number): WalIndex {
  const pages = new Map<number, number>();
  if (wal.length < HEADER) return { pages };
  const view = new DataView(wal.buffer, wal.byteOffset, wal.byteLength);
  const magic = view.getUint32(0);
  if ((magic & 0xfffffffe) >>> 0 !== 0x377f0682 || view.getUint32(8) !== pageSize) return { pages };
  const little = (magic & 1) === 0;
  let sum = checksum(view, { from: 0, to: 24, little, sum: [0, 0] });
  if (sum[0] !== view.getUint32(24) || sum[1] !== view.getUint32(28)) return { pages };
  // Pages of a transaction count only when its last frame is there.
  let open = new Map<number, number>();
  for (let at = HEADER; at + FRAME_HEADER + pageSize <= wal.length; at += FRAME_HEADER + pageSize) {
    // Frames of an earlier round are left behind the newer ones: their salts differ.
    if (view.getUint32(at + 8) !== view.getUint32(16) || view.getUint32(at + 12) !== view.getUint32(20)) break;
    sum = checksum(view, { from: at, to: at + 8, little, sum });
    sum = checksum(view, { from: at + FRAME_HEADER, to: at + FRAME_HEADER + pageSize, little, sum });
    if (sum[0] !== view.getUint32(at + 16) || sum[1] !== view.getUint32(at + 20)) break;
    open.set(view.getUint32(at), at + FRAME_HEADER);
    if (view.getUint32(at + 4) === 0) continue;
    for (const [page, offset] of open) pages.set(page, offset);
    open = new Map();
  }
  return { pages };
}

function checksum(
  view: DataView,
  { from, to, little, sum: [first, second] }: {
    readonly from: number;
    readonly to: number;
    readonly little: boolean;
    readonly sum: readonly [number, number];
  },
): readonly [number, number] {
  for (let at = from; at < to; at += 8) {
    first = (first + view.getUint32(at, little) + second) >>> 0;
    second = (second + view.getUint32(at + 4, little) + first) >>> 0;
  }
  return [first, second];
}
