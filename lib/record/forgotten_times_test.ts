import { assertEquals } from "@std/assert";
import fc from "fast-check";
import type { Label } from "../types.ts";
import { CUT_MARK, withForgotten } from "./forgotten.ts";
import { timeMarks, timeMarksOf, twinOf, withTimes } from "./forgotten_times.ts";
import { forgetsTwin } from "./forgotten_twins.ts";
import type { StoredExchange } from "./read_exchanges.ts";

const START = Date.UTC(2026, 5, 1);
const [MINUTE, HOUR] = [60, 3600];

interface Asked {
  readonly text?: string;
  /** Seconds. */
  readonly at?: number | null;
  readonly label?: Label;
  readonly session?: string;
}

const isoOf = (at: number | null) => at === null ? null : new Date(START + at * 1000).toISOString();

function exchange({ text = "continue", at = 0, label = "history", session = "s" }: Asked): StoredExchange {
  return {
    id: "x",
    client: "claude-code",
    sessionId: session,
    label,
    cwd: null,
    question: { uuid: "x", at: isoOf(at), text },
    answers: [],
    userAnswers: [],
    evidence: [],
    state: null,
    copyOf: null,
    rules: null,
    redactions: 0,
  };
}

function isBound(forgotten: readonly Asked[], kept: readonly Asked[], asked: Asked): boolean {
  const hashes = new Set(timeMarks(forgotten.map(exchange), kept.map(exchange)));
  const { text = "continue", at = 1, label = "typed", session = "s" } = asked;
  // As a session adds its own.
  const all = withForgotten(withTimes({ hashes }), ["0f"]);
  return forgetsTwin(all, { client: "claude-code", sessionId: session, label, text, at: isoOf(at) });
}

const QUEUED = "queued";
const LINE: Asked = {};
const TABLE: readonly (readonly [what: string, gone: Asked, kept: readonly Asked[], asked: Asked, boolean])[] = [
  ["it is the line's", LINE, [], {}, true],
  ["it is a little earlier", LINE, [], { at: -5 }, true],
  ["its case and white space differ", LINE, [], { text: " Continue\n" }, true],
  ["it is minutes later, and nothing else says it", LINE, [], { at: 9 * MINUTE }, true],
  ["it is far later", LINE, [], { at: 11 * MINUTE }, false],
  ["it is far earlier", LINE, [], { at: -11 * MINUTE }, false],
  ["it has no time", LINE, [], { at: null }, true],
  ["the line has no time", { at: null }, [], { at: 99 * HOUR }, true],
  ["another line has none", LINE, [{ at: null }], { at: 5 * MINUTE }, true],
  ["it says something else", LINE, [], { text: "go on" }, false],
  ["another session says it", LINE, [], { session: "t" }, false],
  ["the history says it again", LINE, [], { label: "history" }, false],
  ["another line is nearer", LINE, [{ at: 60 }], { at: 31 }, false],
  ["another line is farther", LINE, [{ at: 60 }], { at: 29 }, true],
  ["another line is nearer before it", LINE, [{ at: -60 }], { at: -31 }, false],
  ["another question of the transcript is nearer", LINE, [{ at: 60, label: "typed" }], { at: 60 }, false],
  ["another session's line is nearer", LINE, [{ at: 60, session: "t" }], { at: 31 }, true],
  ["a line of other words is nearer", LINE, [{ at: 60, text: "yes" }], { at: 31 }, true],
  ["another line is so near that nothing tells them apart", LINE, [{ at: 4 }], { at: 4 }, true],
  ["another line has the same time", LINE, [{}], {}, true],
  ["it waited for hours", LINE, [], { label: QUEUED, at: 23 * HOUR }, true],
  ["it waited longer than anything", LINE, [], { label: QUEUED, at: 25 * HOUR }, false],
  ["it waited, and another line is an hour later", LINE, [{ at: HOUR }], { label: QUEUED, at: HOUR - MINUTE }, true],
  ["it waited until another line", LINE, [{ at: HOUR }], { label: QUEUED, at: HOUR }, false],
  ["it waited with another line", LINE, [{ at: MINUTE }], { label: QUEUED, at: HOUR }, true],
  ["it is the line of the question", { label: "typed" }, [], { label: "history", at: -1 }, true],
  ["it is a line far from the question", { label: "typed" }, [], { label: "history", at: -HOUR }, false],
  ["it is the line of what waited", { label: QUEUED }, [], { label: "history", at: -HOUR }, true],
  ["it is behind a line that stays", { label: QUEUED }, [{ at: -2 * HOUR }], { label: "history", at: -HOUR }, true],
  ["it is the line that stays", { label: QUEUED }, [{ at: -HOUR }], { label: "history", at: -HOUR }, false],
  ["the transcript says it again", { label: "typed" }, [], { label: "typed" }, false],
];

