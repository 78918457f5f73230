import { assertEquals } from "@std/assert";
import { CUT_MARK, forgetsMessage } from "./forgotten.ts";
import { withCuts } from "./forgotten_cuts.ts";
import { holdsReplies, lateReplyMarks } from "./forgotten_replies.ts";
import type { ExchangeAnswer } from "./read_exchanges.ts";

const early = (text: string): ExchangeAnswer => ({ uuid: null, at: null, msg: null, provisional: true, text });
const LONG = "The lid is open and the sensor sends nothing. ".repeat(9);

/** What was forgotten of exchange e1, what comes, and whether it is that. */
const CASES: readonly (readonly [string, string, string, string, boolean])[] = [
  ["the same words", "It is copper.", "e1", "It is copper.", true],
  ["other white space", "It is\n\ncopper. ", "e1", "It is copper.", true],
  ["more before them", "It is copper.", "e1", "I looked.\n\nIt is copper.", true],
  ["a part of a long one", `I looked. ${LONG}`, "e1", LONG, true],
  ["half a character at its end", `It is \ud83d`, "e1", `It is \ufffd`, true],
  ["the words of another exchange", "It is copper.", "e2", "It is copper.", false],
  ["other words", "It is copper.", "e1", "It is tin.", false],
  ["words behind them", "It is copper.", "e1", "It is copper. Or tin.", false],
  ["fewer words", "It is copper.", "e1", "copper.", false],
  ["nothing", "It is copper.", "e1", "", false],
];

for (const [what, forgotten, exchangeId, text, holds] of CASES) {
  Deno.test(`holdsReplies() ${holds ? "knows" : "does not take for"} a forgotten reply: ${what}`, () => {
    const hashes = new Set(lateReplyMarks({ id: "e1", answers: [early(forgotten)] }, () => true));
    assertEquals(holdsReplies({ hashes })({ exchangeId, text }), holds);
    assertEquals(forgetsMessage(withCuts({ hashes }), { identity: "00", exchangeId, text }), holds);
    assertEquals([...hashes].some((hash) => hash.includes("copper")), false);
  });
}

Deno.test("lateReplyMarks() has none of a reply that has an id, or is not chosen", () => {
  const answers = [{ ...early("It is copper."), uuid: "a1", provisional: false }, early("It is tin.")];
  assertEquals(lateReplyMarks({ id: "e1", answers }, (text) => text.includes("copper")), []);
  const [cut, ...marks] = lateReplyMarks({ id: "e1", answers }, () => true);
  assertEquals([cut, marks.length], [CUT_MARK, 1]);
});

Deno.test("holdsReplies() passes over what is no such tombstone", () => {
  const hashes = new Set(["00", "[", "[]", '["reply","x"]', '{"session":"s"}', CUT_MARK]);
  assertEquals(holdsReplies({ hashes })({ exchangeId: "e1", text: "It is copper." }), false);
  assertEquals(holdsReplies({ hashes })({ exchangeId: null, text: 1 }), false);
});
