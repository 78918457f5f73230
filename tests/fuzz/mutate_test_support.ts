/**
 * Bytes made wrong on purpose, the same for the same seed.
 *
 * @module
 */
import fc from "fast-check";

/** Numbers by chance, from a seed. */
export interface Chance {
  /** A whole number from 0 to `below - 1`. */
  below(below: number): number;
  /** One of a list. */
  of<T>(list: readonly T[]): T;
}

/** Chance from a seed (mulberry32). */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * limit);
  };
  return { below, of: <T>(list: readonly T[]): T => list[below(list.length)] as T };
}

/** Texts that have led programs astray, and words that decide something in transcripts. */
const TOKENS: readonly string[] = [
  "../../../../etc/passwd",
  "/home/mira/research",
  "/home/mira/.ssh",
  "/srv/kettle/../../home/mira/research",
  "C:\\\\Users\\\\mira",
  "\\\\\\\\wsl$\\\\Debian\\\\srv",
  "/",
  ".",
  "..",
  "~",
  "con",
  "__proto__",
  "constructor",
  "toString",
  "\\u0000",
  "\\ud800",
  "\\u001b]0;x\\u0007",
  "\\u202e",
  "\ufeff",
  "no-imprint",
  "remember: boil it dry",
  "<task-notification>",
  "</task-notification>",
  "<private>",
  "<command-name>/clear</command-name>",
  "<![CDATA[",
  "1e999",
  "-0",
  "9007199254740993",
  "99999999999999999999-01-01T00:00:00Z",
  "2026-10-26T09:00:00.000Z",
  "null",
  "true",
  "{}",
  "[]",
  '""',
  '"',
  "\\",
  "{",
  "[",
  "}",
  "]",
  ",",
  ":",
  "\n",
  "\r\n",
  "\n\n",
  "a".repeat(5000),
  "\\".repeat(3001),
  "[".repeat(4000),
  '{"a":'.repeat(2000),
  "eyJ.".repeat(900),
  "password=".repeat(400),
  "<".repeat(3000),
  "aaaaaaaa-0000-4000-8000-000000000001",
];

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Values of any shape, for the place of one in a JSON line. */
const VALUES: readonly string[] = fc.sample(fc.json({ maxDepth: 3, noUnicodeString: false }), {
  numRuns: 400,
  seed: 11,
});

/** Makes something wrong of `seed`: one to eight changes. @param others further seeds, pieces of which may be put in */
export function mutated(seed: Uint8Array, chance: Chance, others: readonly Uint8Array[]): Uint8Array {
  let bytes = seed;
  for (let left = 1 + chance.below(8); left > 0; left--) bytes = once(bytes, chance, others);
  return bytes;
}

function once(bytes: Uint8Array, chance: Chance, others: readonly Uint8Array[]): Uint8Array {
  const from = chance.below(bytes.length + 1);
  const length = chance.below(Math.min(400, bytes.length - from + 1));
  const [before, middle, after] = [
    bytes.subarray(0, from),
    bytes.subarray(from, from + length),
    bytes.subarray(from + length),
  ];
  switch (chance.below(12)) {
    case 0:
      return joined(before, Uint8Array.of(chance.below(256)), bytes.subarray(from + 1));
    case 1:
      return joined(before, after);
    case 2:
      return joined(before, middle, middle, after);
    case 3:
      return joined(before, encoder.encode(chance.of(TOKENS)), bytes.subarray(from));
    case 4:
      return before;
    case 5:
      return swappedLines(bytes, chance);
    case 6: {
      const other = chance.of(others);
      const at = chance.below(other.length + 1);
      return joined(before, other.subarray(at, at + chance.below(2000)), after);
    }
    case 7:
    case 8:
    case 9:
      return withValue(bytes, chance);
    case 10:
      return joined(before, Uint8Array.of(0xff, 0xc0, 0x80, 0xed, 0xa0, 0x80), after);
    default:
      // Few inputs grow large: those show how time grows with length.
      return chance.below(20) > 0 || bytes.length > 100_000
        ? joined(before, middle, middle, middle, after)
        : joined(before, ...Array.from({ length: 1 + Math.floor(60_000 / (length + 1)) }, () => middle), after);
  }
}

function joined(...pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

function swappedLines(bytes: Uint8Array, chance: Chance): Uint8Array {
  const lines = decoder.decode(bytes).split("\n");
  const [a, b] = [chance.below(lines.length), chance.below(lines.length)];
  [lines[a], lines[b]] = [lines[b] ?? "", lines[a] ?? ""];
  return encoder.encode(lines.join("\n"));
}

/** One value of one line's JSON becomes another: it parses, and is not what anybody expects. */
function withValue(bytes: Uint8Array, chance: Chance): Uint8Array {
  const text = decoder.decode(bytes);
  const values = [
    ...text.matchAll(/(?<=[:[,]\s*)(?:"(?:[^"\\]|\\.){0,200}"|-?\d+(?:\.\d+)?|true|false|null|\{\}|\[\])/g),
  ];
  if (values.length === 0) return bytes;
  const { 0: { length }, index } = chance.of(values);
  const value = chance.below(2) === 0 ? chance.of(VALUES) : `"${chance.of(TOKENS).replaceAll("\n", "\\n")}"`;
  return encoder.encode(text.slice(0, index) + value + text.slice(index + length));
}
