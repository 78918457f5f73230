import { assert, assertEquals } from "@std/assert";
import * as fc from "fast-check";
import type { ReadHandle } from "../io/files.ts";
import { isZstd } from "./is_zstd.ts";
import { type MakeDecoder, zstdHandle } from "./zstd_handle.ts";
import { rawFrame } from "./zstd_test_support.ts";

/** A handle over bytes; counts what is read and whether it was closed. */
function handleOf(bytes: Uint8Array): ReadHandle & { readonly state: { reads: number; closed: boolean } } {
  const state = { reads: 0, closed: false };
  return {
    state,
    size: bytes.length,
    read(into, at) {
      state.reads++;
      const part = bytes.subarray(at, at + into.length);
      into.set(part);
      return part.length;
    },
    close: () => state.closed = true,
  };
}

/** Content in blocks of 64 KiB, each of one repeated byte: the block's number. */
function repeatedFrame(blocks: number): Uint8Array {
  const parts: number[] = [0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58];
  for (let n = 1; n <= blocks; n++) {
    const header = (n === blocks ? 1 : 0) | (1 << 1) | (BLOCK << 3);
    parts.push(header & 255, (header >> 8) & 255, header >> 16, n & 127);
  }
  return Uint8Array.from(parts);
}

const BLOCK = 64 * 1024;

/** `{"n":1}` to `{"n":200}`, a line each, compressed by the reference program at its usual level. */
const PACKED = Uint8Array.from(
  atob(
    "KLUv/QRYvQYAkk0dENBlOJYFRCNSSplSSuEhJHTCIIJVVVVVVUREREREMzMzMzMiIiIiIv///79t27bdtm3bkiRJktu2bYuIiIiI" +
      "WFVVVVUVEREREdHMzMzMjIiIiIjI////b9u2bbdt27YkSZLktm3bYkUjdwkYAoNAGAwwBAZBgMaoILz9DcCTajUQZjwfA/m+973f" +
      "/fa73/ved7/73e/+eedGyfKmsClqCppyplymjClhipcyugwctuCgBQctOGjBQQsOWnAM3eL2trWVLdhyLWtX+4sIACAAPLgDLQVR" +
      "WZQM",
  ),
  (letter) => letter.charCodeAt(0),
);
const LINES = Array.from({ length: 200 }, (_, n) => `{"n":${n + 1}}\n`).join("");

function readAll(handle: ReadHandle, piece: number): Uint8Array {
  const bytes = new Uint8Array(handle.size);
  for (let at = 0; at < handle.size;) {
    const got = handle.read(bytes.subarray(at, at + piece), at);
    assert(got > 0, "a read before the end gives something");
    at += got;
  }
  return bytes;
}

Deno.test("zstdHandle() reads what the reference program compressed", async () => {
  const handle = await zstdHandle(handleOf(PACKED));
  assertEquals(new TextDecoder().decode(readAll(handle, 64)), LINES);
});

Deno.test("isZstd() goes by the first bytes", () => {
  assertEquals(isZstd(handleOf(PACKED)), true);
  for (const text of ["", "{", "(\u00b5", '{"type":"session_meta"}\n']) {
    assertEquals(isZstd(handleOf(new TextEncoder().encode(text))), false);
  }
});

Deno.test("zstdHandle() gives any part of the content, forwards and backwards", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ minLength: 0, maxLength: 5000 }),
      fc.integer({ min: 1, max: 1500 }),
      fc.array(fc.tuple(fc.nat(6000), fc.nat(3000)), { maxLength: 8 }),
      async (content, block, reads) => {
        const handle = await zstdHandle(handleOf(rawFrame(content, block)));
        assertEquals(handle.size, content.length);
        for (const [at, length] of reads) {
          const into = new Uint8Array(length);
          const got = handle.read(into, at);
          assertEquals(into.subarray(0, got), content.subarray(at, at + length));
        }
      },
    ),
    { numRuns: 60 },
  );
});

Deno.test("zstdHandle() reads long content in any order without keeping it", async () => {
  const blocks = 300;
  const handle = await zstdHandle(handleOf(repeatedFrame(blocks)));
  assertEquals(handle.size, blocks * BLOCK);
  const byteAt = (at: number) => {
    const into = new Uint8Array(1);
    assertEquals(handle.read(into, at), 1);
    return into[0];
  };
  for (const block of [0, blocks - 1, 150, 30, 290, 30, 31]) {
    assertEquals(byteAt(block * BLOCK + 5), (block + 1) & 127, `block ${block}`);
  }
  const piece = new Uint8Array(4 * BLOCK);
  assertEquals(handle.read(piece, 99 * BLOCK + 512), piece.length);
  assertEquals([piece[0], piece[BLOCK], piece[piece.length - 1]], [100, 101, 104]);
  assertEquals(handle.read(new Uint8Array(10), handle.size), 0);
});

Deno.test("zstdHandle() ends the content where it can't be decoded", async () => {
  const content = new TextEncoder().encode(LINES);
  const frame = rawFrame(content, 100);
  const cut = await zstdHandle(handleOf(frame.subarray(0, frame.length - 50)));
  assert(cut.size < content.length && cut.size >= content.length - 200);
  assertEquals(readAll(cut, 33), content.subarray(0, cut.size));
  const broken = frame.slice();
  broken[6 + 103 * 3] = 0xff;
  broken[6 + 103 * 3 + 1] = 0xff;
  const damaged = await zstdHandle(handleOf(broken));
  assert(damaged.size <= content.length);
  assertEquals((await zstdHandle(handleOf(PACKED.subarray(0, 4)))).size, 0);
});

Deno.test("zstdHandle() reads frames one after the other", async () => {
  const two = new Uint8Array([
    ...rawFrame(new TextEncoder().encode("one\n")),
    ...rawFrame(new TextEncoder().encode("two\n")),
  ]);
  assertEquals(new TextDecoder().decode(readAll(await zstdHandle(handleOf(two)), 100)), "one\ntwo\n");
});

Deno.test("zstdHandle() refuses a frame that wants too much memory, before it loads anything", async () => {
  const header = Uint8Array.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xa0, 1, 0, 0]);
  const handle = await zstdHandle(handleOf(header), () => Promise.reject(new Error("loaded")));
  assertEquals(handle.size, 0);
});

Deno.test("zstdHandle() closes the compressed file", async () => {
  const inner = handleOf(PACKED);
  (await zstdHandle(inner)).close();
  assertEquals(inner.state.closed, true);
});

Deno.test("zstdHandle() decodes short content once, however often it is read", async () => {
  let made = 0;
  const load = async (): Promise<MakeDecoder> => {
    const { Decompress } = await import("fzstd");
    return (onData) => {
      made++;
      return new Decompress(onData);
    };
  };
  const handle = await zstdHandle(handleOf(PACKED), load);
  const before = made;
  for (let n = 0; n < 20; n++) readAll(handle, 100);
  assertEquals(made, before);
});
