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

const LEAST: Heartbeat = { at: "", client: "", event: "", outcome: "", ms: 0 };

for (const [name, row] of [["as short as can be", () => LEAST], ["as hooks write them", beatOf]] as const) {
  Deno.test(`beat() never lets the file have more lines, and keeps the newest, when rows are ${name}`, () => {
    const files = memoryFiles();
    const path = `${STATE}/events.jsonl`;
    const before = Array.from({ length: 1700 }, (_, ms) => `${JSON.stringify(row(ms))}\n`).join("");
    put(files, path, before);
    let most = 0;
    for (let ms = 1700; ms < 3000; ms++) {
      beat(files, STATE, row(ms));
      most = Math.max(most, lines(files.readText(path)));
    }
    assert(most <= MOST_HEARTBEATS && most >= 1750, `${most}`);
    const kept = readHeartbeats(files, STATE);
    assert(kept.length >= 1500);
    assertEquals(kept.slice(-1500), Array.from({ length: 1500 }, (_, index) => row(1500 + index)));
  });
}

Deno.test("beat() leaves a long file unread between two looks at it", () => {
  const files = memoryFiles();
  const path = `${STATE}/events.jsonl`;
  put(files, path, Array.from({ length: 1700 }, (_, ms) => `${JSON.stringify(beatOf(ms))}\n`).join(""));
  let reads = 0;
  const counting = { ...files, readBytes: (path: string) => (reads++, files.readBytes(path)) };
  for (let ms = 0; ms < 1000; ms++) beat(counting, STATE, beatOf(ms));
  assert(reads > 0 && reads < 20, `${reads}`);
});

Deno.test("readHeartbeats() leaves out lines that are none", () => {
  const files = memoryFiles();
  put(files, `${STATE}/events.jsonl`, `{"torn\n7\n{}\n${JSON.stringify(beatOf(1))}\n{"at":1}`);
  assertEquals(readHeartbeats(files, STATE), [beatOf(1)]);
});
