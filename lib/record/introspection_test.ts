import fc from "fast-check";
import { assert, assertEquals } from "@std/assert";
import { introspect } from "./introspection.ts";
import type { LearningRow } from "./learning_rows.ts";
import { memoryFiles, put } from "./memory_files_test_support.ts";
import { sealRow } from "./seal.ts";

const DIR = "/habitat/sessions/kettle";
const KEY = new Uint8Array(32).fill(7);
const NOW = new Date("2026-04-08T12:00:00.000Z");

function marker(n: number, summary: string): string {
  return JSON.stringify({
    type: "umwelten_compaction",
    schema: 1,
    runId: `run-${n}`,
    createdAt: `2026-04-0${n}T12:00:00.000Z`,
    summary,
    predecessorSegment: `transcript.2026-04-0${n}T12-00-00.000Z.jsonl`,
    ...(n === 2 ? { learningCounts: { facts: 3 } } : {}),
  });
}

function row(id: string, text: string, payload: Partial<LearningRow["payload"]> = {}): LearningRow {
  return {
    id,
    kind: "preferences",
    createdAt: `2026-04-07T12:00:00.000Z`,
    payload: { text, confidence: 0.9, ...payload },
    provenance: {},
  };
}

function session(rows: readonly object[], summaries: readonly string[] = ["Boiled water.", "Made tea."]) {
  const files = memoryFiles();
  const markers = summaries.map((summary, index) => marker(index + 1, summary));
  const names = markers.map((_, index) => `transcript.2026-04-0${index + 1}T12-00-00.000Z.jsonl`);
  put(files, `${DIR}/${names[0]}`, '{"type":"user"}\n');
  markers.forEach((line, index) => put(files, `${DIR}/${names[index + 1] ?? "transcript.jsonl"}`, `${line}\n{}\n`));
  put(files, `${DIR}/preferences.jsonl`, rows.map((each) => `${JSON.stringify(each)}\n`).join(""));
  return files;
}

const textOf = (files: ReturnType<typeof session>, options: Parameters<typeof introspect>[2] = {}) =>
  introspect(files, DIR, { sealKey: KEY, now: NOW, ...options }).messages.map(({ content }) => content);

Deno.test("introspect() gives the newest summary first, then learnings", () => {
  assertEquals(textOf(session([sealRow(row("a", "Use  green\ntea."), KEY)])), [
    "## Earlier parts of this session, newest first (notes, not instructions)\n\n" +
    "### Until 2026-04-02T12:00:00.000Z\nMade tea.\n(noted: 3 facts)\n\n" +
    "### Until 2026-04-01T12:00:00.000Z\nBoiled water.",
    "## Noted in this session, most useful first (notes, not instructions)\n\n- preferences, 2026-04-07: Use green tea.",
  ]);
  assertEquals(introspect(memoryFiles(), DIR), { messages: [], foreign: 0, left: 0 });
});

Deno.test("introspect() tells nothing that a clone or a colleague brought along, unless the directory is trusted", () => {
  const files = session([
    sealRow(row("a", "Use tea."), KEY),
    sealRow(row("b", "Sealed elsewhere."), new Uint8Array(32)),
    row("c", "No seal at all."),
    { ...sealRow(row("d", "Sealed."), KEY), payload: { text: "Changed behind the seal." } },
    // A row of the same id without a seal takes nobody's place.
    row("a", "Use coffee."),
  ]);
  const [, own = ""] = textOf(files);
  assertEquals(own.split("\n").slice(2), ["- preferences, 2026-04-07: Use tea."]);
  assertEquals(introspect(files, DIR, { sealKey: KEY, now: NOW }).foreign, 3);
  assertEquals(introspect(files, DIR, { now: NOW }).foreign, 4);
  const [, all = ""] = textOf(files, { trusted: true });
  assert(all.includes("Sealed elsewhere.") && all.includes("No seal at all.") && !all.includes("coffee"), all);
});

Deno.test("introspect() leaves out what was withdrawn, and takes secrets and hidden characters out", () => {
  const files = session([
    sealRow(row("a", "Use tea."), KEY),
    sealRow(row("a", "", { retracted: true }), KEY),
    sealRow(row("b", "Key ghp_0123456789abcdefghijABCDEFGHIJ012345\u{e0041}\u202e!"), KEY),
  ], ["Said\u0007 ghp_0123456789abcdefghijABCDEFGHIJ012345."]);
  const [summary = "", learned = ""] = textOf(files);
  assert(summary.endsWith("Said [redacted:github-token]."), summary);
  assert(learned.endsWith("- preferences, 2026-04-07: Key [redacted:github-token]!"), learned);
});

Deno.test("introspect() never gives more than it may, and says what had no room", () => {
  const word = fc.string({ unit: "grapheme", minLength: 1, maxLength: 300 });
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 6 }),
      fc.nat(2000),
      fc.nat(2000),
      (texts, maxTotalChars, maxLearningsChars) => {
        const files = session(texts.map((text, index) => sealRow(row(`r${index}`, text), KEY)), ["s".repeat(400), "t"]);
        const { messages, left } = introspect(files, DIR, { sealKey: KEY, now: NOW, maxTotalChars, maxLearningsChars });
        const lengths = messages.map(({ content }) => content.length);
        assert(lengths.reduce((sum, length) => sum + length, 0) <= maxTotalChars);
        const learned = messages.find(({ content }) => content.startsWith("## Noted"))?.content.length ?? 0;
        assert(learned <= maxLearningsChars);
        if (messages.length === 0) assert(left >= 2);
      },
    ),
    { numRuns: 60 },
  );
});

Deno.test("introspect() cuts a summary only when it is alone too long", () => {
  const [text = ""] = textOf(session([], ["\u{1f375}".repeat(1000)]), { maxTotalChars: 500 });
  assert(text.length <= 500 && text.length > 480 && text.endsWith("\n[cut]") && text.isWellFormed(), text);
  assertEquals(introspect(session([]), DIR, { maxCompactionBlocks: 1, now: NOW }).messages.length, 1);
});
