import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { createLineSplitter, type Line } from "./lines.ts";

const UTF8 = new TextEncoder();

/** All lines of `bytes`, pushed in pieces of the given sizes (the last size repeats). */
function linesOf(bytes: Uint8Array, sizes: readonly number[] = [bytes.length + 1]): Line[] {
  const lines: Line[] = [];
  const splitter = createLineSplitter((line) => void lines.push(line));
  const scratch = new Uint8Array(bytes.length);
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = Math.max(1, sizes[Math.min(i, sizes.length - 1)]!);
    const piece = bytes.subarray(at, at + size);
    // Each piece comes in the same memory, as from a file: what the splitter keeps must be its own.
    const chunk = scratch.subarray(0, piece.length);
    chunk.set(piece);
    splitter.push(chunk);
    scratch.fill(0x7e);
    at += size;
  }
  splitter.finish();
  return lines;
}

/** The rule itself, over the whole file: the oracle. */
function naiveLines(bytes: Uint8Array): Line[] {
  const lines: Line[] = [];
  for (let start = 0; start < bytes.length;) {
    const lf = bytes.indexOf(0x0a, start);
    const end = lf < 0 ? bytes.length : lf + 1;
    let content = [...bytes.subarray(start, lf < 0 ? end : lf)];
    while (content.at(-1) === 0 || content.at(-1) === 13) content = content.slice(0, -1);
    while (content[0] === 0) content = content.slice(1);
    const text = new TextDecoder().decode(new Uint8Array(content));
    lines.push({ start, end, terminated: lf >= 0, text, elided: 0, oversized: false });
    start = end;
  }
  return lines;
}

const table: readonly { name: string; bytes: string | readonly number[]; texts: readonly string[]; torn?: boolean }[] =
  [
    { name: "an empty file", bytes: "", texts: [] },
    { name: "one line", bytes: '{"a":1}\n', texts: ['{"a":1}'] },
    { name: "a last line without line feed", bytes: '{"a":1}\n{"b', texts: ['{"a":1}', '{"b'], torn: true },
    { name: "blank lines", bytes: "\n\r\n \n", texts: ["", "", " "] },
    { name: "CR LF", bytes: "a\r\nb\r\n", texts: ["a", "b"] },
    { name: "a lone CR, which ends no line", bytes: "a\rb\n", texts: ["a\rb"] },
    {
      name: "U+2028, U+2029 and U+0085, which end no line",
      bytes: "a\u2028b\u2029c\u0085d\n",
      texts: ["a\u2028b\u2029c\u0085d"],
    },
    { name: "a BOM at the start of the file", bytes: "\ufeff{}\n{}\n", texts: ["{}", "{}"] },
    { name: "nothing but a BOM", bytes: "\ufeff", texts: [""], torn: true },
    { name: "bytes that are no UTF-8 (report 36)", bytes: [0x22, 0xff, 0xc3, 0x22, 0x0a], texts: ['"\ufffd\ufffd"'] },
    { name: "characters of two to four bytes", bytes: "é…🫖\n", texts: ["é…🫖"] },
    { name: "NULs at both ends and in between", bytes: "\0\0a\0b\0\0\n", texts: ["a\0b"] },
    { name: "NULs around CR", bytes: "a\0\r\0\n", texts: ["a"] },
  ];
for (const { name, bytes, texts, torn } of table) {
  Deno.test(`createLineSplitter() gives the lines when it reads ${name}`, () => {
    const lines = linesOf(typeof bytes === "string" ? UTF8.encode(bytes) : new Uint8Array(bytes));
    assertEquals(lines.map((line) => line.text), [...texts]);
    assertEquals(lines.map((line) => line.terminated), texts.map((_, i) => !(torn === true && i === texts.length - 1)));
  });
}

Deno.test("createLineSplitter() strips 143 KB of NULs at the end, and those a later record stands behind (report 32: https://github.com/anthropics/claude-code/issues/49876)", () => {
  const nuls = "\0".repeat(143 * 1024);
  const lost = linesOf(UTF8.encode('{"a":1}\n' + nuls), [4096]);
  assertEquals(lost.map(({ text, terminated }) => ({ text, terminated })), [
    { text: '{"a":1}', terminated: true },
    { text: "", terminated: false },
  ]);
  const continued = linesOf(UTF8.encode('{"a":1}\n' + nuls + '{"b":2}\n'), [4096]);
  assertEquals(continued.map((line) => line.text), ['{"a":1}', '{"b":2}']);
  assertEquals(continued[1]!.start, 8);
});

Deno.test("createLineSplitter() keeps no run of NULs in memory when it leads a line of 64 MiB", () => {
  const lines: Line[] = [];
  const splitter = createLineSplitter((line) => void lines.push(line));
  const nuls = new Uint8Array(1024 * 1024);
  for (let i = 0; i < 64; i++) splitter.push(nuls);
  splitter.push(UTF8.encode('{"a":1}\n'));
  const size = 64 * 1024 * 1024 + 8;
  assertEquals(lines, [{ start: 0, end: size, terminated: true, text: '{"a":1}', elided: 0, oversized: false }]);
});

