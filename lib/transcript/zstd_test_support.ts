/**
 * Zstandard frames for tests, without a compressor.
 *
 * @module
 */

/**
 * A frame of raw blocks: what a compressor writes for bytes that it can't shrink (RFC 8878, 3.1.1.2.2).
 *
 * @param content of the frame
 * @param blockBytes at most 128 KiB
 */
export function rawFrame(content: Uint8Array, blockBytes = 100_000): Uint8Array {
  const blocks: Uint8Array[] = [];
  for (let at = 0; at === 0 || at < content.length; at += blockBytes) {
    const block = content.subarray(at, at + blockBytes);
    const last = at + blockBytes >= content.length ? 1 : 0;
    const header = last | (block.length << 3);
    blocks.push(Uint8Array.of(header & 255, (header >> 8) & 255, header >> 16), block);
  }
  const frame = new Uint8Array(6 + blocks.reduce((sum, { length }) => sum + length, 0));
  frame.set([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58]);
  let at = 6;
  for (const block of blocks) {
    frame.set(block, at);
    at += block.length;
  }
  return frame;
}
