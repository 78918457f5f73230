import { assertEquals } from "@std/assert";
import fc from "fast-check";
import type { Label } from "../types.ts";
import { twinsIn, withoutTwins } from "./question_twins.ts";
import type { StoredExchange } from "./read_exchanges.ts";

interface Asked {
  readonly label?: Label;
  readonly text?: string;
  /** Seconds; null for a question without a time. */
  readonly at?: number | null;
  readonly session?: string;
  readonly replies?: number;
  readonly evidence?: number;
}

function exchange(id: string, asked: Asked): StoredExchange {
  const { label = "typed", text = "why does it boil dry?", at = 0, session = "s", replies = 0, evidence = 0 } = asked;
  const time = at === null ? null : new Date(Date.UTC(2026, 5, 1) + at * 1000).toISOString();
  const message = (uuid: string) => ({ uuid, at: null, text: "null" });
  return {
    id,
    client: "claude-code",
    sessionId: session,
    label,
    cwd: null,
    question: { uuid: id, at: time, text },
    answers: Array.from({ length: replies }, (_, n) => ({ ...message(`a${n}`), msg: null, provisional: false })),
    userAnswers: [],
    evidence: Array.from({ length: evidence }, (_, n) => ({
      ...message(`e${n}`),
      origin: "hook" as const,
      raw: "hook",
      bytes: 4,
    })),
    state: null,
    copyOf: null,
    rules: null,
    redactions: 0,
  };
}

const line = (asked: Asked = {}): Asked => ({ ...asked, label: "history" });
const MINUTE = 60;
/** As the client cuts it out of the line, and what it was. */
const CUT = "see [Pasted text #2 +90 lines] and tell";
const PASTED = `see ${"null\n".repeat(90)}null and tell`;
const HOUR = 60 * MINUTE;

/** What is stored, and the ids that are shown. */
const TABLE: readonly (readonly [what: string, given: Readonly<Record<string, Asked>>, shown: string])[] = [
  ["it stands in both", { a: line(), b: { at: 1 } }, "b"],
  ["the transcript was read first", { b: { at: 1 }, a: line() }, "b"],
  ["the client wrote the line a little later", { a: line({ at: 5 }), b: {} }, "b"],
  ["white space differs", { a: line({ text: " why does\r\nit  boil dry? " }), b: {} }, "b"],
  ["the transcript's was taken back", { a: line(), b: { label: "unmarked" } }, "b"],
  ["it was typed twice", { a: line(), b: line({ at: HOUR }), c: { at: 1 }, d: { at: HOUR + 1 } }, "cd"],
  ["it was typed twice in a minute", { a: line(), b: line({ at: 40 }), c: { at: 1 }, d: { at: 41 } }, "cd"],
  ["the transcript holds the second time only", { a: line(), b: line({ at: 40 }), c: { at: 41 } }, "ac"],
  ["the transcript holds the first time only", { a: line(), b: line({ at: 40 }), c: { at: 1 } }, "bc"],
  ["the history holds one of two", { a: line({ at: 40 }), c: { at: 1 }, d: { at: 41 } }, "cd"],
  ["the times are far apart", { a: line(), b: { at: 11 * MINUTE } }, "ab"],
  ["it waited in the queue", { a: line({ at: HOUR }), b: { label: "queued" } }, "b"],
  ["it was queued an hour after it was typed", { a: line(), b: { label: "queued", at: HOUR } }, "ab"],
  ["it waited for days", { a: line({ at: 48 * HOUR }), b: { label: "queued" } }, "ab"],
  ["other words were typed", { a: line(), b: { text: "why does it boil?" } }, "ab"],
  ["case differs", { a: line(), b: { text: "Why does it boil dry?" } }, "ab"],
  ["another session typed it", { a: line(), b: { session: "t" } }, "ab"],
  ["there is the history alone", { a: line(), b: line({ at: 1 }) }, "ab"],
  ["there is the transcript alone", { a: {}, b: { at: 1 } }, "ab"],
  ["the line got a reply", { a: line({ replies: 1 }), b: {} }, "ab"],
  ["the line got a hook's text", { a: line({ evidence: 1 }), b: {} }, "b"],
  ["a long paste was cut out", { a: line({ text: CUT }), b: { text: PASTED } }, "b"],
  ["its line breaks differ", { a: line({ text: CUT }), b: { text: PASTED.replaceAll("\n", "\r\n") } }, "b"],
  ["it was pasted twice", { a: line({ text: CUT }), b: line({ text: CUT, at: 1 }), c: { text: PASTED } }, "bc"],
  ["it was pasted a minute later", { a: line({ text: CUT }), b: { text: PASTED, at: MINUTE } }, "ab"],
  ["other words stand around the paste", { a: line({ text: CUT }), b: { text: `${PASTED} me` } }, "ab"],
  ["the paste has fewer lines", { a: line({ text: CUT }), b: { text: `see ${"a ".repeat(200)} and tell` } }, "ab"],
  ["the paste was all", { a: line({ text: "[Pasted text #1]" }), b: { text: "null ".repeat(300) } }, "b"],
  ["little stands where a paste was", { a: line({ text: "[Pasted text #1]" }), b: { text: "yes" } }, "ab"],
  ["blank lines stood at its end", {
    a: line({ text: "[Pasted text #1 +99 lines]" }),
    b: { text: PASTED },
  }, "b"],
  ["the middle of what was typed was cut out", {
    a: line({ text: "see [...Truncated text #1 +90 lines...] and tell" }),
    b: { text: PASTED },
  }, "b"],
  ["two were cut out", {
    a: line({ text: "[Pasted text #1 +9 lines] or [Pasted text #2]?" }),
    b: { text: `${"some text of many words\n".repeat(20)} or ${"w".repeat(1025)}?` },
  }, "b"],
  ["two were cut out side by side", {
    a: line({ text: "see [Pasted text #2 +90 lines][Pasted text #3 +90 lines] and tell" }),
    b: { text: `see\n\n${"null\n".repeat(90)}null\n\n${"none\n".repeat(90)}none\n\nand tell` },
  }, "b"],
  ["the transcript holds the second paste only", {
    a: line({ text: CUT }),
    b: line({ text: CUT, at: 8 }),
    c: { text: PASTED, at: 9 },
  }, "ac"],
  ["a short paste was set apart", { a: line({ text: "why:a\nb" }), b: { text: "why:\n\na\nb", at: 1 } }, "b"],
  ["it was set apart a minute later", { a: line({ text: "why:a" }), b: { text: "why:\n\na", at: MINUTE } }, "ab"],
  ["the line has no time", { a: line({ at: null }), b: {} }, "ab"],
];

