import { assertEquals } from "@std/assert";
import { ownLines, ownSentences, plainOf } from "./own_sentences.ts";

const asks = (text: string) => ownSentences({ text, quoted: [] }).map((sentence) => sentence.asks);

Deno.test("ownSentences() tells questions and requests from statements", () => {
  const asking = ["why?", "ok, can we ship it", "what's the plan", "so how do we test that", "isn't it done", "茶は？"];
  assertEquals(asking.map((text) => asks(text)), asking.map(() => [true]));
  const stating = ["we can ship it", "what we need is tea", "can openers are sold out", "which", "do not ship", ""];
  assertEquals(stating.map((text) => asks(text).includes(true)), stating.map(() => false));
});

Deno.test("ownLines() leaves out what the user did not write as prose", () => {
  const foreign = [
    "> quoted",
    "| a | b |",
    "# heading",
    "$ npm test",
    "PS C:\\> dir",
    "+++ b/x",
    "diff --git a b",
    "2026-10-26T09:00:00 start",
    "[09:00:01] start",
    "[ERROR] no",
    "TypeError: no",
    "npm ERR! no",
    "/compact now",
    "at run (x.ts:1)",
    "const tea = 1;",
    "│ box",
    "    indented",
    "\ttab",
  ];
  assertEquals(foreign.filter((line) => ownLines({ text: line, quoted: [] }).length > 0), []);
  const own = ["- tea first", "dates like 2026-10-26 are fine", "if it fails, stop", "at noon", "$", "errors are bad"];
  assertEquals(own.filter((line) => ownLines({ text: line, quoted: [] }).length === 0), []);
});

Deno.test("plainOf() keeps no code, long quotation or typographic apostrophe", () => {
  assertEquals(plainOf("Don’t  use `rm`, “as they all say now”"), "don't use …, …");
});
