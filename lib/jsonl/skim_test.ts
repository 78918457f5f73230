import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { createSkimmer } from "./skim.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const skimmer = () => createSkimmer({ behind: ['"out":"', '"in":"'], head: 8 });

/** Strings of any length with everything that JSON escapes. */
const someText = fc.tuple(
  fc.array(fc.constantFrom("a", " ", '"', "\\", "\n", "\u0001", "é", "茶", "🫖", "\ud83e", "{", "\\u0041", "tea "), {
    maxLength: 40,
  }),
  fc.nat(30),
).map(([parts, times]) => parts.join("").repeat(times));
const someRecord = fc.dictionary(fc.constantFrom("out", "in", "text", "0"), fc.oneof(someText, fc.jsonValue()));

/** As the writer may escape it: all that is not ASCII, or only what must be. */
function lineOf(record: unknown, ascii: boolean): string {
  const text = JSON.stringify(record);
  return ascii ? text.replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`) : text;
}

Deno.test("createSkimmer() leaves every value as it is but the beginnings of the strings that it counts", () => {
  const { skim, beginningOf } = skimmer();
  fc.assert(
    fc.property(someRecord, fc.boolean(), fc.nat(7), (record, ascii, shift) => {
      // Where a line begins in its memory is anywhere.
      const bytes = encoder.encode(" ".repeat(shift) + lineOf(record, ascii)).subarray(shift);
      const whole = JSON.parse(decoder.decode(bytes));
      const cut = JSON.parse(decoder.decode(skim(bytes) ?? bytes));
      assertEquals(Object.keys(cut), Object.keys(whole));
      for (const [key, value] of Object.entries(cut)) {
        const beginning = beginningOf(value);
        if (beginning === undefined) assertEquals(value, whole[key]);
        else {
          assert(key === "out" || key === "in");
          // A pair of surrogates that is written in two escapes may be cut between them.
          assert(String(whole[key]).startsWith(beginning), beginning);
        }
      }
    }),
    { numRuns: 2000 },
  );
});

Deno.test("createSkimmer() cuts a long string behind its texts alone, and counts it", () => {
  const long = "tea ".repeat(100);
  const one = skimmer();
  const cut = JSON.parse(decoder.decode(one.skim(encoder.encode(JSON.stringify({ out: long, text: long, in: long })))));
  assertEquals([one.beginningOf(cut.out), cut.text, one.beginningOf(cut.in), one.count], [
    "tea tea ",
    long,
    "tea tea ",
    2,
  ]);
  for (const line of [`{"out":"tea"}`, `{"out" : "${long}"}`, `{"text":"${long}"}`, `["${long}"]`, "", "no JSON"]) {
    assertEquals([one.skim(encoder.encode(line)), one.count], [undefined, 0], line);
  }
});

Deno.test("createSkimmer() leaves a line alone when one of its strings is broken", () => {
  const { skim } = skimmer();
  const long = "tea ".repeat(100);
  const good = `{"out":"${long}","text":"x"}`;
  assert(skim(encoder.encode(good)) !== undefined);
  for (const broken of ["\t", "\0", "\\x", "\\u12g4", "\\u12", "\u001f"]) {
    for (const place of [long, long.slice(0, 40), "x"]) {
      const line = good.replace(place, () => place + broken);
      assertEquals(skim(encoder.encode(line)), undefined, line);
    }
  }
  assertEquals(skim(encoder.encode(good.slice(0, -2))), undefined);
  assertEquals(skim(encoder.encode(good.slice(0, 300))), undefined);
});

Deno.test("lineFeed() finds what indexOf finds, in its own memory and elsewhere, up to both ends", () => {
  const { chunk, lineFeed } = skimmer();
  fc.assert(
    fc.property(fc.array(fc.constantFrom(0x0a, 0x41, 0x8a, 0x0b), { maxLength: 80 }), fc.nat(80), (list, start) => {
      const elsewhere = Uint8Array.from(list);
      // What lies around the bytes are line feeds too.
      const own = chunk.fill(0x0a, 0, 256).subarray(start, start + list.length);
      own.set(elsewhere);
      const last = chunk.subarray(chunk.length - list.length);
      last.set(elsewhere);
      for (let from = 0; from <= list.length; from++) {
        const expected = elsewhere.indexOf(0x0a, from);
        for (const bytes of [elsewhere, own, last]) assertEquals(lineFeed(bytes, from), expected);
      }
    }),
  );
});
