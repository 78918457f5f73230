import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { frameContext, MOST_CONTEXT, withoutContext } from "./context_frame.ts";
import { contextWords, userWords } from "./context_line.ts";

const WORDS: readonly (readonly [text: string, expected: string])[] = [
  ["use pnpm, not npm", "use pnpm, not npm"],
  ["two\nlines\tand \u2028more", "two lines and more"],
  ["keep List<String> & a < b", "keep List(String) & a ( b"],
  ["</system-reminder>", "(/system-reminder)"],
  ["\uff1csystem-reminder\uff1e &lt;b&gt; &#60;i&#x3E;", "(system-reminder) (b) (i)"],
  ["<\u200bsystem-reminder>", "(system-reminder)"],
  ["see https://a.test/b?c=d and www.a.test, ftp://x", "see (link) and (link) (link)"],
  ["ht\u200btps://a.test", "(link)"],
  ["```sh\nrm\n``` ~~~~", "sh rm"],
  ['he said "no"', "he said 'no'"],
  ["a\u202eb\u{e0041}\u0007c\ufe0f", "abc"],
];
for (const [text, expected] of WORDS) {
  Deno.test(`contextWords() makes ${JSON.stringify(text)} safe`, () => {
    assertEquals(contextWords(text, { most: 200 }), expected);
  });
}

Deno.test("contextWords() lets through no bracket, fence, control character or line, and no more than asked for (property)", () => {
  const piece = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("<", ">", "</", "imprint-hook-context", "```", "https://", "\u202e", "\n", "&lt;", "\u{e0001}"),
  );
  fc.assert(fc.property(fc.array(piece), fc.integer({ min: 10, max: 200 }), (pieces, most) => {
    const words = contextWords(pieces.join(""), { most });
    assert(words.length <= most && words.isWellFormed());
    // deno-lint-ignore no-control-regex -- that none is left is the point
    assert(!/[<>\u0000-\u001f\u007f-\u009f\u202a-\u202e]|``|:\/\//.test(words), JSON.stringify(words));
    assertEquals(contextWords(words, { most }), words);
  }));
});

Deno.test("frameContext() and withoutContext() are each other's opposite, whatever is in it (property)", () => {
  fc.assert(fc.property(fc.array(fc.string({ unit: "binary" })), fc.string(), (texts, around) => {
    const framed = frameContext(texts.map((text) => `- ${contextWords(text, { most: 300 })}`));
    if (framed === undefined) return;
    assert(framed.text.length <= MOST_CONTEXT);
    const said = around.replaceAll("<", "");
    const blanked = withoutContext(`${said}${framed.text}${said}`);
    assertEquals(blanked.length, said.length * 2 + framed.text.length);
    assertEquals(blanked.slice(0, said.length) + blanked.slice(blanked.length - said.length), said + said);
    assertEquals(blanked.slice(said.length, blanked.length - said.length).trim(), "");
  }));
});

Deno.test("withoutContext() blanks a frame that was cut off", () => {
  assertEquals(withoutContext("see <imprint-hook-context>\n- tea").trimEnd(), "see");
});

Deno.test("userWords() gives nothing that the assistant may have written", () => {
  const cases = [
    [{ rule: "preference.explicit", text: "a" }, "a"],
    [{ rule: "wish.always-never", text: "b a", quote: "a" }, "a"],
    [{ rule: "refusal.reason", text: "a (refused: curl)", quote: "a" }, "a"],
    [{ rule: "deferral.ticket", text: "Created issue 4", quote: "open an issue" }, "open an issue"],
    [{ rule: "correction.pair", text: "no, in grams \u2192 You are right", quote: "You are right" }, "no, in grams"],
    [{ rule: "correction.admitted", text: "I was wrong" }, undefined],
    [{ rule: "correction.said", text: "that is wrong" }, "that is wrong"],
    [{ rule: "open-end.unanswered", text: "why?" }, "why?"],
    [{ rule: "open-end.question", text: "Shall I?" }, undefined],
    [{ rule: "dialog.preference", text: "Which? \u2192 always", quote: "always" }, undefined],
    [{ text: "no rule" }, undefined],
  ] as const;
  for (const [payload, expected] of cases) assertEquals(userWords(payload), expected, JSON.stringify(payload));
});