for (const [what, given, shown] of TABLE) {
  Deno.test(`withoutTwins() shows "${shown}" when ${what}`, () => {
    const exchanges = Object.entries(given).map(([id, asked]) => exchange(id, asked));
    assertEquals(withoutTwins(exchanges).map(({ id }) => id).sort().join(""), shown);
  });
}

Deno.test("twinsIn() tells which question each line is", () => {
  const exchanges = [line(), line({ at: HOUR }), { at: HOUR + 1 }, { at: 1 }].map((asked, n) =>
    exchange(`${n}`, asked)
  );
  assertEquals([...twinsIn(exchanges)].sort(), [["0", "3"], ["1", "2"]]);
});

Deno.test("twinsIn() takes the nearest question for a line from which a paste was cut", () => {
  const all = [
    line({ text: CUT, at: 9 }),
    line({ text: CUT, at: 2 }),
    ...[0, 1, 10].map((at) => ({ text: PASTED, at })),
  ];
  assertEquals([...twinsIn(all.map((asked, n) => exchange(`${n}`, asked)))].sort(), [["0", "4"], ["1", "3"]]);
});

Deno.test("withoutTwins() leaves every question of a transcript, and as many of the same words as the fuller source holds", () => {
  const asked = fc.record({
    label: fc.constantFrom<Label>("history", "typed", "queued"),
    text: fc.constantFrom("yes", "go on"),
    at: fc.integer({ min: 0, max: 30 * MINUTE }),
  });
  fc.assert(fc.property(fc.array(asked, { maxLength: 12 }), (all) => {
    const exchanges = all.map((each, n) => exchange(`${n}`, each));
    const shown = withoutTwins(exchanges);
    const typed = (list: readonly StoredExchange[]) => list.filter(({ label }) => label !== "history");
    assertEquals(typed(shown), typed(exchanges));
    assertEquals(shown, exchanges.filter((one) => shown.includes(one)));
    for (const text of ["yes", "go on"]) {
      const count = (list: readonly StoredExchange[]) => list.filter(({ question }) => question?.text === text).length;
      const [together, fromTranscript] = [count(exchanges), count(typed(exchanges))];
      if (count(shown) < Math.max(fromTranscript, together - fromTranscript)) throw new Error(`"${text}" was lost`);
    }
    assertEquals(withoutTwins(exchanges.toReversed()), shown.toReversed());
  }));
});