for (const [what, gone, kept, asked, expected] of TABLE) {
  Deno.test(`withTimes() says ${expected} of a question when ${what}`, () => {
    assertEquals(isBound([gone], kept, asked), expected);
  });
}

Deno.test("withTimes() binds the questions of forgotten lines alone when the lines are apart", () => {
  const gaps = fc.array(fc.record({ gap: fc.integer({ min: 21, max: 3 * HOUR }), isGone: fc.boolean() }), {
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(gaps, fc.array(fc.integer({ min: -10, max: 10 }), { minLength: 8, maxLength: 8 }), (all, later) => {
      let at = 0;
      const lines = all.map(({ gap, isGone }) => ({ at: at += gap, isGone }));
      const [gone, kept] = [lines.filter(({ isGone }) => isGone), lines.filter(({ isGone }) => !isGone)];
      lines.forEach((line, n) => {
        for (const label of ["typed", "unmarked"] as const) {
          assertEquals(isBound(gone, kept, { label, at: line.at + later[n]! }), line.isGone);
        }
      });
    }),
  );
});

Deno.test("withTimes() binds the question of a forgotten line whatever else was typed", () => {
  const times = fc.array(fc.integer({ min: 0, max: HOUR }), { maxLength: 8 });
  const labels = fc.constantFrom<Label>("typed", "queued", "unmarked");
  fc.assert(fc.property(times, fc.integer({ min: -10, max: 10 }), labels, (others, later, label) => {
    const kept = others.map((at) => ({ at: at - HOUR / 2 }));
    assertEquals(isBound([LINE], kept, { at: later, label }), true);
    assertEquals(isBound([{ label }], kept, { at: later, label: "history" }), true);
  }));
});

Deno.test("timeMarks() holds no word of a question, and says that there are some", () => {
  const line = exchange({ text: "why does the samovar boil dry?" });
  const marks = timeMarks([line], []);
  assertEquals([marks[0], marks.length], [CUT_MARK, 2]);
  for (const word of ["why", "samovar"]) assertEquals(marks.join().includes(word), false, word);
  assertEquals(timeMarks([exchange({ text: " " })], []), []);
  assertEquals(timeMarks([{ ...line, client: "codex" }], []), []);
});

Deno.test("withTimes() heeds marks of earlier versions, which have no time, and passes over what it cannot read", () => {
  const broken = ['{"twin"', '{"twin":1}', '{"twin":"0f","from":null,"to":1,"queued":2}'];
  const old = twinOf(exchange(LINE)) ?? "";
  const asked = { client: "claude-code", sessionId: "s", label: "typed", text: "continue", at: isoOf(HOUR) } as const;
  assertEquals(forgetsTwin(withTimes({ hashes: new Set([...broken, old]) }), asked), true);
  assertEquals(forgetsTwin(withTimes({ hashes: new Set([...broken, CUT_MARK]) }), asked), false);
});

Deno.test("timeMarksOf() gives a session its own marks", () => {
  const [own, other] = [exchange(LINE), exchange({ session: "t" })];
  const hashes = new Set([...timeMarks([own, other], []), "0f"]);
  assertEquals(timeMarksOf(hashes, new Set([twinOf(own) ?? ""])), timeMarks([own], []));
  assertEquals(timeMarksOf(hashes, new Set(["0f"])), []);
});
