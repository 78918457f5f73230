import { assert, assertEquals, assertThrows } from "@std/assert";
import { claude } from "../../hooks/claude/client.ts";
import { LOW_CONFIDENCE } from "../../lib/learnings/rule.ts";
import { LEARNING_KINDS, type LearningKind } from "../../lib/types.ts";
import { canUseDisk } from "../../tests/disk_test_support.ts";
import { type Invented, readInvented } from "./invented.ts";
import { matchLearnings } from "./match.ts";
import { replay } from "./replay.ts";
import { NO_REVIEWS } from "./reviews.ts";
import { score } from "./score.ts";

/** Least precision of each kind (design, learnings.md, Measuring). */
const TARGETS: Readonly<Record<LearningKind, number>> = {
  preferences: 0.9,
  mistakes: 0.9,
  open_loops: 0.9,
  facts: 0.8,
  skill_candidates: 0.8,
};

function conversations(): readonly Invented[] {
  const folder = new URL("../../fixtures/labelled/", import.meta.url);
  const names = [...Deno.readDirSync(folder)].map(({ name }) => name).filter((name) => name.endsWith(".txt")).sort();
  return names.flatMap((name) => readInvented(Deno.readTextFileSync(new URL(name, folder))));
}

function replayed(one: Invented) {
  return replay(claude, one.rows.map((record, at) => ({ line: at + 1, record })), { sessionId: one.name });
}

function folderTest(name: string, fn: () => void): void {
  Deno.test({ name, ignore: !canUseDisk, fn });
}

folderTest("the invented conversations are many, and most of their turns are traps", () => {
  const all = conversations();
  const typed = all.reduce((sum, one) => sum + one.typed.length, 0);
  const traps = all.reduce((sum, one) => sum + one.traps.length, 0);
  assert(all.length >= 40, `${all.length}`);
  assert(typed >= 300, `${typed}`);
  assert(traps * 2 >= typed, `${traps}`);
  assertEquals(new Set(all.map(({ name }) => name)).size, all.length);
});

folderTest("the rules keep their precision on the invented conversations", () => {
  const matched = conversations().map((one) =>
    matchLearnings(one.name, { labels: one.labels, replayed: replayed(one), reviews: NO_REVIEWS })
  );
  const { kinds, wrong, misses } = score(matched);
  for (const { kind, found, right, must, mustTold } of kinds) {
    const told = `${kind}: ${right} of ${found} right, ${wrong.map((hit) => hit.found.text).join(" | ")}`;
    assert(right / found >= TARGETS[kind], told);
    assert(mustTold / must >= 0.5, `${kind}: ${misses.map(({ text }) => text).join(" | ")}`);
  }
  assertEquals(kinds.map(({ kind }) => kind), [...LEARNING_KINDS]);
});

folderTest("nothing is learned from a trap", () => {
  for (const one of conversations()) {
    const learned = replayed(one).learnings.filter(({ confidence, source, rule }) =>
      confidence >= LOW_CONFIDENCE && one.traps.includes(source) && !rule.startsWith("open-end.")
    );
    assertEquals(learned.map(({ rule, text }) => `${rule}: ${text}`), [], one.name);
  }
});

Deno.test("readInvented() refuses marks and kinds that it does not know", () => {
  assertThrows(() => readInvented("# a: b\nZ what"), SyntaxError, 'no mark "Z"');
  assertThrows(() => readInvented("# a: b\nU what\n+ opinions! none"), SyntaxError, "no kind");
});
