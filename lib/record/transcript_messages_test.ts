import { assertEquals } from "@std/assert";
import { habitatLine, saidIn } from "./habitat_test_support.ts";
import { memoryFiles, put } from "./memory_files_test_support.ts";
import { resumeMessages } from "./resume_messages.ts";
import { iterateMessagesBackwards, lastMessages, loadMessages } from "./transcript_messages.ts";

const DIR = "/habitat/sessions/kettle";
const MARKER = JSON.stringify({
  type: "umwelten_compaction",
  schema: 1,
  runId: "run-1",
  createdAt: "2026-04-07T12:00:00.000Z",
  summary: "Talked about kettles.",
  predecessorSegment: "transcript.2026-04-07T12-00-00.000Z.jsonl",
});
const CALL = [{ type: "text", text: "Looking." }, { type: "tool_use", id: "t1", name: "look", input: {} }];
const RESULT = [{ type: "tool_result", tool_use_id: "t1", content: "full", is_error: false }];

/** Two parts, the frozen one without a last line feed, as umwelten leaves it. */
function twoParts() {
  const files = memoryFiles();
  put(
    files,
    `${DIR}/transcript.2026-04-07T12-00-00.000Z.jsonl`,
    [habitatLine("user", "one"), habitatLine("assistant", "two")].join("\n"),
  );
  const rows = [
    MARKER,
    habitatLine("assistant", "three"),
    habitatLine("user", "four"),
    habitatLine("assistant", CALL),
    habitatLine("user", RESULT),
    "no JSON",
    habitatLine("assistant", "five"),
  ];
  put(files, `${DIR}/transcript.jsonl`, rows.join("\n"));
  return files;
}

Deno.test("loadMessages() gives the messages of all parts without the lines that mark compactions", () => {
  const files = twoParts();
  assertEquals(saidIn(files, DIR), ["one", "two", "three", "four", "Looking.", "(user)", "five"]);
  const { bad, oversized, compactions } = loadMessages(files, DIR);
  assertEquals({ bad, oversized, compactions }, { bad: 1, oversized: 0, compactions: 1 });
  assertEquals(loadMessages(files, "/habitat/sessions/gone").messages, []);
});

Deno.test("loadMessages() separates rows that a lost line feed joined", () => {
  const files = memoryFiles();
  put(files, `${DIR}/transcript.jsonl`, `${habitatLine("user", "one")}${habitatLine("assistant", "two")}\n`);
  assertEquals(saidIn(files, DIR), ["one", "two"]);
  assertEquals(lastMessages(files, DIR, { count: 1 })[0]?.uuid, 'u-"two"');
});

Deno.test("iterateMessagesBackwards() gives the same messages from the last one on", () => {
  const files = twoParts();
  assertEquals([...iterateMessagesBackwards(files, DIR)].reverse(), [...loadMessages(files, DIR).messages]);
});

for (let count = 0; count <= 8; count++) {
  Deno.test(`lastMessages() gives the last ${count} of seven`, () => {
    const files = twoParts();
    const { messages } = loadMessages(files, DIR);
    assertEquals(lastMessages(files, DIR, { count }), count === 0 ? [] : messages.slice(-count));
  });
}

const RESUMED: readonly (readonly [count: number, said: readonly string[]])[] = [
  [0, []],
  [1, []],
  [2, []],
  [3, ["user: four", "assistant: Looking.", "assistant: five"]],
  // A reply in front of it would be one to nothing.
  [5, ["user: four", "assistant: Looking.", "assistant: five"]],
  [6, [
    "user: one",
    "assistant: two",
    "assistant: three",
    "user: four",
    "assistant: Looking.",
    "assistant: five",
  ]],
  [99, [
    "user: one",
    "assistant: two",
    "assistant: three",
    "user: four",
    "assistant: Looking.",
    "assistant: five",
  ]],
];

for (const [count, said] of RESUMED) {
  Deno.test(`resumeMessages() of ${count} begins with the user and has text alone`, () => {
    assertEquals(resumeMessages(twoParts(), DIR, { count }).map(({ role, content }) => `${role}: ${content}`), [
      ...said,
    ]);
  });
}

Deno.test("resumeMessages() closes every part that it opened", () => {
  const files = twoParts();
  let open = 0;
  const counting = {
    list: files.list,
    open(path: string) {
      const handle = files.open(path);
      open++;
      return handle && { ...handle, close: () => void open-- };
    },
  };
  resumeMessages(counting, DIR, { count: 3 });
  loadMessages(counting, DIR);
  lastMessages(counting, DIR, { count: 1 });
  assertEquals(open, 0);
});
