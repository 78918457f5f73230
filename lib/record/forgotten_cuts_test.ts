import { assertEquals } from "@std/assert";
import fc from "fast-check";
import type { Label } from "../types.ts";
import { CUT_MARK, withForgotten } from "./forgotten.ts";
import { cutMarks, withCuts } from "./forgotten_cuts.ts";
import { forgetsTwin } from "./forgotten_twins.ts";
import type { StoredExchange } from "./read_exchanges.ts";

const START = Date.UTC(2026, 5, 1);
const LINE = "why does [Pasted text #1 +90 lines] boil dry?";
const PASTE = `${"null\n".repeat(90)}null`;
const WHOLE = `why does\n\n${PASTE}\n\nboil dry?`;
const SECRETS = ["why", "boil"];

interface Asked {
  readonly text?: string;
  /** Seconds. */
  readonly at?: number | null;
  readonly label?: Label;
  readonly session?: string;
}

const isoOf = (at: number | null) => at === null ? null : new Date(START + at * 1000).toISOString();

function line(id: string, { text = LINE, at = 0, label = "history", session = "s" }: Asked = {}): StoredExchange {
  return {
    id,
    client: "claude-code",
    sessionId: session,
    label,
    cwd: null,
    question: { uuid: id, at: isoOf(at), text },
    answers: [],
    userAnswers: [],
    evidence: [],
    state: null,
    copyOf: null,
    rules: null,
    redactions: 0,
  };
}

/** Tells whether a question of the transcript is forgotten, when the first of the lines was. */
function isForgotten(lines: readonly StoredExchange[], asked: Asked): boolean {
  const { text = WHOLE, at = 1, label = "typed", session = "s" } = asked;
  const forgotten = withCuts({ hashes: new Set(cutMarks(lines.slice(0, 1), lines)) });
  // As a session adds its own.
  const all = withForgotten(forgotten, ["0f"]);
  return forgetsTwin(all, { client: "claude-code", sessionId: session, label, text, at: isoOf(at) });
}

const TABLE: readonly (readonly [what: string, lines: readonly Asked[], asked: Asked, expected: boolean])[] = [
  ["it is the whole line", [{}], {}, true],
  ["it was typed a little earlier", [{}], { at: -1 }, true],
  ["it waited in the queue", [{}], { label: "queued" }, true],
  ["white space differs", [{ text: LINE.replace("why ", "why\n  ") }], {}, true],
  ["the paste is all", [{ text: "[Pasted text #1 +90 lines]" }], { text: PASTE }, true],
  [
    "two were pasted",
    [{ text: "[Pasted text #1 +90 lines][Pasted text #2 +90 lines]" }],
    { text: PASTE + PASTE },
    true,
  ],
  ["one of two was pasted", [{ text: "[Pasted text #1 +90 lines][Pasted text #2 +90 lines]" }], { text: PASTE }, false],
  ["it begins otherwise", [{}], { text: WHOLE.replace("why", "who") }, false],
  ["it ends otherwise", [{}], { text: WHOLE.replace("dry", "off") }, false],
  ["it goes on", [{}], { text: `${WHOLE} Now?` }, false],
  ["the paste has fewer lines", [{}], { text: `why does ${"null ".repeat(90)} boil dry?` }, false],
  ["the paste has many more lines", [{}], { text: WHOLE.replace(PASTE, `${PASTE}\n`.repeat(3)) }, false],
  ["nothing was pasted", [{ text: "see [Pasted text #1]" }], { text: "see it" }, false],
  ["another session asks", [{}], { session: "t" }, false],
  ["it was asked later", [{}], { at: 11 }, false],
  ["it was asked earlier", [{}], { at: -11 }, false],
  ["it has no time", [{}], { at: null }, false],
  ["the history says it", [{}], { label: "history" }, false],
  ["another line is far", [{}, { at: 30 }], { at: 9 }, true],
  ["another line is near, and the question nearer", [{}, { at: 6 }], { at: 1.9 }, true],
  ["another line is near", [{}, { at: 6 }], { at: 2.5 }, false],
  ["another line was typed just before", [{}, { at: -3 }], { at: -1.5 }, false],
  ["another line is near, in another session", [{}, { at: 3, session: "t" }], { at: 2.5 }, true],
  ["another line has the same time", [{}, { text: "yes" }], { at: 0 }, false],
  ["the line has no mark", [{ text: "why does boil dry?" }], {}, false],
  ["the line has no time", [{ at: null }], {}, false],
  ["what was forgotten is no line", [{ label: "typed" }], {}, false],
];

for (const [what, lines, asked, expected] of TABLE) {
  Deno.test(`withCuts() says ${expected} of a question when ${what}`, () => {
    assertEquals(isForgotten(lines.map((each, n) => line(`${n}`, each)), asked), expected);
  });
}

Deno.test("cutMarks() holds no word of a line, and says that there are some", () => {
  const marks = cutMarks([line("a")], [line("a")]);
  assertEquals([marks[0], marks.length], [CUT_MARK, 2]);
  for (const word of SECRETS) assertEquals(marks.join().includes(word), false, word);
  assertEquals(cutMarks([line("a", { text: "yes" })], []), []);
});

Deno.test("withCuts() passes over what it cannot read", () => {
  const broken = [
    "{",
    "{}",
    '{"session":"0f","from":0,"to":1e15,"first":null,"last":[0,""],"pastes":1,"breaks":[0,1]}',
  ];
  const forgotten = withCuts({ hashes: new Set(["0f", CUT_MARK, ...broken, ...cutMarks([line("a")], [])]) });
  const asked = { client: "claude-code", sessionId: "s", label: "typed", text: WHOLE, at: isoOf(0) } as const;
  assertEquals(forgotten.holds?.(asked), true);
  assertEquals(forgotten.holds?.({ ...asked, sessionId: "t" }), false);
});

Deno.test("withCuts() takes no question for a forgotten line that another line tells of", () => {
  const times = fc.uniqueArray(fc.integer({ min: 0, max: 60_000 }), { minLength: 2, maxLength: 8 });
  fc.assert(fc.property(times, fc.integer({ min: -1000, max: 1000 }), (all, part) => {
    const lines = all.map((at, n) => line(`${n}`, { at: at / 1000 }));
    all.slice(1).forEach((at) => {
      // The transcript's time lies up to half of the way to the next line beside the line's own.
      const apart = Math.min(...all.filter((other) => other !== at).map((other) => Math.abs(other - at)));
      assertEquals(isForgotten(lines, { at: (at + Math.trunc(apart * part / 2000)) / 1000 }), false);
    });
  }));
});
