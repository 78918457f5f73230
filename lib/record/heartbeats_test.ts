import { assert, assertEquals } from "@std/assert";
import { beat, type Heartbeat, MOST_HEARTBEATS, readHeartbeats } from "./heartbeats.ts";
import { memoryFiles, put } from "./memory_files_test_support.ts";

const STATE = "/home/mira/.local/state/imprint-hook";
const beatOf = (ms: number, more: Partial<Heartbeat> = {}): Heartbeat => ({
  at: "2026-10-26T09:00:00.000Z",
  client: "claude-code",
  event: "stop",
  outcome: "learned",
  ms,
  ...more,
});
const lines = (text: string | undefined) => (text ?? "").split("\n").length - 1;

Deno.test("beat() appends rows that readHeartbeats() gives back", () => {
  const files = memoryFiles();
  assertEquals(readHeartbeats(files, STATE), []);
  const all = [beatOf(1, { session: "s1" }), beatOf(2, { outcome: "skipped", reason: "claimed" })];
  all.forEach((one) => beat(files, STATE, one));
  assertEquals(readHeartbeats(files, STATE), all);
});

Deno.test("beat() never lets the file have more lines, and keeps the newest", () => {
  const files = memoryFiles();
  const path = `${STATE}/events.jsonl`;
  put(files, path, Array.from({ length: MOST_HEARTBEATS - 1 }, (_, ms) => `${JSON.stringify(beatOf(ms))}\n`).join(""));
  for (let ms = MOST_HEARTBEATS - 1; ms < MOST_HEARTBEATS + 20; ms++) {
    beat(files, STATE, beatOf(ms));
    assert(lines(files.readText(path)) <= MOST_HEARTBEATS, `${lines(files.readText(path))}`);
  }
  const kept = readHeartbeats(files, STATE).map(({ ms }) => ms);
  assertEquals([kept.length, kept.at(-1)], [1520, MOST_HEARTBEATS + 19]);
  assertEquals(kept.every((ms, index) => index === 0 || ms === (kept[index - 1] ?? 0) + 1), true);
});

Deno.test("beat() counts lines where rows are as short as can be", () => {
  const files = memoryFiles();
  const least: Heartbeat = { at: "", client: "", event: "", outcome: "", ms: 0 };
  put(files, `${STATE}/events.jsonl`, `${JSON.stringify(least)}\n`.repeat(MOST_HEARTBEATS));
  beat(files, STATE, least);
  assert(lines(files.readText(`${STATE}/events.jsonl`)) <= MOST_HEARTBEATS);
});

Deno.test("readHeartbeats() leaves out lines that are none", () => {
  const files = memoryFiles();
  put(files, `${STATE}/events.jsonl`, `{"torn\n7\n{}\n${JSON.stringify(beatOf(1))}\n{"at":1}`);
  assertEquals(readHeartbeats(files, STATE), [beatOf(1)]);
});
