import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { createByteSearch, standsAt } from "./byte_search.ts";

const UTF8 = new TextEncoder();

function encoded(texts: readonly string[]): Uint8Array[] {
  return texts.map((text) => UTF8.encode(text));
}

/** Every place where one of the texts stands, as the search finds them. */
function found(texts: readonly Uint8Array[], bytes: Uint8Array): string[] {
  const places: string[] = [];
  const ended = createByteSearch(texts, (_, at, index) => {
    places.push(`${at} ${index}`);
    return false;
  })(bytes);
  assertEquals(ended, false);
  return places.sort();
}

/** The same, looked for at every place. */
function naivelyFound(texts: readonly Uint8Array[], bytes: Uint8Array): string[] {
  const places: string[] = [];
  for (let at = 0; at < bytes.length; at++) {
    texts.forEach((text, index) => {
      if (text.every((byte, i) => bytes[at + i] === byte)) places.push(`${at} ${index}`);
    });
  }
  return places.sort();
}

Deno.test("createByteSearch() finds every text at every place", () => {
  // Few different bytes, so that texts overlap, repeat, and begin one another.
  const bytes = (constraints: fc.ArrayConstraints) =>
    fc.array(fc.constantFrom(0x22, 0x63, 0x77, 0xff), constraints).map((list) => Uint8Array.from(list));
  fc.assert(
    fc.property(
      fc.array(bytes({ minLength: 2, maxLength: 7 }), { minLength: 1, maxLength: 6 }),
      bytes({ maxLength: 60 }),
      (texts, content) => assertEquals(found(texts, content), naivelyFound(texts, content)),
    ),
    { numRuns: 1000 },
  );
});

Deno.test("createByteSearch() finds a text at both ends and in between, and none that is cut off", () => {
  const texts = encoded(['"cwd"', "no-imprint", "温度"]);
  for (const text of texts) {
    for (let before = 0; before < 12; before++) {
      const padding = UTF8.encode("x".repeat(before));
      assertEquals(found(texts, Uint8Array.from([...padding, ...text])).length, 1);
      assertEquals(found(texts, Uint8Array.from([...padding, ...text, ...padding])).length, 1);
      assertEquals(found(texts, Uint8Array.from([...padding, ...text.subarray(0, -1)])), []);
      assertEquals(found(texts, Uint8Array.from([...text.subarray(1), ...padding])), []);
    }
  }
});

Deno.test("createByteSearch() ends at the text that it is told to end at", () => {
  let calls = 0;
  const search = createByteSearch(encoded(["ab", "cd"]), (_, __, index) => {
    calls++;
    return index === 1;
  });
  assertEquals([search(UTF8.encode("ab ab cd cd")), calls], [true, 3]);
  assertEquals(search(UTF8.encode("ab ab")), false);
});

Deno.test("createByteSearch() finds nothing when nothing is looked for, and refuses texts of one byte", () => {
  assertEquals(createByteSearch([], () => true)(UTF8.encode("ab")), false);
  assertThrows(() => createByteSearch(encoded(["ab", "c"]), () => true), RangeError);
  assertThrows(() => createByteSearch(encoded([""]), () => true), RangeError);
});

Deno.test("standsAt() says no where the text would reach over an end", () => {
  const bytes = UTF8.encode("abc");
  assert(standsAt(bytes, 1, UTF8.encode("bc")));
  assert(!standsAt(bytes, 2, UTF8.encode("cd")));
  assert(!standsAt(bytes, -1, UTF8.encode("ab")));
});
