import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { fold, tokensOf } from "./fold.ts";
import { encodeSegment, impactOf } from "./encode_segment.ts";
import { openSegment, takeBest } from "./segment.ts";
import type { IndexedDocument } from "./segment_layout.ts";
import { snippetOf } from "./snippet.ts";
import { readQuery } from "./query.ts";
import { layoutFor } from "../screen.ts";
import { foundText } from "./text.ts";

function opened(documents: readonly IndexedDocument[]) {
  const bytes = encodeSegment(documents, KEYS);
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

const KEYS = Array.from({ length: 1001 }, (_, n) => `claude/${n}`);

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
    documents.forEach(({ id, place, session, kind, confidence, time }, index) => {
      assertEquals(segment.factsOf(index), { session, kind, time });
      assertEquals([...segment.facts().subarray(index * 3, index * 3 + 3)], [session, kind, time]);
      assertEquals(segment.days()[index], Math.floor(time / 86_400));
      assertEquals(segment.confidences()[index], confidence);
      assertEquals(segment.keyOf(session), KEYS[session]);
      assertEquals(segment.idOf(index), id);
      assertEquals(segment.placeOf(index), place && { ...place });
    });
    const terms = [...new Set(documents.flatMap(({ tokens }) => [...tokens.keys()]))].sort();
    assertEquals(Array.from({ length: segment.terms }, (_, index) => segment.term(index)), terms);
    const lengths = documents.map(({ tokens }) => [...tokens.values()].reduce((sum, weight) => sum + weight, 0));
    const average = Math.max(1, lengths.reduce((sum, length) => sum + length, 0) / documents.length);
    for (const [position, term] of terms.entries()) {
      const lists = segment.lists([position]);
      const [bytes = new Uint8Array()] = segment.postings(lists);
      const expected = documents.map(({ tokens }, index) => {
        const weight = tokens.get(term);
        return weight === undefined ? 0 : impactOf(weight, { length: lengths[index] ?? 0, average });
      });
      assertEquals(lists.map((list) => list.documents), [expected.filter((impact) => impact > 0).length]);
      const scores = {
        scores: new Float32Array(documents.length),
        counts: new Uint8Array(documents.length),
        best: new Uint8Array(documents.length),
      };
      for (const part of [0.5, 1, 0.25]) takeBest(bytes, scores, { part, worth: 255 });
      assertEquals([...scores.best], expected);
      assertEquals([...scores.scores], expected);
      assertEquals([...scores.counts], expected.map((impact) => impact > 0 ? 1 : 0));
    }
    // Together as one by one.
    const all = segment.lists([...terms.keys()]);
    assertEquals(all, terms.flatMap((_, position) => segment.lists([position])));
    assertEquals(
      Array.from(segment.postings(all), (bytes) => [...bytes]),
      all.map((list) => Array.from(segment.postings([list]), (bytes) => [...bytes])[0]),
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

Deno.test("openSegment() finds the parts of words among many, in the order of the words", () => {
  const words = Array.from({ length: 20_000 }, (_, n) => `${n % 3 === 0 ? "k\u00fc" : "ke"}ttle${n * 7}`).sort();
  const segment = opened([{
    session: 0,
    kind: 0,
    time: 0,
    confidence: 100,
    id: "0".repeat(32),
    tokens: new Map(words.map((word) => [word, 1])),
  }]);
  for (const wanted of ["ettle", "tle9998", "\u00fcttle12", "kettle0", "none"]) {
    const expected = words.flatMap((word, position) => word.includes(wanted) ? [position] : []);
    assertEquals(segment.holding(wanted, 50), expected.slice(0, 50));
    assertEquals(segment.holding(wanted, 1e6), expected);
  }
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

Deno.test("snippetOf() marks nothing inside of what stands for a secret", () => {
  const cases: readonly (readonly [text: string, query: string, marked: readonly string[]])[] = [
    ["the token [redacted:github-token] is a token", "token", ["token", "token"]],
    ["[redacted:github-token][redacted:github-token]", "github redacted", []],
    ["é [redacted:github-token] github", "github", ["github"]],
    ["[redacted: by the editor, [github] said", "redacted github", ["redacted", "github"]],
  ];
  for (const [text, query, marked] of cases) {
    const parts = snippetOf(text, readQuery(query), { most: 80 });
    assertEquals(parts.map((part) => part.text).join(""), text);
    assertEquals(parts.flatMap((part) => part.marked ? [part.text] : []), marked);
  }
});

Deno.test("foundText() makes marks bold and no other brackets", () => {
  const row = {
    ...{ id: "3fa9c1ab", kind: "exchange", at: null, client: "codex", session: "s", project: "/srv/kettle" },
    ...{ workspace: "default", foreign: false, score: 1 },
    snippet: snippetOf("a [list] with [redacted:github-token] and a token \ue000", readQuery("token"), { most: 80 }),
  };
  const layout = layoutFor({ columns: 80, noColor: true, plain: false });
  const words = (colour: boolean) => foundText([row], { layout, colour }).split("\n")[1];
  assertEquals(words(false), "a [list] with [redacted:github-token] and a [token] \ufffd");
  assertEquals(words(true), "a [list] with [redacted:github-token] and a \u001b[1m[token]\u001b[0m \ufffd");
});
