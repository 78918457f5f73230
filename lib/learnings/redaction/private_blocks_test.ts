import { assertEquals } from "@std/assert";
import { findKeywords } from "./keywords.ts";
import { findPrivateBlocks } from "./private_blocks.ts";
import { replaceSpans } from "./spans.ts";
import type { Span } from "./rule.ts";

function without(text: string): string {
  const found: Span[] = [];
  findPrivateBlocks(text, { hits: findKeywords(text), found });
  return replaceSpans(text, found).replaceAll("[redacted:private]", "•");
}

const CASES: readonly (readonly [text: string, expected: string])[] = [
  ["a <private>b</private> c", "a • c"],
  ["<private></private>", "•"],
  ["<PRIVATE>b</Private> c", "• c"],
  ["<private>\nb\r\nc\n</private>\nd", "•\nd"],
  ["<private>a</private> b <private>c</private>", "• b •"],
  ["<private>a<private>b</private>c</private> d", "• d"],
  ["<private>a<private>b</private> c", "•"],
  ["a <private>b", "a •"],
  ["a <private>", "a •"],
  ["a</private> b", "a</private> b"],
  ["a</private> <private>b</private> c", "a</private> • c"],
  ["< private >a< / private > b", "• b"],
  ['<private reason="client">a</private> b', "• b"],
  ["<private/> stays", "<private/> stays"],
  [
    "<privateer>a</privateer> <private-note>b</private-note>",
    "<privateer>a</privateer> <private-note>b</private-note>",
  ],
  ["&lt;private&gt;a&lt;/private&gt; b", "• b"],
  ["\\u003cprivate\\u003ea\\u003c/private\\u003e b", "• b"],
  ["字<private>秘密</private>字", "字•字"],
  ["say `<private>` to hide it", "say `<private>` to hide it"],
  ["`<private>` b `</private>` c", "`•` c"],
  ["`<private>b</private>` c", "`•` c"],
  ["class A extends Box<Private> {}", "class A extends Box<Private> {}"],
  ["text<private>b", "text•"],
  ["private <T> and <public>", "private <T> and <public>"],
  ["\ud800<private>\ud800</private>\udc00", "\ud800•\udc00"],
];

for (const [text, expected] of CASES) {
  Deno.test(`findPrivateBlocks() leaves ${JSON.stringify(expected)} of ${JSON.stringify(text)}`, () => {
    assertEquals(without(text), expected);
  });
}
