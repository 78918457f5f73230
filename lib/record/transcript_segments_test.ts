import { assertEquals } from "@std/assert";
import { memoryFiles, put } from "./memory_files_test_support.ts";
import { frozenName, frozenTime, openSegments, transcriptSegments } from "./transcript_segments.ts";

const DIR = "/habitat/sessions/kettle";

Deno.test("transcriptSegments() gives the frozen parts by time and the live one last", () => {
  const files = memoryFiles();
  const names = [
    "transcript.jsonl",
    "transcript.2026-04-07T12-00-00.000Z.jsonl",
    "transcript.2026-04-07T12-00-00Z.jsonl",
    "transcript.2026-04-07T12-00-00.001Z.jsonl",
    // Written where colons are allowed: by name it would stand behind the rest of its hour.
    "transcript.2026-04-07T12:30:00.000Z.jsonl",
    "transcript.2026-04-07T12-45-00.000Z.jsonl",
    "transcript.2025-12-31T23-59-59.999Z.jsonl",
    "transcript.old.jsonl",
  ];
  for (const name of [...names, "meta.json", "transcript.jsonl.1a2b.imprint-tmp", "facts.jsonl"]) {
    put(files, `${DIR}/${name}`, "{}\n");
  }
  assertEquals(transcriptSegments(files, DIR).map(({ name }) => name), [
    "transcript.old.jsonl",
    "transcript.2025-12-31T23-59-59.999Z.jsonl",
    "transcript.2026-04-07T12-00-00.000Z.jsonl",
    "transcript.2026-04-07T12-00-00Z.jsonl",
    "transcript.2026-04-07T12-00-00.001Z.jsonl",
    "transcript.2026-04-07T12:30:00.000Z.jsonl",
    "transcript.2026-04-07T12-45-00.000Z.jsonl",
    "transcript.jsonl",
  ]);
  assertEquals(transcriptSegments(files, "/habitat/sessions/gone"), []);
});

const TIMES: readonly (readonly [name: string, time: number | undefined])[] = [
  ["2026-04-07T12-00-00.000Z", Date.UTC(2026, 3, 7, 12)],
  ["2026-04-07T12:00:00.000Z", Date.UTC(2026, 3, 7, 12)],
  ["2026-04-07T12-00-00Z", Date.UTC(2026, 3, 7, 12)],
  // Without a zone it is UTC as well, whatever the machine's is.
  ["2026-04-07T12-00-00", Date.UTC(2026, 3, 7, 12)],
  ["2026-04-07T12-00-00+14-00", Date.UTC(2026, 3, 6, 22)],
  // The night in which Berlin puts its clocks back, and the one in which it puts them forward.
  ["2026-10-25T00-30-00.000Z", Date.UTC(2026, 9, 25, 0, 30)],
  ["2026-10-25T01-30-00.000Z", Date.UTC(2026, 9, 25, 1, 30)],
  ["2026-03-29T02-30-00", Date.UTC(2026, 2, 29, 2, 30)],
  ["2026-13-07T12-00-00.000Z", undefined],
  ["kettle", undefined],
];

for (const [part, time] of TIMES) {
  Deno.test(`frozenTime() reads ${part} as ${time === undefined ? "no time" : new Date(time).toISOString()}`, () => {
    assertEquals(frozenTime(`transcript.${part}.jsonl`), time);
  });
}

Deno.test("frozenName() names a time without colons, and frozenTime() reads it", () => {
  const time = Date.UTC(2026, 9, 25, 1, 30, 0, 7);
  assertEquals(frozenName(time), "transcript.2026-10-25T01-30-00.007Z.jsonl");
  assertEquals(frozenTime(frozenName(time)), time);
});

Deno.test("openSegments() opens all again when a part is frozen in between", () => {
  const files = memoryFiles();
  put(files, `${DIR}/transcript.jsonl`, "one\n");
  let lists = 0;
  const segments = openSegments({
    open: files.open,
    list(path) {
      const names = files.list(path);
      if (++lists === 1) {
        files.rename(`${DIR}/transcript.jsonl`, `${DIR}/transcript.2026-04-07T12-00-00.000Z.jsonl`);
        put(files, `${DIR}/transcript.jsonl`, "two\n");
      }
      return names;
    },
  }, DIR);
  assertEquals(segments.map(({ live, handle }) => [live, handle.size]), [[false, 4], [true, 4]]);
});
