import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { LearningPayload, LearningRow } from "../record/learning_rows.ts";
import type { LearningKind } from "../types.ts";
import { consolidate, type ReadRow } from "./consolidate.ts";
import { subjectOf } from "./subject_of.ts";

const NOW = new Date("2026-12-01T00:00:00.000Z");
let serial = 0;

function row(
  kind: LearningKind,
  payload: Partial<LearningPayload> & { readonly text: string },
  of: { readonly session?: string; readonly at?: string; readonly message?: string; readonly foreign?: boolean } = {},
): ReadRow {
  const id = `id${++serial}`;
  const learning: LearningRow = {
    id,
    kind,
    createdAt: of.at ?? "2026-11-30T00:00:00.000Z",
    payload: { rule: "wish.manner", confidence: 0.8, assertedBy: "user", key: payload.text.toLowerCase(), ...payload },
    provenance: { claudeSessionUuid: of.session ?? "s1", messageUuids: [of.message ?? id] },
  };
  return { row: learning, foreign: of.foreign ?? false };
}
const texts = (rows: readonly ReadRow[]) => consolidate(rows, NOW).map(({ newest }) => newest.row.payload.text);

Deno.test("consolidate() makes one learning with many sources of rows that say the same", () => {
  const [learning, ...others] = consolidate([
    row("preferences", { text: "Be brief" }, { session: "s1" }),
    row("preferences", { text: "be brief" }, { session: "s2", at: "2026-11-30T12:00:00.000Z" }),
    row("preferences", { text: "be brief" }, { session: "s3", at: "2026-11-01T00:00:00.000Z" }),
  ], NOW);
  assertEquals([others.length, learning?.sources.length, learning?.sessions], [0, 3, 3]);
  assertEquals(learning?.newest.row.provenance.claudeSessionUuid, "s2");
  assertEquals(learning?.confidence, 1 - 0.2 * 0.25);
});

Deno.test("consolidate() counts a message once that a fork holds again", () => {
  const [learning] = consolidate([
    row("preferences", { text: "Be brief" }, { session: "s1", message: "m" }),
    row("preferences", { text: "Be brief" }, { session: "fork", message: "m" }),
  ], NOW);
  assertEquals([learning?.sources.length, learning?.sessions, learning?.confidence], [1, 1, 0.8]);
});

Deno.test("consolidate() leaves out what was withdrawn, and its weight", () => {
  const brief = row("preferences", { text: "Be brief" }, { session: "s1" });
  const withdrawn = row("preferences", { text: "", key: "be brief", retracted: true }, { session: "s2" });
  assertEquals(consolidate([brief, withdrawn], NOW)[0]?.sources.length, 1);
  assertEquals(texts([withdrawn]), []);
});

Deno.test("consolidate() closes an open loop that a later session finishes, and opens it again", () => {
  const open = row("open_loops", { text: "Legend", status: "open" }, { session: "s1", at: "2026-11-01T00:00:00.000Z" });
  const closed = row("open_loops", { text: "Legend", status: "closed" }, {
    session: "s2",
    at: "2026-11-02T00:00:00.000Z",
  });
  const again = row("open_loops", { text: "Legend", status: "open" }, {
    session: "s3",
    at: "2026-11-03T00:00:00.000Z",
  });
  assertEquals([texts([open]), texts([open, closed]), texts([closed, open, again])], [["Legend"], [], ["Legend"]]);
});

Deno.test("consolidate() lets a correction take the place of what it corrects", () => {
  const old = row("facts", { text: "Port 80", key: "port-80" });
  const fixed = row("facts", { text: "Port 8080", supersedes: ["port-80"] });
  assertEquals(texts([old, fixed]), ["Port 8080"]);
  const first = row("preferences", { rule: "wish.instead", text: "use npm instead of pnpm" }, {
    at: "2026-11-01T00:00:00.000Z",
  });
  const second = row("preferences", { rule: "wish.instead", text: "use pnpm instead of npm" });
  assertEquals(texts([second, first]), ["use pnpm instead of npm"]);
});

type Wish = readonly [rule: string, text: string];
const REVERSED: readonly (readonly [earlier: Wish, later: Wish])[] = [
  [["wish.instead", "use jest instead of vitest"], ["wish.from-now-on", "use vitest instead of jest from now on"]],
  [["wish.always-never", "always use tabs, never spaces"], ["wish.always-never", "always use spaces, never tabs"]],
  [["wish.always-never", "we always use moment, never dayjs"], ["wish.rather", "I prefer dayjs over moment"]],
  [["wish.always-never", "always use pnpm, never npm"], ["wish.from-now-on", "use npm instead of pnpm from now on"]],
  [["preference.explicit", "the port is 8080, not 9090"], ["preference.explicit", "the port is 9090 now, not 8080"]],
  [["refusal.reason", "use npm, not pnpm (refused: pnpm i)"], ["wish.rather", "I'd rather use pnpm than npm"]],
];

