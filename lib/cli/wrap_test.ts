import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import { layoutFor, width } from "./screen.ts";
import { paragraph, wrap, wrappedPairs } from "./wrap.ts";

const LAYOUT = { columns: 40, plain: false, color: false };

Deno.test("wrap() keeps every word in order, and breaks no word", () => {
  const word = fc.string({ minLength: 1, maxLength: 30 }).filter((text) => !/\s/.test(text));
  fc.assert(fc.property(fc.array(word), fc.integer({ min: 20, max: 80 }), (words, columns) => {
    const text = words.join(" ");
    const lines = wrap(text, columns).split("\n");
    assertStrictEquals(lines.join(" "), text);
    for (const line of lines) assert(width(line) <= columns || !line.includes(" "), line);
  }));
});

Deno.test("wrap() counts wide characters twice", () => {
  assertStrictEquals(
    wrap("水が沸いた 火を止める 空だった", 20),
    "水が沸いた\n火を止める 空だった",
  );
});

Deno.test("paragraph() and wrappedPairs() stay on one line in a plain layout, and show controls", () => {
  const text = `a path "/srv/\u001b[2J" that is ${"long ".repeat(20)}`.trim();
  const asked = layoutFor({ columns: 40, noColor: true, plain: true });
  const plain = paragraph(text, asked);
  assert(!plain.includes("\n") && plain.includes("\\x1b[2J"));
  assertEquals(paragraph(text, LAYOUT).split("\n").every((line) => line.length <= 40), true);
  assertStrictEquals(wrappedPairs([["key", text]], asked), `key: ${plain}`);
  const lines = wrappedPairs([["key", text], ["longer key", "b"]], LAYOUT).split("\n");
  assert(lines.every((line) => line.length <= 40));
  assertEquals(lines.slice(1, -1).every((line) => line.startsWith(" ".repeat(12))), true);
});

Deno.test("paragraph() and wrappedPairs() break lines on a narrow screen", () => {
  const narrow = layoutFor({ columns: 40, noColor: true, plain: false });
  const text = "long ".repeat(20).trim();
  for (const shown of [paragraph(text, narrow), wrappedPairs([["key", text], ["other", text]], narrow)]) {
    assert(shown.split("\n").every((line) => line.length <= 40), shown);
  }
});

Deno.test("wrap() keeps a paragraph's indentation on every line", () => {
  assertEquals(wrap("  the kettle boils dry when it is empty", 22), "  the kettle boils dry\n  when it is empty");
  assertEquals(wrap("  /srv/kettle", 80), "  /srv/kettle");
});