Deno.test("createLineSplitter() counts from `at` when it starts inside of a file", () => {
  const lines: Line[] = [];
  const splitter = createLineSplitter((line) => void lines.push(line), { at: 5_000_000_000 });
  splitter.push(UTF8.encode("é\nb"));
  splitter.finish();
  assertEquals(lines.map(({ start, end }) => [start, end]), [[5_000_000_000, 5_000_000_003], [
    5_000_000_003,
    5_000_000_004,
  ]]);
});

Deno.test("createLineSplitter() stops when the callback returns false", () => {
  const seen: string[] = [];
  const splitter = createLineSplitter((line) => {
    seen.push(line.text);
    return line.text !== "b";
  });
  assertEquals(splitter.push(UTF8.encode("a\nb\nc\n")), false);
  assertEquals(seen, ["a", "b"]);
});

/** Bytes as transcripts and their accidents have them. */
const anyBytes = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.constantFrom(...'{}[]":,\\ a1é🫖\u2028\n\r\0'.split("")).map((c) => [...UTF8.encode(c)]),
    },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 255 }).map((byte) => [byte]) },
  ),
  { maxLength: 200 },
).map((parts) => new Uint8Array(parts.flat()));

Deno.test("createLineSplitter() gives the same lines when the chunks are cut anywhere", () => {
  fc.assert(fc.property(anyBytes, fc.array(fc.nat({ max: 20 }), { minLength: 1 }), (bytes, sizes) => {
    assertEquals(linesOf(bytes, sizes), naiveLines(bytes));
    assertEquals(linesOf(bytes), naiveLines(bytes));
  }));
});

Deno.test("createLineSplitter() covers the file without gap or overlap", () => {
  fc.assert(fc.property(anyBytes, fc.nat({ max: 30 }), (bytes, size) => {
    let at = 0;
    for (const line of linesOf(bytes, [size])) {
      assertEquals(line.start, at);
      assert(line.end > line.start);
      assertEquals(line.terminated, bytes[line.end - 1] === 0x0a);
      at = line.end;
    }
    assertEquals(at, bytes.length);
  }));
});

/** What a splitter gives when lines without a `b` are not wanted. */
function wantedLines(bytes: Uint8Array, sizes: readonly number[]): Line[] {
  const lines: Line[] = [];
  const wants = (some: Uint8Array) => some.includes(0x62);
  const splitter = createLineSplitter((line) => void lines.push(line), { wants });
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = sizes[i % sizes.length] ?? 1;
    splitter.push(bytes.subarray(at, at + size));
    at += size;
  }
  splitter.finish();
  return lines;
}

Deno.test("createLineSplitter() gives every wanted line whole, and the others without their text", () => {
  const line = fc.array(fc.constantFrom("a", "b", "é", "\r", "\0", '"', "x".repeat(40)), { maxLength: 4 });
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 12 }),
      fc.boolean(),
      fc.array(fc.integer({ min: 1, max: 120 }), { minLength: 1, maxLength: 4 }),
      (texts, terminated, sizes) => {
        const bytes = UTF8.encode(texts.map((text) => text.join("")).join("\n") + (terminated ? "\n" : ""));
        const all = linesOf(bytes);
        const some = wantedLines(bytes, sizes);
        const isWanted = ({ text }: Line) => text.includes("b");
        assertEquals(some.filter(({ text }) => text !== ""), all.filter(isWanted));
        // Nothing is passed over: each begins where the one before ended, and none ends within a line.
        const ends = new Set(all.map(({ end }) => end));
        let at = 0;
        for (const { start, end, terminated } of some) {
          assertEquals([start, ends.has(end), terminated], [at, true, end !== bytes.length || bytes.at(-1) === 0x0a]);
          at = end;
        }
        assertEquals(at, bytes.length);
      },
    ),
    { numRuns: 500 },
  );
});

Deno.test("createLineSplitter() asks once for a run of lines that are not wanted", () => {
  const asked: string[] = [];
  const ends: number[] = [];
  const splitter = createLineSplitter((line) => void ends.push(line.end), {
    wants: (bytes) => {
      asked.push(new TextDecoder().decode(bytes));
      return bytes.includes(0x62);
    },
  });
  splitter.push(UTF8.encode("a\naa\na"));
  splitter.push(UTF8.encode("\na\r\nb\n\0\0a"));
  splitter.finish();
  assertEquals(asked, ["a\naa\n", "a", "a\r\nb\n", "a", "b", "a"]);
  assertEquals(ends, [5, 7, 10, 12, 15]);
});