for (const [earlier, later] of REVERSED) {
  Deno.test(`consolidate() lets the later take the place when it says: ${later[1]}`, () => {
    const of = ([rule, text]: Wish, at: string) => row("preferences", { rule, text }, { at });
    const rows = [of(earlier, "2026-11-01T00:00:00.000Z"), of(later, "2026-11-02T00:00:00.000Z")];
    assertEquals([texts(rows), texts(rows.toReversed())], [[later[1]], [later[1]]]);
    const back = [of(earlier, "2026-11-03T00:00:00.000Z"), ...rows];
    assertEquals(texts(back), [earlier[1]]);
  });
}

Deno.test("consolidate() keeps other installations' rows apart and lets them supersede nothing", () => {
  const own = row("facts", { text: "Port 80", key: "port" });
  const theirs = row("facts", { text: "Port 80", key: "port", supersedes: ["port"] }, { foreign: true });
  const found = consolidate([own, theirs], NOW);
  assertEquals(found.map(({ foreign, sources }) => [foreign, sources.length]), [[false, 1], [true, 1]]);
});

Deno.test("consolidate() ranks by confidence, sources and age, each kind at its own pace", () => {
  const fresh = row("facts", { text: "fresh" });
  const old = row("facts", { text: "old" }, { at: "2026-01-01T00:00:00.000Z" });
  const oldLoop = row("open_loops", { text: "old loop", status: "open" }, { at: "2026-09-01T00:00:00.000Z" });
  const twice = [row("facts", { text: "twice" }, { session: "a" }), row("facts", { text: "twice" }, { session: "b" })];
  const undated = row("facts", { text: "undated" }, { at: "" });
  assertEquals(texts([undated, oldLoop, old, fresh, ...twice]), ["twice", "fresh", "undated", "old", "old loop"]);
});

Deno.test("consolidate() trusts nothing that only rules of low confidence say", () => {
  const low = (session: string) => row("facts", { text: "maybe", confidence: 0.3 }, { session });
  assertEquals(consolidate([low("a")], NOW)[0]?.trusted, false);
  assertEquals(consolidate([low("a"), low("b"), low("c")], NOW)[0]?.trusted, false);
});

Deno.test("consolidate() does not depend on the order of rows (property)", () => {
  const any = fc.array(
    fc.record({
      kind: fc.constantFrom<LearningKind>("facts", "open_loops"),
      text: fc.constantFrom("a", "b", "c"),
      status: fc.constantFrom("open" as const, "closed" as const),
      session: fc.constantFrom("s1", "s2"),
      hour: fc.integer({ min: 10, max: 23 }),
    }),
    { maxLength: 8 },
  );
  fc.assert(fc.property(any, (all) => {
    const rows = all.map(({ kind, text, status, session, hour }) =>
      row(kind, kind === "open_loops" ? { text, status } : { text }, { session, at: `2026-11-30T${hour}:00:00.000Z` })
    );
    const summary = (of: readonly ReadRow[]) =>
      consolidate(of, NOW).map(({ key, kind, sessions, rank }) => [key, kind, sessions, rank]);
    assertEquals(summary([...rows].reverse()), summary(rows));
    for (const { rank } of consolidate(rows, NOW)) assert(rank > 0);
  }));
});

Deno.test("subjectOf() knows the question, the name and the choice", () => {
  assertEquals(subjectOf("dialog.decision", "Where? \u2192 Here"), "asked where");
  assertEquals(subjectOf("decision.identity", "my github user is mira"), "mine github user");
  assertEquals(subjectOf("wish.rather", "I'd rather have tabs rather than spaces"), "choice spaces | tabs");
  assertEquals(subjectOf("wish.instead", "use `pnpm`, not npm"), "choice npm | pnpm");
  assertEquals(subjectOf("wish.manner", "be brief"), undefined);
  const refused = "never use npm, always use pnpm (refused: npm install, not pnpm)";
  assertEquals(subjectOf("refusal.reason", refused), "choice npm | pnpm");
  assertEquals(subjectOf("deferral.later", "use npm instead of pnpm later"), undefined);
  assertEquals(subjectOf("dialog.decision", "Here"), undefined);
});
