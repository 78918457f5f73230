import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { decodeLine } from "./decode.ts";
import type { Line } from "./lines.ts";
import { type LineSource, readLines, type ReadLinesOptions } from "./read_lines.ts";

const UTF8 = new TextEncoder();

interface MemoryFile extends LineSource {
  /** Bytes asked for so far. */
  readonly asked: number;
}

/** An open file in memory that gives at most `atMost` bytes a read, as a disk may. */
function memoryFile(content: string | Uint8Array, atMost = Infinity): MemoryFile {
  const bytes = typeof content === "string" ? UTF8.encode(content) : content;
  let asked = 0;
  return {
    size: bytes.length,
    get asked() {
      return asked;
    },
    read(into, at) {
      asked += into.length;
      const piece = bytes.subarray(at, at + Math.min(into.length, atMost));
      into.set(piece);
      return piece.length;
    },
  };
}

function collect(source: LineSource, options?: ReadLinesOptions): Line[] {
  const lines: Line[] = [];
  assertEquals(readLines(source, (line) => void lines.push(line), options), true);
  return lines;
}

const spans = (lines: readonly Line[]) => lines.map(({ start, end, text }) => [start, end, text]);

Deno.test("readLines() reads from an offset to another when both are given", () => {
  const file = memoryFile("aa\nbb\ncc\ndd");
  assertEquals(spans(collect(file)), [[0, 3, "aa"], [3, 6, "bb"], [6, 9, "cc"], [9, 11, "dd"]]);
  assertEquals(spans(collect(file, { from: 3 })), [[3, 6, "bb"], [6, 9, "cc"], [9, 11, "dd"]]);
  assertEquals(spans(collect(file, { from: 3, to: 9, chunkBytes: 2 })), [[3, 6, "bb"], [6, 9, "cc"]]);
});

Deno.test("readLines() gives nothing when it starts at or behind the end", () => {
  for (const from of [5, 6]) assertEquals(collect(memoryFile("aaaa\n"), { from }), []);
  assertEquals(collect(memoryFile("")), []);
});

Deno.test("readLines() shows a last line without line feed as unterminated", () => {
  assertEquals(collect(memoryFile("a\nb")).map((line) => line.terminated), [true, false]);
});

Deno.test("readLines() reads no further when the callback returns false", () => {
  const file = memoryFile("aaa\n".repeat(1000));
  const seen: number[] = [];
  assertEquals(readLines(file, (line) => seen.push(line.start) < 2, { chunkBytes: 16 }), false);
  assertEquals([seen, file.asked], [[0, 4], 16]);
});

Deno.test("readLines() ends early when the file shrank after it was opened", () => {
  const shrunk: LineSource = { ...memoryFile("a\nb"), size: 1000 };
  assertEquals(spans(collect(shrunk)), [[0, 2, "a"], [2, 3, "b"]]);
});

Deno.test("readLines() ignores what is appended behind the size it was opened with", () => {
  const grown: LineSource = { ...memoryFile("a\nb\nc\n"), size: 4 };
  assertEquals(spans(collect(grown)), [[0, 2, "a"], [2, 4, "b"]]);
});

Deno.test("readLines() gives the same lines and records when chunks and reads have any size", () => {
  const part = fc.oneof(
    fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 }).map((value) => JSON.stringify(value)),
    fc.constantFrom('{"type":"us', "\r", "\0\0", "né", "12", "{}"),
  );
  const text = fc.array(fc.tuple(part, fc.constantFrom("\n", "\r\n", "")), { maxLength: 12 }).map((parts) =>
    parts.flat().join("")
  );
  fc.assert(
    fc.property(
      text,
      fc.integer({ min: 1, max: 64 }),
      fc.integer({ min: 1, max: 64 }),
      (content, chunkBytes, atMost) => {
        const expected = collect(memoryFile(content));
        const lines = collect(memoryFile(content, atMost), { chunkBytes });
        assertEquals(lines, expected);
        assertEquals(lines.map(decodeLine), expected.map(decodeLine));
        assertEquals(lines.at(-1)?.end ?? 0, UTF8.encode(content).length);
      },
    ),
  );
});

Deno.test("readLines() keeps offsets and neighbours right when lines of megabytes are between (report 38: https://github.com/org2AI/ORG2/issues/654)", () => {
  const image = JSON.stringify({ type: "user", image: "iVBOR+/0".repeat(400_000), uuid: "u2" });
  const numbers = JSON.stringify({ n: Array(1_500_000).fill(1) });
  const content = `{"uuid":"u1"}\n${image}\r\n${numbers}\n{"uuid":"u4"}\n${image}`;
  const starts = [0, 14, 16 + image.length, 17 + image.length + numbers.length, 31 + image.length + numbers.length];
  for (const chunkBytes of [16 * 1024 * 1024, 1024 * 1024, 262_144, 4_093]) {
    const lines = collect(memoryFile(content), { chunkBytes });
    assertEquals(lines.map((line) => line.start), starts);
    assertEquals(lines.map((line) => line.end), [...starts.slice(1), content.length]);
    assertEquals(lines.map((line) => line.oversized), [false, false, true, false, false]);
    assertEquals(lines.map((line) => line.elided), [0, 3_200_000, 0, 0, 3_200_000]);
    assertEquals(lines.flatMap((line) => decodeLine(line).records.map((record) => record["uuid"])), [
      "u1",
      "u2",
      "u4",
      "u2",
    ]);
    assertEquals(decodeLine(lines[1]!).records[0]!["image"], "[elided 3200000 bytes]");
  }
});

Deno.test("readLines() reads a file over the size of a string when one line of it is 600 MiB (report 37: https://github.com/slopus/happy/issues/1586; report 38: https://github.com/pingdotgg/t3code/issues/7258)", () => {
  const head = UTF8.encode('{"uuid":"u1"}\n{"image":"');
  const tail = UTF8.encode('"}\n{"uuid":"u3"}\n');
  const filling = 600 * 1024 * 1024;
  const source: LineSource = {
    size: head.length + filling + tail.length,
    read(into, at) {
      if (at < head.length) {
        into[0] = head[at]!;
        return 1;
      }
      const behind = at - head.length - filling;
      if (behind >= 0) {
        into[0] = tail[behind]!;
        return 1;
      }
      const size = Math.min(into.length, -behind);
      into.fill(0x41, 0, size);
      return size;
    },
  };
  const lines = collect(source);
  assertEquals(lines.map((line) => line.text), [
    '{"uuid":"u1"}',
    `{"image":"[elided ${filling} bytes]"}`,
    '{"uuid":"u3"}',
  ]);
  assert(lines.at(-1)!.end === source.size);
});
