import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { fold, tokensOf } from "./fold.ts";
import { decodePostings, encodeSegment, type IndexedDocument, openSegment } from "./segment.ts";
import { snippetOf } from "./snippet.ts";
import { readQuery } from "./query.ts";

function opened(documents: readonly IndexedDocument[]) {
  const bytes = encodeSegment(documents);
  const segment = openSegment({
    open: () => ({
      size: bytes.length,
      read(into, at) {
        const part = bytes.subarray(at, at + into.length);
        into.set(part);
        return part.length;
      },
      close() {},
    }),
  }, "/index");
  if (segment === undefined) throw new Error("no segment");
  return segment;
}

const token = fc.string({
  unit: fc.constantFrom("a", "b", "c", "\u00fc", "\u8336", "\u{1f375}"),
  minLength: 1,
  maxLength: 5,
});
const document = fc.record({
  session: fc.nat(1000),
  kind: fc.nat(5),
  time: fc.nat(2 ** 31),
  confidence: fc.nat(100),
  id: fc.stringMatching(/^[0-9a-f]{32}$/),
  place: fc.option(fc.record({ from: fc.nat(2 ** 31), to: fc.integer({ min: 1, max: 2 ** 31 }) }), { nil: undefined }),
  tokens: fc.uniqueArray(fc.tuple(token, fc.integer({ min: 1, max: 100 })), { selector: ([word]) => word })
    .map((pairs) => new Map(pairs)),
});

Deno.test("openSegment() gives back what encodeSegment() took (property)", () => {
  fc.assert(fc.property(fc.array(document, { maxLength: 30 }), (documents) => {
    const segment = opened(documents);
    assertEquals(segment.documents, documents.length);
    documents.forEach(({ id, place }, index) => {
      assertEquals(segment.idOf(index), id);
      assertEquals(segment.placeOf(index), place && { ...place });
    });
    const terms = [...new Set(documents.flatMap(({ tokens }) => [...tokens.keys()]))].sort();
    assertEquals(Array.from({ length: segment.terms }, (_, index) => segment.term(index)), terms);
    for (const [position, term] of terms.entries()) {
      const [numbers, weights] = [new Uint32Array(documents.length), new Uint8Array(documents.length)];
      const [bytes = new Uint8Array()] = segment.lists([position]);
      const count = decodePostings(bytes, numbers, weights);
      const found = Array.from({ length: count }, (_, at) => [numbers[at], weights[at]] as const);
      const expected = documents.flatMap(({ tokens }, index) => {
        const weight = tokens.get(term);
        return weight === undefined ? [] : [[index, Math.min(255, weight * 2)] as const];
      });
      assertEquals(found, expected);
    }
    // Together as one by one.
    assertEquals(
      [...segment.lists([...terms.keys()])].map((bytes) => [...bytes]),
      terms.map((_, position) => [...segment.lists([position])].map((bytes) => [...bytes])[0]),
    );
    for (const wanted of ["a", "b\u8336", "\u00fc"]) {
      const { from, to } = segment.beginning(wanted);
      assertEquals(terms.slice(from, to), terms.filter((term) => term.startsWith(wanted)));
      assertEquals(
        segment.holding(wanted, 1000).map((position) => terms[position]),
        terms.filter((term) => term.includes(wanted)),
      );
    }
  }));
});

Deno.test("fold() and tokensOf() put what is the same together", () => {
  for (
    const [one, other] of [
      ["\u0130STANBUL", "istanbul"],
      ["ISI", "\u0131s\u0131"],
      ["Stra\u00dfe", "STRASSE"],
      ["\uff8a\uff9f\uff7d", "\u30d1\u30b9"],
      ["caf\u00e9", "cafe\u0301"],
      ["\u0623\u062d\u0645\u062f", "\u0627\u062d\u0645\u062f"],
      ["\u03a3\u0395\u039f\u03a3", "\u03c3\u03b5\u03bf\u03c2"],
    ] as const
  ) assertEquals(fold(one), fold(other));
  // Kana with and without a voicing mark are different letters.
  assertEquals(fold("\u304c") === fold("\u304b"), false);
  assertEquals(tokensOf("a_b c-d \u6570\u636e\u5e93 x"), ["a", "b", "c", "d", "\u6570\u636e", "\u636e\u5e93", "x"]);
});

Deno.test("snippetOf() shows the text as it is, in one piece, whatever is in it (property)", () => {
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 400 }), fc.string({ maxLength: 20 }), (text, words) => {
    const parts = snippetOf(text, readQuery(words), { most: 80 });
    const shown = parts.map((part) => part.text).join("").replace(/^\u2026|\u2026$/g, "");
    assertEquals(shown.length <= 82, true);
    assertEquals(
      text.toWellFormed().replace(/\s+/g, " ").includes(shown.replace(/\ufffd/g, "")) || shown.includes("\ufffd"),
      true,
    );
  }));
});
