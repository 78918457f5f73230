import { assertEquals } from "@std/assert";
import { LEARNING_KINDS, type LearningKind } from "../types.ts";
import type { LearningRow } from "./learning_rows.ts";
import { createLearningFilter, latestById, readLearnings } from "./learnings_store.ts";
import { type MemoryFiles, memoryFiles, put } from "./memory_files_test_support.ts";
import { sealRow } from "./seal.ts";
import { SEAL_KEY } from "./store_test_support.ts";

const DIR = "/w/k";

function learning(id: string, text: string, more: Partial<LearningRow["payload"]> = {}): LearningRow {
  return {
    id,
    kind: "facts",
    createdAt: "2026-10-26T09:00:00.000Z",
    payload: { text, rule: "fact.test", ...more },
    provenance: { client: "codex", claudeSessionUuid: "s1", messageUuids: ["m1"], producer: "imprint-hook/0.1.0" },
  };
}

const sealed = (row: LearningRow) => JSON.stringify(sealRow(row, SEAL_KEY));
const read = (files: MemoryFiles) => readLearnings(files, DIR, { key: SEAL_KEY });

Deno.test("readLearnings() tells sealed rows from foreign ones and counts what is no learning", () => {
  const files = memoryFiles();
  put(
    files,
    `${DIR}/facts.jsonl`,
    [
      sealed(learning("ours", "The kettle is steel.")),
      JSON.stringify(learning("unsealed", "The kettle is gold.")),
      sealed(learning("changed", "x")).replace('"x"', '"y"'),
      '{"id":"theirs","kind":"facts","createdAt":"2026-01-01","payload":{"text":"umwelten wrote this"}}',
      '{"id":"bare","kind":"facts","payload":{}}',
      '{"id":"wrong-kind","kind":"mistakes","payload":{"text":"t"}}',
      '{"kind":"facts","payload":{"text":"no id"}}',
      '{"torn',
    ].join("\n"),
  );
  const { learnings, bad } = read(files);
  assertEquals(learnings.map(({ row, foreign }) => [row.id, row.payload.text, foreign]), [
    ["ours", "The kettle is steel.", false],
    ["unsealed", "The kettle is gold.", true],
    ["changed", "y", true],
    ["theirs", "umwelten wrote this", true],
    ["bare", "", true],
  ]);
  assertEquals(bad, 3);
  assertEquals(readLearnings(files, DIR, { key: undefined }).learnings.every(({ foreign }) => foreign), true);
  assertEquals(readLearnings(files, DIR, { key: SEAL_KEY, kinds: ["mistakes"] }).learnings, []);
});

Deno.test("latestById() takes the last row, but never a foreign one in the place of a sealed one", () => {
  const files = memoryFiles();
  put(
    files,
    `${DIR}/facts.jsonl`,
    [
      sealed(learning("a", "first")),
      sealed(learning("b", "only")),
      sealed(learning("a", "second", { retracted: true })),
      JSON.stringify(learning("a", "forged")),
      JSON.stringify(learning("c", "foreign first")),
      JSON.stringify(learning("c", "foreign second")),
      JSON.stringify(learning("d", "foreign")),
      sealed(learning("d", "sealed after")),
    ].join("\n"),
  );
  assertEquals(latestById(read(files).learnings).map(({ row }) => [row.id, row.payload.text, row.payload.retracted]), [
    ["a", "second", true],
    ["b", "only", undefined],
    ["c", "foreign second", undefined],
    ["d", "sealed after", undefined],
  ]);
});

Deno.test("admit() lets through what is new or says something else", () => {
  const files = memoryFiles();
  put(files, `${DIR}/facts.jsonl`, [sealed(learning("a", "one")), JSON.stringify(learning("b", "foreign"))].join("\n"));
  const filter = createLearningFilter(read(files).learnings);
  const same = learning("a", "one");
  const admits = (row: LearningRow) => filter.admit(row) !== undefined;
  assertEquals(admits(same), false);
  assertEquals(
    admits({ ...same, provenance: { ...same.provenance, producer: "imprint-hook/9", rules: "later" } }),
    false,
  );
  assertEquals(admits(learning("a", "two")), true);
  assertEquals(admits(learning("a", "two")), false);
  assertEquals(admits(learning("b", "foreign")), true);
  assertEquals(admits(learning("c", "", { retracted: true })), false);
  assertEquals(admits(learning("a", "", { retracted: true })), true);
  assertEquals(admits(learning("a", "", { retracted: true })), false);
});

Deno.test("createLearningFilter() keeps the key alone of what was closed without ever being stored open", () => {
  const loop = (status: "open" | "closed", at = "2026-10-26T09:00:00.000Z"): LearningRow => ({
    ...learning("l", "Guard the lid", { status, key: "k", quote: "guard it" }),
    createdAt: at,
  });
  const filter = createLearningFilter([]);
  const closed = filter.admit(loop("closed"));
  assertEquals(closed?.payload, { text: "", rule: "fact.test", status: "closed", key: "k" });
  const again = createLearningFilter(closed === undefined ? [] : [{ row: closed, foreign: false }]);
  assertEquals(again.admit(loop("closed")), undefined, "a second run appends nothing");
  assertEquals(again.admit(loop("open", "2026-10-26T10:00:00.000Z"))?.payload.text, "Guard the lid");
  assertEquals(again.admit(loop("closed", "2026-10-26T11:00:00.000Z"))?.payload.text, "Guard the lid");
});

/** What umwelten's `FileLearningsStore.read` does: one file a kind, rows with that kind and an id, `payload.text`. */
function asUmweltenReads(files: MemoryFiles, kind: LearningKind): readonly unknown[] {
  return (files.readText(`${DIR}/${kind}.jsonl`) ?? "").split("\n").filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line))
    .filter((row) => row.kind === kind && typeof row.id === "string")
    .map((row) => row.payload.text);
}

Deno.test("sealRow() writes rows that a reader of kind, id and payload.text reads, one file a kind", () => {
  const files = memoryFiles();
  for (const kind of LEARNING_KINDS) {
    const rows = ["one", "two"].map((text) => sealed({ ...learning(`${kind}-${text}`, `${kind} ${text}`), kind }));
    put(files, `${DIR}/${kind}.jsonl`, rows.map((row) => `${row}\n`).join(""));
  }
  for (const kind of LEARNING_KINDS) assertEquals(asUmweltenReads(files, kind), [`${kind} one`, `${kind} two`]);
  assertEquals(read(files).learnings.every(({ foreign }) => !foreign), true);
});
