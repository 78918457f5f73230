import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import { LEARNED_VERDICTS, SKIPPED_VERDICTS } from "../ownership/verdict.ts";
import type { Heartbeat } from "../record/heartbeats.ts";
import { runReason } from "./run_reason.ts";
import { percentile, runProblems, runStatistics } from "./run_statistics.ts";

let minute = 0;
function beat(event: string, outcome: string, more: Partial<Heartbeat> = {}): Heartbeat {
  const at = new Date(Date.UTC(2026, 9, 26, 9, minute++)).toISOString();
  return { at, client: "claude-code", event, outcome, ms: 20, ...more };
}

Deno.test("percentile() is one of the values, and at least so many are no larger", () => {
  fc.assert(fc.property(fc.array(fc.nat(), { minLength: 1 }), fc.integer({ min: 1, max: 100 }), (values, percent) => {
    const found = percentile(values, percent);
    assert(values.includes(found));
    assert(values.filter((value) => value <= found).length * 100 >= values.length * percent);
    assert(values.filter((value) => value < found).length * 100 < values.length * percent);
  }));
  assertStrictEquals(percentile([], 50), 0);
});

Deno.test("runStatistics() counts by client and event, the most frequent first", () => {
  const rows = [
    beat("SessionEnd", "nothing-new"),
    beat("Stop", "learned", { ms: 10 }),
    beat("Stop", "learned", { ms: 30, reason: "flush-miss" }),
    beat("Stop", "skipped", { ms: 50, reason: "claimed" }),
    beat("Stop", "failed", { ms: 70, reason: 'cannot write "/srv/kettle"' }),
    beat("stop", "skipped", { client: "cursor", reason: "foreign-client" }),
  ];
  const [stop, ...others] = runStatistics(rows);
  assertEquals(stop, {
    client: "claude-code",
    event: "Stop",
    runs: 4,
    outcomes: { learned: 2, skipped: 1, failed: 1 },
    reasons: { "flush-miss": 1, claimed: 1 },
    medianMs: 30,
    p95Ms: 70,
    last: rows[4]?.at ?? "",
  });
  assertEquals(others.map(({ client, event, runs }) => [client, event, runs]), [
    ["claude-code", "SessionEnd", 1],
    ["cursor", "stop", 1],
  ]);
  assertEquals(runStatistics([]), []);
});

Deno.test("runProblems() tells what went wrong once each, the last first, and what went well since", () => {
  const broken = { reason: 'cannot use "config.jsonc": a comma is missing', session: "s1" };
  const rows = [
    beat("Stop", "failed", broken),
    beat("Stop", "failed", broken),
    beat("Stop", "skipped", { reason: "claimed" }),
    beat("Stop", "learned"),
    beat("Stop", "skipped", { reason: "lock-busy" }),
    beat("Stop", "learned", { reason: "flush-miss" }),
    beat("Stop", "nothing-new"),
    beat("Stop", "learned", { client: "codex" }),
  ];
  const problems = runProblems(rows);
  assertEquals(problems.map(({ words, count, goodSince, at }) => [words.slice(0, 11), count, goodSince, at]), [
    ["another run", 1, 2, rows[4]?.at],
    ["cannot use ", 2, 3, rows[1]?.at],
  ]);
  assertStrictEquals(problems[1]?.session, "s1");
  assertEquals(runProblems(rows.slice(5)), []);
});

Deno.test("runReason() has words for every verdict that skips, and none of them is a problem", () => {
  for (const reason of SKIPPED_VERDICTS) {
    const told = runReason({ event: "Stop", outcome: "skipped", reason });
    assert(!told.isProblem && told.words !== reason, reason);
  }
  for (const reason of LEARNED_VERDICTS) assert(!runReason({ event: "Stop", outcome: "learned", reason }).isProblem);
});

Deno.test("runReason() knows what a missing transcript means at each event", () => {
  assert(runReason({ event: "Stop", outcome: "skipped", reason: "missing" }).isProblem);
  assert(!runReason({ event: "SessionEnd", outcome: "skipped", reason: "missing" }).isProblem);
});

Deno.test("runReason() counts payloads that cannot be read and failures as problems, whatever their words", () => {
  for (const reason of ["payload-not-json", "payload-of-a-new-kind", "stdin-timeout", "outside-stores"]) {
    assert(runReason({ event: "", outcome: "skipped", reason }).isProblem, reason);
  }
  assertEquals(runReason({ event: "Stop", outcome: "failed", reason: "disk full" }), {
    isProblem: true,
    words: "disk full",
  });
  assertEquals(runReason({ event: "Stop", outcome: "failed" }), { isProblem: true, words: "failed" });
  assertEquals(runReason({ event: "Stop", outcome: "learned" }), { isProblem: false, words: "learned" });
});
